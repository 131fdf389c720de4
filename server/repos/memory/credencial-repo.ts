import { NO_ACESSO, type Chave } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Convidado, CredencialRepo } from '../../domain/credencial-repo.ts'
import { decideRegister } from '../../domain/register.ts'
import { giveBack } from '../../domain/reserva.ts'
import { forgetOrigens, listRastros } from './rastros.ts'
import {
  putCredencial,
  readEmpresa,
  readFacts,
  usadaOf,
  writeAllotment,
  writeRegistration,
  type MemoryStore,
} from './store.ts'

/** Credentials in memory. The avip lies beside the credencial, so it is mirrored as soon as it is stored. */
export function createCredencialRepo(store: MemoryStore): CredencialRepo {
  const chaveOf = (credencialid: string) =>
    [...store.chaves].find(([, chave]) => chave.credencialid === credencialid)

  const convidadoOf = (credencial: Credencial): Convidado => {
    const usada = usadaOf(store, credencial.credencialid)
    const empresa = usada && readEmpresa(store, usada.empresaid)
    const { versao } = chaveOf(credencial.credencialid)?.[1] ?? NO_ACESSO
    return { credencial, versao, empresa: empresa && { empresaid: empresa.empresaid, nome: empresa.nome } }
  }

  /** @returns what lay beside the key */
  const dropChave = (credencialid: string): Chave => {
    const [chave, kept] = chaveOf(credencialid) ?? []
    if (chave !== undefined) store.chaves.delete(chave)
    return kept ?? { credencialid, origem: null, criadaem: null, ...NO_ACESSO }
  }

  return {
    async register(request) {
      const { outcome, writes } = decideRegister(readFacts(store, request), request)
      if (writes) writeRegistration(store, request.chave, writes)
      return outcome
    },

    async forgetRecibos(now) {
      const ended = [...store.chaves].filter(([, { reciboate }]) => reciboate !== null && reciboate <= now)
      for (const [chave, kept] of ended) store.chaves.set(chave, { ...kept, recibo: null, reciboate: null })
      return ended.length
    },

    async findById(credencialid) {
      const credencial = store.credenciais.get(credencialid)
      return credencial ? convidadoOf(credencial) : null
    },

    async findByCpf(cpf) {
      return [...store.credenciais.values()].filter((c) => c.cpf === cpf).map(convidadoOf)
    },

    async *list() {
      for (const id of [...store.credenciais.keys()].sort()) {
        const credencial = store.credenciais.get(id)
        if (credencial) yield convidadoOf(credencial)
      }
    },

    async correct({ credencialid, cadastro, chave }) {
      const credencial = store.credenciais.get(credencialid)
      if (!credencial) return { kind: 'credencial-not-found' }
      const owner = store.chaves.get(chave)?.credencialid
      if (owner !== undefined && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
      const corrected = { ...credencial, ...cadastro }
      putCredencial(store, corrected)
      store.chaves.set(chave, dropChave(credencialid))
      return { kind: 'corrected', credencial: corrected }
    },

    async remove(credencialid, isReturned) {
      if (!store.credenciais.delete(credencialid)) return { kind: 'credencial-not-found' }
      store.avips.delete(credencialid)
      dropChave(credencialid)
      const paid = usadaOf(store, credencialid)
      const usada = paid && { ...paid, origem: null, sid: '' }
      if (usada) store.reservas.set(usada.reservaid, usada)
      const empresa = isReturned && usada ? readEmpresa(store, usada.empresaid) : null
      if (!empresa || !usada) return { kind: 'removed', returned: null }
      writeAllotment(store, giveBack(empresa, [usada]))
      return { kind: 'removed', returned: empresa.empresaid }
    },

    listRastros: async (since) => listRastros(store, since),

    forgetOrigens: async (before) => forgetOrigens(store, before),

    async wipeRemoved() {
      return true
    },

    async erasePersonalData(onProgress) {
      const erased = store.credenciais.size
      for (const guests of [store.credenciais, store.chaves, store.avips]) guests.clear()
      for (const [id, reserva] of store.reservas) {
        const sid = reserva.estado === 'pendente' ? reserva.sid : ''
        store.reservas.set(id, { ...reserva, sid, origem: null })
      }
      onProgress?.(erased)
      return erased
    },
  }
}
