import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf, sourcesBelow, type Import } from './support/imports.ts'
import { routeIds } from './support/route-files.ts'

/** Who may import what: the table of rooms. A file belongs to the first room whose pattern it matches. */
interface Room {
  name: string
  files: RegExp
  mayImport: Rule[]
}

type Rule = (imported: Import) => boolean

const runtime =
  (pattern: RegExp): Rule =>
  ({ target }) =>
    pattern.test(target)
const types =
  (pattern: RegExp): Rule =>
  ({ target, isType }) =>
    isType && pattern.test(target)
const either =
  (...rules: Rule[]): Rule =>
  (imported) =>
    rules.some((rule) => rule(imported))
const lazily =
  (pattern: RegExp): Rule =>
  ({ target, isType, isLazy }) =>
    (isType || isLazy) && pattern.test(target)

const DOMAIN = /^server\/domain\//
const USE_CASES = /^server\/use-cases\//
const PLANILHAS = /^server\/planilhas\//
/** What decides, acts, or says what stands in the history. */
const DECIDES =
  /^(decide\w*|linhaDoHistorico|linhaOf\w*|giveBack|mergeEmpresaRow|factAsStored|copyFor|copyOffList|openTo|raised|revokedAt|reopenedBy|juncaoDetalhe|changedIn|\*)$/
/** What adapters know of the domain: its records and rules, and of decisions and acts the types alone (decision 0027). */
const ADAPTED: Rule = ({ target, isType, names }) =>
  target.startsWith('server/domain/') &&
  (isType ||
    (!/\/(acts\/.*|claim|register|move|payment|convite-pessoal|aparelho)\.ts$/.test(target) &&
      !names.some((name) => DECIDES.test(name))))
const SHARED_BY_ADAPTERS = /^server\/repos\/[^/]+\.ts$/
const NODE: Rule = ({ target }) => target.startsWith('node:')
const REACT_AND_REMIX = runtime(/^(react|react-dom|@remix-run\/[^/]+)$/)
/** Pictures, fonts and sheets: no code. */
const ASSETS = runtime(/^app\/.*\.(svg|webp|png|jpg|avif|woff2|css)$/)
/** Guides, which `vite.guia.config.ts` makes pages of. */
const GUIDES = runtime(/^docs\/[\w-]+\.md$/)
/** Sent to the browser as they stand. */
const LIVE = /^app\/(shared|routes\/[^/]+)\/.*\.js$/
const SERVER_MODULES = runtime(/^app\/(?!routes\/)(.*\/)?[^/]+\.server\.tsx?$/)
/** What pages are drawn with. */
const COMPONENTS = runtime(
  /^app\/((shared|convidado|mesa|painel|equipe)\/.*|porta\/[^/]+\.tsx)(?<!\.server\.ts)$/,
)
/** The build Remix makes: loaded by the address of its file, which is known only at run time. */
const REMIX_BUILD = lazily(/^(\?|build\/.*|virtual:remix)$/)
const CONFIG_FILES = /^server\/(config|config-problems|environment|read-evento)\.ts$/
/** Which hosts are this computer's own. */
const LOOPBACK = runtime(/^server\/environment\.ts$/)
const CONFIG = runtime(/^server\/config\.ts$/)
const COMPOSITION = runtime(/^server\/composition\.ts$/)
/** What a picture of the invitation is, apart from what draws it. */
const ARTE = /^server\/arte\/arte\.ts$/
/** What gives a server its pictures. */
const KEPT_ARTE = runtime(/^server\/arte\/kept-arte\.ts$/)
/** Words alone, for pages of Remix and of the server in front. */
const ERROR_WORDS = runtime(/^server\/error-words\.ts$/)
const OTHER_PROCESS = runtime(/^server\/other-process\.ts$/)
const QUEUE = runtime(/^server\/queue\.ts$/)
const LOG = runtime(/^server\/log\.ts$/)
/** Pure data that imports nothing: the domain reads which ids are reserved, the front all the rest. */
const ROUTE_TABLE = runtime(/^server\/route(-table)?\.ts$/)

/** Files that import nothing but types and such files run in the browser and on the server from one source. */
const SELF_CONTAINED: Rule = ({ target }) =>
  /^(server\/(domain|arte)|app\/porta\/page)\//.test(target) && isSelfContained(target)

