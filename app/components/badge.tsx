import { Logo } from './logo'

/** From this many characters on a name is set smaller, so that the badge still prints on one page. */
const LONG_NAME = 40

export interface BadgeProps {
  nome: string
  /** `(65) •••••-5432` */
  telefone: string
  /** The company that invited; null for who came by the public form. */
  empresa: string | null
  /** `K7F3-92QD` */
  codigo: string
  qr: { size: number; path: string }
  anfitriao: string
  ocasiao: string
  quando: string
  local: string
  cidade: string
}

/** A guest's credencial as a badge: light in every mode, because a camera has to read it. */
export function Badge(props: BadgeProps) {
  const { nome, telefone, empresa, codigo, qr, anfitriao, ocasiao, quando, local, cidade } = props
  return (
    <article className="cracha">
      <header>
        <Logo />
        <p>{anfitriao}</p>
        <p className="ocasiao">{ocasiao}</p>
      </header>
      <h1 className={nome.length > LONG_NAME ? 'longo' : undefined}>{nome}</h1>
      {empresa === null ? null : <p className="empresa">{empresa}</p>}
      <svg
        className="qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={`QR code da credencial ${codigo}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path d={qr.path} />
      </svg>
      <p className="codigo">
        <span className="oculto">Código </span>
        {codigo}
      </p>
      <dl>
        <dt>Data</dt>
        <dd>{quando}</dd>
        <dt>Local</dt>
        <dd>{local}</dd>
        <dd>{cidade}</dd>
        <dt>WhatsApp</dt>
        <dd className="telefone">
          <span aria-hidden="true">{telefone}</span>
          <span className="oculto">{`final ${telefone.slice(-4)}`}</span>
        </dd>
      </dl>
    </article>
  )
}
