import { SKEW_MAX_MILLISECONDS } from './clock.ts'
import type { Fato } from './facts.ts'
import { agora, type Phone } from './phone.ts'
import type { EstadoDaPorta } from './shown.ts'

/** What stands on the strip in view at all times. */
export function stateOf(phone: Phone): EstadoDaPorta {
  const { aparelho, clock, conexao, list, own, porEnviar, ensaio } = phone
  const { nome, seq, de, apagadaem } = aparelho
  const { desvio } = clock.read()
  const { revogadoem } = aparelho
  const isLate = ({ porEnviar, lidaem, desvio }: Fato) =>
    porEnviar !== undefined && revogadoem !== null && lidaem + desvio >= revogadoem
  return {
    agora: agora(phone),
    conexao,
    nome,
    porEnviar,
    // Once revoked the phone has nothing but what is unsent.
    depoisDeDesligado: revogadoem === null ? 0 : [...own.byId.values()].filter(isLate).length,
    feitas: seq,
    lista: list.marca === null || de === null ? null : { de, convidados: list.guests.length },
    apagadaem,
    relogio: Math.abs(desvio) > SKEW_MAX_MILLISECONDS ? desvio : null,
    ensaio: isEnsaio(phone) ? (ensaio?.ate ?? null) : null,
    isRelogioMudado: clock.isChanged(),
  }
}

/** Tells whether a rehearsal is on: it ends by itself, heard of or not. */
export function isEnsaio(phone: Phone): boolean {
  return phone.ensaio !== null && agora(phone) < phone.ensaio.ate
}
