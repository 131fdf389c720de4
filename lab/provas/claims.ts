import { valueOf } from '../../test/support/sqlite-value.ts'
import { crowd, post } from './load.ts'
import { lookAt, newDatabase, startServer } from './product.ts'
import type { Prova } from './prova.ts'

/**
 * Many more claims than invitations, over four processes on one database: exactly as many are granted as
 * exist.
 */
export const claims: Prova = {
  goal: '10,000 claims on 500 invitations, 4 processes: exactly 500 granted = licredencial = reservas',
  limitSeconds: { full: 120, short: 60 },
  async run(isShort) {
    const convites = isShort ? 100 : 500
    const total = convites * 20
    const directory = newDatabase({ 'mesa-7': convites })
    const servers = await Promise.all(Array.from({ length: 4 }, () => startServer(directory)))
    const statuses = new Map<number | string, number>()
    let next = 0
    const begun = performance.now()
    await crowd(
      servers.map(({ port }) => port),
      64,
      async (client) => {
        const outcome = await client.ask(post('/mesa-7', next++))
        const key = outcome.kind === 'answered' ? outcome.status : outcome.kind
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
      },
      () => next >= total,
    )
    const seconds = (performance.now() - begun) / 1000
    const granted = statuses.get(303) ?? 0
    const refused = statuses.get(409) ?? 0
    const [used, reservas] = lookAt(directory, (db) => [
      Number(valueOf(db, 'SELECT licredencial FROM empresa')),
      Number(valueOf(db, 'SELECT count(*) FROM reserva')),
    ])
    return {
      figure: `${granted} granted and ${refused} refused of ${total} in ${seconds.toFixed(1)} s, licredencial ${used}, reservas ${reservas}`,
      isReached: [granted, used, reservas].every((n) => n === convites) && granted + refused === total,
    }
  },
}
