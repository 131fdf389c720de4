import { besideOf, newChave } from '../domain/acesso.ts'
import type { Credencial } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import type { EmpresaRepo } from '../domain/empresa-repo.ts'
import { entradasIn, instantOf } from '../domain/entrada.ts'
import { byKept, juncaoOf } from '../domain/juncao.ts'
import type { Reads } from '../domain/records.ts'
import { SEM_FIM } from '../domain/reserva.ts'
import { chaveIn, usadaIn } from '../domain/questions.ts'
import { listedIn, type Pendentes } from './empresas-listed.ts'

// Queries over the verbs that take more than one question.

/** Read by each page of a company: counted, because there may be hundreds of them. */
export function pendentesIn(tx: Reads, empresaid: string, now: number): Pendentes {
  const pendente = { empresaid, estado: 'pendente' } as const
  const all = tx.count('reservas', pendente)
  if (all === 0) return { all, ended: 0, pessoais: 0 }
  return {
    all,
    ended: tx.count('reservas', { ...pendente, expiraem: { atMost: now } }),
    pessoais: tx.count('reservas', { ...pendente, expiraem: SEM_FIM }),
  }
}

export function endedIn(tx: Reads, now: number): Set<string> {
  const ended = tx.find('reservas', { estado: 'pendente', expiraem: { atMost: now } })
  return new Set(ended.map(({ empresaid }) => empresaid))
}

export function listEmpresas(tx: Reads, now: number): Awaited<ReturnType<EmpresaRepo['list']>> {
  const mesas = new Map(tx.find('mesas', {}).map((mesa) => [mesa.empresaid, mesa]))
  const found = tx.find('empresas', {}).map((stored) => [stored.empresaid, stored] as const)
  const sorted = found.sort(([a], [b]) => (a < b ? -1 : 1))
  return listedIn({ found: sorted, twice: [] }, tx.find('reservas', { estado: 'pendente' }), mesas, now)
}

/** Works even for a company whose invitations cannot be counted. */
export function convidadoIn(
  tx: Reads,
  credencial: Credencial,
  found = chaveIn(tx, credencial.credencialid),
): Convidado {
  const { credencialid } = credencial
  const beside = besideOf(found?.chave ?? newChave(credencialid))
  const empresaid = usadaIn(tx, credencialid)?.empresaid
  const stored = empresaid === undefined ? null : tx.get('empresas', empresaid)
  if (empresaid === undefined || !stored) return { credencial, ...beside, empresa: null }
  const { nome, estacionamento } = stored
  return {
    credencial,
    ...beside,
    empresa: { empresaid, nome: typeof nome === 'string' ? nome : '' },
    ...(typeof estacionamento === 'string' && { estacionamento }),
  }
}

/** Merges from the history, by the guest who stayed. */
export const mergedIn = (tx: Reads) => byKept(tx.find('historico', { ato: 'juntou' }).map(juncaoOf))

export function dentroDesdeIn(tx: Reads, credencialid: string): number | null {
  const [first] = entradasIn(tx.find('entradas', { credencialid }))
  return first ? instantOf(first) : null
}
