import type { Registering } from './acts.ts'
import type { Answer } from './answers.ts'
import { keptOf, type Rule, type State } from './state.ts'

/** A registration; `told` gives the credencialid a new guest was stored under. */
export function register(
  { fechadas, holds, convites, convidados, byPessoa, add, leftFor }: State,
  { pessoa, mesa, sid, reservaid, isPersonal, isClosed, isOrganiser }: Registering,
  told: Answer,
): Rule {
  const knownId = byPessoa.get(pessoa)
  const known = knownId === undefined ? undefined : convidados.get(knownId)
  const codigo = sid.replace(/^sid-/, '')
  const convite = isPersonal ? convites.get(codigo) : undefined
  const held = isPersonal || mesa === null ? undefined : holds.get(`${mesa} ${sid}`)
  const mine = convite?.estado === 'novo' || convite?.isKept ? convite.reservaid : held
  /** Declined and free: whoever comes after all takes a place under the same reserva. */
  const lost = convite?.estado === 'recusado' && !convite.isKept ? convite.reservaid : undefined
  const refuse = (kind: string): Rule => ({ answer: { kind }, takes: false })
  const kept = keptOf(known)
  /** Who withdrew and comes again with the same invitation has the place that it kept. */
  const back = convite && kept?.reservaid === convite.reservaid ? kept.reservaid : undefined
  /** The place of the invitation that is taken again. */
  const own = lost ?? back
  const giveBack = () => kept && add(kept.mesa, -1)
  const voltou =
    known?.out && knownId !== undefined
      ? {
          line: {
            ato: 'voltou',
            alvo: knownId,
            detalhe: mesa ?? '',
            ...(!isOrganiser && { quem: 'convidado' }),
          },
        }
      : {}
  const again = (versao: number | null) => ({ kind: 'already-registered', versao, id: knownId ?? '' })

  if (isPersonal && !convite) return refuse('convite-spent')
  if (isClosed && (isPersonal || mine === undefined)) return refuse('closed')
  if (known && knownId !== undefined && (mesa === null || known.paid)) {
    return {
      answer: again(isOrganiser ? known.versao : null),
      ...voltou,
      takes: false,
      ...(held === undefined ? {} : { frees: held }),
      change() {
        convidados.set(knownId, { ...known, out: null })
        giveBack()
        if (held === undefined || mesa === null) return
        holds.delete(`${mesa} ${sid}`)
        add(mesa, -1)
      },
    }
  }
  if (mesa !== null && mine === undefined) {
    if (isPersonal && own === undefined) return refuse('convite-spent')
    if (!isPersonal && fechadas.get(mesa) && !isOrganiser) return refuse('link-closed')
    if (leftFor(known, mesa) === 0) return refuse('limit-reached')
  }
  const paid = mesa === null ? null : { mesa, reservaid: mine ?? own ?? reservaid }
  const versao = known ? known.versao + (isOrganiser ? 0 : 1) : 0
  const id = knownId ?? String(told.id)
  const isTaken = knownId === undefined && convidados.get(id) !== undefined
  return {
    answer: known ? again(versao) : { kind: isTaken ? 'taken' : 'registered', versao, id },
    ...voltou,
    ...(isOrganiser ? { line: { ato: 'cadastrou', alvo: id, detalhe: mesa ?? '' } } : {}),
    takes: paid !== null && mine === undefined && own === undefined,
    change() {
      convidados.set(id, { pessoa, versao, paid, out: null })
      byPessoa.set(pessoa, id)
      giveBack()
      if (mesa === null) return
      if (convite) {
        convites.set(codigo, { ...convite, estado: 'usado', isKept: false, by: id })
        if (own !== undefined) add(mesa, 1)
      } else if (held !== undefined) holds.delete(`${mesa} ${sid}`)
      else add(mesa, 1)
    },
  }
}
