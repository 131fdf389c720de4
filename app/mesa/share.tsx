import type { ReactNode } from 'react'

/** Where an invitation stands: not sent, opened in WhatsApp, sent, and what comes next on the panel. */
export interface Estado {
  look: 'parado' | 'meio' | 'ligado' | 'fim'
  text: string
  next: 'enviar' | 'dizer' | 'lembrar' | 'enviar-de-novo' | null
}

interface ShareLinkProps {
  link: string
  /** What the link is, for screen readers: `o convite de Tia Lúcia`. */
  what: string
  /** The button or link that sends the address. */
  children: ReactNode
}

/** An address that one tap selects whole, with ways to send it. A script reveals Copiar. */
function ShareLink({ link, what, children }: ShareLinkProps) {
  const { origin, pathname } = new URL(link)
  return (
    <>
      <code className="endereco">
        <span>{origin}</span>
        <span>{pathname}</span>
      </code>
      <div className="par">
        {children}
        <button className="contorno" type="button" hidden data-copiar={link}>
          <span data-rotulo="">Copiar</span>
          <span data-dito="" aria-live="polite" />
          <Heard>{what}</Heard>
        </button>
      </div>
    </>
  )
}

interface SharePublicProps {
  publico: { link: string; whatsapp: string }
  isOutlined?: boolean
}

/** A table's public link. WhatsApp opens with a message that is recorded nowhere. */
export function SharePublic({ publico: { link, whatsapp }, isOutlined = false }: SharePublicProps) {
  const what = 'o link público'
  return (
    <ShareLink link={link} what={what}>
      <a className={isOutlined ? 'botao contorno' : 'botao'} href={whatsapp} rel="noreferrer">
        Enviar pelo WhatsApp<Heard>{what}</Heard>
      </a>
    </ShareLink>
  )
}

const Heard = ({ children }: { children: string }) => <span className="oculto">{` ${children}`}</span>

const NEXT = { enviar: 'Enviar pelo WhatsApp', lembrar: 'Lembrar', 'enviar-de-novo': 'Enviar mesmo assim' }

interface SendingProps {
  /** The address that the forms post to. */
  action: string
  rotulo: string
  link: string
  envio: Estado
}

/** Where an invitation stands (not sent, opened in WhatsApp, sent), its address, and what comes next. */
export function Sending({ action, rotulo, link, envio: { look, text, next } }: SendingProps) {
  const what = `o convite de ${rotulo}`
  const heard = <Heard>{what}</Heard>
  const estado = <span className={`envio ${look}`}>{text}</span>
  if (next === 'dizer')
    return (
      <>
        <p className="nota">{estado} A mensagem foi?</p>
        <form className="par" method="post" action={action}>
          <input type="hidden" name="lista" value="1" />
          <button name="ato" value="foi">
            Foi enviado{heard}
          </button>
          <button className="contorno" name="ato" value="nao-foi">
            Não foi{heard}
          </button>
        </form>
      </>
    )
  return (
    <>
      <p className="nota">{estado}</p>
      <ShareLink link={link} what={what}>
        {next === null ? null : (
          <form method="post" action={action}>
            <button className={next === 'enviar' ? undefined : 'contorno'} name="ato" value={next}>
              {NEXT[next]}
              {heard}
            </button>
          </form>
        )}
      </ShareLink>
    </>
  )
}
