import { NO_ACESSO } from '../../domain/acesso.ts'
import { avipOf } from '../../domain/avip.ts'
import { credencialOf, type Credencial } from '../../domain/credencial.ts'
import type { Convidado, CredencialRepo } from '../../domain/credencial-repo.ts'
import { decideRegister } from '../../domain/register.ts'
import { giveBack } from '../../domain/release.ts'
import { forgetOrigens, listRastros } from './rastros.ts'
import { readAllotment, readEmpresa, writeAllotment, type Chave, type MemoryStore } from './store.ts'

/** Credentials in memory. The avip lies beside the credencial, so it is mirrored as soon as it is stored. */
export function createCredencialRepo(store: MemoryStore): CredencialRepo {
  const usadaOf = (credencialid: string) =>
    [...store.reservas.values()].find((r) => r.credencialid === credencialid && r.estado === 'usada') ?? null

  const chaveOf = (credencialid: string) =>
    [...store.chaves].find(([, chave]) => chave.credencialid === credencialid)

  const convidadoOf = (credencial: Credencial): Convidado => {
    const usada = usadaOf(credencial.credencialid)
    const empresa = usada && readEmpresa(store, usada.empresaid)
    const { versao } = chaveOf(credencial.credencialid)?.[1] ?? NO_ACESSO
    return { credencial, versao, empresa: empresa && { empresaid: empresa.empresaid, nome: empresa.nome } }
  }

  const put = (credencial: Credencial) => {
    store.credenciais.set(credencial.credencialid, credencial)
    store.avips.set(credencial.credencialid, avipOf(credencial))
  }

  /** @returns what lay beside the key */
  const dropChave = (credencialid: string): Chave => {
    const [chave, kept] = chaveOf(credencialid) ?? []
    if (chave !== undefined) store.chaves.delete(chave)
    return kept ?? { credencialid, origem: null, criadaem: null, ...NO_ACESSO }
  }

  return {
    async register(request) {
      const chave = store.chaves.get(request.chave)
      const known = chave && store.credenciais.get(chave.credencialid)
      const decision = decideRegister(
        {
          known: known
            ? { credencial: known, isPaid: usadaOf(known.credencialid) !== null, acesso: chave }
            : null,
          allotment: request.convite && readAllotment(store, request.convite),
        },
        request,
      )
      switch (decision.kind) {
        case 'refuse':
          return decision.outcome
        case 'keep':
          put(decision.credencial)
          if (chave && decision.acesso) store.chaves.set(request.chave, { ...chave, ...decision.acesso })
          writeAllotment(store, decision.change)
          return decision.outcome
        case 'create': {
          let id = request.now
          while (store.credenciais.has(String(id))) id++
          const credencial = credencialOf(String(id), request.cadastro)
          put(credencial)
          const { acesso } = decision
          const { credencialid } = credencial
          store.chaves.set(request.chave, {
            ...{ credencialid, origem: request.origem, criadaem: request.now },
            ...acesso,
          })
          writeAllotment(store, decision.change?.(credencial.credencialid) ?? null)
          return { kind: 'registered', credencial, versao: acesso.versao }
        }
        default:
          return decision satisfies never
      }
    },

    async mirrorAvip() {},

    async mirrorDueAvips() {
      return { mirrored: 0, due: 0 }
    },
    async findRefusedAvips() {
      return []
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
      put(corrected)
      store.chaves.set(chave, dropChave(credencialid))
      return { kind: 'corrected', credencial: corrected }
    },

    async remove(credencialid, isReturned) {
      if (!store.credenciais.delete(credencialid)) return { kind: 'credencial-not-found' }
      store.avips.delete(credencialid)
      dropChave(credencialid)
      const paid = usadaOf(credencialid)
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
