import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { reportedAs, shared } from './vitest.config.ts'

const [major = ''] = process.version.split('.')

/**
 * What may differ between Node versions, on one build: SQLite and its processes, HTTP, the organiser's
 * commands, and killed or exhausted processes. The same on all of them: which act a crash hits, how other
 * programs read our answers (a proxy, the W3C's validator), what Firestore is asked, and what SQLite does
 * with its own files.
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
      // The Node versions run side by side.
      maxWorkers: 1,
      experimental: { fsModuleCache: false },
      reporters: reportedAs(`nodes/${major}/unit`),
    },
  }),
)
