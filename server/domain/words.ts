import { CASA, isCasa, NINGUEM } from './casa.ts'
import { firstPlaceOf, isPlaceOfConvite, NAMES_NOBODY } from './convite-pessoal.ts'
import { avipOf, type Credencial } from './credencial.ts'
import { guardadaOf, liveOf } from './desistencia.ts'
import { parseCounter, parseEmpresa } from './empresa.ts'
import { entradasIn } from './entrada.ts'
import { notasOf, sobreOf, type Sobre } from './envio.ts'
import type { LinhaDoHistorico } from './historico.ts'
import { renewed } from './mesa.ts'
import { contatosemIn, erasedIn } from './outro-evento.ts'
import * as questions from './questions.ts'
import { envioId, gone, idOf, RECORDS, type Fate, type Kind, type Records, type Stored } from './records.ts'
import { forgotten } from './reserva.ts'
import type { Parte, Tx } from './tx.ts'

/** The kinds in each part of storage, in the order they are erased. */
export const PARTES = {
  convidados: ['planilhas', 'andamentos', 'avips', 'credenciais'],
  contatos: ['empresas'],
  mesas: ['mesas'],
  preparos: ['imagens'],
  pedidos: ['mesas'],
  chaves: ['chaves'],
  reservas: ['reservas'],
  desistencias: ['desistencias'],
  convites: ['convites'],
  aparelhos: ['aparelhos'],
  pareamentos: ['pareamentos'],
  entradas: ['entradas'],
  envios: ['envios'],
  importados: ['importados'],
} as const satisfies Record<Parte, readonly Kind[]>

export type On = 'onErasure' | 'onContacts' | 'onEnd'

export const onErasingOf = (parte: Parte): On =>
  parte === 'contatos' || parte === 'mesas' ? 'onContacts' : 'onErasure'

/** What happens to each record of a kind; undefined if all stay. */
export const fateOf = (kind: Kind, on: On) =>
  RECORDS[kind][on] as ((record: Stored[Kind]) => Fate<Stored[Kind]>) | undefined

/** The kinds whose ids are returned: guests, and those who answer for companies. */
const TOLD: readonly Kind[] = ['credenciais', 'empresas', 'mesas']

/**
 * Applies to every record of a kind the fate declared for it.
 * @returns the ids of those changed, for kinds in TOLD
 */
function sweep(tx: Records, kind: Kind, on: On): string[] {
  const decide = fateOf(kind, on)
  if (!decide) return []
  if (decide === gone) {
    const ids = kind === 'credenciais' ? tx.ids(kind, {}) : []
    tx.clear(kind)
    return ids
  }
  const changed: string[] = []
  for (const record of tx.find(kind, {})) {
    const fate = decide(record)
    if (fate === null || (fate === 'orphan' && hasOwner(tx, kind, record))) continue
    const id = idOf(kind, record)
    if (typeof fate === 'string') tx.delete(kind, id)
    else tx.change(kind, id, fate)
    changed.push(id)
  }
  return TOLD.includes(kind) && !(kind === 'mesas' && on === 'onErasure') ? changed : []
}

function hasOwner<K extends Kind>(tx: Records, kind: K, record: Stored[K]): boolean {
  const { owner } = RECORDS[kind]
  return owner !== undefined && tx.get(owner.kind, owner.idIn(record)) !== null
}

