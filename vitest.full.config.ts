import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { reportedAs, shared } from './vitest.config.ts'
import { SAMPLES, SLOW } from './vitest.quick.config.ts'

/** Everything `npm test` leaves out, except the browsers: tests that kill, exhaust, wait or sweep. */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        ...SLOW,
        'test/{built,crashes,exhaustive,lab,races}/**/*.test.ts',
        'test/journeys/{firestore,http}/**/*.test.ts',
        'test/contract/emulator.test.ts',
      ],
      exclude: [...configDefaults.exclude, ...SAMPLES],
      // Most slow tests wait for a disk, a process or an emulator: with one worker per core some cores would
      // idle.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      // A run before a change lands trusts no cache from another run.
      experimental: { fsModuleCache: false },
      globalSetup: 'test/support/build.ts',
      // The slowest take half a minute alone, and several times that on a busy machine.
      testTimeout: 600_000,
      reporters: reportedAs('full'),
    },
  }),
)
