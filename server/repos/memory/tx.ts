import { avipOf } from '../../domain/avip.ts'
import type { Payer } from '../../domain/claim.ts'
import type { Credencial } from '../../domain/credencial.ts'
import { guardadaOf, liveOf } from '../../domain/desistencia.ts'
import { PREPARO } from '../../domain/imagem.ts'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import { newMesa } from '../../domain/mesa.ts'
import { contatosemIn, countEntradas, erasedIn } from '../../domain/outro-evento.ts'
import { contactsIn, hasContacts } from '../../domain/personal-data.ts'
import { forgotten, isEnded, isGuardada, type Reserva } from '../../domain/reserva.ts'
import type { Parte, ParteDoEvento, Run, Tx } from '../../domain/tx.ts'
import {
  chaveOf,
  countPersonalData,
  dentroDesdeOf,
  envioKey,
  eraseConvidado,
  eraseEmpresa,
  erasedAt,
  EVENTO,
  findConvite,
  juncaoFor,
  knownUnder,
  pareamentoOf,
  pendentesOf,
  putLinha,
  readEmpresa,
  usadaOf,
  type MemoryStore,
} from './store.ts'

export function createTx(store: MemoryStore): Tx {
  const { aparelhos, credenciais, chaves, desistencias, entradas, reservas, convites, mesas } = store
  const factsOf = (credencialid: string) =>
    [...entradas.values()].filter((one) => one.credencialid === credencialid)
  const withEmpresa = (reserva: Reserva | null): Payer | null => {
    const empresa = reserva && readEmpresa(store, reserva.empresaid)
    return empresa && { reserva, empresa }
  }
  // The avip lies beside the credencial, so both are stored at once.
  const putCredencial = (credencial: Credencial) => {
    credenciais.set(credencial.credencialid, credencial)
    store.avips.set(credencial.credencialid, avipOf(credencial))
  }
  return {
    allotment({ empresaid, sid, origem, now }) {
      const empresa = readEmpresa(store, empresaid)
      if (!empresa) return null
      const pendentes = pendentesOf(store, empresaid)
      const isFromOrigem = (r: Reserva) => r.empresaid === empresaid && r.origem === origem
      const isHeld = (r: Reserva) => isFromOrigem(r) && !isEnded(r, now) && !isGuardada(r)
      const isTaken = (r: Reserva) => isFromOrigem(r) && r.criadaem > now - PACE_MS
      return {
        empresa,
        isFechada: mesas.get(empresaid)?.fechada ?? false,
        mine: pendentes.find((r) => r.sid === sid) ?? null,
        ended: pendentes.filter((r) => isEnded(r, now)),
        heldFromOrigem: pendentes.filter(isHeld).length,
        takenFromOrigem: [...reservas.values()].filter(isTaken).length,
      }
    },
    empresa: (empresaid) => readEmpresa(store, empresaid),
    mesa: (empresaid) => mesas.get(empresaid) ?? newMesa(empresaid),
    credencial: (credencialid) => credenciais.get(credencialid) ?? null,
    ownerOf: (key) => chaves.get(key)?.credencialid ?? null,
    known: (key) => knownUnder(store, key),
    chaveOf: (credencialid) => chaveOf(store, credencialid),
    pagosCom: (empresaid, telefones) =>
      [...credenciais.values()]
        .filter(({ telefone }) => telefones.includes(telefone))
        .map(({ credencialid }) => credencialid)
        .filter((id) => usadaOf(store, id)?.empresaid === empresaid),
    payerOf: (credencialid) => withEmpresa(usadaOf(store, credencialid)),
    desistencia: (credencialid) => desistencias.get(credencialid) ?? null,
    isAwaited: (empresaid) => [...desistencias.values()].some((one) => liveOf(one)?.empresaid === empresaid),
    guardadaOf: (desistencia) =>
      withEmpresa(guardadaOf(desistencia, reservas.get(desistencia?.reservaid ?? '') ?? null)),
    isStored: (credencialid) => credenciais.has(credencialid),
    entradasOf: factsOf,
    entradasFollowing: factsOf,
    entradas: (entradaids) => entradaids.flatMap((id) => entradas.get(id) ?? []),
    keptFor: (credencialid) => juncaoFor(store, credencialid)?.kept ?? null,
    isFollowedWhenRead: false,
    convite: (codigo) => findConvite(store, codigo),
    isThere({ tipo, para }) {
      const kept = { mesa: store.empresas, pessoal: convites }
      return (tipo === 'mesa' || tipo === 'pessoal' ? kept[tipo] : credenciais).has(para)
    },
    envio: (tipo, para) => store.envios.get(envioKey({ tipo, para })) ?? null,
    andamento: (planilhaid) => store.andamentos.get(planilhaid) ?? null,
    isForgotten: ({ planilhaid }) => !store.andamentos.has(planilhaid),
    aparelho: (aparelhoid) => aparelhos.get(aparelhoid) ?? null,
    aparelhoBy: (field, hash) => [...aparelhos.values()].find((one) => one[field] === hash) ?? null,
    equipe: () => [...aparelhos.values()],
    pareamento: (segredo) => pareamentoOf(store, segredo),
    freeId(now) {
      let id = now
      while (credenciais.has(String(id))) id++
      return String(id)
    },
    isErased: () => credenciais.size === 0 && erasedAt(store) !== null,
    evento: () => store.eventos.get(EVENTO) ?? null,
    hasConvidados: () => credenciais.size > 0,
    pessoal: () => countPersonalData(store),
    totais() {
      const linhas = [...store.historico.values()]
      return {
        convidados: erasedIn(linhas.filter(({ ato }) => ato === 'apagou-tudo')),
        contatosem: contatosemIn(linhas),
        entradas: countEntradas([...entradas.values()]),
      }
    },
    confirmados: () =>
      [...credenciais.keys()].filter(
        (id) => !liveOf(desistencias.get(id)) || dentroDesdeOf(store, id) !== null,
      ).length,

    allot(change) {
      if (!change) return
      const { empresaid, licredencial } = change
      store.empresas.set(empresaid, { ...store.empresas.get(empresaid), licredencial })
      for (const one of change.release) reservas.set(one.reservaid, { ...one, estado: 'liberada' })
      for (const one of change.store) reservas.set(one.reservaid, one)
    },
    putEmpresa: (empresaid, fields) =>
      void store.empresas.set(empresaid, { ...store.empresas.get(empresaid), ...fields }),
    putAparelho: (aparelho) => void aparelhos.set(aparelho.aparelhoid, aparelho),
    putPareamento: (pareamento) => void store.pareamentos.set(pareamento.segredo, pareamento),
    putMesa: (mesa) => void mesas.set(mesa.empresaid, mesa),
    eraseEmpresa(empresaid) {
      eraseEmpresa(store, empresaid)
      return true
    },
    addCredencial: putCredencial,
    putCredencial,
    putChave(key, chave) {
      const former = chaveOf(store, chave.credencialid)
      if (former) chaves.delete(former.key)
      chaves.set(key, chave)
    },
    eraseConvidado: (credencialid, taken) => eraseConvidado(store, credencialid, taken),
    forgetPayer(credencialid) {
      const paid = usadaOf(store, credencialid)
      if (paid) reservas.set(paid.reservaid, forgotten(paid))
    },
    putDesistencia(desistencia) {
      if (desistencia) desistencias.set(desistencia.credencialid, desistencia)
    },
    append(facts, linhaDoHistorico) {
      const added = facts.filter(({ entradaid }) => !entradas.has(entradaid))
      for (const entrada of added) {
        entradas.set(entrada.entradaid, entrada)
        putLinha(store, linhaDoHistorico?.(entrada) ?? null)
      }
      return added.length
    },
    eraseNext: (parte) => ({ ids: eraseIn(store, parte), next: null }),
    endNext(parte) {
      endIn(store, parte)
      return null
    },
    // The line in the history says so.
    markErased() {},
    putAndamento: (andamento) => void store.andamentos.set(andamento.planilhaid, andamento),
    putConvite: (convite) => void convites.set(convite.codigo, convite),
    putEnvio: (envio) => void store.envios.set(envioKey(envio), envio),
    putTexto: (texto) => void store.textos.set(texto.tipo, texto),
    putEvento: (evento) => void store.eventos.set(EVENTO, evento),
    repoint(from, to) {
      for (const convite of convites.values())
        if (convite.reservaid === from) convites.set(convite.codigo, { ...convite, reservaid: to })
    },
    done: (linha) => putLinha(store, linha),
  }
}

