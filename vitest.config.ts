import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guia } from './vite.guia.config.ts'

/** A module that was kept is found by its source, which does not tell what files import.meta.glob finds. */
const uncachedGlobs: Plugin = {
  name: 'uncached-globs',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined))
  },
}

/** The rooms of what takes longest, which would end alone: many of its files are small, and small ones come last. */
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

/** What every run of tests has. */
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
    // No test leaves anything behind in a module, and starting afresh for each file would cost most of the time.
    isolate: false,
    // V8 starts with room for 16 MB of new objects, and would collect them thousands of times.
    execArgv: ['--max-semi-space-size=64'],
    // A busy machine may take minutes for what takes a second; only what never ends is given up.
    testTimeout: 60_000,
    retry: process.env.CI === undefined ? 0 : 1,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: DearestFirst },
  },
})

/** The in-memory part, done in seconds: `npx vitest run`. What `npm test` has beside it is in vitest.quick.config.ts. */
export default mergeConfig(
  shared,
  defineConfig({
    // React as it is served; the run of everything has the one for development, which looks for mistakes.
    esbuild: { jsxDev: false },
    test: {
      env: { NODE_ENV: 'production', FC_RUNS: process.env.FC_RUNS ?? '50' },
      // A run is over before what V8 inlines into hot functions pays for itself, and before its heap need be small.
      execArgv: ['--no-turbo-inlining', '--min-semi-space-size=64', '--initial-heap-size=1024'],
      // Each worker imports everything the tests import: a second one costs more than it saves.
      maxWorkers: 1,
      // Transforming the sources costs as much as running them: what did not change is kept in node_modules.
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
