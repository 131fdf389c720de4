import type { Chave } from '../../domain/acesso.ts'
import type { Aparelho } from '../../domain/aparelho.ts'
import type { Avip } from '../../domain/avip.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Convidado } from '../../domain/credencial-repo.ts'
import type { ConviteComReserva, ConvitePessoal } from '../../domain/convite-pessoal.ts'
import { liveOf, type Desistencia } from '../../domain/desistencia.ts'
import { parseEmpresa, type Empresa } from '../../domain/empresa.ts'
import { entradasIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import type { Envio, Texto, Tipo } from '../../domain/envio.ts'
import { newestFirst, type LinhaDoHistorico } from '../../domain/historico.ts'
import { juncaoOf, type Juncao } from '../../domain/juncao.ts'
import type { Mesa } from '../../domain/mesa.ts'
import { newPareamento, type Pareamento } from '../../domain/pareamento.ts'
import type { PlanilhaEnviada } from '../../domain/planilha-repo.ts'
import type { Known } from '../../domain/register.ts'
import type { Reserva } from '../../domain/reserva.ts'
import { createPainel, type Painel } from '../painel.ts'

/**
 * Documents as storage holds them. All repositories work on one store; each of their acts runs in one turn of the event
 * loop, which is its transaction.
 */
export function createMemoryStore() {
  return {
    /** A company's counters may be text, as the product before this one left them. */
    empresas: new Map<string, Record<string, unknown>>(),
    reservas: new Map<string, Reserva>(),
    credenciais: new Map<string, Credencial>(),
    /** By natural key: whose it is, and what lies beside it. */
    chaves: new Map<string, Chave>(),
    avips: new Map<string, Avip>(),
    aparelhos: new Map<string, Aparelho>(),
    /** By segredo. */
    pareamentos: new Map<string, Pareamento>(),
    entradas: new Map<string, Entrada>(),
    /** By codigo. */
    convites: new Map<string, ConvitePessoal>(),
    /** By empresaid; one that is missing is as `newMesa` says. */
    mesas: new Map<string, Mesa>(),
    /** By credencialid. */
    desistencias: new Map<string, Desistencia>(),
    /** By `envioKey`. */
    envios: new Map<string, Envio>(),
    textos: new Map<Tipo, Texto>(),
    historico: new Map<string, LinhaDoHistorico>(),
    planilhas: new Map<string, PlanilhaEnviada>(),
    /** Of the CREDENCIAL_SECRET it is used with; null until it is used. */
    fingerprint: null as string | null,
    /** Whether it is a copy nobody has used yet. */
    isCopy: false,
  }
}

export const envioKey = ({ tipo, para }: Pick<Envio, 'tipo' | 'para'>) => `${tipo} ${para}`

export type MemoryStore = ReturnType<typeof createMemoryStore>

export function readEmpresa(store: MemoryStore, empresaid: string): Empresa | null {
  const stored = store.empresas.get(empresaid)
  return stored ? parseEmpresa(empresaid, stored) : null
}

/** The company whose invitation pays for a guest, also one whose invitations cannot be counted. */
export function invitingOf(store: MemoryStore, credencialid: string): Convidado['empresa'] {
  const empresaid = usadaOf(store, credencialid)?.empresaid
  const stored = store.empresas.get(empresaid ?? '')
  if (empresaid === undefined || !stored) return null
  return { empresaid, nome: typeof stored.nome === 'string' ? stored.nome : '' }
}

export function dentroDesdeOf(store: MemoryStore, credencialid: string): number | null {
  const [first] = entradasIn([...store.entradas.values()].filter((e) => e.credencialid === credencialid))
  return first ? instantOf(first) : null
}

/** A company's holds that are neither used nor released, ended ones among them. */
export function pendentesOf(store: MemoryStore, empresaid: string): Reserva[] {
  return [...store.reservas.values()].filter((r) => r.empresaid === empresaid && r.estado === 'pendente')
}

/** The reserva usada that paid for a credencial. */
export function usadaOf(store: MemoryStore, credencialid: string): Reserva | null {
  const isPayer = (r: Reserva) => r.credencialid === credencialid && r.estado === 'usada'
  return [...store.reservas.values()].find(isPayer) ?? null
}

export function chaveOf(store: MemoryStore, credencialid: string): { key: string; chave: Chave } | null {
  const found = [...store.chaves].find(([, chave]) => chave.credencialid === credencialid)
  return found ? { key: found[0], chave: found[1] } : null
}

export function findConvite(store: MemoryStore, codigo: string): ConviteComReserva | null {
  const convite = store.convites.get(codigo)
  const reserva = convite && store.reservas.get(convite.reservaid)
  return convite && reserva ? { convite, reserva } : null
}

/** Erases a credencial with key, avip, withdrawal, reminder and the label of its personal invitation, but that of `taken`. */
export function eraseConvidado(store: MemoryStore, credencialid: string, taken: string | null = null): void {
  const { credenciais, avips, chaves } = store
  credenciais.delete(credencialid)
  avips.delete(credencialid)
  store.desistencias.delete(credencialid)
  store.envios.delete(envioKey({ tipo: 'lembrete', para: credencialid }))
  for (const [codigo, convite] of store.convites)
    if (convite.reservaid !== taken && store.reservas.get(convite.reservaid)?.credencialid === credencialid)
      store.convites.set(codigo, { ...convite, rotulo: '' })
  for (const [key, chave] of chaves) if (chave.credencialid === credencialid) chaves.delete(key)
}

/** Erases a company with its mesa, its personal invitations, what was noted of sending them, and its reservas. */
export function eraseEmpresa(store: MemoryStore, empresaid: string): void {
  store.empresas.delete(empresaid)
  store.mesas.delete(empresaid)
  store.envios.delete(envioKey({ tipo: 'mesa', para: empresaid }))
  for (const { codigo, empresaid: of } of store.convites.values())
    if (of === empresaid) store.envios.delete(envioKey({ tipo: 'pessoal', para: codigo }))
  for (const beside of [store.convites, store.reservas])
    for (const [id, one] of beside) if (one.empresaid === empresaid) beside.delete(id)
}

export function pareamentoOf(store: MemoryStore, segredo: string): Pareamento | null {
  const stored = store.pareamentos.get(segredo)
  if (stored) return stored
  const aparelho = [...store.aparelhos.values()].find((one) => one.segredo === segredo)
  return aparelho ? newPareamento(aparelho.aparelhoid, segredo, aparelho.pareadoem ?? 0) : null
}

export function putLinha(store: MemoryStore, linha: LinhaDoHistorico | null): void {
  if (linha && !store.historico.has(linha.historicoid)) store.historico.set(linha.historicoid, linha)
}

export function juncaoFor({ historico }: MemoryStore, credencialid: string): Juncao | null {
  const merges = [...historico.values()].filter(({ ato }) => ato === 'juntou').sort(newestFirst)
  return merges.map(juncaoOf).find(({ gone }) => gone === credencialid) ?? null
}

export function knownUnder(store: MemoryStore, key: string): Known | null {
  const chave = store.chaves.get(key)
  const credencial = chave && store.credenciais.get(chave.credencialid)
  if (!chave || !credencial) return null
  const desistencia = liveOf(store.desistencias.get(chave.credencialid))
  return { credencial, chave, key, isPaid: usadaOf(store, chave.credencialid) !== null, desistencia }
}

export function erasedAt({ historico }: MemoryStore): number | null {
  const erasures = [...historico.values()].filter(({ ato }) => ato === 'apagou-tudo')
  return erasures.length === 0 ? null : Math.max(...erasures.map(({ em }) => em))
}

/** What is stored, as the board has it: made anew each time it is asked for. */
export function painelOf(store: MemoryStore): Painel {
  const painel = createPainel()
  for (const [credencialid, credencial] of store.credenciais) painel.putCredencial(credencialid, credencial)
  for (const chave of store.chaves.values()) painel.putChave(chave)
  for (const reserva of store.reservas.values()) painel.putReserva(reserva)
  for (const entrada of store.entradas.values()) painel.putEntrada(entrada)
  for (const [credencialid, desistencia] of store.desistencias)
    painel.putDesistencia(credencialid, desistencia)
  for (const [empresaid, stored] of store.empresas) painel.putEmpresa(empresaid, { ...stored, empresaid })
  for (const mesa of store.mesas.values()) painel.putMesa(mesa)
  for (const linha of [...store.historico.values()].sort(newestFirst).reverse()) painel.putLinha(linha)
  return painel
}
