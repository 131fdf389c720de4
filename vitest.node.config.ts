import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { reportedAs, shared } from './vitest.config.ts'

const [major = ''] = process.version.split('.')

/**
 * What may differ between Node versions, on one build: SQLite, HTTP and the organiser's commands. Killed and
 * exhausted processes are in the proofs that `.ci/run` runs on each version. The same on all of them: which act
 * a crash hits, how other programs read our answers (a proxy, the W3C's validator), what Firestore is asked,
 * and what SQLite does with its own files.
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        'test/{server/cli,server/http,server/repos/sqlite}/**/*.test.ts',
        'test/contract/sqlite.test.ts',
      ],
      exclude: [
        ...configDefaults.exclude,
        'test/server/http/{labels,pictures,processes,proxies,remix-handler,valid-html}.test.ts',
        'test/server/cli/{migrar*,printed}.test.ts',
        'test/server/repos/sqlite/{erasure,residue,upgrade,upgrade-copies}.test.ts',
      ],
      globalSetup: 'test/support/build.ts',
      // The Node versions run side by side.
      maxWorkers: 1,
      experimental: { fsModuleCache: false },
      reporters: reportedAs(`nodes/${major}/unit`),
    },
  }),
)
