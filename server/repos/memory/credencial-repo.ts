import { besideOf, newChave } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Convidado, CredencialRepo } from '../../domain/credencial-repo.ts'
import type { BoundActs } from '../bind.ts'
import { procedenciasIn } from '../painel.ts'
import {
  chaveOf,
  countPersonalData,
  invitingOf,
  juncaoFor,
  knownUnder,
  painelOf,
  type MemoryStore,
} from './store.ts'

/** Credentials in memory. The avip lies beside the credencial, so it is mirrored as soon as it is stored. */
export function createCredencialRepo(store: MemoryStore, acts: BoundActs['credenciais']): CredencialRepo {
  const convidadoOf = (credencial: Credencial): Convidado => {
    const { credencialid } = credencial
    const beside = besideOf(chaveOf(store, credencialid)?.chave ?? newChave(credencialid))
    return { credencial, ...beside, empresa: invitingOf(store, credencialid) }
  }

  return {
    ...acts,

    async forgetFormCookies(now) {
      const ended = [...store.chaves].filter(([, { reciboate }]) => reciboate !== null && reciboate <= now)
      for (const [chave, kept] of ended) store.chaves.set(chave, { ...kept, recibo: null, reciboate: null })
      return ended.length
    },

    async findById(credencialid) {
      const credencial = store.credenciais.get(credencialid)
      return credencial ? convidadoOf(credencial) : null
    },

    findJuncao: async (credencialid) => juncaoFor(store, credencialid),

    async findByCpf(cpf) {
      return [...store.credenciais.values()].filter((c) => c.cpf === cpf).map(convidadoOf)
    },

    async findKnown(chaves) {
      const known = chaves.map((chave) => knownUnder(store, chave))
      return new Map(known.flatMap((one) => (one ? [[one.key, one]] : [])))
    },

    async *list() {
      for (const id of [...store.credenciais.keys()].sort()) {
        const credencial = store.credenciais.get(id)
        if (credencial) yield convidadoOf(credencial)
      }
    },

    listProcedencias: async (since) => procedenciasIn(painelOf(store), since),

    async forgetOrigens(before) {
      const { reservas, chaves } = store
      for (const [id, reserva] of reservas)
        if (reserva.criadaem < before) reservas.set(id, { ...reserva, origem: null })
      for (const [key, chave] of chaves)
        if (chave.criadaem !== null && chave.criadaem < before)
          chaves.set(key, { ...chave, origem: null, criadaem: null })
    },

    wipeRemoved: async () => true,

    fillSearch: async () => 0,

    countPersonalData: async () => countPersonalData(store),
  }
}
