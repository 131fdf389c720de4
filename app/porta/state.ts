import { SKEW_MAX_MILLISECONDS } from './clock.ts'
import type { Fact } from './facts.ts'
import { serverNow, type Phone } from './phone.ts'
import type { DoorState } from './shown.ts'

/** What stands on the strip in view at all times. */
export function stateOf(phone: Phone): DoorState {
  const { aparelho, clock, connection, list, own, porEnviar, ensaio } = phone
  const { nome, seq, de, apagadaem } = aparelho
  const { desvio } = clock.read()
  const { revogadoem } = aparelho
  const isLate = ({ porEnviar, lidaem, desvio }: Fact) =>
    porEnviar !== undefined && revogadoem !== null && lidaem + desvio >= revogadoem
  return {
    now: serverNow(phone),
    connection,
    nome,
    porEnviar,
    // Once revoked the phone has nothing but what is unsent.
    madeAfterRevoked: revogadoem === null ? 0 : [...own.byId.values()].filter(isLate).length,
    factsMade: seq,
    lista: list.marca === null || de === null ? null : { de, convidados: list.guests.length },
    apagadaem,
    clockSkew: Math.abs(desvio) > SKEW_MAX_MILLISECONDS ? desvio : null,
    ensaio: isEnsaio(phone) ? (ensaio?.ate ?? null) : null,
    isClockChanged: clock.isChanged(),
  }
}

/** Tells whether a rehearsal is on: it ends by itself, heard of or not. */
export function isEnsaio(phone: Phone): boolean {
  return phone.ensaio !== null && serverNow(phone) < phone.ensaio.ate
}
