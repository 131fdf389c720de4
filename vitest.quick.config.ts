import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { reportedAs, shared } from './vitest.config.ts'

/**
 * The tests in those folders that kill, exhaust, wait or sweep, draw a lot, or need a program besides Node.
 */
export const SLOW = [
  'test/{equipe-sweep,image,test-sets}.test.ts',
  'test/server/arte/{certificado*,convite-png,credencial-picture,draw-all,invitation,own-picture*}.test.ts',
  'test/server/cli/{arte,certificado,excluir,migrar*,printed,processes,restaurar*}.test.ts',
  'test/server/http/{arte,event-loop-queue,expectation,labels,limits,load-shedding-server}.test.ts',
  'test/server/http/{phone-posts,pictures,processes,proxies,remix-handler,saude,senders}.test.ts',
  'test/server/http/{shutdown,slow-clients,start,streaming,valid-html,weights}.test.ts',
  'test/server/repos/firebase/{avip*,balanco,deadline,emulator,entrada-follows,erasure}.test.ts',
  'test/server/repos/firebase/{list,outro-evento,painel*,reads,storage}.test.ts',
  'test/server/repos/sqlite/{backups,erasure,residue,upgrade*}.test.ts',
]

/**
 * A few of the slow files: a whole journey, a guest's place, a full disk, a crash at each point of an act, a
 * lost answer.
 */
export const SAMPLES = [
  'test/journeys/http/{private-log,taken-place}.test.ts',
  'test/crashes/{disk-full,evento,lost-answer}.test.ts',
  'test/crashes/firestore/connection.test.ts',
  'test/races/sqlite-processes.test.ts',
]

/**
 * What `npm test` has besides the in-memory part: everything that ends soon, and a few of each slow kind. A
 * new file joins by its folder; tests that kill, exhaust, wait or sweep run in `npm run test:full`
 * (`test/test-sets.test.ts`).
 */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: [
        // The sources themselves, the deployment, and import rules.
        'test/*.test.ts',
        // Every act on SQLite and on the Firestore fake.
        'test/contract/{firebase,firebase-demands,sqlite}.test.ts',
        'test/server/repos/{firebase,sqlite}/*.test.ts',
        // Servers in this process, and commands.
        'test/server/{arte,cli,http}/*.test.ts',
        ...SAMPLES,
      ],
      exclude: [...configDefaults.exclude, ...SLOW],
      globalSetup: 'test/support/build.ts',
      // Half of the slow tests wait for a disk, a process or a socket.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      testTimeout: 600_000,
      reporters: reportedAs('quick'),
      experimental: { fsModuleCache: true },
    },
  }),
)
