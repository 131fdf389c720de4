import { FORM, IMAGENS, LABELS, SYNC, UPLOAD, type Route } from './route.ts'

/** A page of a table's holder. */
const MESA = { queue: 'mesa' } as const

/** A page of the organiser's board. */
const PAINEL = { papeis: ['organizacao'], queue: 'convidado' } as const

/** What the door's phones ask for. */
const PORTA = { papeis: ['organizacao', 'porta'], queue: 'convidado' } as const

/** The same where the page takes a form. */
const MESA_FORM = { ...MESA, body: FORM } as const
const PAINEL_FORM = { ...PAINEL, body: FORM } as const

const page = (path: string, file: string, rest: Partial<Route> = {}): Route => {
  return { path, file: `app/routes/${file}`, ...rest }
}

/** Everything else is the 404 page. */
const REST = page('*', '$.tsx', { label: 'other' })

/** One row for each route file and each file of `public/`; `test/server/route-table.test.ts` fails for one without the other. */
export const ROUTES: readonly Route[] = [
  page('/', '_index.tsx', { queue: 'convidado', cache: 'page' }),
  page('/cadastro', 'cadastro.tsx', { queue: 'convidado', cache: 'page', cookie: 'recibo', body: FORM }),
  page('/minhas', 'minhas.tsx', { queue: 'convidado' }),
  page('/item', 'item.tsx', { cache: 'page' }),
  page('/privacidade', 'privacidade.tsx', { cache: 'page' }),
  page('/certificado', 'certificado.tsx', { body: FORM, outlivesEvento: true }),
  page('/evento.ics', 'evento[.]ics.ts'),
  page('/saude', 'saude.ts', { queue: 'health' }),
  page('/c/:token', 'c.$token.tsx', { queue: 'credencial' }),
  page('/c/:token/presenca', 'c.$token_.presenca.tsx', { queue: 'credencial', body: FORM }),
  page('/c/:token/evento.ics', 'c.$token_.evento[.]ics.ts', { queue: 'credencial' }),
  page('/c/:token/certificado', 'c.$token_.certificado.tsx', { queue: 'certificado' }),
  page('/c/:token/certificado.pdf', 'c.$token_.certificado[.]pdf.ts', { queue: 'certificado' }),
  page('/c/:token/certificado.svg', 'c.$token_.certificado[.]svg.ts', { queue: 'certificado' }),
  page('/c/:token/*', 'c.$token_.convite[.]png.ts', { queue: 'credencial' }),
  page('/mesa/:token', 'mesa.$token.tsx', { ...MESA, body: LABELS }),
  page('/mesa/:token/lista', 'mesa.$token_.lista.tsx', MESA),
  page('/mesa/:token/lista.csv', 'mesa.$token_.lista[.]csv.ts', MESA),
  page('/mesa/:token/enviar/:codigo', 'mesa.$token_.enviar.$codigo.tsx', MESA_FORM),
  page('/mesa/:token/revogar/:codigo', 'mesa.$token_.revogar.$codigo.tsx', MESA_FORM),
  page('/mesa/:token/liberar/:credencialid', 'mesa.$token_.liberar.$credencialid.tsx', MESA_FORM),
  page('/painel/convidados', 'painel.convidados._index.tsx', PAINEL),
  page('/painel/convidados/novo', 'painel.convidados.novo.tsx', PAINEL_FORM),
  page('/painel/convidados/:credencialid', 'painel.convidados.$credencialid.tsx', PAINEL_FORM),
  page(
    '/painel/convidados/:credencialid/corrigir',
    'painel.convidados.$credencialid_.corrigir.tsx',
    PAINEL_FORM,
  ),
  page(
    '/painel/convidados/:credencialid/empresa',
    'painel.convidados.$credencialid_.empresa.tsx',
    PAINEL_FORM,
  ),
  page('/painel/repetidos', 'painel.repetidos.tsx', PAINEL_FORM),
  page('/painel/empresas', 'painel.empresas._index.tsx', PAINEL),
  page('/painel/empresas/nova', 'painel.empresas.nova.tsx', PAINEL_FORM),
  page('/painel/empresas/:empresaid', 'painel.empresas.$empresaid.tsx', PAINEL_FORM),
  page('/painel/empresas/:empresaid/dados', 'painel.empresas.$empresaid_.dados.tsx', PAINEL_FORM),
  page('/painel/empresas/:empresaid/convites', 'painel.empresas.$empresaid_.convites.tsx', {
    ...PAINEL,
    body: LABELS,
  }),
  page('/painel/evento', 'painel.evento.tsx', { ...PAINEL, body: IMAGENS }),
  page('/painel/envios', 'painel.envios._index.tsx', PAINEL_FORM),
  page('/painel/envios/texto/:tipo', 'painel.envios.texto.$tipo.tsx', PAINEL_FORM),
  page('/painel/envios/fim/:tipo', 'painel.envios.fim.$tipo.tsx', PAINEL),
  page('/painel/envios/:tipo/:para', 'painel.envios.$tipo.$para.tsx', PAINEL_FORM),
  page('/painel/listas', 'painel.listas._index.tsx', PAINEL),
  page('/painel/listas/nomes', 'painel.listas.nomes.tsx', PAINEL),
  page('/painel/listas/mesas', 'painel.listas.mesas.tsx', PAINEL),
  page('/painel/listas/entradas', 'painel.listas.entradas.tsx', PAINEL_FORM),
  page('/painel/listas/certificados', 'painel.listas.certificados.tsx', PAINEL),
  page('/painel/listas/certificados.pdf', 'painel.listas.certificados[.]pdf.ts', PAINEL),
  page('/painel/listas/etiquetas', 'painel.listas.etiquetas._index.tsx', PAINEL_FORM),
  page('/painel/listas/etiquetas/folhas', 'painel.listas.etiquetas.folhas.tsx', { ...PAINEL, body: LABELS }),
  page('/painel/listas/etiquetas/moldura', 'painel.listas.etiquetas.moldura.tsx', PAINEL),
  page('/painel/depois', 'painel.depois._index.tsx', PAINEL),
  page('/painel/depois/faltas', 'painel.depois.faltas.tsx', PAINEL),
  page('/painel/depois/folha', 'painel.depois.folha.tsx', PAINEL),
  page('/painel/ajuda', 'painel.ajuda._index.tsx', PAINEL),
  page('/painel/ajuda/porta', 'painel.ajuda.porta.tsx', PAINEL),
  page('/painel/sair', 'painel.sair.tsx', PAINEL_FORM),
  page('/painel/porta/ensaio', 'painel.porta_.ensaio.tsx', PAINEL_FORM),
  page('/painel/porta', 'painel.porta.tsx', PAINEL_FORM),
  page('/painel/rajadas', 'painel.rajadas._index.tsx', PAINEL),
  page('/painel/rajadas/:origem', 'painel.rajadas.$origem.tsx', { ...PAINEL, body: LABELS }),
  page('/painel/evento/outro', 'painel.evento_.outro.tsx', PAINEL_FORM),
  page('/painel/expurgo', 'painel.expurgo.tsx', PAINEL_FORM),
  page('/painel/historico', 'painel.historico.tsx', PAINEL),
  page('/painel', 'painel._index.tsx', PAINEL),
  page('/painel/numeros', 'painel.numeros.ts', PAINEL),
  page('/painel/equipe', 'painel.equipe.tsx', PAINEL_FORM),
  page('/porta/sync', 'porta.sync.ts', { ...PORTA, body: SYNC }),
  page('/porta/admitir/:token', 'porta.admitir.$token.tsx', { ...PORTA, body: FORM }),
  page('/equipe', 'equipe._index.tsx', { cache: 'page', isEntrance: true }),
  page('/equipe/:codigo', 'equipe.$codigo.tsx', { body: FORM, isEntrance: true }),
  page('/painel/planilhas', 'painel.planilhas._index.tsx', { ...PAINEL, body: UPLOAD }),
  page('/painel/planilhas/:planilhaid', 'painel.planilhas.$planilhaid.tsx', PAINEL_FORM),
  page('/painel/exportar/:arquivo', 'painel.exportar.$arquivo.ts', { ...PAINEL, streams: true }),
  page('/painel/*', 'painel.$.tsx', PAINEL),
  page('/porta', 'porta.ts'),
  page('/porta/sw.js', 'porta.sw[.]js.ts'),
  page('/:empresaid', '$id.tsx', { cache: 'empresa', cookie: 'sid', body: FORM }),
  page('/arte/:hash/:nome', 'arte.$hash.$nome.ts'),
  { path: '/assets/*', file: null },
  { path: '/favicon.ico', file: 'public/favicon.ico' },
  { path: '/favicon.svg', file: 'public/favicon.svg' },
  { path: '/apple-touch-icon.png', file: 'public/apple-touch-icon.png' },
  { path: '/robots.txt', file: 'public/robots.txt' },
  page('/:empresaid/:codigo', '$id_.$codigo.tsx'),
  REST,
]

