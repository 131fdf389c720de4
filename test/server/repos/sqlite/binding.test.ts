import { DatabaseSync as ofPackage } from '@photostructure/sqlite'
import { expect, test, vi } from 'vitest'

const OfNode = Symbol('the DatabaseSync of Node')

/** The binding chosen on a Node with these versions. */
async function bindingOn(versions: Record<string, string>): Promise<unknown> {
  const getBuiltinModule = (name: string) => (name === 'node:sqlite' ? { DatabaseSync: OfNode } : undefined)
  vi.stubGlobal(
    'process',
    Object.create(process, { versions: { value: versions }, getBuiltinModule: { value: getBuiltinModule } }),
  )
  try {
    // A new module for each test, since its choice is made once, when it is loaded.
    const path = `../../../../server/repos/sqlite/binding.ts?on=${`${versions.node}-${versions.sqlite}`.replaceAll('.', '_')}`
    return ((await import(/* @vite-ignore */ path)) as { DatabaseSync: unknown }).DatabaseSync
  } finally {
    vi.unstubAllGlobals()
  }
}

for (const [node, sqlite, binding] of [
  ['20.19.0', undefined, 'the package’s'],
  ['22.21.0', '3.51.3', 'the package’s'],
  ['24.0.0', '3.51.2', 'the package’s'],
  ['24.0.0', undefined, 'the package’s'],
  ['24.19.0', '3.51.3', 'Node’s own'],
  ['26.0.0', '3.53.0', 'Node’s own'],
] as const) {
  test(`on Node ${node} with SQLite ${sqlite ?? 'unknown'} the binding is ${binding}`, async () => {
    const chosen = await bindingOn({ node, ...(sqlite !== undefined && { sqlite }) })
    expect(chosen).toBe(binding === 'Node’s own' ? OfNode : ofPackage)
  })
}
