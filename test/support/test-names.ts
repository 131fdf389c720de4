import ts from 'typescript'

/** A test of a source text. */
export interface TestName {
  /** The name as in the source; for a template, including `${…}`. */
  name: string
  /**
   * Whether its declaration may skip it: skip, todo, skipIf, runIf, on it or around it; its body does not
   * count.
   */
  isSkipped: boolean
}

/**
 * Every test that a file declares with a literal name: `test('…')` and its variants, and the cases of the
 * contract.
 */
export function testNamesOf(path: string, text: string): TestName[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const wrappers = wrappersOf(source)
  const names: TestName[] = []
  const visit = (node: ts.Node, isSkippedAround: boolean): void => {
    let isSkipped = isSkippedAround
    if (ts.isCallExpression(node)) {
      const callee = calleeOf(node)
      isSkipped ||= callee.modifiers.some((modifier) => /^(skip|skipIf|runIf|todo)$/.test(modifier))
      const name = nameOf(node.arguments[0])
      const isCase = path.endsWith('.cases.ts') && /^(it|race)$/.test(callee.root)
      const isTest = callee.root === 'test' || isCase || wrappers.has(callee.root)
      if (isTest && name !== null && node.arguments.length > 1) names.push({ name, isSkipped })
    } else if (path.endsWith('.cases.ts') && ts.isObjectLiteralExpression(node)) {
      const name = caseOf(node)
      if (name !== null) names.push({ name, isSkipped })
    }
    ts.forEachChild(node, (child) => visit(child, isSkipped))
  }
  visit(source, false)
  return names
}

/** `test.skipIf(x).each(y)(…)` is `test` with the modifiers skipIf and each. */
function calleeOf(call: ts.CallExpression): { root: string; modifiers: string[] } {
  const modifiers: string[] = []
  let node: ts.Expression = call.expression
  for (;;) {
    if (ts.isPropertyAccessExpression(node)) {
      modifiers.push(node.name.text)
      node = node.expression
    } else if (ts.isCallExpression(node)) node = node.expression
    else return { root: ts.isIdentifier(node) ? node.text : '', modifiers }
  }
}

/** Functions of the file that declare a test named by their first argument. */
function wrappersOf(source: ts.SourceFile): Set<string> {
  const wrappers = new Set<string>()
  const visit = (node: ts.Node, wrapper: ts.FunctionDeclaration | null): void => {
    const inside = ts.isFunctionDeclaration(node) ? node : wrapper
    if (inside?.name && ts.isCallExpression(node) && calleeOf(node).root === 'test') {
      const given = inside.parameters[0]?.name.getText()
      if (given !== undefined && node.arguments[0]?.getText() === given) wrappers.add(inside.name.text)
    }
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(source, null)
  return wrappers
}

/** A case of the contract has a name and a body that runs. */
function caseOf(literal: ts.ObjectLiteralExpression): string | null {
  const named = literal.properties.find((property) => property.name?.getText() === 'name')
  const isRun = literal.properties.some((property) => property.name?.getText() === 'run')
  return isRun && named && ts.isPropertyAssignment(named) ? nameOf(named.initializer) : null
}

function nameOf(node: ts.Node | undefined): string | null {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null
}
