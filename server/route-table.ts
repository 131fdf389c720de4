export interface BodyLimit {
  type: string
  maxBytes: number
  /** Whether the page also takes a {@link FORM}, from its forms without a file. */
  orForm?: true
}

/** A posted form. The longest honest one is about 2 KB. */
export const FORM: BodyLimit = { type: 'application/x-www-form-urlencoded', maxBytes: 16 * 1024 }

/** The largest spreadsheet taken, in bytes. */
export const PLANILHA_MAX_BYTES = 5 * 1024 * 1024

/** A form of labels: five hundred of sixty characters, each up to twelve bytes as a browser encodes it. */
export const LABELS: BodyLimit = { type: FORM.type, maxBytes: 500 * (60 * 12 + 6) + FORM.maxBytes }

/** The body a phone of the door sends: a hundred admissions of about six hundred bytes, in any script. */
export const SYNC: BodyLimit = { type: 'application/json', maxBytes: 128 * 1024 }

/** A form with a spreadsheet in it, for browsers of the team only. */
export const UPLOAD: BodyLimit = { type: 'multipart/form-data', maxBytes: PLANILHA_MAX_BYTES + FORM.maxBytes }

/** The largest of an organiser's own pictures, in bytes: nearly all phone photos have 8 MB at most. */
export const ORIGINAL_MAX_BYTES = 10 * 1024 * 1024

/**
 * The form of the event, with the organiser's own pictures in it: one for phones, one for wide screens. The
 * limit is half as much again, so that the page can say which is too large and keep what was typed; Cloud Run
 * takes no more than 32 MB.
 */
export const IMAGENS: BodyLimit = {
  type: UPLOAD.type,
  maxBytes: 3 * ORIGINAL_MAX_BYTES + 4 * FORM.maxBytes,
  orForm: true,
}

/** An address this server answers, or a family of them. */
export interface Route {
  /** A segment that begins with `:` matches any one segment, a final `*` anything that follows. */
  path: string
  /**
   * The Remix route that answers it: the name of its folder in `app/routes`, or of its file if it is only a
   * file. Null for files of `public/` or of the build.
   */
  id: string | null
  /** What the log shows in place of the address, where that is not `path`. */
  label?: string
  /**
   * The queue a GET waits in under load (`http/load-shedding.ts`), by default `page`. `convidado` is for
   * browsers with a session (the team's on its pages), `credencial`, `certificado` and `mesa` for tokens that
   * can open one: any other request waits as a `page`. `health` never waits.
   */
  queue?: 'convidado' | 'credencial' | 'certificado' | 'mesa' | 'health'
  /** Cached as one page for every browser without a session, or as one for each company and n. */
  cache?: 'page' | 'empresa'
  /** The cookie a cached page gives each new browser. */
  cookie?: 'recibo' | 'sid'
  /**
   * What it takes by POST. Any other page answers a form with 404 or 405, once it is read. Anything larger
   * than a {@link FORM} is read only from browsers with one of the roles or, where the queue is `mesa`, only
   * with a token of a table.
   */
  body?: BodyLimit
  /** A page that takes a team code: a request that is declared no navigation is refused (decision 0021). */
  isEntrance?: true
  /** The team's roles that may see it, by `equipeOf` (`app/shared/equipe.server.ts`); others get a 404. */
  papeis?: readonly ('organizacao' | 'porta')[]
  /** Also answers between two events, and about former ones. */
  outlivesEvento?: true
  /**
   * Its forms open WhatsApp in a tab that is used again. A browser forgets a tab opened by a page that is
   * isolated from other sites, so this one is not.
   */
  opensAba?: true
  /** Its 200 is sent while it is made; any other answer is sent whole. */
  streams?: true
}

/** A page of a table's holder. */
const MESA = { queue: 'mesa' } as const

/** A page of the organiser's board. */
const PAINEL = { papeis: ['organizacao'], queue: 'convidado' } as const

/** The requests of the door's phones. */
const PORTA = { papeis: ['organizacao', 'porta'], queue: 'convidado' } as const

/** The same where the page takes a form. */
const MESA_FORM = { ...MESA, body: FORM } as const
const PAINEL_FORM = { ...PAINEL, body: FORM } as const

