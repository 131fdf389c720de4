import type { ReactNode } from 'react'
import { Bar } from './bar.tsx'
import { hiddenLink, type Mensagem } from './mensagem.ts'
import { ButtonLink, OutlineLink } from './page.tsx'
import { countOf, grouped } from './words.ts'

// Parts of a page that shows one message at a time: the organisation's desk, and a holder's.

interface UmPorVezProps extends Record<'title' | 'href' | 'nome', string> {
  feitos: number
  total: number
  children: ReactNode
}

/** `37 de 212 enviados`, the link back to the queue, and what to do now. */
export function UmPorVez({ title, href, nome, feitos, total, children }: UmPorVezProps) {
  return (
    <div className="um">
      <h1 className="oculto">{title}</h1>
      <div className="andamento">
        <a href={href}>{nome}</a>
        <span>
          <b>{`${grouped(feitos)} de ${grouped(total)}`}</b> enviados
        </span>
        <Bar pieces={[{ ate: total === 0 ? 0 : (100 * feitos) / total }]} />
      </div>
      {children}
    </div>
  )
}

/** How far a message got, from the viewer's side. */
export type Cena =
  | { kind: 'enviar' }
  /** The viewer opened WhatsApp. */
  | { kind: 'voltou'; hora: string; whatsapp: string }
  /** Already sent; WhatsApp opens with a reminder. */
  | { kind: 'lembrado'; whatsapp: string }
  /** Someone else has it or opened it, it is done, or it is not to be sent. */
  | { kind: 'com-alguem' | 'aberto' | 'feito' | 'fora'; told: string }
  /** `href`: where its number can be added. */
  | { kind: 'sem-numero'; href: string }

/** What a form asks for, and its button's words. */
type Botao = readonly [ato: string, text: string]

/** The filled button, and the text buttons below it. */
export type Botoes = Record<Cena['kind'], { main: Botao | null; words: readonly Botao[] }>

export const PROXIMO: Botao = ['proximo', 'Próximo']
export const MESMO_ASSIM: Botao = ['enviar-de-novo', 'Enviar mesmo assim']
export const NAO_SEI: Botao = ['proximo', 'Ainda não sei']
export const ENVIAR: Botao = ['enviar', 'Enviar']
export const PULAR: Botao = ['pular', 'Pular']
export const FOI: Botao = ['foi', 'Foi, próximo']
export const NAO_TEM: Botao = ['sem-whatsapp', 'Não tem WhatsApp']
const DE_NOVO = { main: PROXIMO, words: [['enviar-de-novo', 'Enviar de novo']] } as const

const BOTOES: Botoes = {
  enviar: { main: ENVIAR, words: [PULAR, NAO_TEM] },
  voltou: { main: FOI, words: [NAO_SEI, NAO_TEM] },
  lembrado: { main: PROXIMO, words: [] },
  'com-alguem': { main: PROXIMO, words: [MESMO_ASSIM] },
  aberto: { main: PROXIMO, words: [['foi', 'Foi enviado'], MESMO_ASSIM] },
  feito: DE_NOVO,
  fora: DE_NOVO,
  'sem-numero': {
    main: null,
    words: [
      ['enviar', 'Escolher no WhatsApp'],
      ['em-maos', 'Entreguei de outro jeito'],
    ],
  },
}

/** A message, who it is for, and how far it got. */
export interface Envio {
  nome: string
  /** Null if it goes without saying. */
  empresa: string | null
  /** What is known of the number. */
  numero: string
  /** What is known of the person besides. */
  sabido?: string | null
  mensagem: Mensagem
  cena: Cena
}

interface CartaoProps extends Envio {
  /** The address its forms post to. */
  action: string
  /** For a desk with other buttons. */
  botoes?: Partial<Botoes>
  /** The tab in which WhatsApp opens, one for all messages, while the card stays; this one by default. */
  aba?: string
  /** The less common texts and acts. */
  children: ReactNode
}

