import type { Tipo } from '../../../server/domain/envio'
import { Cartao, counted, Fim, type Envio } from '~/shared/envio'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { grouped } from '~/shared/words'
import { envioHref, filaHref, textoHref } from './filas.ts'

export interface EnvioShown extends Envio {
  para: string
  /** Why it is sent again. */
  nota: string | null
  /** Until when it is kept for this browser; null where it was not taken. */
  ate: string | null
  /** Who is at the same queue. */
  outros: string[]
}

/** One message of the organisation's desk. */
export function EnvioCard({ tipo, linha }: { tipo: Tipo; linha: EnvioShown }) {
  const { para, nota } = linha
  const action = envioHref(tipo, para)
  return (
    <Cartao {...linha} action={action}>
      {nota === null ? null : <p className="nota">{nota}</p>}
      <Beside tipo={tipo} linha={linha} action={action} />
    </Cartao>
  )
}

/** What is said and done less often. */
function Beside({ tipo, linha, action }: { tipo: Tipo; linha: EnvioShown; action: string }) {
  const { cena, ate, outros } = linha
  if (cena.kind !== 'enviar' && cena.kind !== 'voltou') return null
  return (
    <>
      <p className="nota">
        {cena.kind === 'voltou'
          ? `Se você sair agora, fica anotado que abriu às ${cena.hora}, e ninguém envia de novo sem perguntar.`
          : ate === null
            ? null
            : `Até ${ate} só você envia esta. `}
        {cena.kind === 'enviar' && outros.length > 0
          ? `${outros.join(' e ')} ${outros.length === 1 ? 'está' : 'estão'} na mesma fila, com outra pessoa. `
          : null}
        {cena.kind === 'enviar' ? <a href={textoHref(tipo)}>Mudar o texto</a> : null}
      </p>
      <form method="post" action={action}>
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
  porEnviar: number
}

/** Nothing is left for this browser: how many went, and what keeps the others. */
export function FimDaFila(props: FimProps) {
  const { tipo, feitos, total, faltam, enviaram, porEnviar } = props
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
  const title = porEnviar > 0 ? 'Ainda há o que enviar' : 'Fila terminada'
  return (
    <Fim title={title} lines={lines} nota={JOINED[tipo]}>
      {faltam > 0 ? <ButtonLink href={filaHref(tipo)}>VER OS QUE FALTAM</ButtonLink> : null}
      <OutlineLink href="/painel/envios">VOLTAR A ENVIOS</OutlineLink>
    </Fim>
  )
}