const selfContained = new Map<string, boolean>()
function isSelfContained(target: string): boolean {
  const known =
    selfContained.get(target) ??
    importsOf(target, readFileSync(target, 'utf8')).every(
      (imported) => imported.isType || SELF_CONTAINED(imported),
    )
  selfContained.set(target, known)
  return known
}

/** What a page may need of the server, the modules of its own room aside. */
const OF_SERVER: Rule[] = [
  runtime(/^app\/services\.server\.ts$/),
  SELF_CONTAINED,
  types(/^server\/(domain\/.*|composition\.ts)$/),
  runtime(USE_CASES),
  runtime(PLANILHAS),
  ROUTE_TABLE,
  REACT_AND_REMIX,
  runtime(/^(uqr|ics|rate-limiter-flexible)$/),
  runtime(/^virtual:porta$/),
  GUIDES,
  NODE,
]

/** A server half, and components, which know nothing of it: what each may have of the modules of pages is given. */
function halvesOf(name: string, folder: string, drawn: Rule, served: Rule): Room[] {
  return [
    {
      name: `server half of ${name}`,
      files: new RegExp(`^app/${folder}/.*\\.server\\.ts$`),
      mayImport: [served, drawn, ...OF_SERVER],
    },
    {
      name: `components of ${name}`,
      files: new RegExp(name === 'porta' ? '^app/porta/[^/]+\\.tsx$' : `^app/${folder}/.*\\.tsx?$`),
      mayImport: [
        drawn,
        types(DOMAIN),
        SELF_CONTAINED,
        ERROR_WORDS,
        ASSETS,
        runtime(/^react$/),
        runtime(/^@remix-run\/react$/),
      ],
    },
  ]
}

/** A room of pages. Rooms meet in `shared` alone. */
function roomsOf(name: string): Room[] {
  const own = runtime(new RegExp(`^app/(${name}|shared)/`))
  const both =
    (rule: Rule): Rule =>
    (imported) =>
      own(imported) && rule(imported)
  return halvesOf(name, name, both(COMPONENTS), both(SERVER_MODULES))
}

/** A route is its page's server half too: nothing of it is sent to browsers (decision 0044). */
const ROUTE_IMPORTS = [SERVER_MODULES, COMPONENTS, ...OF_SERVER, ASSETS, runtime(LIVE)]

/** A page with a folder: its route, and the halves of what it alone has, which no other page may import. */
function pageOf(id: string): Room[] {
  const folder = `routes/${escape(id)}`
  const served = runtime(new RegExp(`^app/${folder}/[^/]+\\.server\\.ts$`))
  const drawn = runtime(new RegExp(`^app/${folder}/(?!route\\.)[^/]+(?<!\\.server)\\.tsx?$`))
  return [
    {
      name: `route ${id}`,
      files: new RegExp(`^app/${folder}/route\\.tsx?$`),
      mayImport: [served, drawn, ...ROUTE_IMPORTS],
    },
    ...halvesOf(`page ${id}`, folder, either(drawn, COMPONENTS), either(served, SERVER_MODULES)),
  ]
}