/**
 * The first segments of addresses that belong to a route, in lower case: no company can have one for its id. Its own
 * addresses have two segments at most, so that one called `arte` is in nobody's way.
 */
export const RESERVED: ReadonlySet<string> = new Set([
  ...ROUTES.map(({ path }) => path.split('/').slice(1))
    .filter((segments) => segments.length < 3 || segments.at(-1) === '*')
    .map(([first = '']) => first)
    .filter((first) => /^[^:]/.test(first)),
])

/** The pages that take more than a form, for whatever stands in front where it is not this server. */
export const LARGE_BODIES: readonly { path: string; maxBytes: number }[] = ROUTES.flatMap(({ path, body }) =>
  body && body.maxBytes > FORM.maxBytes ? [{ path, maxBytes: body.maxBytes }] : [],
)

const isLiteral = ({ path }: Route) => !/[:*]/.test(path)
const LITERAL = new Map(ROUTES.filter(isLiteral).map((route) => [route.path, route]))
const PATTERNS = ROUTES.filter((route) => !isLiteral(route)).map((route) => {
  const source = route.path.replace(/:[^/]+/g, '[^/]+').replace(/\*$/, '.*')
  return { route, pattern: new RegExp(`^${source}$`, 's') }
})

/** The row of an address as it is spelled: `/CADASTRO` is `/:empresaid`, though Remix knows better. */
export function routeOf(pathname: string): Route {
  return LITERAL.get(pathname) ?? PATTERNS.find(({ pattern }) => pattern.test(pathname))?.route ?? REST
}

/** The row whose file Remix answers an address with: capitals, escapes and a slash at the end are nothing to it. */
export function matchedRoute(pathname: string): Route {
  const segments = pathname
    .replace(/(?<=.)\/+$/, '')
    .split('/')
    .map(decoded)
  return routeOf(segments.join('/').toLowerCase())
}

/** A segment as Remix reads it: an escaped slash begins no other, and what cannot be read stays as it came. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}
