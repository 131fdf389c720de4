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
  return {
    /** The company that pays, as left. */
    left: (payer: Payer | null): Payer | null => payer && { ...payer, empresa: of(payer.empresa) },
    /** The allotment of a company as left: its ended holds are given back once. */
    after(allotment: Allotment): Allotment {
      const released = new Set(changed.get(allotment.empresa.empresaid)?.release.map((one) => one.reservaid))
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
    changes: () => [...changed.values()],
  }
}
