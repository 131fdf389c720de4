import { SEM_FIM } from '../../../server/domain/reserva.ts'
import { APARELHOS, beforeOf, MESAS } from './acts.ts'
import { cadastroOf, NOW, type TimedAct } from './answers.ts'
import type { Model } from './model.ts'
import type { Stored } from './stored.ts'

/** Stored data that breaks the storage's own rules, whatever was done. */
export function brokenIn(stored: Stored, all: TimedAct[]): string[] {
  return [...countFaults(stored), ...convidadoFaults(stored), ...codeFaults(stored, all)]
}

/** licredencial = before + pendente + usada, including personal ones, and never above the total. */
function countFaults({ empresas, reservas }: Stored): string[] {
  return [...empresas].flatMap(([empresaid, { icredencial, licredencial }]) => {
    const live = [...reservas.values()].filter((r) => r.empresaid === empresaid && r.estado !== 'liberada')
    const must = beforeOf(empresaid) + live.length
    return licredencial === must && licredencial <= icredencial
      ? []
      : [`${empresaid} counts ${licredencial} of ${icredencial}, not ${must}`]
  })
}

/**
 * A guest who does not come is paid for by nobody. Nobody is paid for twice, or by another guest's reserva.
 */
function convidadoFaults({ convidados, reservas, desistencias }: Stored): string[] {
  const payers = new Map<string, string[]>()
  for (const { reservaid, estado, credencialid } of reservas.values())
    if (estado === 'usada')
      payers.set(credencialid ?? '', [...(payers.get(credencialid ?? '') ?? []), reservaid])
  return [
    ...(payers.has('') ? [`${payers.get('')?.join()} are used by nobody`] : []),
    ...[...convidados].flatMap(([id, { reservaid }]) => {
      const paying = payers.get(id) ?? []
      const isOut = desistencias.get(id)?.desfeitaem === null
      const isRight = isOut ? paying.length === 0 : paying.length <= 1
      return isRight && (paying[0] ?? null) === reservaid
        ? []
        : [`${id}, ${isOut ? 'withdrawn' : 'coming'}, is paid by ${paying.join()} and says ${reservaid}`]
    }),
    ...[...desistencias.keys()]
      .filter((id) => !convidados.has(id))
      .map((id) => `${id} withdrew and is nobody`),
  ]
}

/** A code has one reserva, which was good for one guest, or for none once revoked. */
function codeFaults({ convites, reservas }: Stored, all: TimedAct[]): string[] {
  const comers = new Map<string, Set<string>>()
  const [revoked, declined] = [new Set<string>(), new Set<string>()]
  for (const { act, answer } of all) {
    if (act.kind === 'revoke' && answer.kind === 'revoked') revoked.add(act.codigo)
    if (act.kind === 'answer' && act.isRecusa && answer.kind === 'answered') declined.add(act.codigo)
    if (act.kind !== 'register' || !act.isPersonal || answer.kind !== 'registered') continue
    const codigo = act.sid.replace('sid-', '')
    comers.set(codigo, (comers.get(codigo) ?? new Set()).add(String(answer.id)))
  }
  const pointed = [...convites.values()].map(({ reservaid }) => reservaid)
  return [
    ...(new Set(pointed).size < pointed.length ? ['two codes have one reserva'] : []),
    ...[...comers].filter(([, ids]) => ids.size > 1).map(([codigo]) => `${codigo} was good for two`),
    ...[...comers.keys()]
      .filter((codigo) => revoked.has(codigo))
      .map((codigo) => `${codigo} paid, though revoked`),
    ...[...convites].flatMap(([codigo, { reservaid, empresaid }]) => {
      const reserva = reservas.get(reservaid)
      const isRevoked = reserva?.estado === 'liberada' && reserva.credencialid === null
      const isFree = revoked.has(codigo) || (isRevoked && declined.has(codigo))
      const isRight = reserva?.empresaid === empresaid && isRevoked === isFree
      return isRight ? [] : [`${codigo} has ${JSON.stringify(reserva)}`]
    }),
  ]
}

/**
 * The differences between storage and the model after all acts.
 * @param isTorn an admission beside a removal may be there once alone: a reader creates the other
 */
export function differences(model: Model, stored: Stored, isTorn = false): string[] {
  const isLive = ({ estado, expiraem }: { estado: string; expiraem: number }) =>
    estado === 'usada' || (estado === 'pendente' && expiraem > NOW)
  const convites = [...model.convites.entries()]
  return [
    ...compare(
      'reserva',
      [...stored.reservas.values()]
        .filter(isLive)
        .map(({ reservaid, estado, credencialid }) => `${reservaid} ${estado} ${credencialid ?? '-'}`),
      model.live(),
    ),
    ...compare(
      'guest',
      [...stored.convidados].map(([id, { nome, versao }]) => `${id} ${nome} ${versao}`),
      [...model.convidados.entries()].map(
        ([id, { pessoa, versao }]) => `${id} ${cadastroOf(pessoa).nome} ${versao}`,
      ),
    ),
    ...compare(
      'withdrawal',
      [...stored.desistencias.values()]
        .filter(({ desfeitaem }) => desfeitaem === null)
        .map(({ credencialid, por }) => `${credencialid} ${por}`),
      [...model.convidados.entries()].flatMap(([id, { out }]) =>
        out ? [`${id} ${out.byTable ? 'mesa' : 'convidado'}`] : [],
      ),
    ),
    ...compare(
      'convite',
      [...stored.convites.values()].map(
        ({ codigo, reservaid, rotulo }) => `${codigo} ${reservaid} ${rotulo}`,
      ),
      convites.map(([codigo, { reservaid, rotulo }]) => `${codigo} ${reservaid} ${rotulo}`),
    ),
    ...compare(
      'hold of a new personal invitation',
      [...stored.reservas.values()]
        .filter((r) => r.expiraem === SEM_FIM && r.estado === 'pendente')
        .map((r) => r.reservaid),
      convites.filter(([, { estado }]) => estado === 'novo').map(([, { reservaid }]) => reservaid),
    ),
    ...compare(
      'closed link',
      [...stored.fechadas],
      [...model.fechadas.entries()].map(([mesa]) => mesa),
    ),
    ...compare(
      'total',
      [...stored.empresas].map(([mesa, { icredencial }]) => `${mesa} ${icredencial}`),
      MESAS.map((mesa) => `${mesa} ${model.totalOf(mesa)}`),
    ),
    ...compare(
      'place in the team',
      [...stored.aparelhos].map(([aparelhoid, estado]) => `${aparelhoid} ${estado}`),
      APARELHOS.map((aparelhoid) => `${aparelhoid} ${model.aparelhos.get(aparelhoid) ?? 'ended'}`),
    ),
    ...compare(
      'line of the history',
      [...stored.linhas.keys()],
      [...model.lines.entries()].map(([id]) => id),
    ),
    ...compare(
      'entrada',
      [...stored.entradas].filter((id) => !isTorn || !model.copies.get(id)),
      [...model.facts.entries(), ...(isTorn ? [] : model.copies.entries())].map(([id]) => id),
    ),
  ]
}

function compare(what: string, is: string[], must: string[]): string[] {
  const [stored, modelled] = [new Set(is), new Set(must)]
  return [
    ...(stored.size < is.length ? [`a ${what} is there twice`] : []),
    ...is.filter((one) => !modelled.has(one)).map((one) => `a ${what} too many: ${one}`),
    ...must.filter((one) => !stored.has(one)).map((one) => `a ${what} is missing: ${one}`),
  ]
}
