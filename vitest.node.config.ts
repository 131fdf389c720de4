import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { shared } from './vitest.config.ts'

const [major = ''] = process.version.split('.')

/**
 * What a Node may make a difference to, on a build made once: the in-memory tests (dates and letters are told by the
 * Node's own tables), SQLite and its processes, crashes, HTTP, the organiser's commands.
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        'test/{server/cli,server/http,server/repos/sqlite}/**/*.test.ts',
        'test/{crashes,journeys/http}/*.test.ts',
        'test/contract/sqlite.test.ts',
      ],
      exclude: [...configDefaults.exclude, 'test/crashes/release.test.ts'],
      globalSetup: 'test/support/build.ts',
      maxWorkers: '100%',
      experimental: { fsModuleCache: false },
      reporters: ['default', ['json', { outputFile: `test-results/nodes/${major}/unit.json` }]],
    },
  }),
)
