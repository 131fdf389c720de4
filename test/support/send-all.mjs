// Goes through a queue of reminders, or of another kind, as an organiser at the board does, in a process of
// the built product.
import { situacaoOf } from '../../build/node/domain/envio.js'

/** The rows of a queue of guests whose credencialids begin at an instant. */
const queueOf = (tipo, count, from) =>
  Array.from({ length: count }, (_, n) => ({ tipo, para: String(from + n), versao: 0, numero: `n${n}` }))

/** @param onOffered called with the credencialid of each offered row, before anything is done with it */
export async function sendAll({ envios }, { tipo = 'lembrete', quem, count, from, at, onOffered }) {
  const queue = queueOf(tipo, count, from)
  const autor = () => ({ historicoid: `${quem}-${Math.random()}`, quem, em: at })
  for (;;) {
    const stored = new Map((await envios.list(tipo)).map((envio) => [envio.para, envio]))
    const due = queue.filter(({ para }, n) => {
      const { kind } = situacaoOf(stored.get(para) ?? null, queue[n], at)
      return kind !== 'feito' && kind !== 'aberto'
    })
    const taken = await envios.take(due, autor())
    if (!taken) return
    onOffered(taken.para)
    await envios.open(taken, false, autor())
    await envios.tell(taken, 'enviado', autor())
  }
}
