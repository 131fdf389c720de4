import { openMemory } from '../../server/repos/memory/index.ts'
import { createMemoryStore, type MemoryStore } from '../../server/repos/memory/store.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Harness } from '../contract/harness.ts'
import { meet } from './meeting.ts'

/** A harness over a memory store; `open` lets another adapter work on the same store. */
export async function openMemoryHarness(
  open: (store: MemoryStore) => Storage = openMemory,
): Promise<Harness> {
  const store = createMemoryStore()
  const storage = open(store)
  return {
    storage,
    meet: (act, other) =>
      open === openMemory
        ? other(storage).then(() => act(storage))
        : meet(
            () => act(storage),
            () => other(storage),
          ),
    putEmpresa: async (document) => void store.empresas.set(document.empresaid, document),
    breakCounter: async (empresaid, licredencial) =>
      void store.empresas.set(empresaid, { ...store.empresas.get(empresaid), licredencial }),
    readEmpresa: async (empresaid) => store.empresas.get(empresaid) ?? {},
    readReservas: async (empresaid) => [...store.reservas.values()].filter((r) => r.empresaid === empresaid),
    readCredenciais: async () => [...store.credenciais.values()].map((c) => ({ ...c })),
    putCredencial: async (c) => {
      const {
        empresaid = '',
        usuarioid = '',
        cpf = '',
        nome = '',
        telefone = '',
        email = '',
        qrcode = '',
        tipo = '',
        controle = '',
      } = c
      const { credencialid } = c
      store.credenciais.set(credencialid, {
        empresaid,
        usuarioid,
        credencialid,
        cpf,
        nome,
        telefone,
        email,
        qrcode,
        tipo,
        controle,
      })
    },
    readAvip: async (vipid) => store.avips.get(vipid) ?? null,
    countChaves: async () => store.chaves.size,
    readAcesso: async (chave) => {
      const { versao, recibo, reciboate } = store.chaves.get(chave) ?? {}
      return versao === undefined ? null : { versao, recibo: recibo ?? null, reciboate: reciboate ?? null }
    },
    close: async () => {},
  }
}
