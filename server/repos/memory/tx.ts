import { forgotten } from '../../domain/reserva.ts'
import { newMesa } from '../../domain/mesa.ts'
import { feitoOfEntrada } from '../../domain/entrada.ts'
import type { Run, Tx } from '../../domain/tx.ts'
import {
  chaveOf,
  eraseGuest,
  findConvite,
  guardadaFor,
  isErased,
  knownUnder,
  pareamentoOf,
  payerOf,
  putCredencial,
  putFeito,
  readAllotment,
  readEmpresa,
  usadaOf,
  writeAllotment,
  type MemoryStore,
} from './store.ts'

/** What acts read and write in memory. */
export function createTx(store: MemoryStore): Tx {
  const { aparelhos, credenciais, chaves, desistencias, entradas, reservas, convites, mesas } = store
  return {
    allotment: (request) => readAllotment(store, request),
    empresa: (empresaid) => readEmpresa(store, empresaid),
    mesa: (empresaid) => mesas.get(empresaid) ?? newMesa(empresaid),
    credencial: (credencialid) => credenciais.get(credencialid) ?? null,
    ownerOf: (key) => chaves.get(key)?.credencialid ?? null,
    known: (key) => knownUnder(store, key),
    chaveOf: (credencialid) => chaveOf(store, credencialid),
    payerOf: (credencialid) => payerOf(store, credencialid),
    desistencia: (credencialid) => desistencias.get(credencialid) ?? null,
    guardadaOf: (desistencia) => guardadaFor(store, desistencia),
    entradasOf: (credencialid) => [...entradas.values()].filter((one) => one.credencialid === credencialid),
    convite: (codigo) => findConvite(store, codigo),
    aparelho: (aparelhoid) => aparelhos.get(aparelhoid) ?? null,
    aparelhoBy: (field, hash) => [...aparelhos.values()].find((one) => one[field] === hash) ?? null,
    equipe: () => [...aparelhos.values()],
    pareamento: (segredo) => pareamentoOf(store, segredo),
    freeId(now) {
      let id = now
      while (credenciais.has(String(id))) id++
      return String(id)
    },
    isErased: () => isErased(store),

    allot: (change) => writeAllotment(store, change),
    putTotal: (empresaid, icredencial) =>
      void store.empresas.set(empresaid, { ...store.empresas.get(empresaid), icredencial }),
    putAparelho: (aparelho) => void aparelhos.set(aparelho.aparelhoid, aparelho),
    putPareamento: (pareamento) => void store.pareamentos.set(pareamento.segredo, pareamento),
    putMesa: (mesa) => void mesas.set(mesa.empresaid, mesa),
    addCredencial: (credencial) => putCredencial(store, credencial),
    putCredencial: (credencial) => putCredencial(store, credencial),
    putChave(key, chave) {
      const former = chaveOf(store, chave.credencialid)
      if (former) chaves.delete(former.key)
      chaves.set(key, chave)
    },
    eraseGuest: (credencialid, taken) => eraseGuest(store, credencialid, taken),
    forgetPayer(credencialid) {
      const paid = usadaOf(store, credencialid)
      if (paid) reservas.set(paid.reservaid, forgotten(paid))
    },
    putDesistencia(desistencia) {
      if (desistencia) desistencias.set(desistencia.credencialid, desistencia)
    },
    append(facts, autor) {
      for (const entrada of facts) {
        if (entradas.has(entrada.entradaid)) continue
        entradas.set(entrada.entradaid, entrada)
        if (autor) putFeito(store, feitoOfEntrada(autor, entrada))
      }
    },
    putConvite: (convite) => void convites.set(convite.codigo, convite),
    repoint(from, to) {
      for (const convite of convites.values())
        if (convite.reservaid === from) convites.set(convite.codigo, { ...convite, reservaid: to })
    },
    done: (feito) => putFeito(store, feito),
  }
}

/** Runs acts in memory: each in one turn of the event loop, which is its transaction. */
export function createRun(store: MemoryStore): Run {
  const tx = createTx(store)
  return async (_about, _autor, act) => act(tx)
}
