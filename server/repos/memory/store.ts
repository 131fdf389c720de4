import type { Chave } from '../../domain/acesso.ts'
import type { Andamento } from '../../domain/andamento.ts'
import type { Aparelho } from '../../domain/aparelho.ts'
import type { Avip } from '../../domain/avip.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Convidado } from '../../domain/credencial-repo.ts'
import type { ConviteComReserva, ConvitePessoal } from '../../domain/convite-pessoal.ts'
import { liveOf, type Desistencia } from '../../domain/desistencia.ts'
import { parseEmpresa, type Empresa } from '../../domain/empresa.ts'
import { entradasIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import { DO_CONVIDADO, type Envio, type Texto, type Tipo } from '../../domain/envio.ts'
import type { EventoGuardado, Imagem } from '../../domain/evento-gravado.ts'
import { isErasure, newestFirst, type LinhaDoHistorico } from '../../domain/historico.ts'
import { juncaoOf, type Juncao } from '../../domain/juncao.ts'
import type { Mesa } from '../../domain/mesa.ts'
import { newPareamento, type Pareamento } from '../../domain/pareamento.ts'
import { countContacts, type PersonalData } from '../../domain/personal-data.ts'
import type { PlanilhaEnviada } from '../../domain/planilha-repo.ts'
import type { Known } from '../../domain/register.ts'
import type { Reserva } from '../../domain/reserva.ts'
import { createPainel, type Painel } from '../painel.ts'

/** The key of the one event there is. */
export const EVENTO = 'evento'

/**
 * Documents as storage holds them. All repositories work on one store; each of their acts runs in one turn of the event
 * loop, which is its transaction.
 */
export function createMemoryStore() {
  return {
    /** A company's counters may be text, as the product before this one left them. */
    empresas: noting<Record<string, unknown>>(),
    reservas: noting<Reserva>(),
    credenciais: noting<Credencial>(),
    /** By natural key: whose it is, and what lies beside it. */
    chaves: noting<Chave>(),
    avips: new Map<string, Avip>(),
    aparelhos: new Map<string, Aparelho>(),
    /** By segredo. */
    pareamentos: new Map<string, Pareamento>(),
    entradas: noting<Entrada>(),
    /** By codigo. */
    convites: new Map<string, ConvitePessoal>(),
    /** By empresaid; one that is missing is as `newMesa` says. */
    mesas: noting<Mesa>(),
    /** By credencialid. */
    desistencias: noting<Desistencia>(),
    /** By `envioKey`. */
    envios: new Map<string, Envio>(),
    textos: new Map<Tipo, Texto>(),
    /** By imagemid. */
    imagens: new Map<string, Imagem>(),
    /** One, under `EVENTO`. */
    eventos: new Map<string, EventoGuardado>(),
    historico: noting<LinhaDoHistorico>(),
    planilhas: new Map<string, PlanilhaEnviada>(),
    andamentos: new Map<string, Andamento>(),
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

/** Erases a credencial with key, avip, withdrawal, messages and the label of its personal invitation, but that of `taken`. */
export function eraseConvidado(store: MemoryStore, credencialid: string, taken: string | null = null): void {
  const { credenciais, avips, chaves } = store
  credenciais.delete(credencialid)
  avips.delete(credencialid)
  store.desistencias.delete(credencialid)
  for (const tipo of DO_CONVIDADO) store.envios.delete(envioKey({ tipo, para: credencialid }))
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
  // In the order in which they were stored.
  return [...historico.values()].findLast(isErasure)?.em ?? null
}

export function countPersonalData(store: MemoryStore): PersonalData {
  const { convites, entradas, aparelhos, empresas, mesas } = store
  const count = <Value>(map: Map<string, Value>, isCounted: (value: Value) => boolean) =>
    [...map.values()].filter(isCounted).length
  return {
    convidados: store.credenciais.size,
    chaves: store.chaves.size,
    rotulos: count(convites, ({ rotulo }) => rotulo !== ''),
    anotados: count(entradas, ({ anotado }) => anotado !== null),
    nomes: count(aparelhos, ({ nome }) => nome !== ''),
    envios: count(store.envios, ({ numero }) => numero !== ''),
    planilhas: new Set([...store.planilhas.keys(), ...store.andamentos.keys()]).size,
    contatos: countContacts(
      empresas,
      [...mesas.values()].flatMap(({ empresaid, telefone }) => (telefone === '' ? [] : [empresaid])),
    ),
    apagadoem: erasedAt(store),
  }
}

/** What is stored, as the board has it: kept, and renewed by the records that were written since it was asked for last. */
export function painelOf(store: MemoryStore): Painel {
  const painel = paineis.get(store) ?? newPainel(store)
  const linhas: LinhaDoHistorico[] = []
  const isWhole = [
    follow(
      store.credenciais,
      (id, credencial) => painel.putCredencial(id, credencial),
      (id) => painel.putCredencial(id, null),
    ),
    follow(
      store.desistencias,
      (id, desistencia) => painel.putDesistencia(id, desistencia),
      (id) => painel.putDesistencia(id, null),
    ),
    follow(
      store.empresas,
      (empresaid, stored) => painel.putEmpresa(empresaid, { ...stored, empresaid }),
      (empresaid) => painel.putEmpresa(empresaid, null),
    ),
    follow(store.chaves, (_, chave) => painel.putChave(chave)),
    follow(store.reservas, (_, reserva) => painel.putReserva(reserva)),
    follow(store.entradas, (_, entrada) => painel.putEntrada(entrada)),
    follow(store.mesas, (_, mesa) => painel.putMesa(mesa)),
    follow(store.historico, (_, linha) => linhas.push(linha)),
  ]
  for (const linha of linhas.sort(newestFirst).reverse()) painel.putLinha(linha)
  if (!isWhole.includes(false)) return painel
  paineis.delete(store)
  return painelOf(store)
}

const paineis = new WeakMap<MemoryStore, Painel>()

function newPainel(store: MemoryStore): Painel {
  for (const map of Object.values(store))
    if (map instanceof Map) for (const key of map.keys()) written.get(map)?.add(key)
  const painel = createPainel()
  paineis.set(store, painel)
  return painel
}

/** The keys of a map that were written or deleted since the board was asked for last. */
const written = new WeakMap<object, Set<string>>()

/** A map that notes what is written. Its constructor is Map’s, so that it compares as equal to a copy. */
function noting<Value>(): Map<string, Value> {
  const map = new Map<string, Value>()
  const keys = new Set<string>()
  written.set(map, keys)
  const { prototype } = Map<string, Value>
  const methods = {
    set: (key: string, value: Value) => (keys.add(key), prototype.set.call(map, key, value)),
    delete: (key: string) => (keys.add(key), prototype.delete.call(map, key)),
    clear() {
      for (const key of map.keys()) keys.add(key)
      prototype.clear.call(map)
    },
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(map, name, { value })
  return map
}

/** @returns false where something is gone that a board cannot be told of: it has to be made anew */
function follow<Value>(
  map: Map<string, Value>,
  put: (key: string, value: Value) => void,
  drop?: (key: string) => void,
): boolean {
  const keys = written.get(map) ?? new Set()
  let isWhole = true
  for (const key of keys) {
    const value = map.get(key)
    if (value !== undefined) put(key, value)
    else if (drop) drop(key)
    else isWhole = false
  }
  keys.clear()
  return isWhole
}
