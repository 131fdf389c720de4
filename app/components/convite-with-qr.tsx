import type { Papel } from '../../server/domain/aparelho'
import { PAPEL } from './papel'

interface Props {
  aparelhoid: string
  nome: string
  papel: Papel
  codigo: string
  qr: { size: number; path: string }
  whatsapp: string
  ate: string
}

/** An open invitation, to be scanned from this screen or sent. */
export function ConviteWithQr({ aparelhoid, nome, papel, codigo, qr, whatsapp, ate }: Props) {
  return (
    <section className="cartao pareamento so-tela" aria-labelledby={`convite-${aparelhoid}`}>
      <svg
        className="qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={`QR do convite de ${nome}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path d={qr.path} />
      </svg>
      <div>
        <h2 id={`convite-${aparelhoid}`}>Convite de {nome}</h2>
        <p className="chave">{codigo}</p>
        <p>{`${PAPEL[papel].nome}. Serve uma vez, até ${ate}.`}</p>
        <form method="post" action="/painel/equipe" className="lado">
          <a className="ato" href={whatsapp} rel="noreferrer">
            ENVIAR PELO WHATSAPP
          </a>
          <input type="hidden" name="aparelhoid" value={aparelhoid} />
          <button className="ato perigo" name="ato" value="cancelar">
            CANCELAR
          </button>
        </form>
      </div>
    </section>
  )
}
