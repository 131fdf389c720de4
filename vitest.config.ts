import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guia } from './vite.guia.config.ts'

/** The cache finds a module by its source, which does not show the files import.meta.glob finds. */
const uncachedGlobs: Plugin = {
  name: 'uncached-globs',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined))
  },
}

/**
 * The folders of the slowest tests, which would finish last and alone: many of their files are small, and
 * small ones run last.
 */
const DEAREST = /\/test\/(contract|races|crashes|built|exhaustive|journeys|lab)\/|\/server\/http\/processes/

class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDear = ({ moduleId }: TestSpecification) => DEAREST.test(moduleId)
    return (await super.sort(files)).sort((a, b) => Number(isDear(b)) - Number(isDear(a)))
  }
}

/** What a run writes for `.ci/count.mjs`. */
export const reportedAs = (name: string) => [
  'default',
  ['json', { outputFile: `test-results/${name}.json` }] satisfies [string, object],
]

/** What every test run has. */
export const shared = defineConfig({
  plugins: [guia(), uncachedGlobs],
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('app', import.meta.url)),
      // What the build makes of app/porta; no test needs its files.
      'virtual:porta': fileURLToPath(new URL('test/support/porta-build.ts', import.meta.url)),
    },
  },
  test: {
    // No test leaves anything behind in a module, and a fresh start per file would take most of the time.
    isolate: false,
    // V8 starts with 16 MB for new objects, and would collect them thousands of times.
    execArgv: ['--max-semi-space-size=64'],
    // A busy machine may take minutes for a second's work; the limit is only for tests that never end.
    testTimeout: 60_000,
    retry: process.env.CI === undefined ? 0 : 1,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: DearestFirst },
  },
})

/**
 * The in-memory part, done in seconds: `npx vitest run`. vitest.quick.config.ts has the rest of `npm test`.
 */
export default mergeConfig(
  shared,
  defineConfig({
    // React's production build; the full run uses the development one, which looks for mistakes.
    esbuild: { jsxDev: false },
    test: {
      env: { NODE_ENV: 'production', FC_RUNS: process.env.FC_RUNS ?? '50' },
      // The run ends before V8's inlining of hot functions pays off, and before its heap needs to be small.
      execArgv: ['--no-turbo-inlining', '--min-semi-space-size=64', '--initial-heap-size=1024'],
      // Each worker imports everything the tests import, so a second one costs more than it saves.
      maxWorkers: 1,
      // Transforming the sources costs as much as running them, so node_modules caches the unchanged ones.
      experimental: { fsModuleCache: true },
      reporters: reportedAs('memory'),
      include: [
        'test/{app,server/domain,server/planilhas,server/use-cases}/**/*.test.ts',
        'test/server/{,repos/}*.test.ts',
        'test/contract/{memory,naive}.test.ts',
        'test/journeys/*.test.ts',
      ],
    },
  }),
)
