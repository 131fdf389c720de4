import type { ReactNode } from 'react'
import { Bar } from './bar.tsx'
import { OutlineLink } from './page.tsx'
import { countOf, grouped } from './words.ts'

// What a page has that tells one message at a time: the organisation's desk, and a holder's.

interface ProgressProps extends Record<'href' | 'nome', string> {
  feitos: number
  total: number
}

/** `37 de 212 enviados`, and the way back to the queue. */
export function Progress({ href, nome, feitos, total }: ProgressProps) {
  return (
    <div className="andamento">
      <a href={href}>{nome}</a>
      <span>
        <b>{`${grouped(feitos)} de ${grouped(total)}`}</b> enviados
      </span>
      <Bar pieces={[{ ate: total === 0 ? 0 : (100 * feitos) / total }]} />
    </div>
  )
}

/** Whom a message is for, as a ticket. @param numero what is known of the number */
export function QuemE({ nome, empresa, numero }: { nome: string; empresa: string | null; numero: string }) {
  return (
    <div className="ingresso quem-e">
      <h2>{nome}</h2>
      {empresa === null || empresa === nome ? null : <p>{empresa}</p>}
      <p className="numero">{numero}</p>
    </div>
  )
}

/** Asks, once WhatsApp was opened, what its sender alone knows. */
export function MensagemFoi({ hora, whatsapp }: { hora: string; whatsapp: string }) {
  return (
    <div className="cartao">
      <h2>A mensagem foi?</h2>
      <p>
        Você abriu o WhatsApp às <b>{hora}</b>. Nós não vemos se a mensagem saiu: só você sabe.
      </p>
      <p>
        <OutlineLink href={whatsapp}>ABRIR O WHATSAPP</OutlineLink>
      </p>
    </div>
  )
}

/** What became of a message, where there is something to mind before it is sent. */
export function Atencao({ told }: { told: string }) {
  return (
    <div className="alerta aviso">
      <p>
        <b>Atenção:</b> {`${told}.`}
      </p>
    </div>
  )
}

/** A button that does one act on the message: filled and whole, or a word. */
export function AtoForm({ action, ato, isMain = false, children }: AtoFormProps) {
  return (
    <form method="post" action={action}>
      <button className={isMain ? 'inteiro' : 'ato'} name="ato" value={ato}>
        {children}
      </button>
    </form>
  )
}

interface AtoFormProps {
  action: string
  ato: string
  isMain?: boolean
  children: string
}

/** At the thumb: the filled button, and words below it. */
export function Fica({ main, words }: { main: ReactNode; words: ReactNode[] }) {
  return (
    <div className="fica">
      {main}
      {words.length === 0 ? null : (
        <div className="dois">
          {words.map((word, index) => (
            <div key={index}>{word}</div>
          ))}
        </div>
      )}
    </div>
  )
}

/** A line of the end of a queue; none where nothing is counted. */
export const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [countOf(count, one, many)]
