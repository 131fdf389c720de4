import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { reportedAs, shared } from './vitest.config.ts'
import { SAMPLES, SLOW } from './vitest.quick.config.ts'

/** All that `npm test` leaves out: what kills, exhausts, waits or sweeps, but the browsers. */
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
      // Most of what takes long waits for a disk, a process or an emulator: as many workers as cores would leave some idle.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      // A run before a change lands trusts nothing that was kept of another.
      experimental: { fsModuleCache: false },
      globalSetup: 'test/support/build.ts',
      // The dearest take half a minute alone, and several times that on a busy machine.
      testTimeout: 600_000,
      reporters: reportedAs('full'),
    },
  }),
)
