import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * Where a text that may be any is the key of an object, as `file:line`. A plain object has `constructor` and `__proto__`
 * without being told: it is indexed by names that are known, and anything else is asked of `own` or of a Map.
 */
function openKeysOf(program: ts.Program, files: readonly ts.SourceFile[]): string[] {
  const checker = program.getTypeChecker()
  const isOpen = (node: ts.Expression) => {
    const type = checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.String)
  }
  const found: string[] = []
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      const key = ts.isElementAccessExpression(node)
        ? node.argumentExpression
        : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
          ? node.left
          : null
      if (key && isOpen(key)) {
        found.push(`${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

const root = process.cwd()
const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: object }
const { options, fileNames } = ts.parseJsonConfigFileContent(
  { ...config, include: ['app', 'server'] },
  ts.sys,
  root,
)

const program = ts.createProgram(fileNames, options)
const sources = program
  .getSourceFiles()
  .filter(({ fileName }) => /^\/(app|server)\/.*\.tsx?$/.test(fileName.slice(root.length)))

test('no object of the product is indexed by a text from outside', () => {
  expect(sources.length).toBeGreaterThan(400)
  const asking = sources.filter(({ fileName }) => !fileName.endsWith('/server/domain/own.ts'))
  expect(openKeysOf(program, asking)).toEqual([])
})

// TypeScript looks for unknown fields in what a literal names itself, not in what it spreads.
test('no object literal of the product spreads another', () => {
  const spreads = sources.flatMap(({ fileName, text }) =>
    text.includes('...{') ? [fileName.slice(root.length)] : [],
  )
  expect(spreads).toEqual([])
})

test('an open key is seen, one of known names is not', () => {
  const text = [
    'const told: Record<string, number> = {}',
    'export const a = (key: string) => told[key]',
    'export const b = (key: string) => key in told',
    "export const c = (key: 'x' | 'y') => told[key]",
    'export const d = (list: number[], at: number) => list[at]',
  ].join('\n')
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target) =>
    name === 'sample.ts' ? ts.createSourceFile(name, text, target) : read(name, target)
  const program = ts.createProgram(['sample.ts'], { ...options, types: [] }, host)
  const sample = program.getSourceFile('sample.ts')
  expect(sample && openKeysOf(program, [sample])).toEqual(['sample.ts:2', 'sample.ts:3'])
})
