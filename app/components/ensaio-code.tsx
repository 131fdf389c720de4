interface Props {
  nome: string
  codigo: string | null
  /** What a phone should say of it. */
  told: string
  qr: { size: number; path: string }
}

/** An invented guest's code, to be scanned off this screen. */
export function EnsaioCode({ nome, codigo, told, qr: { size, path } }: Props) {
  return (
    <li className="cartao">
      <svg
        className="qr"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR de ${nome}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path d={path} />
      </svg>
      <p>
        <b>{nome}</b>
        <br />
        {codigo === null ? null : <span className="codigo">{codigo}</span>}
      </p>
      <p className="nota">{told}</p>
    </li>
  )
}
