import { convidadoHref } from './convidado-href'
import { DeleteForm } from './delete-form'
import { atMoment } from './event-clock'

interface Props {
  credencialid: string
  nome: string
  versao: number
  empresa: { nome: string; leftIfReturned: number } | null
  /** When the guest went in; null while outside. */
  dentro: string | null
  /** The guest withdrew: to admit is possible, and not what one comes for. */
  retirada: string | null
  /** The address of the credencial. */
  credencial: string
  whatsapp: string | null
  /** The doors open soon, or are open: to admit comes first. */
  isDay: boolean
  entradaid: string
  /** The guest was inside already, and nothing was done. */
  isAsked: boolean
}

/** What an organiser can do with a guest. */
export function ConvidadoActs(props: Props) {
  const { credencialid, nome, versao, empresa, dentro, retirada, credencial, whatsapp, isDay } = props
  const isAdmitFirst = isDay && dentro === null && retirada === null
  return (
    <section className="acoes" aria-label="Atos">
      {dentro === null ? <AdmitForm {...props} isFirst={isAdmitFirst} /> : null}
      <a
        className={isAdmitFirst ? 'botao contorno' : 'botao'}
        href={convidadoHref(credencialid, '/corrigir')}
      >
        CORRIGIR DADOS
      </a>
      <a className="botao contorno" href={credencial}>
        ABRIR CREDENCIAL
      </a>
      {whatsapp === null ? null : (
        <a className="botao contorno" href={whatsapp} rel="noreferrer">
          ENVIAR PELO WHATSAPP
        </a>
      )}
      <a className="botao contorno" href={convidadoHref(credencialid, '/empresa')}>
        MUDAR DE EMPRESA
      </a>
      {dentro === null ? null : <AdmitAgainForm {...props} dentro={dentro} />}
      <details className="perigo">
        <summary>NOVO LINK</summary>
        <form method="post">
          <p className="dica">
            O link e o código de agora deixam de valer, também nas imagens que o convidado guardou. Envie-lhe
            o novo.
          </p>
          <input type="hidden" name="versao" value={versao} />
          <button name="ato" value="renovar">
            TROCAR O LINK
          </button>
        </form>
      </details>
      <DeleteForm nome={nome} empresa={empresa} />
    </section>
  )
}

function AdmitForm({ entradaid, isFirst }: { entradaid: string; isFirst: boolean }) {
  return (
    <form method="post">
      <input type="hidden" name="entradaid" value={entradaid} />
      <button className={isFirst ? undefined : 'contorno'} name="ato" value="admitir">
        ADMITIR
      </button>
    </form>
  )
}

function AdmitAgainForm({
  entradaid,
  dentro,
  isAsked,
}: {
  entradaid: string
  dentro: string
  isAsked: boolean
}) {
  return (
    <details open={isAsked}>
      <summary>ADMITIR DE NOVO</summary>
      <form className="cartao" method="post">
        <p className="dica">{`Já entrou ${atMoment(dentro)}. Uma segunda entrada fica registrada ao lado da primeira.`}</p>
        <input type="hidden" name="entradaid" value={entradaid} />
        <input type="hidden" name="denovo" value="1" />
        <button className="contorno" name="ato" value="admitir">
          REGISTRAR OUTRA ENTRADA
        </button>
      </form>
    </details>
  )
}
