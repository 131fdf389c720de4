import { Balao } from '~/shared/balao'
import { Field } from '~/shared/field'
import type { Mensagem } from '~/shared/mensagem'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { Atencao, AtoForm, counted, Fica, MensagemFoi, QuemE } from '~/shared/envio'

/** How far an invitation got, and what one is asked or may do next on the panel. */
export interface Estado {
  look: 'parado' | 'meio' | 'ligado' | 'fim'
  text: string
  next: 'enviar' | 'dizer' | 'lembrar' | 'enviar-de-novo' | null
}

/** What a table may do with an invitation, by how far it got. */
export type Cena =
  | { kind: 'enviar' }
  /** The table opened WhatsApp. */
  | { kind: 'voltou'; hora: string; whatsapp: string }
  /** Sent before; WhatsApp opens with a reminder. */
  | { kind: 'lembrado'; whatsapp: string }
  /** The organisation has it, or opened it; it is done; or it does not go by WhatsApp. */
  | { kind: 'com-outros' | 'feito' | 'fora'; told: string }

export interface EnvioProps {
  /** Where its forms are posted. */
  action: string
  nome: string
  mensagem: Mensagem
  cena: Cena
  /** A number as it was typed, and why it is none. */
  typed: string
  error: string | null
}

/** One invitation on a card as large as the phone, its acts at the thumb. */
export function EnvioDaMesa(props: EnvioProps) {
  const { nome, mensagem, cena } = props
  return (
    <>
      <QuemE nome={nome} empresa={null} numero="você escolhe no WhatsApp" />
      {cena.kind === 'voltou' ? (
        <MensagemFoi {...cena} />
      ) : cena.kind === 'lembrado' ? (
        <div className="cartao">
          <p>O WhatsApp abre com o lembrete. O convite continua anotado como está.</p>
          <p>
            <OutlineLink href={cena.whatsapp}>ABRIR O WHATSAPP</OutlineLink>
          </p>
        </div>
      ) : 'told' in cena ? (
        <Atencao told={cena.told} />
      ) : (
        <Balao mensagem={mensagem} />
      )}
      <Beside {...props} />
      <Acts {...props} />
    </>
  )
}

function Acts({ action, cena }: EnvioProps) {
  const act = (ato: string, text: string, isMain = false) => (
    <AtoForm action={action} ato={ato} isMain={isMain}>
      {text}
    </AtoForm>
  )
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
          words={[act('nao-foi', 'NÃO FOI'), act('proximo', 'AINDA NÃO SEI')]}
        />
      )
    case 'lembrado':
      return <Fica main={act('proximo', 'PRÓXIMO', true)} words={[]} />
    case 'com-outros':
    case 'fora':
      return (
        <Fica main={act('proximo', 'PRÓXIMO', true)} words={[act('enviar-de-novo', 'ENVIAR MESMO ASSIM')]} />
      )
    case 'feito':
      return <Fica main={act('proximo', 'PRÓXIMO', true)} words={[act('lembrar', 'LEMBRAR')]} />
    default:
      return cena satisfies never
  }
}

/** What is done less often: to type a number, which is not kept, to remind, and to say why nothing is sent. */
function Beside({ action, cena, typed, error }: EnvioProps) {
  if (cena.kind === 'lembrado' || cena.kind === 'fora') return null
  if (cena.kind === 'voltou')
    return (
      <p className="nota">{`Se você sair agora, fica anotado que abriu às ${cena.hora}, e a mesa pergunta de novo.`}</p>
    )
  return (
    <details open={error !== null}>
      <summary>Digitar o número, lembrar, ou outro jeito</summary>
      <form method="post" action={action}>
        <Field
          id="para"
          label="WhatsApp, se quiser escolher o número"
          hint="Não guardamos o número. Em branco, você escolhe o contato no WhatsApp. Lembrar começa com “Ainda dá tempo”."
          error={error}
          value={typed}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
        />
        {cena.kind === 'enviar' ? (
          <button className="contorno" name="ato" value="enviar">
            ENVIAR A ESTE NÚMERO
          </button>
        ) : null}
        <button className="contorno" name="ato" value="lembrar">
          LEMBRAR
        </button>
        {cena.kind === 'enviar' ? (
          <>
            <button className="ato" name="ato" value="em-maos">
              ENTREGUEI DE OUTRO JEITO
            </button>
            <button className="ato" name="ato" value="recusado">
              NÃO QUER MENSAGENS
            </button>
          </>
        ) : null}
      </form>
    </details>
  )
}

interface FimProps extends Record<'path' | 'hora', string> {
  feitos: number
  total: number
  abertos: number
  comOutros: number
  fora: number
  porEnviar: number
}

/** Nothing is left for now: how many were sent, and what became of the others. */
export function Fim(props: FimProps) {
  const { path, hora, feitos, total, porEnviar } = props
  const lines = [
    `${feitos} de ${total} enviados`,
    ...counted(props.abertos, 'aberto: falta dizer se foi', 'abertos: falta dizer se foram'),
    ...counted(porEnviar, 'ainda não enviado', 'ainda não enviados'),
    ...counted(props.comOutros, 'com a organização agora', 'com a organização agora'),
    ...counted(props.fora, 'não vai pelo WhatsApp', 'não vão pelo WhatsApp'),
  ]
  return (
    <>
      <div className="ingresso quem-e">
        <h2>{porEnviar > 0 || props.abertos > 0 ? 'Ainda há o que fazer' : 'Fila terminada'}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className="acoes">
        {porEnviar + props.abertos > 0 ? (
          <ButtonLink href={`${path}#convites`}>VER OS QUE FALTAM</ButtonLink>
        ) : (
          <OutlineLink href={path}>VOLTAR À MESA</OutlineLink>
        )}
      </div>
      <p className="nota">{`Números das ${hora}. Quem já se cadastrou saiu desta fila.`}</p>
    </>
  )
}
