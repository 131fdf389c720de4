import type { TimedAct } from './answers.ts'
import type { Model } from './model.ts'

/** The search gives up after this many steps, and says so. */
const STEPS_MAX = 2_000_000

interface Candidate {
  n: number
  told: TimedAct
  isIdle: boolean
}

/**
 * Looks for one order of all acts that explains every answer and puts no act before one that had ended when
 * it began (linearizability, after Wing and Gong). When the same acts have led to the same state before,
 * their continuations have been tried (Lowe's memory). A wrong order of two acts may show a thousand acts
 * later, and without this memory everything between would be tried in every order again. The model is left at
 * the end of the order found.
 * @param wrongAtEnd the model's fault after all acts: an order that ends in one explains nothing
 * @param mayBeIdle whether an act may have done nothing, whatever the model says it does
 * @returns null, or the place where every order fails
 */
export function unexplained(
  model: Model,
  all: TimedAct[],
  wrongAtEnd: () => string | undefined,
  mayBeIdle: (told: TimedAct) => boolean = () => false,
): string | null {
  const acts = [...all].sort((a, b) => a.from - b.from)
  const isDone = new Uint8Array(acts.length)
  const tried = new Set<string>()
  let first = 0
  let doneCount = 0
  /** Pending acts that began before any pending act ended, the earliest to end first. */
  const candidates = (): { open: Candidate[]; key: string } => {
    while (isDone[first]) first += 1
    const open: number[] = []
    const ahead: number[] = []
    let end = Infinity
    for (let n = first; n < acts.length; n++) {
      const act = acts[n]
      if (!act || act.from > end) break
      if (isDone[n]) {
        ahead.push(n)
        continue
      }
      open.push(n)
      end = Math.min(end, act.to)
    }
    const endOf = (n: number) => acts[n]?.to ?? Infinity
    const next = open.filter((n) => (acts[n]?.from ?? Infinity) <= end).sort((a, b) => endOf(a) - endOf(b))
    const told = next.flatMap((n) => {
      const told = acts[n]
      if (!told) return []
      const idle = mayBeIdle(told) ? [{ n, told, isIdle: true }] : []
      return [{ n, told, isIdle: false }, ...idle]
    })
    return { open: told, key: `${first} ${ahead.join()} ${model.fingerprint()}` }
  }

  const path: { open: Candidate[]; at: number; mark: number; first: number }[] = []
  let farthest = -1
  let said = ''
  let { open } = candidates()
  let at = 0
  for (let steps = 0; ; steps++) {
    const wrong = doneCount === acts.length ? wrongAtEnd() : ''
    if (wrong === undefined) return null
    if (steps === STEPS_MAX)
      return `no order in ${STEPS_MAX} steps, the farthest after ${farthest} acts: ${said}`
    const candidate = open[at]
    if (!candidate) {
      if (doneCount > farthest) {
        farthest = doneCount
        said = wrong || open.map(({ told }) => tellOf(model, told)).join('; ')
      }
      const last = path.pop()
      if (!last) return `after ${farthest} acts no order explains ${said}`
      model.rollBack(last.mark)
      const back = last.open[last.at]
      if (back) isDone[back.n] = 0
      doneCount -= 1
      ;({ open, first } = last)
      at = last.at + 1
      continue
    }
    const mark = model.mark()
    const was = first
    if (candidate.isIdle || model.apply(candidate.told)) {
      isDone[candidate.n] = 1
      const next = candidates()
      if (!tried.has(next.key)) {
        tried.add(next.key)
        path.push({ open, at, mark, first: was })
        doneCount += 1
        open = next.open
        at = 0
        continue
      }
      isDone[candidate.n] = 0
      first = was
    }
    model.rollBack(mark)
    at += 1
  }
}

function tellOf(model: Model, told: TimedAct): string {
  const { answer, line } = model.expected(told)
  const must = `${JSON.stringify(answer)}${line ? ` and ${line.ato}` : ''}`
  return `${JSON.stringify(told.act)} answered ${JSON.stringify(told.answer)}, not ${must}`
}
