import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

/** Everything but the browser: all adapters, real processes, the server, the commands. Needs the build. */
export default mergeConfig(
  fast,
  defineConfig({
    test: {
      include: ['test/**/*.test.{ts,tsx}'],
      exclude: [...configDefaults.exclude, 'test/e2e/**'],
      globalSetup: 'test/support/build.ts',
      testTimeout: 60_000,
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
