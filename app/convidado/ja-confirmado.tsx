import { Contato, mailOf, whatsappOf } from '~/shared/contato'
import { ButtonLink, Heading, OutlineLink, useEvento } from '~/shared/page'

/** The event as shown on the ticket of a repeat. */
export interface Lembrete {
  /** `quinta-feira, 16 de setembro` */
  dia: string
  /** `19h30` */
  hora: string
  local: string
  /** The company whose link led to the form; null for the public form, and while storage cannot tell. */
  empresa: string | null
}

/**
 * What a repeat from another browser reads: confirmed, when, where, and who to ask. It shows neither name nor
 * code. The only company it names is the one whose link the browser came by, even if another one pays
 * (decision 0012).
 */
export function JaConfirmado({ dia, hora, local, empresa }: Lembrete) {
  const evento = useEvento()
  return (
    <>
      <Heading
        kicker={empresa === null ? (evento?.ocasiao ?? null) : `Convite de ${empresa}`}
        title="VOCÊ JÁ ESTÁ CONFIRMADO"
      />
      <div className="bilhete">
        <p>{dia}</p>
        <p className="hora">{hora}</p>
        <p>{local}</p>
      </div>
      <p className="centro">Seu lugar está guardado. Não é preciso se cadastrar de novo.</p>
      <AskForCredencial>A credencial abre no aparelho em que você se cadastrou.</AskForCredencial>
    </>
  )
}

/** Where a credencial opens (`children`), and who to ask for it: the organisation, which sends it again. */
export function AskForCredencial({ children }: { children: string }) {
  const { anfitriao = '', ocasiao = '', contato = '' } = useEvento() ?? {}
  const [mail, digits] = [mailOf(contato), whatsappOf(contato)]
  const subject = `Minha credencial: ${ocasiao}`
  const body = 'Já me cadastrei, e preciso da minha credencial.\r\n\r\nNome completo: \r\nWhatsApp: '
  return (
    <>
      <p className="centro">{children}</p>
      <div className="contato">
        <p className="nota">Perdeu a credencial, ou trocou de aparelho? Peça à organização:</p>
        <p>
          <b>{anfitriao}</b>
        </p>
        <p>{digits === null ? <Contato contato={contato} /> : contato}</p>
      </div>
      {mail === null ? null : (
        <ButtonLink href={`mailto:${mail}?${queryOf({ subject, body })}`}>Pedir por e-mail</ButtonLink>
      )}
      {digits === null ? null : (
        <ButtonLink href={`https://wa.me/${digits}?${queryOf({ text: `${subject}\n\n${body}` })}`}>
          Pedir pelo WhatsApp
        </ButtonLink>
      )}
      <OutlineLink href="/">Voltar ao convite</OutlineLink>
      <p className="nota">
        Por segurança, ela não abre só com nome e telefone: outras pessoas também os sabem.
      </p>
    </>
  )
}

/** A mail program reads a plus as a plus, not as a space. */
const queryOf = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString().replaceAll('+', '%20')
