import { existsSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** One import of a file, as the rules of the rooms see it. */
export interface Import {
  /**
   * A path from the repository's root, `node:…`, a package's name, or `?` when it is computed at run time.
   */
  target: string
  /** Imports only types: nothing of it is left at run time. */
  isType: boolean
  /** `import()`, loaded on demand. */
  isLazy: boolean
  /** The names it imports, without types; `*` for everything. */
  names: string[]
}

const known = new Map<string, { text: string; imports: Import[] }>()

/**
 * Every import, re-export, `import()`, `require()` and `import('…')` type of a source text, which is parsed
 * once.
 */
export function importsOf(path: string, text: string): Import[] {
  const before = known.get(path)
  if (before?.text === text) return before.imports
  const imports = parseImports(path, text)
  known.set(path, { text, imports })
  return imports
}

function parseImports(path: string, text: string): Import[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
  const imports: Import[] = []
  const add = (node: ts.Node | undefined, isType: boolean, isLazy = false, names = ['*']) => {
    const target = node && ts.isStringLiteralLike(node) ? targetOf(path, node.text) : '?'
    imports.push({ target, isType, isLazy, names: isType ? [] : names })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      add(
        node.moduleSpecifier,
        isType,
        false,
        bindings && ts.isNamedImports(bindings) ? namesIn(bindings) : ['*'],
      )
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause : null
      add(node.moduleSpecifier, node.isTypeOnly, false, named ? namesIn(named) : ['*'])
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
    } else if (ts.isCallExpression(node)) {
      const { expression } = node
      if (expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false, true)
      else if (ts.isIdentifier(expression) && expression.text === 'require') add(node.arguments[0], false)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

function namesIn({ elements }: ts.NamedImports | ts.NamedExports): string[] {
  return elements.flatMap((one) => (one.isTypeOnly ? [] : [(one.propertyName ?? one.name).text]))
}

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('~/')) return withExtension(posix.join('app', specifier.slice(2)))
  if (specifier.startsWith('.')) return withExtension(posix.join(posix.dirname(from), specifier))
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Removes Vite's `?url` and the like, and adds the file's extension to a path without one. */
function withExtension(path: string): string {
  const [file = path] = path.split('?', 1)
  return (
    ['', '.ts', '.tsx', '.server.ts']
      .map((end) => file + end)
      .find((f) => /\.\w+$/.test(f) && existsSync(f)) ?? file
  )
}

/** Every source file below a directory, as paths from the repository's root. */
export function sourcesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|js|jsx|mjs|cjs|mts|cts)$/.test(entry.name))
    .map((entry) => posix.normalize(join(entry.parentPath, entry.name).replaceAll('\\', '/')))
    .sort()
}
