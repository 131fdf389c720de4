import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { importsOf, type Import } from './imports.ts'

/**
 * Words of the table: patterns of imported paths from the repository's root. `type:` allows only types,
 * `lazy:` also what is loaded on demand, `near:` what is in the room itself or in `shared`. `OWN` is the
 * folder of a page. A pattern matches halves of the server only if it says so, and never a route.
 */
const WORDS: Record<string, string> = {
  $domain: 'server/domain/**',
  /** Pure data that imports nothing: the domain reads which ids are reserved, the front everything else. */
  $routeTable: 'server/route-table.ts',
  $react: 'react react-dom @remix-run/*',
  /** Pictures, fonts and sheets: no code. */
  $assets: 'app/**.{svg,webp,png,jpg,avif,woff2,css}',
  /** Sent to the browser unchanged. */
  $live: 'app/{shared,mesa,painel}/**.js app/routes/*/*.js',
  $served: 'app/*.server.{ts,tsx} app/{arte,shared,convidado,mesa,painel,equipe,porta}/**.server.{ts,tsx}',
  /** Drawn on the server and in the browser. */
  $drawn: 'app/{shared,convidado,mesa,painel,equipe}/** app/porta/*.tsx',
  /** What a server half uses besides the halves it may know. */
  $serving: `app/services.server.ts SELF_CONTAINED type:$domain type:$composition type:$errorWords
    server/{use-cases,planilhas}/** $routeTable $react uqr ics rate-limiter-flexible virtual:porta docs/*.md node:**`,
  /** What a component uses besides other components. */
  $drawing: 'type:$domain SELF_CONTAINED $errorWords $assets react @remix-run/react',
  $adapter: 'ADAPTED server/repos/*.ts node:**',
  /** Remix's build, loaded by the address of its file, which is known only at run time. */
  $build: 'lazy:? lazy:build/** lazy:virtual:remix',
  $log: 'type:server/log.ts',
  $config: 'server/config.ts',
  $configFiles: 'server/{config,config-problems,environment}.ts',
  $composition: 'server/composition.ts',
  /** Only words, for pages of Remix, of the server in front, and of proxies. */
  $errorWords: 'server/error-words.ts',
  /** What runs beside the server, and what waits for it. */
  $beside: 'server/{other-process,queue}.ts',
}

