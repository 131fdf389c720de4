import type { Query as FirestoreQuery } from 'firebase-admin/firestore'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { queryOf } from '../server/repos/firebase/table.ts'
import { sourcesBelow } from './support/imports.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))

test('no composite index is deployed, and no query of the adapter needs one', () => {
  expect(readJson('deploy/firebase/firestore.indexes.json')).toEqual({ indexes: [], fieldOverrides: [] })
  const queries = sourcesBelow('server/repos/firebase').flatMap((path) => queriesOf(read(path)))
  expect(queries.length).toBeGreaterThan(8)
  // What `queryOf` makes of a question has no fields in the source: it is asked below.
  const needing = queries.filter(needsComposite).filter(({ text }) => !text.startsWith('query.where(field, '))
  expect(needing.map(({ text }) => text)).toEqual([])
})

test('a question is asked by what is equal, or by the bounds of one field, and no composite index answers it', () => {
  const askedBy = (where: Record<string, unknown>) => {
    const asked: unknown[] = []
    const query = {
      where: (...condition: unknown[]) => (asked.push(condition), query),
    } as unknown as FirestoreQuery
    queryOf(query, where)
    return asked
  }
  expect(askedBy({ sid: 'a', estado: 'pendente' })).toEqual([
    ['sid', '==', 'a'],
    ['estado', '==', 'pendente'],
  ])
  expect(askedBy({ ato: 'juntou', detalhe: { above: '1 ', below: '1!' } })).toEqual([
    ['detalhe', '>', '1 '],
    ['detalhe', '<', '1!'],
  ])
  expect(askedBy({ rotulo: { not: '' } })).toEqual([['rotulo', '>', '']])
})

for (const [query, isRefused] of [
  [`reservas.where('empresaid', '==', id).where('estado', '==', 'pendente').limit(1)`, false],
  [`outbox.where('presoate', '<=', now).limit(9)`, false],
  [`chaves.where('a', '>=', 1).where('a', '<=', 2).orderBy('a', 'desc')`, false],
  [`chaves.orderBy('__name__').startAfter(id)`, false],
  [`chaves.where('a', 'in', [1]).where('b', '==', 2)`, false],
  [`chaves.where('a', '==', 1).where('b', '<=', 2)`, true],
  [`chaves.where('a', '==', 1).orderBy('b')`, true],
  [`chaves.where('a', '>', 1).where('b', '<', 2)`, true],
  [`chaves.where('a', '>', 1).orderBy('b')`, true],
  [`chaves.orderBy('a').orderBy('b')`, true],
  [`chaves.where(field, '>', 1).where(field, '<', 2).orderBy(field, 'desc')`, false],
  [`chaves.where(field, '>', 1).orderBy(other)`, true],
  [`chaves.where(field, '>', 1).orderBy('a')`, true],
  [`chaves.orderBy('__name__', 'desc')`, true],
  [`chaves.orderBy('a').orderBy('__name__').startAfter(at, id)`, false],
  [`chaves.orderBy('a', 'desc').orderBy('__name__')`, true],
  [`chaves.where('a', '==', 1).orderBy('b').orderBy('__name__')`, true],
  [`chaves.where('a', '==', 1).where('b', 'array-contains', 2)`, true],
  [`chaves.where('a', '==', 1).where(field, '==', 2)`, true],
  [`pendentesOf(connection, id).orderBy('a')`, true],
  [`found.orderBy('a')`, true],
  [`db.collectionGroup('a').where('a', '==', 1)`, true],
] as const) {
  test(`${query} ${isRefused ? 'is taken to need a composite index' : 'needs no composite index'}`, () => {
    expect(queriesOf(query).map(needsComposite)).toEqual([isRefused])
  })
}

interface Query {
  /** The text of the whole chain. */
  text: string
  /** The expression the chain begins with. */
  root: ts.Expression
  calls: { method: string; args: readonly ts.Expression[] }[]
}

/** The names `connection.ts` gives its collections, and functions give the one passed to them. */
const COLLECTIONS = new Set([
  ...['empresas', 'credenciais', 'reservas', 'chaves', 'outbox'],
  ...['aparelhos', 'pareamentos', 'entradas', 'historico', 'planilhas', 'collection'],
  ...[
    'convites',
    'mesas',
    'desistencias',
    'pendentes',
    'envios',
    'textos',
    'andamentos',
    'importados',
    'imagens',
  ],
])

const PARTS = new Set(['where', 'orderBy', 'startAfter', 'startAt', 'endBefore', 'endAt', 'limit', 'select'])

const VARIABLE = 'variable '

/** Every chain of calls that filters or orders. */
function queriesOf(text: string): Query[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  const found: Query[] = []
  const visit = (node: ts.Node): void => {
    const query = chainOf(node)
    if (query?.calls.some(({ method }) => method === 'where' || method === 'orderBy')) {
      found.push(query)
      visit(query.root)
      for (const { args } of query.calls) args.forEach(visit)
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function chainOf(node: ts.Node): Query | null {
  const calls: Query['calls'] = []
  let root = node
  while (ts.isCallExpression(root) && ts.isPropertyAccessExpression(root.expression)) {
    const method = root.expression.name.text
    if (!PARTS.has(method)) break
    calls.push({ method, args: root.arguments })
    root = root.expression.expression
  }
  return calls.length > 0 ? { text: node.getText(), root: root as ts.Expression, calls } : null
}

/**
 * Whether the single-field indexes that Firestore keeps by itself are not enough, or may not be. They serve
 * equalities on any fields together, or one range and order on one field.
 */
function needsComposite({ root, calls }: Query): boolean {
  const name = ts.isPropertyAccessExpression(root) ? root.name : root
  // A variable is one field, which may be any.
  const textOf = (arg: ts.Expression | undefined) =>
    arg && (ts.isStringLiteral(arg) ? arg.text : ts.isIdentifier(arg) ? VARIABLE + arg.text : null)
  const equal = new Set<string | null>()
  const ranged = new Set<string | null>()
  let isKnown = ts.isIdentifier(name) && COLLECTIONS.has(name.text)
  let isDescending = false
  for (const { method, args } of calls) {
    const [field = null, second = null] = args.map(textOf)
    if (method === 'where') {
      isKnown &&= field !== null && second !== null && !second.startsWith(VARIABLE)
      if (second === '==' || second === 'in') equal.add(field)
      else ranged.add(field)
    } else if (method === 'orderBy') {
      isKnown &&= field !== null && !(field === '__name__' && second === 'desc')
      isDescending ||= second === 'desc'
      ranged.add(field)
    }
  }
  // In a field's index, documents with the same value are ordered by their names, upwards.
  if (ranged.size === 2 && !isDescending) ranged.delete('__name__')
  const fields = [...new Set([...equal, ...ranged])]
  if (fields.length > 1 && fields.some((field) => field?.startsWith(VARIABLE))) return true
  return !isKnown || ranged.size > 1 || (ranged.size === 1 && equal.size > 0)
}