/**
 * The path of one of Remix's routes, by its id: the name of its folder in `app/routes`, or of its file, as
 * Remix reads it. A dot begins a segment, except in brackets; `$` begins a parameter; `_` ends a segment
 * whose page is not the layout of this one.
 */
export function pathOf(id: string): string {
  if (id === '_index') return '/'
  if (id === '$') return '*'
  const segments = id.replace(/\._index$/, '').match(/(?:\[[^\]]*\]|[^.[])+/g) ?? []
  const read = (segment: string) =>
    segment === '$' ? '*' : segment.replace(/_$/, '').replace(/^\$/, ':').replace(/[[\]]/g, '')
  return segments.map((segment) => `/${read(segment)}`).join('')
}

const page = (id: string, rest: Partial<Route> = {}): Route => ({ path: pathOf(id), id, ...rest })

/** Everything else is the 404 page. */
const REST = page('$', { label: 'other' })

/**
 * A row for each route and each file of `public/`; `test/boundaries.test.ts` fails for one without the other.
 */
export const ROUTES: readonly Route[] = [
  page('_index', { queue: 'convidado', cache: 'page' }),
  page('cadastro', { queue: 'convidado', cache: 'page', cookie: 'recibo', body: FORM }),
  page('minhas', { queue: 'convidado' }),
  page('item', { cache: 'page' }),
  page('privacidade', { cache: 'page' }),
  page('certificado', { body: FORM, outlivesEvento: true }),
  page('evento[.]ics'),
  page('saude', { queue: 'health' }),
  page('c.$token', { queue: 'credencial' }),
  page('c.$token_.presenca', { queue: 'credencial', body: FORM }),
  page('c.$token_.dados', { queue: 'credencial', body: FORM }),
  page('c.$token_.dados[.]txt', { queue: 'credencial' }),
  page('c.$token_.evento[.]ics', { queue: 'credencial' }),
  page('c.$token_.certificado', { queue: 'certificado' }),
  page('c.$token_.certificado[.]pdf', { queue: 'certificado' }),
  page('c.$token_.certificado[.]svg', { queue: 'certificado' }),
  // Any other address below a token waits in the same queue.
  page('c.$token_.convite[.]png', { path: '/c/:token/*', queue: 'credencial' }),
  page('mesa.$token', { ...MESA, body: LABELS }),
  page('mesa.$token_.lista', MESA),
  page('mesa.$token_.lista[.]csv', MESA),
  page('mesa.$token_.enviar.$codigo', MESA_FORM),
  page('mesa.$token_.revogar.$codigo', MESA_FORM),
  page('mesa.$token_.liberar.$credencialid', MESA_FORM),
  page('painel.convidados._index', PAINEL),
  page('painel.convidados.novo', PAINEL_FORM),
  page('painel.convidados.convidar', { ...PAINEL, body: LABELS }),
  page('painel.convidados.convites', PAINEL_FORM),
  page('painel.convidados.$credencialid', PAINEL_FORM),
  page('painel.convidados.$credencialid_.corrigir', PAINEL_FORM),
  page('painel.convidados.$credencialid_.empresa', PAINEL_FORM),
  page('painel.repetidos', PAINEL_FORM),
  page('painel.empresas._index', PAINEL),
  page('painel.empresas.nova', PAINEL_FORM),
  page('painel.empresas.$empresaid', PAINEL_FORM),
  page('painel.empresas.$empresaid_.dados', PAINEL_FORM),
  page('painel.evento', { ...PAINEL, body: IMAGENS }),
  page('painel.envios._index', { ...PAINEL_FORM, opensAba: true }),
  page('painel.envios.texto.$tipo', PAINEL_FORM),
  page('painel.envios.fim.$tipo', PAINEL),
  page('painel.envios.$tipo.$para', { ...PAINEL_FORM, opensAba: true }),
  page('painel.listas._index', PAINEL),
  page('painel.listas.nomes', PAINEL),
  page('painel.listas.mesas', PAINEL),
  page('painel.listas.entradas', PAINEL_FORM),
  page('painel.listas.certificados', PAINEL),
  page('painel.listas.certificados[.]pdf', PAINEL),
  page('painel.listas.etiquetas._index', PAINEL_FORM),
  page('painel.listas.etiquetas.folhas', { ...PAINEL, body: LABELS }),
  page('painel.listas.etiquetas.moldura', PAINEL),
  page('painel.depois._index', PAINEL),
  page('painel.depois.faltas', PAINEL),
  page('painel.depois.folha', PAINEL),
  page('painel.ajuda._index', PAINEL),
  page('painel.ajuda.porta', PAINEL),
  page('painel.sair', PAINEL_FORM),
  page('painel.porta_.ensaio', PAINEL_FORM),
  page('painel.porta', PAINEL_FORM),
  page('painel.rajadas._index', PAINEL),
  page('painel.rajadas.$origem', { ...PAINEL, body: LABELS }),
  page('painel.evento_.lugares', PAINEL_FORM),
  page('painel.evento_.perguntas', PAINEL_FORM),
  page('painel.evento_.outro', PAINEL_FORM),
  page('painel.expurgo', PAINEL_FORM),
  page('painel.historico', PAINEL),
  page('painel._index', PAINEL),
  page('painel.numeros', PAINEL),
  page('painel.equipe', PAINEL_FORM),
  page('porta_.sync', { ...PORTA, body: SYNC }),
  page('porta_.admitir.$token', { ...PORTA, body: FORM }),
  page('equipe._index', { cache: 'page', isEntrance: true }),
  page('equipe.$codigo', { body: FORM, isEntrance: true }),
  page('painel.planilhas._index', { ...PAINEL, body: UPLOAD }),
  page('painel.planilhas.$planilhaid', PAINEL_FORM),
  page('painel.exportar.$arquivo', { ...PAINEL, streams: true }),
  page('painel.$', PAINEL),
  page('porta'),
  page('porta_.sw[.]js'),
  page('$empresaid', { cache: 'empresa', cookie: 'sid', body: FORM }),
  page('arte.$hash.$nome'),
  { path: '/assets/*', id: null },
  { path: '/favicon.ico', id: null },
  { path: '/favicon.svg', id: null },
  { path: '/apple-touch-icon.png', id: null },
  { path: '/robots.txt', id: null },
  page('$empresaid_.$codigo', { body: FORM }),
  REST,
]

