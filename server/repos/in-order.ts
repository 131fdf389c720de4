import type { ConvidadoListado } from '../domain/painel-repo.ts'
import { compareText } from '../domain/text.ts'

/** Up to this many are placed one by one; for more the list is filtered or merged once. */
const FEW = 50

/** Guests in the board's order, updated by those who changed: fifty thousand are never sorted in one turn. */
export function createOrder<One extends ConvidadoListado>() {
  const byId = new Map<string, One>()
  /** Sorted runs, each less than half as long as the one before; together they hold everyone. */
  let runs: (readonly One[])[] = []

  const drop = (gone: ReadonlySet<One>) => {
    if (gone.size > FEW) runs = runs.map((run) => run.filter((one) => !gone.has(one)))
    else for (const one of gone) runs = runs.map((run) => without(run, one))
  }
  const add = (added: One[]) => {
    const [all, ...more] = runs
    if (all && more.length === 0 && added.length <= FEW) {
      runs = [added.reduce(including, all)]
      return
    }
    runs.push(added.sort(byOrder))
    for (let last = runs.length - 1; last > 0 && lengthOf(last - 1) < 2 * lengthOf(last); last--) mergeLast()
  }
  const lengthOf = (at: number) => runs[at]?.length ?? 0
  const mergeLast = () => {
    const [b = [], a = []] = [runs.pop(), runs.pop()]
    runs.push(merged(a, b))
  }

  return {
    /** An array that will not change. */
    all(): readonly One[] {
      while (runs.length > 1) mergeLast()
      return runs[0] ?? []
    },
    /** @param changed by credencialid; null for a guest who was erased */
    put(changed: ReadonlyMap<string, One | null>) {
      const gone = [...changed.keys()].map((id) => byId.get(id)).filter((one) => one !== undefined)
      drop(new Set(gone))
      for (const [id, one] of changed) {
        if (one) byId.set(id, one)
        else byId.delete(id)
      }
      const added = [...changed.values()].filter((one) => one !== null)
      if (added.length > 0) add(added)
    },
  }
}

const byOrder = (a: ConvidadoListado, b: ConvidadoListado) =>
  compareText(a.ordem, b.ordem) || compareText(a.credencialid, b.credencialid)

function merged<One extends ConvidadoListado>(a: readonly One[], b: readonly One[]): One[] {
  const all: One[] = []
  let at = 0
  for (const one of a) {
    for (let other = b[at]; other && byOrder(other, one) < 0; other = b[++at]) all.push(other)
    all.push(one)
  }
  return all.concat(b.slice(at))
}

/** The position of a guest in a run, present or not. */
function placeOf<One extends ConvidadoListado>(run: readonly One[], wanted: One): number {
  let [from, to] = [0, run.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const one = run[middle]
    if (one && byOrder(one, wanted) < 0) from = middle + 1
    else to = middle
  }
  return from
}

function without<One extends ConvidadoListado>(run: readonly One[], gone: One): readonly One[] {
  const at = placeOf(run, gone)
  return run[at] === gone ? run.toSpliced(at, 1) : run
}

const including = <One extends ConvidadoListado>(run: readonly One[], added: One): readonly One[] =>
  run.toSpliced(placeOf(run, added), 0, added)
