import { NO_ACESSO, type Chave } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Convidado, CredencialRepo } from '../../domain/credencial-repo.ts'
import { copyFor } from '../../domain/entrada.ts'
import { changedIn, feitoOf } from '../../domain/historico.ts'
import { decideMerge, decideMergedWithdrawal, decideMove } from '../../domain/move.ts'
import { decideRegister } from '../../domain/register.ts'
import { giveBack } from '../../domain/reserva.ts'
import { forgetOrigens, listRastros } from './rastros.ts'
import {
  eraseGuest,
  knownUnder,
  payerOf,
  putCredencial,
  putFeito,
  readAllotment,
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
      if (writes) writeRegistration(store, writes)
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

    async correct({ credencialid, cadastro, chave }, autor) {
      const credencial = store.credenciais.get(credencialid)
      if (!credencial) return { kind: 'credencial-not-found' }
      const owner = store.chaves.get(chave)?.credencialid
      if (owner !== undefined && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
      const corrected = { ...credencial, ...cadastro }
      putCredencial(store, corrected)
      store.chaves.set(chave, dropChave(credencialid))
      putFeito(store, feitoOf(autor, 'corrigiu', credencialid, changedIn(credencial, corrected)))
      return { kind: 'corrected', credencial: corrected }
    },

    async remove(credencialid, isReturned, autor) {
      if (!eraseGuest(store, credencialid)) return { kind: 'credencial-not-found' }
      const paid = usadaOf(store, credencialid)
      const usada = paid && { ...paid, origem: null, sid: '' }
      if (usada) store.reservas.set(usada.reservaid, usada)
      const empresa = isReturned && usada ? readEmpresa(store, usada.empresaid) : null
      if (empresa && usada) writeAllotment(store, giveBack(empresa, [usada]))
      const returned = empresa?.empresaid ?? null
      putFeito(store, feitoOf(autor, 'excluiu', credencialid, returned ?? ''))
      return { kind: 'removed', returned }
    },

    async move(request, autor) {
      const { credencialid, empresaid } = request
      if (!store.credenciais.has(credencialid)) return { kind: 'credencial-not-found' }
      const asked = { ...request, sid: '', origem: null, holdMs: 0 }
      const target = empresaid === null ? null : readAllotment(store, { ...asked, empresaid })
      const was = store.desistencias.get(credencialid) ?? null
      const facts = { payer: payerOf(store, credencialid), target, desistencia: was }
      const { outcome, changes, desistencia } = decideMove(facts, request)
      for (const change of changes) writeAllotment(store, change)
      if (desistencia) store.desistencias.set(credencialid, desistencia)
      if (outcome.kind === 'moved') {
        const detalhe = `${outcome.from ?? '-'} ${empresaid ?? '-'}`
        putFeito(store, feitoOf(autor, 'mudou-de-empresa', credencialid, detalhe))
      }
      return outcome
    },

    async merge(keptId, otherId, autor) {
      const areTwo = keptId !== otherId && store.credenciais.has(keptId)
      const [kept, other] = [payerOf(store, keptId), payerOf(store, otherId)]
      const withdrawalOf = (id: string) => store.desistencias.get(id) ?? null
      const back = decideMergedWithdrawal(withdrawalOf(keptId), withdrawalOf(otherId), autor.em)
      if (!areTwo || !eraseGuest(store, otherId)) return { kind: 'credencial-not-found' }
      const { outcome, change } = decideMerge(keptId, kept, other)
      writeAllotment(store, change)
      if (back) store.desistencias.set(keptId, back)
      for (const entrada of [...store.entradas.values()].filter(
        ({ credencialid }) => credencialid === otherId,
      )) {
        const copy = copyFor(keptId, entrada)
        store.entradas.set(copy.entradaid, copy)
      }
      const detalhe = outcome.kind === 'merged' ? `${otherId} ${outcome.returned ?? '-'}` : ''
      putFeito(store, feitoOf(autor, 'juntou', keptId, detalhe))
      return outcome
    },

    async renewLink(credencialid, autor) {
      const [key, chave] = chaveOf(credencialid) ?? []
      if (key === undefined || !chave) return null
      const versao = chave.versao + 1
      store.chaves.set(key, { ...chave, versao, recibo: null, reciboate: null })
      putFeito(store, feitoOf(autor, 'renovou-link', credencialid))
      return versao
    },

    listRastros: async (since) => listRastros(store, since),

    forgetOrigens: async (before) => forgetOrigens(store, before),

    wipeRemoved: async () => true,

    fillSearch: async () => 0,

    async erasePersonalData(autor, onProgress) {
      const erased = store.credenciais.size
      const { credenciais, chaves, avips, planilhas, desistencias } = store
      for (const guests of [credenciais, chaves, avips, planilhas, desistencias]) guests.clear()
      for (const [codigo, convite] of store.convites) store.convites.set(codigo, { ...convite, rotulo: '' })
      for (const [id, aparelho] of store.aparelhos)
        store.aparelhos.set(id, { ...aparelho, nome: '', segredorevogado: null })
      for (const [id, entrada] of store.entradas) store.entradas.set(id, { ...entrada, anotado: null })
      for (const [id, reserva] of store.reservas) {
        const sid = reserva.estado === 'pendente' ? reserva.sid : ''
        store.reservas.set(id, { ...reserva, sid, origem: null })
      }
      putFeito(store, feitoOf(autor, 'apagou-tudo', '', String(erased)))
      onProgress?.(erased)
      return erased
    },
  }
}
