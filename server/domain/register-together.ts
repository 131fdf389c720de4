import { placesAfter } from './convite-pessoal.ts'
import {
  decideRegister,
  type Known,
  type Pessoa,
  type RegisterRequest,
  type RegisterWrites,
  type Registrado,
  type Registration,
} from './register.ts'
import type { Payer } from './claim.ts'
import { autorAt } from './historico.ts'
import { openLedger } from './ledger.ts'
import type { Allotment, AllotmentChange } from './reserva.ts'

/** Who one of them is to storage. */
export interface PessoaFacts {
  /** The guest stored under the natural key, or under the former one. */
  known: Known | null
  /** See `RegisterFacts`. */
  guardada: Payer | null
  /** Whether that place is one of the personal invitation they come with. */
  isBack: boolean
  /** An id that nobody has, another for each. */
  freeId: string
}

interface Facts {
  allotment: Allotment | null
  isErased: boolean
  isCancelled: boolean
  pagos: string[]
  /** In the order of the request: the one who fills in the form, then those who come along. */
  pessoas: PessoaFacts[]
}

type Together =
  | { kind: 'refused'; outcome: Registration }
  | { kind: 'decided'; outcome: Registration; writes: RegisterWrites[]; changes: AllotmentChange[] }

/** The places of a personal invitation, in the order they are taken (`placesFor`). */
type Places = { mine: Allotment['mine']; reservaid: string }[]

/**
 * Decides the registration of people who come together: of all of them, or of nobody. Each is decided on what
 * those before leave.
 * @param places of the personal invitation they come with; null without one
 */
export function decideTogether(facts: Facts, request: RegisterRequest, places: Places | null): Together {
  const pessoas = eachOnce(facts, request)
  const { claim } = request
  const ids = claim ? placesAfter(claim.reservaid, pessoas.length) : []
  const left = places && [...places]
  const ledger = openLedger()
  const done: { outcome: Registrado & { kind: string }; writes: RegisterWrites | null }[] = []
  let hold = facts.allotment?.mine ?? null
  for (const [at, { pessoa, own }] of pessoas.entries()) {
    const isPaid = own.known?.isPaid ?? false
    const kept = ledger.left(own.guardada)
    // Who withdrew and comes after all has their own place again, and leaves the others to others.
    const back = kept && own.isBack ? { mine: null, reservaid: kept.reserva.reservaid } : null
    const place = back ?? (isPaid ? left?.[0] : left?.shift())
    // Somebody who comes after may need the hold of this browser.
    const mine = left ? (place?.mine ?? null) : isPaid && at < pessoas.length - 1 ? null : hold
    const reservaid = place?.reservaid ?? ids[at] ?? ''
    const decision = decideRegister(
      {
        ...facts,
        ...own,
        pagos: at === 0 ? facts.pagos : [],
        guardada: kept,
        allotment: facts.allotment && { ...ledger.after(facts.allotment), mine },
        coming: left === null ? 'link' : place ? 'personal' : 'spent',
      },
      {
        ...request,
        ...pessoa,
        respostas: at === 0 ? (request.respostas ?? '') : '',
        autor: autorAt(request.autor, at),
        claim: claim && { ...claim, reservaid },
      },
    )
    const { outcome, writes } = decision
    if (!('credencial' in outcome))
      return { kind: 'refused', outcome: at === 0 ? outcome : asMany(outcome, at) }
    if (mine === hold) hold = null
    // A guest has one reserva that pays at a time.
    ledger.note(writes?.freed ?? null)
    ledger.note(writes?.change ?? null)
    done.push({ outcome, writes })
  }
  const [first, ...others] = done
  if (!first) throw new Error('nobody is registered')
  const grupo = first.outcome.credencial.credencialid
  const outcome = {
    ...(first.outcome as Extract<Registration, { credencial: unknown }>),
    acompanhantes: others.map(({ outcome: { credencial, versao } }) => ({ credencial, versao })),
  }
  const joined = others.map(({ writes }) =>
    writes?.chave ? { ...writes, chave: { ...writes.chave, grupo } } : writes,
  )
  const writes = [first.writes, ...joined].filter((one) => one !== null)
  return { kind: 'decided', outcome, writes, changes: ledger.changes() }
}

/**
 * The people of a form, each guest once. Two names can be of one guest: registrations may have been merged.
 */
function eachOnce(facts: Facts, request: RegisterRequest): { pessoa: Pessoa; own: PessoaFacts }[] {
  const byGuest = new Map<string, { pessoa: Pessoa; own: PessoaFacts }>()
  for (const [at, pessoa] of [request, ...(request.acompanhantes ?? [])].entries()) {
    const own = facts.pessoas[at]
    if (!own) throw new Error(`there is no fact about person ${at}`)
    const guest = own.known?.credencial.credencialid ?? pessoa.chave
    if (!byGuest.has(guest)) byGuest.set(guest, { pessoa, own })
  }
  return [...byGuest.values()]
}

/** What the first refusal among those who come along says: how many could register. */
function asMany(outcome: Registration, left: number): Registration {
  if (outcome.kind === 'limit-reached' || outcome.kind === 'link-closed')
    return { kind: 'limit-reached', empresa: outcome.empresa, left }
  return outcome.kind === 'convite-spent' ? { ...outcome, left } : outcome
}
