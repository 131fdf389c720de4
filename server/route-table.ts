import { FORM, LABELS, SYNC, UPLOAD, type Route } from './route.ts'

/** A page of a table's holder. */
const MESA = { queue: 'mesa' } as const

/** A page of the organiser's board. */
const PAINEL = { papeis: ['organizacao'], queue: 'convidado' } as const

/** Everything else is the 404 page. */
const REST: Route = { path: '*', file: 'app/routes/$.tsx', label: 'other' }

/** One row for each route file and each file of `public/`; `test/server/route-table.test.ts` fails for one without the other. */
export const ROUTES: readonly Route[] = [
  { path: '/', file: 'app/routes/_index.tsx', queue: 'convidado', cache: 'page' },
  {
    path: '/cadastro',
    file: 'app/routes/cadastro.tsx',
    ...{ queue: 'convidado', cache: 'page', cookie: 'recibo', body: FORM },
  },
  { path: '/minhas', file: 'app/routes/minhas.tsx', queue: 'convidado' },
  { path: '/item', file: 'app/routes/item.tsx', cache: 'page' },
  { path: '/privacidade', file: 'app/routes/privacidade.tsx', cache: 'page' },
  { path: '/evento.ics', file: 'app/routes/evento[.]ics.ts' },
  { path: '/saude', file: 'app/routes/saude.ts', queue: 'health' },
  { path: '/c/:token', file: 'app/routes/c.$token.tsx', queue: 'credencial' },
  {
    path: '/c/:token/presenca',
    file: 'app/routes/c.$token_.presenca.tsx',
    ...{ queue: 'credencial', body: FORM },
  },
  { path: '/c/:token/evento.ics', file: 'app/routes/c.$token_.evento[.]ics.ts', queue: 'credencial' },
  { path: '/c/:token/*', file: 'app/routes/c.$token_.convite[.]png.ts', queue: 'credencial' },
  { path: '/mesa/:token', file: 'app/routes/mesa.$token.tsx', ...MESA, body: LABELS },
  { path: '/mesa/:token/lista', file: 'app/routes/mesa.$token_.lista.tsx', ...MESA },
  { path: '/mesa/:token/lista.csv', file: 'app/routes/mesa.$token_.lista[.]csv.ts', ...MESA },
  {
    path: '/mesa/:token/enviar/:codigo',
    file: 'app/routes/mesa.$token_.enviar.$codigo.tsx',
    ...MESA,
    body: FORM,
  },
  {
    path: '/mesa/:token/revogar/:codigo',
    file: 'app/routes/mesa.$token_.revogar.$codigo.tsx',
    ...MESA,
    body: FORM,
  },
  {
    path: '/mesa/:token/liberar/:credencialid',
    file: 'app/routes/mesa.$token_.liberar.$credencialid.tsx',
    ...{ ...MESA, body: FORM },
  },
  { path: '/painel/convidados', file: 'app/routes/painel.convidados._index.tsx', ...PAINEL },
  { path: '/painel/convidados/novo', file: 'app/routes/painel.convidados.novo.tsx', ...PAINEL, body: FORM },
  {
    path: '/painel/convidados/:credencialid',
    file: 'app/routes/painel.convidados.$credencialid.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  {
    path: '/painel/convidados/:credencialid/corrigir',
    file: 'app/routes/painel.convidados.$credencialid_.corrigir.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  {
    path: '/painel/convidados/:credencialid/empresa',
    file: 'app/routes/painel.convidados.$credencialid_.empresa.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  { path: '/painel/repetidos', file: 'app/routes/painel.repetidos.tsx', ...PAINEL, body: FORM },
  { path: '/painel/empresas', file: 'app/routes/painel.empresas._index.tsx', ...PAINEL },
  {
    path: '/painel/empresas/nova',
    file: 'app/routes/painel.empresas.nova.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  {
    path: '/painel/empresas/:empresaid',
    file: 'app/routes/painel.empresas.$empresaid.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  {
    path: '/painel/empresas/:empresaid/dados',
    file: 'app/routes/painel.empresas.$empresaid_.dados.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  {
    path: '/painel/empresas/:empresaid/convites',
    file: 'app/routes/painel.empresas.$empresaid_.convites.tsx',
    ...{ ...PAINEL, body: LABELS },
  },
  { path: '/painel/listas', file: 'app/routes/painel.listas._index.tsx', ...PAINEL },
  { path: '/painel/listas/nomes', file: 'app/routes/painel.listas.nomes.tsx', ...PAINEL },
  { path: '/painel/listas/mesas', file: 'app/routes/painel.listas.mesas.tsx', ...PAINEL },
  {
    path: '/painel/listas/entradas',
    file: 'app/routes/painel.listas.entradas.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  { path: '/painel/porta/ensaio', file: 'app/routes/painel.porta_.ensaio.tsx', ...{ ...PAINEL, body: FORM } },
  { path: '/painel/porta', file: 'app/routes/painel.porta.tsx', ...{ ...PAINEL, body: FORM } },
  { path: '/painel/rajadas', file: 'app/routes/painel.rajadas._index.tsx', ...PAINEL },
  {
    path: '/painel/rajadas/:origem',
    file: 'app/routes/painel.rajadas.$origem.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  { path: '/painel/expurgo', file: 'app/routes/painel.expurgo.tsx', ...{ ...PAINEL, body: FORM } },
  { path: '/painel/historico', file: 'app/routes/painel.historico.tsx', ...PAINEL },
  { path: '/painel', file: 'app/routes/painel._index.tsx', ...PAINEL },
  { path: '/painel/numeros', file: 'app/routes/painel.numeros.ts', ...PAINEL },
  { path: '/painel/equipe', file: 'app/routes/painel.equipe.tsx', ...{ ...PAINEL, body: FORM } },
  {
    path: '/porta/sync',
    file: 'app/routes/porta.sync.ts',
    ...{ papeis: ['organizacao', 'porta'], queue: 'convidado', body: SYNC },
  },
  {
    path: '/porta/admitir/:token',
    file: 'app/routes/porta.admitir.$token.tsx',
    ...{ papeis: ['organizacao', 'porta'], queue: 'convidado', body: FORM },
  },
  { path: '/equipe', file: 'app/routes/equipe._index.tsx', cache: 'page', isEntrance: true },
  { path: '/equipe/:codigo', file: 'app/routes/equipe.$codigo.tsx', body: FORM, isEntrance: true },
  {
    path: '/painel/planilhas',
    file: 'app/routes/painel.planilhas._index.tsx',
    ...{ ...PAINEL, body: UPLOAD },
  },
  {
    path: '/painel/planilhas/:planilhaid',
    file: 'app/routes/painel.planilhas.$planilhaid.tsx',
    ...{ ...PAINEL, body: FORM },
  },
  {
    path: '/painel/exportar/:arquivo',
    file: 'app/routes/painel.exportar.$arquivo.ts',
    ...{ ...PAINEL, streams: true },
  },
  { path: '/porta', file: 'app/routes/porta.ts' },
  { path: '/porta/sw.js', file: 'app/routes/porta.sw[.]js.ts' },
  { path: '/:empresaid', file: 'app/routes/$id.tsx', cache: 'empresa', cookie: 'sid', body: FORM },
  { path: '/assets/*', file: null },
  { path: '/favicon.ico', file: 'public/favicon.ico' },
  { path: '/favicon.svg', file: 'public/favicon.svg' },
  { path: '/apple-touch-icon.png', file: 'public/apple-touch-icon.png' },
  { path: '/robots.txt', file: 'public/robots.txt' },
  { path: '/:empresaid/:codigo', file: 'app/routes/$id_.$codigo.tsx' },
  REST,
]

/** The first segments of addresses that belong to a route, in lower case: no company can have one for its id. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...ROUTES.map(({ path }) => path.split('/')[1] ?? '').filter((segment) => /^[^:]/.test(segment)),
])

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