/** One message on a card as large as the phone, its buttons at the thumb. */
export function Cartao(props: CartaoProps) {
  const { nome, empresa, numero, sabido, mensagem, cena, action, botoes, aba, children } = props
  const { main, words } = { ...BOTOES, ...botoes }[cena.kind]
  return (
    <>
      <div className="ingresso quem-e">
        <h2>{nome}</h2>
        {empresa === null || empresa === nome ? null : <p>{empresa}</p>}
        <p className="numero">{numero}</p>
        {sabido ? <p>{sabido}</p> : null}
      </div>
      <Corpo cena={cena} mensagem={mensagem} />
      {children}
      <div className="fica">
        {main ? <AtoForm action={action} botao={main} className="inteiro" aba={aba} /> : null}
        {cena.kind === 'sem-numero' ? <ButtonLink href={cena.href}>Anotar número</ButtonLink> : null}
        {words.length === 0 ? null : (
          <div className="dois">
            {words.map((word) => (
              <div key={word.join()}>
                <AtoForm action={action} botao={word} className="ato" aba={aba} />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}

function AtoForm({
  action,
  botao: [ato, text],
  className,
  aba,
}: Record<'action' | 'className', string> & { botao: Botao; aba: string | undefined }) {
  return (
    <form method="post" action={action} target={ato.startsWith('enviar') ? aba : undefined}>
      <button className={className} name="ato" value={ato}>
        {text}
      </button>
    </form>
  )
}

/** The message as it will be; once opened, what only its sender knows, or what to mind. */
function Corpo({ cena, mensagem }: Pick<Envio, 'cena' | 'mensagem'>) {
  switch (cena.kind) {
    case 'voltou':
      return (
        <div className="cartao">
          <h2>A mensagem foi?</h2>
          <p>
            Você abriu o WhatsApp às <b>{cena.hora}</b>. Nós não vemos se a mensagem saiu: só você sabe.
          </p>
          <p>
            <OutlineLink href={cena.whatsapp}>Abrir o WhatsApp</OutlineLink>
          </p>
        </div>
      )
    case 'lembrado':
      return (
        <div className="cartao">
          <p>O WhatsApp abre com o lembrete. O convite continua anotado como está.</p>
          <p>
            <OutlineLink href={cena.whatsapp}>Abrir o WhatsApp</OutlineLink>
          </p>
        </div>
      )
    case 'com-alguem':
    case 'aberto':
    case 'feito':
    case 'fora':
      return (
        <div className="alerta aviso">
          <p>
            <b>Atenção:</b> {`${cena.told}.`}
          </p>
        </div>
      )
    case 'enviar':
    case 'sem-numero':
      return <Balao mensagem={mensagem} />
    default:
      return cena satisfies never
  }
}

interface FimProps {
  title: string
  lines: string[]
  nota: string | undefined
  children: ReactNode
}

/** Nothing is left for now: how many were sent, what holds up the others, and where to go. */
export function Fim({ title, lines, nota, children }: FimProps) {
  return (
    <>
      <div className="ingresso quem-e">
        <h2>{title}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className="acoes">{children}</div>
      {nota === undefined ? null : <p className="nota">{nota}</p>}
    </>
  )
}

/** A line at the end of a queue; none for a count of zero. */
export const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [countOf(count, one, many)]

interface BalaoProps {
  mensagem: Mensagem
  /** Underlines with dots the parts nobody can change. */
  isMarked?: boolean
}

/** A message as it will arrive. */
export function Balao({ mensagem, isMarked = false }: BalaoProps) {
  const { saudacao, abertura, era, quando, onde, recado, links } = mensagem
  const fixed = (children: ReactNode) => (isMarked ? <span className="fixo">{children}</span> : children)
  return (
    <div className="recuo">
      <div className="balao">
        <p>
          {fixed(saudacao)} {abertura}
        </p>
        {era === '' ? null : <p>{fixed(era)}</p>}
        <p>
          {fixed(
            <>
              {quando}
              <br />
              {onde}
            </>,
          )}
        </p>
        {recado === '' ? null : <p>{recado}</p>}
        {links.map(({ antes, link }) => (
          <p key={link}>{fixed(`${antes} ${hiddenLink(link)}`)}</p>
        ))}
      </div>
    </div>
  )
}
