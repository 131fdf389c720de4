import { openMemory } from '../../server/repos/memory/index.ts'
import type { MemoryStore } from '../../server/repos/memory/store.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Harness } from '../contract/harness.ts'
import { aCredencial } from './factories.ts'
import { meet } from './meeting.ts'
import { createStore } from './stored.ts'

/** A harness over a memory store; `open` lets another adapter work on the same store. */
export async function openMemoryHarness(
  open: (memory: MemoryStore) => Storage = openMemory,
): Promise<Harness> {
  const store = createStore()
  const storage = open(store.memory)
  return {
    storage,
    meet: (act, other) =>
      open === openMemory
        ? other(storage).then(() => act(storage))
        : meet(
            () => act(storage),
            () => other(storage),
          ),
    putEmpresa: async (document) => store.put('empresas', document),
    breakCounter: async (empresaid, licredencial) => store.change('empresas', empresaid, { licredencial }),
    readEmpresa: async (empresaid) => store.get('empresas', empresaid) ?? {},
    readReservas: async (empresaid) => store.find('reservas', { empresaid }),
    readCredenciais: async () => store.all('credenciais').map((c) => ({ ...c })),
    putCredencial: async (document) => store.put('credenciais', aCredencial(document)),
    readAvip: async (vipid) => store.get('avips', vipid) ?? null,
    countChaves: async () => store.count('chaves'),
    readAcesso: async (chave) => {
      const { versao, recibo, reciboate } = store.get('chaves', chave) ?? {}
      return versao === undefined ? null : { versao, recibo: recibo ?? null, reciboate: reciboate ?? null }
    },
    close: async () => {},
  }
}
