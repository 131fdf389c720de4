import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { reportedAs, shared } from './vitest.config.ts'

const [major = ''] = process.version.split('.')

/**
 * What a Node may make a difference to, on a build made once: SQLite and its processes, HTTP, the organiser's commands,
 * processes that are killed or exhausted. Which act a crash falls into, what other programs make of our answers (a proxy,
 * the W3C's validator), what Firestore is asked and what SQLite makes of its own files are the same on all of them.
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        'test/{server/cli,server/http,server/repos/sqlite}/**/*.test.ts',
        'test/crashes/{backup,disk-full,exhausting-uploads,sqlite-processes}.test.ts',
        'test/contract/sqlite.test.ts',
      ],
      exclude: [
        ...configDefaults.exclude,
        'test/server/http/{labels,pictures,processes,proxies,remix-handler,valid-html}.test.ts',
        'test/server/cli/{migrar*,printed}.test.ts',
        'test/server/repos/sqlite/{erasure,residue,upgrade,upgrade-copies}.test.ts',
      ],
      globalSetup: 'test/support/build.ts',
      // The Nodes are tried side by side.
      maxWorkers: 1,
      experimental: { fsModuleCache: false },
      reporters: reportedAs(`nodes/${major}/unit`),
    },
  }),
)
