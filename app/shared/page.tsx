import { useRouteLoaderData, type MetaFunction } from '@remix-run/react'
import { useContext, type ReactNode } from 'react'
import { LOGO_OUTLINE } from '../../server/arte/logo-outline'
import campo from '~/arte/campo.svg'
import type { Pagador } from '../../server/domain/cadastro'
import { DocumentContext } from './document.ts'
import type { EventoSummary } from './words.ts'

/**
 * The `meta` of a page hidden from search engines, by its title or by what the loader returned; nothing on an
 * error.
 */
export function titled<Loader>(
  title: string | ((data: Parameters<MetaFunction<Loader>>[0]['data']) => string),
): MetaFunction<Loader> {
  return ({ data }) => [
    { title: typeof title === 'string' ? title : title(data) },
    { name: 'robots', content: 'noindex' },
  ]
}

/**
 * A page under the letterhead, a band of the organiser's own picture if there is one. `alert`, if given, comes
 * first and covers the rest. `isWhole`: an own picture is shown whole.
 */
export function Page({ alert, isWhole = false, children }: PageProps) {
  const evento = useEvento()
  const capa = evento?.capa ?? null
  return (
    <>
      {alert}
      <a className="pular" href="#conteudo">
        Ir para o conteúdo
      </a>
      <div className="duas">
        <header className={capa === null ? 'capa' : isWhole ? 'capa propria inteira' : 'capa propria'}>
          {capa === null ? null : <img className="fundo" src={capa} alt="" />}
          <img src={capa ?? campo} alt="" width="1080" height="1500" decoding="async" />
          <a className="logo" href="/" aria-label={`${evento?.anfitriao ?? 'Convite'}: ver o convite`}>
            <Logo />
            <span>{evento?.anfitriao}</span>
            {evento?.anos ? <span className="anos">{`${evento.anos} ANOS`}</span> : null}
          </a>
        </header>
        <main id="conteudo">{children}</main>
      </div>
    </>
  )
}

interface PageProps {
  alert?: ReactNode
  isWhole?: boolean
  children: ReactNode
}

interface LinkProps {
  href: string
  children: ReactNode
}

/** A link that looks like a button: a page's main act. */
export const ButtonLink = (props: LinkProps) => <StyledLink className="botao" {...props} />

/** An alternative to the main act. */
export const OutlineLink = (props: LinkProps) => <StyledLink className="botao contorno" {...props} />

/** Leads to a map, behind a text that parts it from what it follows; nothing while no street is known. */
export function ComoChegar({ mapa, antes }: { mapa: string | null; antes: string }) {
  return mapa === null ? null : (
    <>
      {antes}
      <a href={mapa} rel="noreferrer">
        Como chegar
      </a>
    </>
  )
}

/** An act of the board that is less than a button. */
export const ActLink = (props: LinkProps) => <StyledLink className="ato" {...props} />

/** Another site must not learn which page linked to it: our addresses are secrets. */
function StyledLink({ className, href, children }: LinkProps & { className: string }) {
  return (
    <a className={className} href={href} rel={href.startsWith('https:') ? 'noreferrer' : undefined}>
      {children}
    </a>
  )
}

/** A QR code as the outline of its dark modules, in a square of `size` by `size` modules. */
export interface Qr {
  size: number
  /** For the `d` of an SVG path. */
  path: string
}

/** Draws a QR code; `label` says what it is for. */
export function QrCode({ qr: { size, path }, label }: { qr: Qr; label: string }) {
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  )
}

/** A page's head: who or what it is about, its title, and the line under both. */
export function Heading({ kicker, title }: { kicker: ReactNode; title: string }) {
  return (
    <>
      {kicker === null ? null : <p className="sobre">{kicker}</p>}
      <h1 className="nome-longo">{title}</h1>
      <Rule />
    </>
  )
}

/** What the event is and when, each on its own line. */
export function OcasiaoEQuando({ ocasiao, quando }: Pick<EventoSummary, 'ocasiao' | 'quando'>) {
  return (
    <>
      {ocasiao}
      <br />
      {quando}
    </>
  )
}

/** The line between a title and what follows. */
export function Rule() {
  return (
    <div className="fio" aria-hidden="true">
      <i />
    </div>
  )
}

/** The organiser's logo; null for the ox. */
export type LogoShown = { path: string; width: number; height: number } | null

/** @param own that of another event than the stored one */
export function Logo({ own }: { own?: LogoShown }) {
  const stored = useEvento()?.logo ?? null
  const logo = own === undefined ? stored : own
  return logo !== null ? (
    <img className="logo-proprio" src={logo.path} alt="" width={logo.width} height={logo.height} />
  ) : (
    <svg viewBox="24 8 152 184" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={LOGO_OUTLINE} />
    </svg>
  )
}

/** The landscape beside a page where the team starts, with a name on it. */
export function Landscape({ selo }: { selo: string | undefined }) {
  return (
    <div className="faixa">
      <img src={campo} alt="" width="1080" height="1500" decoding="async" />
      <p className="selo" aria-hidden="true">
        <Logo /> <span>{selo}</span>
      </p>
    </div>
  )
}

/** A notice in place of a page, under the closed gate. */
export function Notice({ kicker, title, children }: { kicker: string; title: string; children: ReactNode }) {
  return (
    <div className="centro">
      <Gate />
      <p className="sobre">{kicker}</p>
      <h1 className="nome-longo">{title}</h1>
      <Rule />
      {children}
    </div>
  )
}

/** A table's number, on a small ticket; nothing for a table without one. */
export function NumeroDaMesa({ numero }: { numero: string }) {
  return numero === '' ? null : (
    <p className="numero-mesa">
      {'MESA '}
      <b>{numero}</b>
    </p>
  )
}

const CLOSED =
  'M36 40h168M36 58h168M36 76h168M36 94h168M40 36v62M200 36v62M120 36v62M42 94l76-54M198 94l-76-54'
const OPEN = 'M34 38l62-16M34 57l62-4M34 76l62 8M34 95l62 20M39 36v60M96 22v93M42 92l52-68'

/** A farm gate, closed by default. */
export function Gate({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <svg className="porteira" viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
      <path className="mourao" d="M24 116V20M216 116V20" />
      <path d={isOpen ? OPEN : CLOSED} />
      <path className="chao" d="M4 117h232" />
    </svg>
  )
}

/** The event, from the document's own loader; null on the page of an error that came before it. */
export function useEvento() {
  return (
    useRouteLoaderData<EventoSummary & { capa: string | null; logo: LogoShown; isOver: boolean }>('root') ??
    null
  )
}

/** The event has ended: pages speak of it in the past. */
export const useIsOver = (): boolean => useEvento()?.isOver ?? false

/** A module script that enhances its page. */
export function Script({ src }: { src: string }) {
  return <script type="module" src={src} nonce={useContext(DocumentContext).nonce} />
}

/**
 * The form's address, which names what pays in any browser: a company, or a personal invitation by its code
 * (decision 0045). The form posts to it.
 */
export function cadastroPath(pagador: Pagador | null): string {
  const { empresaid = null, codigo = null } = pagador ?? {}
  if (codigo !== null) return `/cadastro?convite=${codigo}`
  return empresaid === null ? '/cadastro' : `/cadastro?empresaid=${empresaid}`
}
