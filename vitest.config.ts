import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The in-memory part, done in seconds: `npx vitest run`. Everything else is in vitest.all.config.ts. */
export default defineConfig({
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('app', import.meta.url)),
      // What the build makes of app/porta; no test needs its files.
      'virtual:porta': fileURLToPath(new URL('test/support/porta-build.ts', import.meta.url)),
    },
  },
  test: {
    // No test leaves anything behind in a module, and starting afresh for each file would cost most of the time.
    isolate: false,
    // Most of what takes long waits for a disk, a process or an emulator: one worker less than cores would leave one idle.
    maxWorkers: '100%',
    include: [
      'test/*.test.ts',
      'test/{app,server/domain,server/planilhas,server/use-cases}/**/*.test.ts',
      'test/server/{,repos/}*.test.ts',
      'test/contract/{memory,naive}.test.ts',
      'test/journeys/*.test.ts',
    ],
  },
})
