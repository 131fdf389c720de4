import { Fragment } from 'react'
import { parseTelefone } from '../../server/domain/telefone'
import { useEvento } from './page.tsx'

export function ContactLine() {
  const evento = useEvento()
  // Until an event is described, there is no contact.
  if (!evento?.contato) return null
  return (
    <p className="nota">
      {'Alguma dúvida? Fale com a organização: '}
      <Contato contato={evento.contato} />.
    </p>
  )
}

/**
 * How to reach the organisation: a button for its WhatsApp, a link for its e-mail address, else plain text.
 */
export function Contato({ contato }: { contato: string }) {
  const mail = mailOf(contato)
  if (mail !== null) return <a href={`mailto:${mail}`}>{mail}</a>
  const pieces = piecesOf(contato)
  if (pieces.every(({ digits }) => digits === null)) return <span className="unido">{contato}</span>
  return pieces.map(({ text, digits }) =>
    digits === null ? (
      <Fragment key={text}>{text}</Fragment>
    ) : (
      <a key={text} className="conversar" href={`https://wa.me/${digits}`} rel="noreferrer">
        {isNamed(contato) ? text : `WhatsApp ${text}`}
      </a>
    ),
  )
}

const EMAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/

/** The organisation's e-mail address; null if the contact is something else. */
export const mailOf = (contato: string) => (EMAIL.test(contato) ? contato : null)

/** The organisation's first WhatsApp number, as wa.me takes it; null if it gave none. */
export const whatsappOf = (contato: string) =>
  piecesOf(contato).find(({ digits }) => digits !== null)?.digits ?? null

const NUMBER = /(\+?\(?\b\d[\d\s().-]{8,}\d\b)/
const isNamed = (contato: string) => /whats|zap/i.test(contato)

/**
 * A contact in pieces, with the digits of Brazilian numbers for wa.me. A landline beside other words counts
 * as WhatsApp only if they say so, and digits in an address are not a number.
 */
function piecesOf(contato: string): { text: string; digits: string | null }[] {
  const texts = contato.split(NUMBER).filter((text) => text !== '')
  return texts.map((text, at) => {
    const telefone = NUMBER.test(text) ? parseTelefone(text) : null
    if (telefone?.kind !== 'ok' || /[\w@/=-]$/.test(texts[at - 1] ?? '')) return { text, digits: null }
    const isWhatsapp = telefone.value.length === 11 || texts.length === 1 || isNamed(contato)
    return { text, digits: isWhatsapp ? `55${telefone.value}` : null }
  })
}