/** The domain's words for acts, on top of the verbs of their transaction. */
export function wordsOf(tx: Records): Tx {
  const putAvip = (credencial: Credencial) => tx.put('avips', avipOf(credencial))
  const done = (linha: LinhaDoHistorico | null) => {
    if (linha && !tx.get('historico', linha.historicoid)) tx.put('historico', linha)
  }
  /** Whoever will not come, and whose places are free, is written to no more. */
  const forgetTelefone = (reservaid: string) => {
    for (const { codigo } of tx.find('convites', { reservaid }))
      tx.change('convites', codigo, { telefone: '' })
  }
  const forgetNotas = (kind: Sobre, id: string) => {
    for (const nota of notasOf(kind, id)) tx.delete('envios', envioId(nota))
  }
  const entradasOf = (credencialid: string) => tx.find('entradas', { credencialid })
  const hasConvidados = () => tx.find('credenciais', {}, 1).length > 0

  return {
    get: (kind, id) => tx.get(kind, id),
    put: (kind, record) => tx.put(kind, record),
    allotment: (request) => questions.allotmentIn(tx, request),
    empresa: (empresaid) => questions.empresaIn(tx, empresaid),
    casa: () => questions.casaIn(tx),
    outraNaCasa() {
      const stored = tx.get('empresas', CASA)
      return stored && !isCasa(stored)
        ? parseEmpresa(CASA, { nome: stored.nome, icredencial: 0, licredencial: 0 }).nome
        : null
    },
    totalDeConvites: () =>
      tx
        .find('empresas', {})
        .filter((stored) => !isCasa(stored))
        .reduce((sum, { icredencial }) => sum + (parseCounter(icredencial) ?? 0), 0),
    mesa: (empresaid) => questions.mesaIn(tx, empresaid),
    ownerOf: (key) => tx.get('chaves', key)?.credencialid ?? null,
    known: (key) => questions.knownIn(tx, key),
    chaveOf: (credencialid) => questions.chaveIn(tx, credencialid),
    acompanhantesOf: (grupo) => tx.find('chaves', { grupo }).map(questions.parted),
    payerOf: (credencialid) => questions.withEmpresa(tx, questions.usadaIn(tx, credencialid)),
    pagosCom: (empresaid, telefones) =>
      telefones
        .flatMap((telefone) => tx.find('credenciais', { telefone }))
        .map(({ credencialid }) => credencialid)
        .filter((id) => questions.usadaIn(tx, id)?.empresaid === empresaid),
    isAwaited: (empresaid) => tx.find('desistencias', { empresaid, desfeitaem: null }, 1).length > 0,
    guardadaOf(desistencia) {
      const reservaid = liveOf(desistencia)?.reservaid ?? null
      return reservaid === null
        ? null
        : questions.withEmpresa(tx, guardadaOf(desistencia, tx.get('reservas', reservaid)))
    },
    isStored: (credencialid) => tx.get('credenciais', credencialid) !== null,
    entradasOf,
    entradasFollowing: entradasOf,
    entradas: (entradaids) => entradaids.flatMap((id) => tx.get('entradas', id) ?? []),
    keptFor: (credencialid) => questions.juncaoIn(tx, credencialid)?.kept ?? null,
    isFollowedWhenRead: false,
    convite: (codigo) => questions.conviteIn(tx, codigo),
    conviteOfPlace: (reservaid) => questions.conviteOfPlaceIn(tx, reservaid),
    envio: (tipo, para) => tx.get('envios', envioId({ tipo, para })),
    isThere(destino) {
      const { kind, id } = sobreOf(destino)
      return tx.hold(kind, id) !== null
    },
    isForgotten: ({ planilhaid }) => tx.get('andamentos', planilhaid) === null,
    linhasDe: (alvo) => tx.find('historico', { alvo }),
    aparelhoBy: (field, hash) => questions.aparelhoBy(tx, field, hash),
    equipe: () => tx.find('aparelhos', {}),
    freeIds(now, count) {
      const ids: string[] = []
      for (let at = now; ids.length < count; at = Number(ids.at(-1)) + 1) ids.push(tx.freeId(at))
      return ids
    },
    isErased: () => !hasConvidados() && questions.erasuresIn(tx).length > 0,
    evento: () => questions.eventoIn(tx),
    hasConvidados,
    pessoal: () => questions.pessoalIn(tx),
    totais() {
      const linhas = questions.erasuresIn(tx)
      const annulled = new Set(tx.find('entradas', { anula: { not: null } }).map(({ anula }) => anula))
      return {
        convidados: erasedIn(linhas.filter(({ ato }) => ato === 'apagou-tudo')),
        contatosem: contatosemIn(linhas),
        entradas: tx.count('entradas', { anula: null }) - annulled.size,
      }
    },
    confirmados() {
      const live = tx.find('desistencias', { desfeitaem: null })
      const absent = live.filter(({ credencialid }) => entradasIn(entradasOf(credencialid)).length === 0)
      return tx.count('credenciais', {}) - absent.length
    },

    allot(change) {
      if (!change) return
      const { empresaid, licredencial, release, store } = change
      if (empresaid !== NINGUEM.empresaid) tx.change('empresas', empresaid, { licredencial })
      for (const reserva of release) {
        tx.put('reservas', { ...reserva, estado: 'liberada' })
        if (isPlaceOfConvite(reserva)) forgetTelefone(firstPlaceOf(reserva.reservaid))
      }
      for (const reserva of store) tx.put('reservas', reserva)
    },
    putEmpresa(empresaid, fields) {
      if (tx.get('empresas', empresaid)) tx.change('empresas', empresaid, fields)
      else tx.put('empresas', { ...parseEmpresa(empresaid, fields) })
    },
    eraseEmpresa(empresaid) {
      for (const { codigo } of tx.find('convites', { empresaid })) {
        forgetNotas('convites', codigo)
        tx.delete('convites', codigo)
      }
      for (const { reservaid } of tx.find('reservas', { empresaid })) tx.delete('reservas', reservaid)
      forgetNotas('empresas', empresaid)
      tx.delete('mesas', empresaid)
      tx.delete('empresas', empresaid)
      return true
    },
    addCredencial(credencial) {
      tx.put('credenciais', credencial)
      putAvip(credencial)
    },
    putCredencial(credencial, isAvipDue) {
      const { credencialid, nome, telefone, email } = credencial
      tx.change('credenciais', credencialid, { nome, telefone, email })
      if (isAvipDue) putAvip(credencial)
    },
    putChave(key, chave) {
      for (const former of tx.find('chaves', { credencialid: chave.credencialid }))
        if (former.chave !== key) tx.delete('chaves', former.chave)
      tx.put('chaves', { chave: key, ...chave })
    },
    eraseConvidado(credencialid, taken) {
      // Labels are few, but no index over reservas tells whom the released ones named.
      for (const convite of tx.find('convites', { rotulo: { not: '' } })) {
        const theirs = questions
          .comReservas(tx, convite)
          .reservas.filter((one) => one.credencialid === credencialid)
        if (!theirs.some(({ reservaid }) => reservaid !== taken)) continue
        tx.change('convites', convite.codigo, NAMES_NOBODY)
        forgetNotas('convites', convite.codigo)
      }
      for (const { chave } of tx.find('chaves', { credencialid })) tx.delete('chaves', chave)
      forgetNotas('credenciais', credencialid)
      tx.delete('desistencias', credencialid)
      tx.delete('avips', credencialid)
      tx.delete('credenciais', credencialid)
    },
    forgetPayer(credencialid) {
      const paid = questions.usadaIn(tx, credencialid)
      if (paid) tx.put('reservas', forgotten(paid))
    },
    putDesistencia(desistencia) {
      if (desistencia) tx.put('desistencias', desistencia)
    },
    append(facts, linhaDoHistorico) {
      let added = 0
      for (const entrada of facts) {
        if (tx.get('entradas', entrada.entradaid)) continue
        tx.put('entradas', entrada)
        if (linhaDoHistorico) done(linhaDoHistorico(entrada))
        added++
      }
      return added
    },
    eraseNext: (parte) => {
      const ids = PARTES[parte].flatMap((kind) => sweep(tx, kind, onErasingOf(parte)))
      return { ids, next: null }
    },
    endNext(parte) {
      for (const empresaid of sweep(tx, parte, 'onEnd'))
        tx.put('mesas', renewed(questions.mesaIn(tx, empresaid)))
      return null
    },
    markErased: ({ historicoid }) => tx.put('meta', { nome: questions.EXPURGO, valor: historicoid }),
    done,
  }
}