/** Erases what a map, or some of them, hold of persons. @returns the ids of guests and companies */
function eraseIn(store: MemoryStore, parte: Parte): string[] {
  const { chaves, reservas, desistencias, convites, mesas, aparelhos, pareamentos, entradas } = store
  switch (parte) {
    case 'convidados': {
      const ids = [...store.credenciais.keys()]
      for (const convidados of [store.credenciais, store.avips, store.planilhas, store.andamentos])
        convidados.clear()
      return ids
    }
    case 'contatos': {
      const named = [...store.empresas].filter(([, stored]) => hasContacts(stored))
      for (const [id, stored] of named) store.empresas.set(id, { ...stored, ...contactsIn(stored) })
      return named.map(([id]) => id)
    }
    case 'mesas': {
      const noted = [...mesas].filter(([, { telefone }]) => telefone !== '')
      for (const [id, mesa] of noted) mesas.set(id, { ...mesa, telefone: '' })
      return noted.map(([id]) => id)
    }
    case 'preparos':
      for (const id of store.imagens.keys()) if (id.startsWith(PREPARO)) store.imagens.delete(id)
      return []
    case 'chaves':
      chaves.clear()
      return []
    case 'desistencias':
      desistencias.clear()
      return []
    case 'reservas':
      for (const [id, one] of reservas)
        reservas.set(id, { ...one, origem: null, sid: one.estado === 'pendente' ? one.sid : '' })
      return []
    case 'convites':
      for (const [id, convite] of convites) convites.set(id, { ...convite, rotulo: '' })
      return []
    case 'aparelhos':
      for (const [id, aparelho] of aparelhos) aparelhos.set(id, { ...aparelho, nome: '' })
      return []
    case 'pareamentos':
      for (const [segredo, { fechadoem }] of pareamentos) if (fechadoem !== null) pareamentos.delete(segredo)
      return []
    case 'entradas':
      for (const [id, entrada] of entradas) entradas.set(id, { ...entrada, anotado: null })
      return []
    case 'envios':
      store.envios.clear()
      return []
    default:
      return parte satisfies never
  }
}

function endIn(store: MemoryStore, parte: ParteDoEvento): void {
  const { aparelhos, pareamentos, empresas, mesas } = store
  switch (parte) {
    case 'empresas':
      for (const [empresaid, stored] of empresas) {
        empresas.set(empresaid, { ...stored, licredencial: 0 })
        const mesa = mesas.get(empresaid) ?? newMesa(empresaid)
        mesas.set(empresaid, { ...mesa, versao: mesa.versao + 1, fechada: false, numero: '' })
      }
      return
    case 'aparelhos':
      for (const [id, { papel }] of aparelhos) if (papel === 'porta') aparelhos.delete(id)
      return
    case 'pareamentos':
      for (const [segredo, one] of pareamentos)
        if (!aparelhos.has(one.aparelhoid)) pareamentos.delete(segredo)
      return
    default:
      store[parte].clear()
  }
}

/** Runs acts in memory: each in one turn of the event loop, which is its transaction. */
export function createRun(store: MemoryStore): Run {
  const tx = createTx(store)
  return async (_about, _autor, act) => act(tx)
}
