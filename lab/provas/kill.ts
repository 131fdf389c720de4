import { MESA, newGuests } from './guests.ts'
import { crowd } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/** The server is killed in the middle of a crowd, again and again: what was acknowledged is there, and whole. */
export const kill: Prova = {
  goal: '100 random kill -9 under load: every acknowledged registration present, none half-written, integrity clean',
  limitSeconds: { full: 900, short: 90 },
  async run(isShort) {
    const rounds = isShort ? 5 : 100
    const directory = newDatabase({ [MESA]: 1_000_000 })
    const guests = newGuests()
    for (let round = 1; ; round++) {
      const server = await startServer(directory)
      let isOver = false
      const crowded = crowd([server.port], 16, guests.register, () => isOver)
      await sleep(100 + Math.random() * 1_400)
      await server.stop('SIGKILL')
      isOver = true
      await crowded
      const { figure, isRight } = guests.compareWith(directory)
      if (!isRight || round === rounds)
        return { figure: `${round} kills: ${figure}`, isReached: isRight && guests.acknowledged() > rounds }
    }
  },
}