/** Who may import what. A file belongs to the first room whose pattern it matches. */
const TABLE: [room: string, files: string, mayImport: string][] = [
  ['services', 'app/services.server.ts', 'type:$composition type:$domain $served $react'],
  ['scripts sent as they stand', '$live', ''],
  [
    'routes',
    'app/routes/* app/routes/*/route.{ts,tsx}',
    // Nothing of a route is sent to browsers: it may be its own server half (decision 0051).
    '$drawn $served OWN/*.server.ts OWN/*.{ts,tsx} $serving $errorWords $assets $live',
  ],
  ['pictures of the invitation', 'app/arte/arte.server.ts', 'type:server/arte/arte.ts'],
  // Rooms meet only in `shared`; a page may use every room, but no other page.
  [
    'server half of a room',
    'app/{shared,convidado,mesa,painel,equipe,porta}/**.server.ts',
    'near:$served near:$drawn $serving',
  ],
  [
    'server half of a page',
    'app/routes/*/*.server.ts',
    '$served $drawn OWN/*.server.ts OWN/*.{ts,tsx} $serving',
  ],
  [
    'components of a room',
    'app/{shared,convidado,mesa,painel,equipe}/**.{ts,tsx} app/porta/*.tsx',
    // What a component shows is declared once, by what its own room's server half answers.
    // The landing page and a personal invitation show the same picture.
    'near:$drawn type:near:$served $drawing type:app/arte/arte.server.ts',
  ],
  // Its server half declares once what a page shows.
  [
    'components of a page',
    'app/routes/*/*.{ts,tsx}',
    '$drawn OWN/*.{ts,tsx} type:OWN/*.server.ts type:$served $drawing',
  ],
  [
    'the phone of the door',
    'app/porta/**',
    'app/porta/**.{ts,js,css} SELF_CONTAINED type:$domain idb zxing-wasm',
  ],
  ['scripts of the forms', 'app/entry.client.ts', 'app/{convidado,routes/cadastro}/**.ts'],
  ['root', 'app/root.tsx', '$served $drawn type:$domain $assets $routeTable $react'],
  ['rendering of documents', 'app/entry.server.tsx', '$served $drawn $react server/domain/own.ts'],
  ['the event as it is followed', 'server/follow-evento.ts', '$config $log $domain node:**'],
  ['route table', '$routeTable', ''],
  ['domain', '$domain', '$domain $routeTable zod node:crypto'],
  ['use cases', 'server/use-cases/**', 'server/use-cases/** $domain $log node:crypto'],
  ['shared by adapters', 'server/repos/*.ts', '$domain server/repos/*.ts node:**'],
  ['memory', 'server/repos/memory/**', '$adapter server/repos/memory/**'],
  ['sqlite', 'server/repos/sqlite/**', '$adapter server/repos/sqlite/** lazy:@photostructure/sqlite'],
  ['firebase', 'server/repos/firebase/**', '$adapter server/repos/firebase/** lazy:firebase-admin'],
  [
    'composition',
    '$composition',
    `$config $domain server/use-cases/** server/{demonstration,follow-evento,log,open-storage,version}.ts
     lazy:server/arte/{draw-all,own-picture}.ts
     server/arte/{arte,picture-cache,certificado/certificados}.ts $beside node:**`,
  ],
  [
    'choice of an adapter',
    'server/open-storage.ts',
    'lazy:server/repos/*/index.ts type:$config $log server/demonstration.ts $domain node:**',
  ],
  ['config', '$configFiles', '$configFiles $domain zod node:**'],
  ['version', 'server/version.ts', 'node:**'],
  ['words of errors', '$errorWords', 'server/domain/errors.ts'],
  ['declarations of what is built', 'app/built.d.ts', ''],
  ['processes and queues', '$beside', 'node:**'],
  ['log', 'server/log.ts', 'pino node:**'],
  [
    'spreadsheets',
    'server/planilhas/**',
    `$domain server/planilhas/** server/use-cases/event-loop.ts $beside $routeTable csv-parse csv-stringify
     hucre yauzl node:**`,
  ],
  [
    'artwork',
    'server/arte/**',
    'server/arte/** $domain $beside type:$config $log server/precompress.ts opentype.js sharp uqr node:**',
  ],
  [
    'demonstration',
    'server/demonstration.ts',
    'type:$config server/{use-cases,planilhas}/** $domain node:**',
  ],
  [
    'stock remix-serve',
    'server/remix-serve.ts',
    '$config $composition server/arte/kept-arte.ts server/log.ts $build $routeTable node:**',
  ],
  [
    'http',
    'server/http/**',
    `server/http/** $config server/environment.ts $composition $routeTable $domain $errorWords type:server/arte/arte.ts
     $log $build rate-limiter-flexible @remix-run/node node:**`,
  ],
  [
    'commands',
    'server/cli/**',
    `server/{cli,arte,planilhas,use-cases}/** $config $composition $domain
     server/{log,open-storage,follow-evento}.ts uqr node:**`,
  ],
  [
    'start',
    'server/main.ts',
    `$config $composition $domain server/announce.ts server/arte/kept-arte.ts server/log.ts server/http/**
     $build node:**`,
  ],
  ['announcement', 'server/announce.ts', '$composition $domain server/use-cases/**'],
  ['compression of the build', 'server/precompress.ts', 'node:**'],
  ['build before start', 'server/build-if-needed.mjs', 'node:**'],
]

type Rule = (imported: Import, from: string) => boolean

/** Names of what decides, acts, or says what the history holds. */
const DECIDES =
  /^(decide\w*|linhaDoHistorico|linhaOf\w*|giveBack|mergeEmpresaRow|factAsStored|copyFor|copyOffList|openTo|raised|revokedAt|reopenedBy|juncaoDetalhe|changedIn|\*)$/

