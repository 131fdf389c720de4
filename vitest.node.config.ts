import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import fast from './vitest.config.ts'

/**
 * What is run on every supported Node, on a build made once: the in-memory tests, the contract of every adapter, SQLite
 * and its processes, HTTP, the organiser's commands. The rest does not depend on the Node it runs on.
 */
export default mergeConfig(
  fast,
  defineConfig({
    test: {
      include: ['test/{cli,contract,http,sqlite}/**/*.test.{ts,tsx}'],
      exclude: configDefaults.exclude,
      globalSetup: 'test/support/build.ts',
      testTimeout: 60_000,
    },
  }),
)
