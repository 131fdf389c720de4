import { MESA, newConvidados } from './convidados.ts'
import { crowd } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Measured, type Prova } from './prova.ts'

/** How the server ended in one round. */
interface Ended {
  code: number | null
  ms: number
}

/**
 * Ends the server in the middle of a crowd, over and over, on one database, and checks the data after each
 * round.
 * @param told says what the ends were, and whether they were well
 */
async function endAgain(
  { rounds, signal, within }: { rounds: number; signal: NodeJS.Signals; within: [number, number] },
  told: (ends: Ended[]) => { said: string; isWell: boolean },
): Promise<Measured> {
  const directory = newDatabase({ [MESA]: 1_000_000 })
  const convidados = newConvidados()
  const ends: Ended[] = []
  for (;;) {
    const server = await startServer(directory)
    let isOver = false
    const crowded = crowd([server.port], 16, convidados.register, () => isOver)
    const [least, most] = within
    await sleep(least + Math.random() * (most - least))
    const begun = performance.now()
    const code = await server.stop(signal)
    ends.push({ code, ms: performance.now() - begun })
    isOver = true
    await crowded
    const { figure, isRight } = convidados.compareWith(directory)
    const { said, isWell } = told(ends)
    if (!isRight || !isWell || ends.length === rounds)
      return {
        figure: `${said}${figure}`,
        isReached: isRight && isWell && convidados.acknowledged() > rounds,
      }
  }
}

/** The server is killed: everything acknowledged is there, and whole. */
export const kill: Prova = {
  goal: '100 random kill -9 under load: every acknowledged registration present, none half-written, integrity clean',
  limitSeconds: { full: 900, short: 90 },
  run: (isShort) =>
    endAgain({ rounds: isShort ? 5 : 100, signal: 'SIGKILL', within: [100, 1_500] }, (ends) => ({
      said: `${ends.length} kills: `,
      isWell: true,
    })),
}

/** The server is asked to end: it finishes what it has begun, and ends in time. */
export const sigterm: Prova = {
  goal: '20 SIGTERMs under load: no acknowledged registration lost, exit 0 within 10 s',
  limitSeconds: { full: 400, short: 60 },
  run: (isShort) =>
    endAgain({ rounds: isShort ? 3 : 20, signal: 'SIGTERM', within: [300, 2_000] }, (ends) => {
      const slowest = Math.max(...ends.map(({ ms }) => ms))
      const code = ends.at(-1)?.code ?? null
      return {
        said: `${ends.length} SIGTERMs: slowest exit ${slowest.toFixed(0)} ms, code ${code}, `,
        isWell: code === 0 && slowest <= 10_000,
      }
    }),
}