const RULES: Record<string, Rule> = {
  /**
   * What adapters know of the domain: its records and rules, and only the types of decisions and acts
   * (decision 0027).
   */
  ADAPTED: ({ target, isType, names }) =>
    target.startsWith('server/domain/') &&
    (isType ||
      (!/\/(acts\/.*|claim|register|convites|aparelho)\.ts$/.test(target) &&
        !names.some((name) => DECIDES.test(name)))),
  /** Files that import only types and other such files: one source runs in the browser and on the server. */
  SELF_CONTAINED: ({ target }) =>
    /^(server\/(domain|arte)|app\/porta\/page)\//.test(target) && isSelfContained(target),
}

const selfContained = new Map<string, boolean>()
function isSelfContained(target: string): boolean {
  const known =
    selfContained.get(target) ??
    importsOf(target, readFileSync(target, 'utf8')).every(
      (imported) => imported.isType || RULES.SELF_CONTAINED?.(imported, target),
    )
  selfContained.set(target, known)
  return known
}

/** The single words of a text, with each group replaced by its members. */
const wordsOf = (text: string): string[] =>
  text.split(/\s+/).flatMap((word) => {
    const [, prefix = '', name = ''] = /^((?:\w+:)*)(\$\w+)$/.exec(word) ?? []
    const meant = WORDS[name]
    return meant === undefined ? [word] : wordsOf(meant).map((one) => prefix + one)
  })

const escape = (text: string) => text.replace(/[.+?^$()|[\]\\]/g, '\\$&')

/** A pattern as an expression: `*` is within a folder, `**` anything below it, and `{a,b}` either of them. */
function regexOf(pattern: string): RegExp {
  const either = (_: string, all: string) => `(${all.replaceAll(',', '|')})`
  const source = escape(pattern)
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*')
    .replace(/\{(.*?)\}/g, either)
  return new RegExp(`^${source}$`)
}

function ruleOf(word: string): Rule {
  const [, how, pattern = word] = /^(type|lazy|near):(.*)$/.exec(word) ?? []
  if (how === undefined) return RULES[pattern] ?? named(pattern)
  const isMeant = ruleOf(pattern)
  return (imported, from) =>
    isMeant(imported, from) &&
    (how === 'near'
      ? [roomOf(from), 'app/shared'].includes(roomOf(imported.target))
      : imported.isType || (how === 'lazy' && imported.isLazy))
}

/** Patterns that do not depend on the importing file are built once. */
function named(pattern: string): Rule {
  const known = pattern.startsWith('OWN/') ? null : regexOf(pattern)
  const isServed = pattern.includes('.server.')
  return ({ target }, from) => {
    const regex = known ?? regexOf(pattern.replace('OWN', posix.dirname(from)))
    if (/^app\/routes\/[^/]+\/route\.tsx?$/.test(target)) return false
    if (!isServed && target.startsWith('app/') && target.includes('.server.')) return false
    return regex.test(target)
  }
}

const roomOf = (path: string) => path.split('/', 2).join('/')

const rooms = TABLE.map(([name, files, mayImport]) => ({
  name,
  files: wordsOf(files).map(regexOf),
  rules: wordsOf(mayImport).map(ruleOf),
}))

const roomWith = (path: string) => rooms.find(({ files }) => files.some((file) => file.test(path)))

/** Whether a file's room may import this. */
export const mayImport = (path: string, imported: Import): boolean =>
  roomWith(path)?.rules.some((rule) => rule(imported, path)) ?? false

/** A sentence for each import the file's room does not allow. */
export function refusalsOf(path: string, text: string): string[] {
  const name = roomWith(path)?.name
  if (name === undefined) return [`${path} belongs to no room`]
  return importsOf(path, text)
    .filter((imported) => !mayImport(path, imported))
    .map(({ target, isType }) => `${path} (${name}) may not import ${isType ? 'type ' : ''}${target}`)
}
