import type { ReactNode } from 'react'

interface Props {
  /** What is sent. */
  link: string
  /** Opens WhatsApp with the message ready. */
  whatsapp: string
  /** What it is, for those who hear the page: `o convite de Tia Lúcia`. */
  what: string
  isOutlined?: boolean
}

/** An address that selects whole at a tap, with the ways to send it. A script shows COPIAR. */
export function ShareLink({ link, whatsapp, what, isOutlined = false }: Props) {
  const { origin, pathname } = new URL(link)
  return (
    <>
      <code className="endereco">
        <span>{origin}</span>
        <span>{pathname}</span>
      </code>
      <div className="par">
        <a className={isOutlined ? 'botao contorno' : 'botao'} href={whatsapp} rel="noreferrer">
          ENVIAR PELO WHATSAPP<ScreenReaderOnly>{what}</ScreenReaderOnly>
        </a>
        <button className="contorno" type="button" hidden data-copiar={link}>
          <span>COPIAR</span>
          <ScreenReaderOnly>{what}</ScreenReaderOnly>
        </button>
      </div>
    </>
  )
}

function ScreenReaderOnly({ children }: { children: ReactNode }) {
  return <span className="oculto"> {children}</span>
}
