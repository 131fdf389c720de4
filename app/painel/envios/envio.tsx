import type { Tipo } from '../../../server/domain/envio'
import { Balao } from '~/shared/balao'
import type { Mensagem } from '~/shared/mensagem'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { Atencao, AtoForm, counted, Fica, MensagemFoi, QuemE } from '~/shared/envio'
import { grouped } from '~/shared/words'
import { envioHref, filaHref, textoHref, type Ato } from './filas.ts'

/** What one may do with a message, by how far it got. */
export type Cena =
  /** `ate`: until when it is kept for this browser; null where it was not taken. */
  | { kind: 'enviar'; ate: string | null }
  /** This browser opened WhatsApp. `isGoing`: just now, and the page goes on there by itself. */
  | { kind: 'voltou'; hora: string; whatsapp: string; isGoing: boolean }
  /** Somebody else has it, or opened it; or it is done. */
  | { kind: 'com-alguem' | 'aberto' | 'feito'; told: string }
  /** `href`: where its number is noted. */
  | { kind: 'sem-numero'; href: string }

export interface EnvioShown {
  para: string
  nome: string
  empresa: string | null
  /** Masked; or why there is none. */
  telefone: string
  /** Why it is sent again. */
  nota: string | null
  mensagem: Mensagem
  cena: Cena
  /** Who is at the same queue. */
  outros: string[]
}

/** One message on a card as large as the phone, its acts at the thumb. */
export function EnvioCard({ tipo, linha }: { tipo: Tipo; linha: EnvioShown }) {
  const { nome, empresa, telefone, nota, mensagem, cena } = linha
  return (
    <>
      <QuemE nome={nome} empresa={empresa} numero={telefone} />
      {cena.kind === 'voltou' ? (
        <MensagemFoi {...cena} />
      ) : 'told' in cena ? (
        <Atencao told={cena.told} />
      ) : (
        <Balao mensagem={mensagem} />
      )}
      {nota === null ? null : <p className="nota">{nota}</p>}
      <Beside tipo={tipo} linha={linha} />
      <Acts tipo={tipo} linha={linha} />
    </>
  )
}

interface ActsProps {
  tipo: Tipo
  linha: EnvioShown
}

/** The filled button, and two words below it. */
function Acts({ tipo, linha: { para, cena } }: ActsProps) {
  const act = (ato: Ato, text: string, isMain = false) => (
    <AtoForm action={envioHref(tipo, para)} ato={ato} isMain={isMain}>
      {text}
    </AtoForm>
  )
  const next = act('proximo', 'PRÓXIMO', true)
  switch (cena.kind) {
    case 'enviar':
      return (
        <Fica
          main={act('enviar', 'ENVIAR', true)}
          words={[act('pular', 'PULAR'), act('sem-whatsapp', 'NÃO TEM WHATSAPP')]}
        />
      )
    case 'voltou':
      return (
        <Fica
          main={act('foi', 'FOI, PRÓXIMO', true)}
          words={[act('proximo', 'AINDA NÃO SEI'), act('sem-whatsapp', 'NÃO TEM WHATSAPP')]}
        />
      )
    case 'com-alguem':
      return <Fica main={next} words={[act('enviar-de-novo', 'ENVIAR MESMO ASSIM')]} />
    case 'aberto':
      return (
        <Fica main={next} words={[act('foi', 'FOI ENVIADO'), act('enviar-de-novo', 'ENVIAR MESMO ASSIM')]} />
      )
    case 'feito':
      return <Fica main={next} words={[act('enviar-de-novo', 'ENVIAR DE NOVO')]} />
    case 'sem-numero':
      return (
        <Fica
          main={<ButtonLink href={cena.href}>ANOTAR NÚMERO</ButtonLink>}
          words={[act('enviar', 'ESCOLHER NO WHATSAPP'), act('em-maos', 'ENTREGUEI DE OUTRO JEITO')]}
        />
      )
    default:
      return cena satisfies never
  }
}

/** What is said and done less often. */
function Beside({ tipo, linha: { para, cena, outros } }: ActsProps) {
  if (cena.kind !== 'enviar' && cena.kind !== 'voltou') return null
  return (
    <>
      <p className="nota">
        {cena.kind === 'voltou'
          ? `Se você sair agora, fica anotado que abriu às ${cena.hora}, e ninguém envia de novo sem perguntar.`
          : cena.ate === null
            ? null
            : `Até ${cena.ate} só você envia esta. `}
        {cena.kind === 'enviar' && outros.length > 0
          ? `${outros.join(' e ')} ${outros.length === 1 ? 'está' : 'estão'} na mesma fila, com outra pessoa. `
          : null}
        {cena.kind === 'enviar' ? <a href={textoHref(tipo)}>Mudar o texto</a> : null}
      </p>
      <form method="post" action={envioHref(tipo, para)}>
        <button className="ato" name="ato" value="recusado">
          NÃO QUER MENSAGENS
        </button>
      </form>
    </>
  )
}

/** Who is still to join a queue that was worked through. */
const JOINED: Partial<Record<Tipo, string>> = {
  lembrete: 'Quem se confirmar a partir de agora entra nesta fila sozinho.',
  certificado: 'Quem tiver a entrada lançada a partir de agora entra nesta fila sozinho.',
}

interface FimProps extends Record<'feitos' | 'total' | 'faltam', number> {
  tipo: Tipo
  enviaram: { nome: string; enviou: number }[]
  abertos: number
  comOutros: number
  semNumero: number
  semWhatsapp: number
  isOffered: boolean
}

/** Nothing is left for this browser: how many went, and what keeps the others. */
export function Fim(props: FimProps) {
  const { tipo, feitos, total, faltam, enviaram, isOffered } = props
  const lines = [
    ...(enviaram.length === 0
      ? []
      : [
          `${grouped(feitos)} de ${grouped(total)}: ${enviaram.map(({ nome, enviou }) => `${nome} ${enviou}`).join(', ')}`,
        ]),
    ...counted(props.abertos, 'aberta: falta dizer se foi', 'abertas: falta dizer se foram'),
    ...counted(props.comOutros, 'com outra pessoa agora', 'com outras pessoas agora'),
    ...counted(props.semNumero, 'precisa de número', 'precisam de número'),
    ...counted(props.semWhatsapp, 'não tem WhatsApp', 'não têm WhatsApp'),
  ]
  return (
    <>
      <div className="ingresso quem-e">
        <h2>{isOffered ? 'Ainda há o que enviar' : 'Fila terminada'}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className="acoes">
        {faltam > 0 ? <ButtonLink href={filaHref(tipo)}>VER OS QUE FALTAM</ButtonLink> : null}
        <OutlineLink href="/painel/envios">VOLTAR A ENVIOS</OutlineLink>
      </div>
      {JOINED[tipo] !== undefined ? <p className="nota">{JOINED[tipo]}</p> : null}
    </>
  )
}
