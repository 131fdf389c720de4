import { valueOf } from '../../test/support/sqlite-value.ts'
import { openLosingProxy } from './losing-proxy.ts'
import { newHall } from './porta-hall.ts'
import { openBrowserPhone } from './porta-phone.ts'
import { lookAt, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

/** In seconds. In a short run the machine may have other things to do. */
const GOALS = { full: 60, short: 30 }

/**
 * A phone that scanned a whole evening offline sends everything through a network that loses every third
 * answer.
 */
export const portaFila: Prova = {
  goal: '5,000 admissions queued on a phone, every third answer lost (half a body, a hang, a 503 in turn): at the server ≤ 60 s after its network is back, each stored once',
  limitSeconds: { full: 420, short: 90 },
  async run(isShort) {
    const count = isShort ? 1_000 : 5_000
    const hall = await newHall(count, 1)
    const { port } = await startServer(hall.directory)
    const proxy = await openLosingProxy(port)
    const [paired] = hall.phones
    if (!paired) throw new Error('no phone is paired')
    const { porta, network } = await openBrowserPhone(proxy.url, paired)
    await porta.sync()
    network.isUp = false
    const made = new Map<string, string>()
    for (const credencialid of hall.convidados) {
      const read = await porta.read(hall.urlOf(credencialid))
      if (read.kind === 'read' && read.isAdmitted) made.set(read.entradaid, credencialid)
    }
    const queued = porta.state().porEnviar

    proxy.begin()
    network.isUp = true
    const begun = performance.now()
    porta.start()
    while (porta.state().porEnviar > 0) await sleep(20)
    const seconds = (performance.now() - begun) / 1000
    porta.close()
    await proxy.close()

    const { stored, lines } = lookAt(hall.directory, (db) => ({
      stored: db.prepare<[], { entradaid: string; credencialid: string }>('SELECT * FROM entrada').all(),
      lines: Number(valueOf(db, "SELECT count(*) FROM historico WHERE ato = 'admitiu'")),
    }))
    const others = stored.filter(({ entradaid, credencialid }) => made.get(entradaid) !== credencialid).length
    const { half, hang, '503': busy } = proxy.lost
    const longest = Math.max(0, ...proxy.hangs) / 1000
    return {
      figure:
        `${queued} queued, all sent in ${seconds.toFixed(1)} s, ${stored.length} stored, ${others} of them others, ${lines} lines in the history; ` +
        `lost ${half} by half, ${hang} hung, the longest ${longest.toFixed(1)} s, ${busy} × 503`,
      isReached:
        seconds <= (isShort ? GOALS.short : GOALS.full) &&
        [made.size, queued, stored.length, lines].every((n) => n === count) &&
        others === 0 &&
        Math.min(half, hang, busy) > 0,
    }
  },
}
