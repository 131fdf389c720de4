import type { Payer } from './claim.ts'
import { PACE_MS } from './convites-per-address.ts'
import {
  firstPlaceOf,
  reservaidsOf,
  type ConviteComReservas,
  type ConvitePessoal,
} from './convite-pessoal.ts'
import { liveOf } from './desistencia.ts'
import { isCasa, CASA, NINGUEM } from './casa.ts'
import { parseEmpresa, type Empresa } from './empresa.ts'
import { ERASURES, type LinhaDoHistorico } from './historico.ts'
import { lastJuncaoOf, type Juncao } from './juncao.ts'
import { newMesa } from './mesa.ts'
import { countContacts, type PersonalData } from './personal-data.ts'
import { EVENTO, type Reads, type Stored } from './records.ts'
import type { Known } from './register.ts'
import type { Allotment, Reserva } from './reserva.ts'
import type { AllotmentRequest, Tx } from './tx.ts'

// What acts and queries ask, in the domain's words, on top of the plain verbs of storage.

export function empresaIn(tx: Reads, empresaid: string): Empresa | null {
  if (empresaid === NINGUEM.empresaid) return NINGUEM
  const stored = tx.get('empresas', empresaid)
  return stored && parseEmpresa(empresaid, stored)
}

/** The house, where the event has a LOTAÇÃO; null where none is stored, or another product's company is. */
export function casaIn(tx: Reads): Empresa | null {
  const stored = tx.get('empresas', CASA)
  return stored && isCasa(stored) ? parseEmpresa(CASA, stored) : null
}

export const mesaIn = (tx: Reads, empresaid: string) => tx.get('mesas', empresaid) ?? newMesa(empresaid)

export function allotmentIn(
  tx: Reads,
  { empresaid, sid, origem, now, isSweep = false }: AllotmentRequest,
): Allotment | null {
  const empresa = empresaIn(tx, empresaid)
  if (!empresa) return null
  const pendente = { empresaid, estado: 'pendente' } as const
  const held = { ...pendente, origem, expiraem: { above: now }, credencialid: null }
  return {
    empresa,
    isFechada: tx.get('mesas', empresaid)?.fechada ?? false,
    // When addresses do not count, personal invitations do not either, because they have no address.
    takenFromOrigem:
      origem === null ? 0 : tx.count('reservas', { empresaid, origem, criadaem: { above: now - PACE_MS } }),
    heldFromOrigem: origem === null ? 0 : tx.count('reservas', held),
    mine: tx.find('reservas', { ...pendente, sid }, 1)[0] ?? null,
    // Where nobody pays, an ended hold keeps nothing from anybody: only the sweep looks for them.
    ended:
      empresaid === NINGUEM.empresaid && !isSweep
        ? []
        : tx.find('reservas', { ...pendente, expiraem: { atMost: now } }),
  }
}

/** The reserva that paid for a guest. */
export const usadaIn = (tx: Reads, credencialid: string) =>
  tx.find('reservas', { credencialid, estado: 'usada' }, 1)[0] ?? null

export const withEmpresa = (tx: Reads, reserva: Reserva | null): Payer | null => {
  const empresa = reserva && empresaIn(tx, reserva.empresaid)
  return empresa && { reserva, empresa }
}

/** The natural key of a guest, and what is stored under it. */
export function chaveIn(tx: Reads, credencialid: string): ReturnType<Tx['chaveOf']> {
  const [found] = tx.find('chaves', { credencialid }, 1)
  return found ? parted(found) : null
}

export function parted({ chave: key, ...chave }: Stored['chaves']) {
  return { key, chave }
}

/** The guest stored under a natural key, as a registration finds them. */
export function knownIn(tx: Reads, key: string): Known | null {
  const chave = tx.get('chaves', key)
  const credencial = chave && tx.get('credenciais', chave.credencialid)
  if (!credencial) return null
  const isPaid = tx.count('reservas', { credencialid: chave.credencialid, estado: 'usada' }) > 0
  const desistencia = liveOf(tx.get('desistencias', chave.credencialid))
  return { credencial, chave: parted(chave).chave, key, isPaid, desistencia }
}

/** The last merge that erased this guest. */
export function juncaoIn(tx: Reads, gone: string): Juncao | null {
  // No other line begins with a guest's id and a blank.
  const detalhe = { above: `${gone} `, below: `${gone}!` }
  return lastJuncaoOf(gone, tx.find('historico', { ato: 'juntou', detalhe }))
}

export function conviteIn(tx: Reads, codigo: string): ConviteComReservas | null {
  const convite = tx.get('convites', codigo)
  return convite && comReservas(tx, convite)
}

export function conviteOfPlaceIn(tx: Reads, reservaid: string): ConviteComReservas | null {
  const [convite] = tx.find('convites', { reservaid: firstPlaceOf(reservaid) }, 1)
  return convite ? comReservas(tx, convite) : null
}

export const comReservas = (tx: Reads, convite: ConvitePessoal): ConviteComReservas => ({
  convite,
  reservas: reservaidsOf(convite).flatMap((id) => tx.get('reservas', id) ?? []),
})

export const aparelhoBy = (tx: Reads, field: 'codigo' | 'segredo', hash: string) =>
  tx.find('aparelhos', { [field]: hash }, 1)[0] ?? null

/** Where storage notes which line of the history is that of the last erasure. */
export const EXPURGO = 'expurgo'

/** The lines of erasures. Storage notes which is the last: a clock corrected since may suggest another. */
export function erasuresIn(tx: Reads): LinhaDoHistorico[] {
  const linhas = ERASURES.flatMap((ato) => tx.find('historico', { ato }))
  if (linhas.length < 2) return linhas
  const last = tx.get('meta', EXPURGO)?.valor
  const isLast = ({ historicoid }: LinhaDoHistorico) => Number(historicoid === last)
  return linhas.sort((a, b) => isLast(a) - isLast(b) || a.em - b.em)
}

export const eventoIn = (tx: Reads) => tx.get('eventos', EVENTO)

export function pessoalIn(tx: Reads): PersonalData {
  const noted = tx.find('mesas', { telefone: { not: '' } })
  return {
    convidados: tx.count('credenciais', {}),
    chaves: tx.count('chaves', {}),
    rotulos: tx.count('convites', { rotulo: { not: '' } }),
    anotados: tx.count('entradas', { anotado: { not: null } }),
    nomes: tx.count('aparelhos', { nome: { not: '' } }),
    envios: tx.count('envios', { numero: { not: '' } }),
    // A recorded upload may have only its progress left, and one waiting to be checked only the file.
    planilhas: new Set([...tx.ids('planilhas', {}), ...tx.ids('andamentos', {})]).size,
    contatos: countContacts(
      tx.find('empresas', {}).map((stored) => [stored.empresaid, stored] as const),
      noted.map(({ empresaid }) => empresaid),
    ),
    apagadoem: erasuresIn(tx).at(-1)?.em ?? null,
  }
}
