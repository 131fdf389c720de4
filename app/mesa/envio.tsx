import { Field } from '~/shared/field'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { Cartao, counted, Fim, MESMO_ASSIM, NAO_SEI, PROXIMO, type Botoes, type Envio } from '~/shared/envio'

/** How far an invitation got, and what one is asked or may do next on the panel. */
export interface Estado {
  look: 'parado' | 'meio' | 'ligado' | 'fim'
  text: string
  next: 'enviar' | 'dizer' | 'lembrar' | 'enviar-de-novo' | null
}

const BOTOES: Partial<Botoes> = {
  voltou: { main: ['foi', 'FOI, PRÓXIMO'], words: [['nao-foi', 'NÃO FOI'], NAO_SEI] },
  aberto: { main: PROXIMO, words: [MESMO_ASSIM] },
  feito: { main: PROXIMO, words: [['lembrar', 'LEMBRAR']] },
  fora: { main: PROXIMO, words: [MESMO_ASSIM] },
}

export interface EnvioProps extends Envio {
  /** Where its forms are posted. */
  action: string
  /** A number as it was typed, and why it is none. */
  typed: string
  error: string | null
}

/** One invitation of the table's own desk. */
export function EnvioDaMesa(props: EnvioProps) {
  return (
    <Cartao {...props} botoes={BOTOES}>
      <Beside {...props} />
    </Cartao>
  )
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
export function FimDaMesa(props: FimProps) {
  const { path, hora, feitos, total, porEnviar } = props
  const lines = [
    `${feitos} de ${total} enviados`,
    ...counted(props.abertos, 'aberto: falta dizer se foi', 'abertos: falta dizer se foram'),
    ...counted(porEnviar, 'ainda não enviado', 'ainda não enviados'),
    ...counted(props.comOutros, 'com a organização agora', 'com a organização agora'),
    ...counted(props.fora, 'não vai pelo WhatsApp', 'não vão pelo WhatsApp'),
  ]
  const left = porEnviar + props.abertos
  return (
    <Fim
      title={left > 0 ? 'Ainda há o que fazer' : 'Fila terminada'}
      lines={lines}
      nota={`Números das ${hora}. Quem já se cadastrou saiu desta fila.`}
    >
      {left > 0 ? (
        <ButtonLink href={`${path}#convites`}>VER OS QUE FALTAM</ButtonLink>
      ) : (
        <OutlineLink href={path}>VOLTAR À MESA</OutlineLink>
      )}
    </Fim>
  )
}
