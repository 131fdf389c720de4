import { isOfHouse } from '../casa.ts'
import type { ConviteRequest } from '../claim.ts'
import { placesFor, reservaidsOf, type ConviteComReservas } from '../convite-pessoal.ts'
import { heldAgain } from '../convites.ts'
import { isOrganiser, linhaDoHistorico } from '../historico.ts'
import { importadoOf, marcaDoConvidado } from '../importacao.ts'
import type { Pessoa, Registration, RegisterRequest } from '../register.ts'
import { decideTogether, type PessoaFacts } from '../register-together.ts'
import type { AllotmentChange } from '../reserva.ts'
import { formsOfTelefone } from '../telefone.ts'
import type { Tx } from '../tx.ts'
import { closingBy, refuseWhileBeginning } from './evento.ts'

export function register(tx: Tx, request: RegisterRequest): Registration {
  const { codigo, now, autor, separado, planilha } = request
  const stored = closingBy(tx, now)
  const isClosed = request.isClosed || (!isOrganiser(autor) && stored.isClosed)
  refuseWhileBeginning(isOrganiser(autor) ? tx.evento() : null)
  if (planilha && tx.isForgotten(planilha)) return { kind: 'closed' }
  const found = codigo === null ? null : tx.convite(codigo)
  const isSpent = codigo !== null && (found === null || placesFor(found, now).length === 0)
  // Where a guest is told so, an organiser goes on without it.
  const convite = isSpent && isOrganiser(autor) ? null : found
  if (codigo !== null && !convite && !isOrganiser(autor)) return { kind: 'convite-spent' }
  const claim = claimOf(tx, request, convite)
  const allotment = claim && tx.allotment(claim)
  const pessoas = [request, ...(request.acompanhantes ?? [])]
  const isAsked = claim !== null && request.isAsked && claim.empresaid === request.claim?.empresaid
  const pagos = isAsked ? tx.pagosCom(claim.empresaid, formsOfTelefone(request.cadastro.telefone)) : []
  const isErased = isClosed && tx.isErased()
  const facts = factsOf(tx, pessoas, { claim, now, convite })
  const decided = decideTogether(
    { allotment, isErased, isCancelled: isClosed && stored.isCancelled, pagos, pessoas: facts },
    { ...request, claim, isClosed },
    convite && placesFor(convite, now),
  )
  if (decided.kind === 'refused') return decided.outcome
  const { outcome, writes, changes } = decided
  for (const { credencial, isNew, isAvipDue, key, chave, desistencia, linha } of writes) {
    if (credencial && isNew) tx.addCredencial(credencial)
    else if (credencial) tx.putCredencial(credencial, isAvipDue)
    if (chave) tx.putChave(key, chave)
    tx.putDesistencia(desistencia)
    tx.done(linha)
    if (!planilha || !credencial || !isNew) continue
    const marca = marcaDoConvidado(credencial, 0)
    tx.put('importados', importadoOf(planilha, 'convidado', credencial.credencialid, { marca }))
  }
  for (const change of changes) tx.allot(change)
  if (convite && convite.convite.recusadoem !== null) comeAfterAll(tx, convite, changes, now)
  if (separado && outcome.kind === 'registered') {
    const by = { ...autor, historicoid: separado.historicoid }
    tx.done(linhaDoHistorico(by, 'separou', outcome.credencial.credencialid, separado.credencialid))
  }
  return outcome
}

/** An invitation that was declined is new again for those who did not come with it yet. */
function comeAfterAll(tx: Tx, found: ConviteComReservas, changes: AllotmentChange[], now: number): void {
  const ids = reservaidsOf(found.convite)
  const change = changes.find(({ store }) => store.some(({ reservaid }) => ids.includes(reservaid)))
  if (!change) return
  const used = new Set(change.store.map(({ reservaid }) => reservaid))
  tx.allot({ ...change, release: [], store: heldAgain(found, used, now) })
  tx.put('convites', { ...found.convite, recusadoem: null })
}

/** What pays: the personal invitation's company, the link's, or on the public form the house. */
function claimOf(
  tx: Tx,
  request: RegisterRequest,
  pessoal: ConviteComReservas | null,
): ConviteRequest | null {
  const { claim, reservaid, now } = request
  if (!pessoal && claim) return claim
  const empresaid = pessoal ? pessoal.convite.empresaid : tx.casa()?.empresaid
  return empresaid === undefined
    ? null
    : { empresaid, sid: reservaid, origem: null, reservaid, now, holdMs: 0 }
}

/** Who each of them is to storage, each with an id of their own. */
function factsOf(
  tx: Tx,
  pessoas: Pessoa[],
  { claim, now, convite }: { claim: ConviteRequest | null; now: number; convite: ConviteComReservas | null },
): PessoaFacts[] {
  const ids = tx.freeIds(now, pessoas.length)
  const places = convite ? reservaidsOf(convite.convite) : []
  return pessoas.map(({ chave, chaveAntiga }, at) => {
    const freeId = ids[at] ?? ''
    const known = tx.known(chave) ?? (chaveAntiga === null ? null : tx.known(chaveAntiga))
    const kept = tx.guardadaOf(known?.desistencia ?? null)
    const payer = known?.isPaid && claim ? tx.payerOf(known.credencial.credencialid) : null
    // The house yields to a company, and to its own personal invitation, unless that one pays already.
    const isYielding =
      payer !== null &&
      isOfHouse(payer.empresa) &&
      (convite ? !places.includes(payer.reserva.reservaid) : claim?.empresaid !== payer.empresa.empresaid)
    const isBack = kept !== null && places.includes(kept.reserva.reservaid)
    if (!known || !isYielding) return { known, guardada: kept, isBack, freeId }
    return { known: { ...known, isPaid: false }, guardada: payer, isBack: false, freeId }
  })
}