/**
 * The first segments of addresses that belong to a route, in lower case: no company can have one as its id. A
 * company's own addresses have two segments at most, so one called `arte` causes no conflict.
 */
export const RESERVED: ReadonlySet<string> = new Set([
  ...ROUTES.map(({ path }) => path.split('/').slice(1))
    .filter((segments) => segments.length < 3 || segments.at(-1) === '*')
    .map(([first = '']) => first)
    .filter((first) => /^[^:]/.test(first)),
])

/** The pages that take more than a form, for a proxy where this server is not in front. */
export const LARGE_BODIES: readonly { path: string; maxBytes: number }[] = ROUTES.flatMap(({ path, body }) =>
  body && body.maxBytes > FORM.maxBytes ? [{ path, maxBytes: body.maxBytes }] : [],
)

const isLiteral = ({ path }: Route) => !/[:*]/.test(path)
const LITERAL = new Map(ROUTES.filter(isLiteral).map((route) => [route.path, route]))
const PATTERNS = ROUTES.filter((route) => !isLiteral(route)).map((route) => {
  const source = route.path.replace(/:[^/]+/g, '[^/]+').replace(/\*$/, '.*')
  return { route, pattern: new RegExp(`^${source}$`, 's') }
})

/** The row of an address as spelled: `/CADASTRO` is `/:empresaid`, though Remix takes it for `/cadastro`. */
export function routeOf(pathname: string): Route {
  return LITERAL.get(pathname) ?? PATTERNS.find(({ pattern }) => pattern.test(pathname))?.route ?? REST
}

/**
 * The row of the route with which Remix answers an address: capitals, escapes and a trailing slash make no
 * difference to it.
 */
export function matchedRoute(pathname: string): Route {
  const segments = pathname
    .replace(/(?<=.)\/+$/, '')
    .split('/')
    .map(decoded)
  return routeOf(segments.join('/').toLowerCase())
}

/** A segment as Remix reads it: an escaped slash begins no other, and an undecodable segment stays. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}
