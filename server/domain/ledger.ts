import type { Payer } from './claim.ts'
import type { Empresa } from './empresa.ts'
import type { Allotment, AllotmentChange } from './reserva.ts'

/** Several changes of the same companies, each decided on the counters that the one before left. */
export function openLedger() {
  const changed = new Map<string, AllotmentChange>()
  const of = (empresa: Empresa): Empresa => {
    const change = changed.get(empresa.empresaid)
    return change ? { ...empresa, licredencial: change.licredencial } : empresa
  }
  const releasedOf = ({ empresaid }: Empresa) =>
    new Set(changed.get(empresaid)?.release.map(({ reservaid }) => reservaid))
  return {
    /** What pays, as left; null if it was given back. */
    left(payer: Payer | null): Payer | null {
      if (!payer || releasedOf(payer.empresa).has(payer.reserva.reservaid)) return null
      return { ...payer, empresa: of(payer.empresa) }
    },
    /** The allotment of a company as left: its ended holds are given back once. */
    after(allotment: Allotment): Allotment {
      const released = releasedOf(allotment.empresa)
      const ended = allotment.ended.filter(({ reservaid }) => !released.has(reservaid))
      return { ...allotment, empresa: of(allotment.empresa), ended }
    },
    note(change: AllotmentChange | null) {
      if (!change) return
      const { release = [], store = [] } = changed.get(change.empresaid) ?? {}
      changed.set(change.empresaid, {
        ...change,
        release: [...release, ...change.release],
        store: [...store, ...change.store],
      })
    },
    /** What is given back comes first: a guest has one reserva that pays at a time. */
    changes: () => {
      const all = [...changed.values()]
      return [...all.map((one) => ({ ...one, store: [] })), ...all.map((one) => ({ ...one, release: [] }))]
    },
  }
}
