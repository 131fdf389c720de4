import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { shared } from './vitest.config.ts'

const [major = ''] = process.version.split('.')

/**
 * What a Node may make a difference to, on a build made once: SQLite and its processes, HTTP, the organiser's commands,
 * processes that are killed or exhausted. Which act a crash falls into, what other programs make of our answers (a proxy,
 * the W3C's validator) and what SQLite makes of its own files are the same on all of them.
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        'test/{server/cli,server/http,server/repos/sqlite}/**/*.test.ts',
        'test/crashes/{backup,convidados,disk-full,exhausting-*,spreadsheet,sqlite-processes}.test.ts',
        'test/contract/sqlite.test.ts',
      ],
      exclude: [
        ...configDefaults.exclude,
        'test/server/http/{labels,proxies,valid-html}.test.ts',
        'test/server/cli/{migrar-again,printed}.test.ts',
        'test/server/repos/sqlite/{erasure,residue,upgrade,upgrade-copies}.test.ts',
      ],
      globalSetup: 'test/support/build.ts',
      // The Nodes are tried side by side.
      maxWorkers: 1,
      experimental: { fsModuleCache: false },
      reporters: ['default', ['json', { outputFile: `test-results/nodes/${major}/unit.json` }]],
    },
  }),
)