const ROOMS: Room[] = [
  {
    name: 'services',
    files: /^app\/services\.server\.ts$/,
    mayImport: [types(/^server\/composition\.ts$/), types(DOMAIN), SERVER_MODULES, REACT_AND_REMIX],
  },
  { name: 'scripts sent as they stand', files: LIVE, mayImport: [] },
  { name: 'modules our own Vite plugins make', files: /^app\/built\.d\.ts$/, mayImport: [] },
  { name: 'routes', files: /^app\/routes\/[^/]+$/, mayImport: ROUTE_IMPORTS },
  ...[...routeIds(), 'x'].flatMap(pageOf),
  ...['shared', 'convidado', 'mesa', 'painel', 'equipe', 'porta'].flatMap(roomsOf),
  {
    name: 'the phone of the door',
    files: /^app\/porta\//,
    mayImport: [
      runtime(/^app\/porta\/(?!.*\.(server\.ts|tsx)$)/),
      SELF_CONTAINED,
      types(DOMAIN),
      runtime(/^(idb|zxing-wasm)$/),
    ],
  },
  {
    name: 'scripts of the forms',
    files: /^app\/entry\.client\.ts$/,
    mayImport: [runtime(/^app\/(convidado|routes\/cadastro)\/[^/]+(?<!\.server)\.ts$/)],
  },
  {
    name: 'root',
    files: /^app\/root\.tsx$/,
    mayImport: [SERVER_MODULES, COMPONENTS, types(DOMAIN), ASSETS, ROUTE_TABLE, REACT_AND_REMIX],
  },
  {
    name: 'the event as it is followed',
    files: /^server\/follow-evento\.ts$/,
    mayImport: [CONFIG, types(/^server\/log\.ts$/), runtime(DOMAIN), NODE],
  },
  { name: 'pictures of the invitation', files: /^app\/arte\/arte\.server\.ts$/, mayImport: [types(ARTE)] },
  {
    name: 'rendering of documents',
    files: /^app\/entry\.server\.tsx$/,
    mayImport: [SERVER_MODULES, COMPONENTS, REACT_AND_REMIX, runtime(/^server\/domain\/own\.ts$/)],
  },
  { name: 'route table', files: /^server\/route(-table)?\.ts$/, mayImport: [runtime(/^server\/route\.ts$/)] },
  {
    name: 'domain',
    files: DOMAIN,
    mayImport: [runtime(DOMAIN), ROUTE_TABLE, runtime(/^(zod|node:crypto)$/)],
  },
  {
    name: 'use cases',
    files: USE_CASES,
    mayImport: [runtime(USE_CASES), runtime(DOMAIN), types(/^server\/log\.ts$/), runtime(/^node:crypto$/)],
  },
  {
    name: 'shared by adapters',
    files: SHARED_BY_ADAPTERS,
    mayImport: [runtime(DOMAIN), runtime(SHARED_BY_ADAPTERS), NODE],
  },
  {
    name: 'memory',
    files: /^server\/repos\/memory\//,
    mayImport: [ADAPTED, runtime(SHARED_BY_ADAPTERS), runtime(/^server\/repos\/memory\//), NODE],
  },
  {
    name: 'sqlite',
    files: /^server\/repos\/sqlite\//,
    mayImport: [
      ADAPTED,
      runtime(SHARED_BY_ADAPTERS),
      runtime(/^server\/repos\/sqlite\//),
      lazily(/^@photostructure\/sqlite$/),
      NODE,
    ],
  },
  {
    name: 'firebase',
    files: /^server\/repos\/firebase\//,
    mayImport: [
      ADAPTED,
      runtime(SHARED_BY_ADAPTERS),
      runtime(/^server\/repos\/firebase\//),
      lazily(/^firebase-admin$/),
      NODE,
    ],
  },
  {
    name: 'composition',
    files: /^server\/composition\.ts$/,
    mayImport: [
      CONFIG,
      runtime(DOMAIN),
      runtime(USE_CASES),
      runtime(/^server\/(demonstration|follow-evento|log|open-storage|queue|version)\.ts$/),
      lazily(/^server\/arte\/(own-picture|undrawable)\.ts$/),
      runtime(/^server\/arte\/(arte|picture-cache|certificado\/certificados)\.ts$/),
      NODE,
    ],
  },
  {
    name: 'choice of an adapter',
    files: /^server\/open-storage\.ts$/,
    mayImport: [
      lazily(/^server\/repos\/[^/]+\/index\.ts$/),
      types(/^server\/(config|log)\.ts$/),
      runtime(/^server\/demonstration\.ts$/),
      runtime(DOMAIN),
      NODE,
    ],
  },
  {
    name: 'config',
    files: CONFIG_FILES,
    mayImport: [runtime(CONFIG_FILES), runtime(DOMAIN), runtime(/^zod$/), NODE],
  },
  { name: 'order and places', files: /^server\/(other-process|queue)\.ts$/, mayImport: [NODE] },
  {
    name: 'words of errors',
    files: /^server\/error-words\.ts$/,
    mayImport: [runtime(/^server\/domain\/errors\.ts$/)],
  },
  { name: 'version', files: /^server\/version\.ts$/, mayImport: [NODE] },
  { name: 'log', files: /^server\/log\.ts$/, mayImport: [runtime(/^pino$/), NODE] },
  {
    name: 'spreadsheets',
    files: PLANILHAS,
    mayImport: [
      runtime(DOMAIN),
      runtime(PLANILHAS),
      runtime(/^server\/use-cases\/event-loop\.ts$/),
      OTHER_PROCESS,
      QUEUE,
      ROUTE_TABLE,
      runtime(/^(csv-parse|csv-stringify|read-excel-file)$/),
      NODE,
    ],
  },
  {
    name: 'artwork',
    files: /^server\/arte\//,
    mayImport: [
      runtime(/^server\/arte\//),
      runtime(DOMAIN),
      types(/^server\/(config|log)\.ts$/),
      runtime(/^server\/precompress\.ts$/),
      OTHER_PROCESS,
      QUEUE,
      runtime(/^(opentype\.js|sharp|uqr)$/),
      NODE,
    ],
  },
  {
    name: 'demonstration',
    files: /^server\/demonstration\.ts$/,
    mayImport: [types(/^server\/config\.ts$/), runtime(USE_CASES), runtime(DOMAIN), runtime(PLANILHAS), NODE],
  },
  {
    name: 'stock remix-serve',
    files: /^server\/remix-serve\.ts$/,
    mayImport: [CONFIG, COMPOSITION, KEPT_ARTE, LOG, REMIX_BUILD, ROUTE_TABLE, NODE],
  },
  {
    name: 'http',
    files: /^server\/http\//,
    mayImport: [
      runtime(/^server\/http\//),
      CONFIG,
      LOOPBACK,
      COMPOSITION,
      ROUTE_TABLE,
      ERROR_WORDS,
      runtime(DOMAIN),
      types(ARTE),
      types(/^server\/log\.ts$/),
      REMIX_BUILD,
      runtime(/^(rate-limiter-flexible|@remix-run\/node)$/),
      NODE,
    ],
  },
  {
    name: 'commands',
    files: /^server\/cli\//,
    mayImport: [
      runtime(/^server\/cli\//),
      runtime(/^server\/arte\//),
      CONFIG,
      COMPOSITION,
      runtime(DOMAIN),
      runtime(PLANILHAS),
      runtime(/^server\/(log|open-storage|read-evento|follow-evento)\.ts$/),
      runtime(USE_CASES),
      runtime(/^uqr$/),
      NODE,
    ],
  },
  {
    name: 'start',
    files: /^server\/main\.ts$/,
    mayImport: [
      CONFIG,
      COMPOSITION,
      runtime(DOMAIN),
      runtime(/^server\/announce\.ts$/),
      KEPT_ARTE,
      LOG,
      runtime(/^server\/http\//),
      REMIX_BUILD,
      NODE,
    ],
  },
  {
    name: 'announcement',
    files: /^server\/announce\.ts$/,
    mayImport: [COMPOSITION, runtime(DOMAIN), runtime(USE_CASES)],
  },
  { name: 'compression of the build', files: /^server\/precompress\.ts$/, mayImport: [NODE] },
  { name: 'build before start', files: /^server\/build-if-needed\.mjs$/, mayImport: [NODE] },
]

/** A sentence for each import the file's room does not allow. */
function refusalsOf(path: string, text: string): string[] {
  const room = ROOMS.find(({ files }) => files.test(path))
  if (!room) return [`${path} belongs to no room`]
  return importsOf(path, text)
    .filter((imported) => !room.mayImport.some((rule) => rule(imported)))
    .map(({ target, isType }) => `${path} (${room.name}) may not import ${isType ? 'type ' : ''}${target}`)
}

// Some seconds: every source is parsed.
test('every file of app and server imports only what its room may', () => {
  const sources = [...sourcesBelow('app'), ...sourcesBelow('server')]
  expect(sources.length).toBeGreaterThan(30)
  expect(sources.flatMap((path) => refusalsOf(path, readFileSync(path, 'utf8')))).toEqual([])
})

/** The sources a file has a value of, itself among them and what is loaded lazily too; `server/repos` is not entered. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set([start])
  for (const path of reached) {
    for (const { target, isType } of importsOf(path, readFileSync(path, 'utf8'))) {
      const isSource = /^(app|server)\/(?!repos\/).*\.(tsx?|m?js)$/.test(target)
      if (isSource && !isType) reached.add(target)
    }
  }
  return reached
}

// Who hands a page the services is behind a type: a page is read without what composes them.
for (const [page, most] of [
  ['app/routes/$empresaid.tsx', 60],
  ['app/routes/mesa.$token/route.tsx', 90],
] as const) {
  test(`${page} reaches at most ${most} files before storage`, () => {
    const reached = reachedFrom(page)
    expect(reached.size, [...reached].join('\n')).toBeLessThanOrEqual(most)
    expect(reached).toContain('app/services.server.ts')
  })
}

for (const [path, text, refusal] of [
  ['server/domain/x.ts', `import { readFileSync } from 'node:fs'`, 'node:fs'],
  [
    'server/domain/x.ts',
    `import { openMemory } from '../repos/memory/index.ts'`,
    'server/repos/memory/index.ts',
  ],
  ['server/domain/x.ts', `import type { Config } from '../config.ts'`, 'type server/config.ts'],
  ['server/domain/x.ts', `import React from 'react'`, 'react'],
  [
    'server/use-cases/x.ts',
    `import { openMemory } from '../repos/memory/index.ts'`,
    'server/repos/memory/index.ts',
  ],
  ['server/use-cases/x.ts', `import type { Cli } from '../cli/cli.ts'`, 'type server/cli/cli.ts'],
  [
    'server/use-cases/x.ts',
    `import type { Services } from '../composition.ts'`,
    'type server/composition.ts',
  ],
  ['server/use-cases/x.ts', `import { createLog } from '../log.ts'`, 'server/log.ts'],
  [
    'server/use-cases/x.ts',
    `import { DatabaseSync } from '@photostructure/sqlite'`,
    '@photostructure/sqlite',
  ],
  [
    'server/repos/sqlite/x.ts',
    `import { DatabaseSync } from '@photostructure/sqlite'`,
    '@photostructure/sqlite',
  ],
  [
    'server/repos/sqlite/x.ts',
    `export { openMemory } from '../memory/index.ts'`,
    'server/repos/memory/index.ts',
  ],
  ['server/repos/firebase/x.ts', `import { initializeApp } from 'firebase-admin/app'`, 'firebase-admin'],
  [
    'server/repos/memory/x.ts',
    `import { admit } from '../../domain/acts/entradas.ts'`,
    'server/domain/acts/entradas.ts',
  ],
  [
    'server/repos/firebase/x.ts',
    `import { instantOf, linhaOfEntrada } from '../../domain/entrada.ts'`,
    'server/domain/entrada.ts',
  ],
  [
    'server/repos/sqlite/x.ts',
    `import { newestFirst, linhaOfImport as line } from '../../domain/historico.ts'`,
    'server/domain/historico.ts',
  ],
  [
    'server/repos/firebase/x.ts',
    `import { type Pareamento, decideDelivery } from '../../domain/pareamento.ts'`,
    'server/domain/pareamento.ts',
  ],
  [
    'server/repos/sqlite/x.ts',
    `import { mergeEmpresaRow } from '../../domain/empresa-row.ts'`,
    'server/domain/empresa-row.ts',
  ],
  [
    'server/repos/memory/x.ts',
    `import * as historico from '../../domain/historico.ts'`,
    'server/domain/historico.ts',
  ],
  [
    'server/repos/sqlite/x.ts',
    `export { factAsStored } from '../../domain/personal-data.ts'`,
    'server/domain/personal-data.ts',
  ],
  ['server/composition.ts', `await import('./repos/sqlite/index.ts')`, 'server/repos/sqlite/index.ts'],
  ['server/open-storage.ts', `import { x } from './repos/sqlite/schema.ts'`, 'server/repos/sqlite/schema.ts'],
  ['server/demonstration.ts', `import { readConfig } from './config.ts'`, 'server/config.ts'],
  ['server/cli/x.ts', `const x = await import('../repos/sqlite/index.ts')`, 'server/repos/sqlite/index.ts'],
  ['server/cli/x.ts', `const x = await import(somewhere)`, '?'],
  ['server/http/x.ts', `const x = require('express')`, 'express'],
  ['app/routes/x.tsx', `import { chaveOf } from '../../server/domain/chave.ts'`, 'server/domain/chave.ts'],
  [
    'app/routes/x.tsx',
    `import { openSqlite } from '../../server/repos/sqlite/index.ts'`,
    'server/repos/sqlite/index.ts',
  ],
  [
    'app/routes/x/x.tsx',
    `import { admit } from '../../../server/use-cases/admit.ts'`,
    'server/use-cases/admit.ts',
  ],
  ['app/routes/x.tsx', `import { type Config } from '../../server/config.ts'`, 'server/config.ts'],
  ['app/routes/x.tsx', `type X = import('../../server/config.ts').Config`, 'type server/config.ts'],
  ['app/routes/x.tsx', `import { z } from 'zod'`, 'zod'],
  ['app/routes/x.tsx', `import { getFirestore } from 'firebase/firestore'`, 'firebase'],
  ['app/routes/x/route.tsx', `import { z } from 'zod'`, 'zod'],
  [
    'app/routes/x/route.tsx',
    `import { Changed } from '~/routes/painel.evento/form'`,
    'app/routes/painel.evento/form.tsx',
  ],
  [
    'app/routes/x/x.server.ts',
    `import { momentTold } from '../painel.evento/palavras.ts'`,
    'app/routes/painel.evento/palavras.ts',
  ],
  ['app/routes/x/x.server.ts', `import { loader } from './route.tsx'`, 'app/routes/x/route.tsx'],
  ['app/routes/x/x.tsx', `import { servicesOf } from '~/services.server'`, 'app/services.server.ts'],
  [
    'app/routes/painel.evento/x.tsx',
    `import { vistaOf } from './vistas.server.ts'`,
    'app/routes/painel.evento/vistas.server.ts',
  ],
  [
    'app/painel/x.server.ts',
    `import { momentTold } from '~/routes/painel.evento/palavras'`,
    'app/routes/painel.evento/palavras.ts',
  ],
  ['app/painel/x.tsx', `import { servicesOf } from '~/services.server'`, 'app/services.server.ts'],
  ['app/painel/x.tsx', `import { MesaPlace } from '~/mesa/convidados'`, 'app/mesa/convidados.tsx'],
  ['app/shared/x.server.ts', `import { isNamed } from '~/mesa/mesa.server'`, 'app/mesa/mesa.server.ts'],
  ['app/porta/x.ts', `import { admit } from './entrada.server.ts'`, 'app/porta/entrada.server.ts'],
  [
    'app/convidado/x.tsx',
    `import { parseCadastro } from '../../server/domain/cadastro'`,
    'server/domain/cadastro.ts',
  ],
  [
    'app/shared/session.server.ts',
    `import { compose } from '../../server/composition.ts'`,
    'server/composition.ts',
  ],
  ['app/services.server.ts', `import { compose } from '../server/composition.ts'`, 'server/composition.ts'],
  ['app/entry.client.ts', `import { Field } from '~/shared/field'`, 'app/shared/field.tsx'],
] as const) {
  test(`${path} is caught with ${text}`, () => {
    expect(refusalsOf(path, text)).toEqual([
      expect.stringMatching(new RegExp(`may not import ${escape(refusal)}$`)),
    ])
  })
}

for (const [path, text] of [
  ['app/routes/x.tsx', `import type { Cadastro } from '../../server/domain/credencial.ts'`],
  [
    'app/routes/painel.evento/x.server.ts',
    `import { momentTold } from './palavras.ts'; import { findConvidado } from '../../../server/use-cases/find-convidado.ts'`,
  ],
  ['app/convidado/x.tsx', `import { telefoneDigits } from '../../server/domain/telefone'`],
  [
    'server/repos/firebase/x.ts',
    `import type { App } from 'firebase-admin/app'; await import('firebase-admin/app')`,
  ],
  ['server/open-storage.ts', `await import('./repos/sqlite/index.ts')`],
  ['server/repos/bind.ts', `import { linhaDoHistorico } from '../domain/historico.ts'`],
  [
    'server/repos/sqlite/x.ts',
    `import { newestFirst, type Feito } from '../../domain/historico.ts'; import type { Gravada } from '../../domain/historico.ts'`,
  ],
  ['server/domain/x.ts', `// import x from 'react'\nconst text = "import y from 'react'"`],
] as const) {
  test(`${path} is let through with ${text.slice(0, 70)}`, () => {
    expect(refusalsOf(path, text)).toEqual([])
  })
}

test('a file in no room is caught', () => {
  expect(refusalsOf('server/utils.ts', '')).toEqual(['server/utils.ts belongs to no room'])
})

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
