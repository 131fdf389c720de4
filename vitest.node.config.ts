import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { shared } from './vitest.config.ts'

const [major = ''] = process.version.split('.')

/**
 * What is run on every Node this works on, on a build made once: the in-memory tests, the contract of every adapter,
 * SQLite and its processes, HTTP, the organiser's commands. The rest is about files, or runs in a browser.
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        'test/{contract,server/cli,server/http,server/repos/sqlite}/**/*.test.ts',
        'test/{crashes,exhaustive,journeys/http,races}/*.test.ts',
        'test/equipe-sweep.test.ts',
      ],
      exclude: [...configDefaults.exclude, 'test/crashes/release.test.ts'],
      globalSetup: 'test/support/build.ts',
      maxWorkers: '100%',
      experimental: { fsModuleCache: false },
      reporters: ['default', ['json', { outputFile: `test-results/nodes/${major}/unit.json` }]],
    },
  }),
)
