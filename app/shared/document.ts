import type { UIMatch } from '@remix-run/react'
import { createContext } from 'react'
import campoSvg from '~/arte/campo.svg'
import marcellusFile from '~/fonts/marcellus-caps.woff2?url'
import marcellus from '~/fonts/marcellus-caps.woff2?inline'
import { own } from '../../server/domain/own.ts'

/** What a route tells the document around it, in its exported `handle`. */
export interface RouteHandle {
  /** A function of its loader's data if a page has two looks. */
  sheet: Sheet | ((data: Record<string, unknown>) => Sheet)
  /** Extra style besides the sheet, from its loader's data: the paper it prints on. */
  style?: (data: Record<string, unknown>) => string
}

/**
 * A route's handle with its look resolved, and whether the event changed: then the page returns it as
 * `mudou`.
 */
type DecidedHandle = { sheet: Sheet; ownStyle: string; hasFaixa: boolean }

/** The handle of the innermost matched route that has one. The team's pages look alike and need none. */
export function handleOf(matches: UIMatch[]): DecidedHandle | null {
  for (const { id, handle, data } of [...matches].reverse()) {
    if (isRouteHandle(handle)) {
      const loaded: Record<string, unknown> = { ...(data as object) }
      const { sheet, style } = handle
      return {
        sheet: typeof sheet === 'function' ? sheet(loaded) : sheet,
        ownStyle: style?.(loaded) ?? '',
        hasFaixa: Boolean(loaded.mudou),
      }
    }
    if (/^routes\/(?:painel|equipe)\b/.test(id)) return { sheet: 'painel', ownStyle: '', hasFaixa: false }
  }
  return null
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'sheet' in handle
}

/**
 * For the document being rendered: the nonce of our styles and scripts, and the address of `entry.client.ts`.
 */
export const DocumentContext = createContext({ nonce: '', entry: '' })

const fontFace = (source: string, display: 'optional' | 'block') =>
  `@font-face{font-family:Marcellus;src:url(${source}) format("woff2");font-display:${display}}`

/** CSS that is not in a sheet. */
const PIECES: Record<string, string> = {
  /**
   * Embedded in the page, so that its first text has the typeface; decoding takes milliseconds, which `block`
   * waits for.
   */
  face: fontFace(marcellus, 'block'),
  /** For pages people return to: a file that the browser caches. */
  'face-file': fontFace(marcellusFile, 'optional'),
  /**
   * The form's picture, as the background of the landing's hidden heading, so that it is there at the first
   * tap.
   */
  'form-preload': `.oculto{background:url(${campoSvg})}`,
}

const FILES = import.meta.glob<string>('/app/*/styles/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
})

/** For every page except the invitation and the door. */
const BASE = 'tokens reset base'

/** For every page under a letterhead strip. */
const FAIXA = `face ${BASE} pagina contato`

/** On a laptop the letterhead is half the screen, except for people at work. */
const PAGINA = `${FAIXA} capa-ao-lado`

const PAINEL = `face-file cores estados ${BASE} campo fica painel/base contato ato painel/atos painel/tabela
  ingresso painel/numeros numero painel/pecas painel/escolher painel/telefone painel/computador painel/empresas
  painel/guia painel/letras painel/papel`

/** The sheets of each screen, in order. A bare name is a piece, or a sheet of this room. */
const SHEETS = {
  // The first visit loads it, with the picture inside: every byte counts.
  convite: 'reset convidado/convite convidado/aurora form-preload',
  'convite-cadastrado': `face cores ${BASE} convidado/convite convidado/minhas convidado/alerta`,
  formulario: `${PAGINA} campo formulario convidado/alerta`,
  'formulario-com-perguntas': `${PAGINA} campo formulario convidado/perguntas convidado/alerta`,
  credencial: `cores ${PAGINA} numero convidado/credencial bilhete convidado/canhoto presenca`,
  admitir: 'tokens reset porta/colours porta/base porta/verdict',
  presenca: `cores ${PAGINA} aviso bilhete convidado/canhoto presenca`,
  pessoal: `face-file cores ${BASE} presenca convidado/pessoal`,
  // The organiser's own picture, with its stub.
  proprio: `face cores ${BASE} convidado/pessoal convidado/alerta`,
  envio: `cores estados ${PAGINA} campo balao ingresso ato mesa/abre fica mesa/envio um-por-vez`,
  'painel-da-mesa': `cores estados ${FAIXA} campo formulario aviso bilhete numero mesa/abre mesa/painel-da-mesa
    mesa/convite-da-mesa mesa/painel-da-mesa-largo`,
  'lista-da-mesa': `${PAGINA} mesa/lista-da-mesa`,
  mesa: `${PAGINA} campo formulario convidado/mesa convidado/alerta`,
  'ja-confirmado': `cores ${PAGINA} bilhete convidado/ja-confirmado convidado/alerta`,
  certificado: `cores ${PAGINA} aviso convidado/certificado`,
  conferir: `cores ${PAGINA} campo formulario convidado/conferir`,
  lista: `${PAGINA} convidado/lista`,
  texto: `${PAGINA} convidado/texto`,
  painel: PAINEL,
  hoje: `${PAINEL} balao painel/hoje`,
  envios: `${PAINEL} balao um-por-vez painel/envios`,
  evento: `${PAINEL} painel/vistas painel/evento`,
  etiquetas: `${PAINEL} painel/vistas painel/evento painel/etiquetas`,
  folhas: 'face-file cores estados reset painel/folhas painel/barra-da-folha',
  depois: `${PAINEL} painel/depois`,
  planilhas: `${PAINEL} painel/planilhas`,
  aviso: `${PAGINA} aviso`,
}

/** Which screen a page is; names its style sheets. */
type Sheet = keyof typeof SHEETS

/** @throws Error if there is no such piece or sheet */
function cssOf(name: string): string {
  const [sheet = '', room = 'shared'] = name.split('/').reverse()
  const css = own(PIECES, name) ?? own(FILES, `/app/${room}/styles/${sheet}.css`)
  if (css === undefined) throw new Error(`[document] there is no sheet ${name}`)
  return css
}

/** Built at start-up, which fails if a name is wrong. */
const STYLES = new Map(
  Object.entries(SHEETS).map(([screen, names]) => [screen, names.split(/\s+/).map(cssOf).join('')]),
)

/**
 * The sheets of one screen, for the single inline style element: no request comes between a guest and the
 * form.
 */
export function styleOf(
  sheet: Sheet,
  { hasFaixa = false, isOwn = false }: { hasFaixa?: boolean | undefined; isOwn?: boolean } = {},
): string {
  const more = [...(hasFaixa ? ['convidado/faixa'] : []), ...(isOwn ? ['capa-propria'] : [])]
  return (STYLES.get(sheet) ?? '') + more.map(cssOf).join('')
}
