import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { shared } from './vitest.config.ts'

/** Everything but the browser, for `npm run test:full`: all adapters, real processes, the server, the commands. */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: ['test/**/*.test.{ts,tsx}'],
      exclude: [...configDefaults.exclude, 'test/e2e/**'],
      // Most of what takes long waits for a disk, a process or an emulator: as many workers as cores would leave some idle.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      // A run before a change lands trusts nothing that was kept of another.
      experimental: { fsModuleCache: false },
      globalSetup: 'test/support/build.ts',
      // The dearest take half a minute alone, and several times that on a busy machine.
      testTimeout: 600_000,
      reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
      coverage: {
        provider: 'v8',
        include: ['server/**/*.ts', 'app/routes/**/*.tsx'],
        thresholds: { lines: 95 },
        reporter: ['text-summary', 'text'],
      },
    },
  }),
)
