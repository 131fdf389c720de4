import { startFakeFirestore } from '../../test/support/firestore/fake.ts'
import { nameOf } from '../../test/support/journey.ts'
import { startFakeRtdb, type FakeRtdb } from '../../test/support/rtdb/fake.ts'
import { crowd, post } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/**
 * The realtime database is away while guests register. Once back, it gets every avip, though the drainer is
 * killed.
 */
export const rtdb: Prova = {
  goal: 'realtime database down, 10,000 registrations: all delivered within 60 s of its return, drainer killed twice',
  limitSeconds: { full: 600, short: 120 },
  async run(isShort) {
    const total = isShort ? 300 : 10_000
    const [firestore, realtime] = await Promise.all([startFakeFirestore(), startFakeRtdb()])
    try {
      const directory = newDatabase()
      const start = () =>
        startServer(directory, {
          PUBLIC_ORIGIN: '',
          // In production the server would use no emulator.
          SESSION_SECRET: '',
          STORAGE: 'firebase',
          GCP_PROJECT_ID: 'demo-provas',
          RTDB_URL: realtime.url,
          FIRESTORE_EMULATOR_HOST: firestore.host,
          METADATA_SERVER_DETECTION: 'none',
          LOG_LEVEL: 'fatal',
        })
      let server = await start()
      // A demonstration answers only to this computer's names.
      const origin = `http://localhost:${server.port}`
      await realtime.refuse()
      let acknowledged = 0
      let next = 0
      await crowd(
        [server.port],
        64,
        async (client) => {
          const form = `nome=${encodeURIComponent(nameOf(next++))}&telefone=11987654321`
          const outcome = await client.ask(post('/cadastro', next, form, '', origin))
          if (outcome.kind === 'answered' && outcome.status === 303) acknowledged += 1
        },
        () => next >= total,
      )
      const due = firestore.documents('avip_outbox').size

      await realtime.accept()
      const begun = performance.now()
      const seconds = () => (performance.now() - begun) / 1000
      for (const share of isShort ? [0.5] : [0.3, 0.6]) {
        await untilDelivered(realtime, total * share, seconds)
        await server.stop('SIGKILL')
        server = await start()
      }
      await untilDelivered(realtime, acknowledged, seconds)
      const took = seconds()
      const delivered = idsOf(realtime).sort()
      const stored = [...firestore.documents('credencial').keys()]
      const isEqual = stored.join() === delivered.join()
      return {
        figure:
          `${acknowledged} of ${total} registered, ${due} due, ${delivered.length} delivered ` +
          `${took.toFixed(1)} s after its return, ${isEqual ? 'the same' : 'other'} ids`,
        isReached: took <= 60 && isEqual && acknowledged === total && due === total,
      }
    } finally {
      await realtime.close()
      firestore.close()
    }
  },
}

const idsOf = (realtime: FakeRtdb) => Object.keys(realtime.value('avip') ?? {})

async function untilDelivered(realtime: FakeRtdb, count: number, seconds: () => number): Promise<void> {
  while (idsOf(realtime).length < count && seconds() < 90) await sleep(200)
}
