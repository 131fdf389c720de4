import { MESA, newGuests } from './guests.ts'
import { crowd } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/** The server is asked to end in the middle of a crowd: it finishes what it has begun, and ends in time. */
export const sigterm: Prova = {
  goal: '20 SIGTERMs under load: no acknowledged registration lost, exit 0 within 10 s',
  limitSeconds: { full: 400, short: 60 },
  async run(isShort) {
    const rounds = isShort ? 3 : 20
    const directory = newDatabase({ [MESA]: 1_000_000 })
    const guests = newGuests()
    let slowest = 0
    for (let round = 1; ; round++) {
      const server = await startServer(directory)
      let isOver = false
      const crowded = crowd([server.port], 16, guests.register, () => isOver)
      await sleep(300 + Math.random() * 1_700)
      const begun = performance.now()
      const code = await server.stop('SIGTERM')
      slowest = Math.max(slowest, performance.now() - begun)
      isOver = true
      await crowded
      const { figure, isRight } = guests.compareWith(directory)
      const isWell = isRight && code === 0 && slowest <= 10_000
      if (!isWell || round === rounds)
        return {
          figure: `${round} SIGTERMs: slowest exit ${slowest.toFixed(0)} ms, code ${code}, ${figure}`,
          isReached: isWell && guests.acknowledged() > rounds,
        }
    }
  },
}
