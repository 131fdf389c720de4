import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import type { Tx } from '../../domain/tx.ts'
import type { BoundActs } from '../bind.ts'
import { createFillBusca } from './busca-statements.ts'
import { prepareChaves } from './chave-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareConvidados } from './convidados.ts'
import { createErasure } from './erasure.ts'
import { preparePersonalData } from './personal-data.ts'
import { createRastros } from './rastros.ts'
import { createResidue } from './residue.ts'

/** Credentials in SQLite. The avip lies in the same file, so it is stored in the registration's own transaction. */
export function createCredencialRepo(db: Connection, tx: Tx, acts: BoundActs['credenciais']): CredencialRepo {
  const residue = createResidue(db)
  const chaves = prepareChaves(db)
  const convidados = prepareConvidados(db)
  const personalData = preparePersonalData(db)

  const findKnown = (keys: string[]) =>
    new Map(
      keys.flatMap((key) => {
        const known = tx.known(key)
        return known ? [[key, known] as const] : []
      }),
    )

  const forgetRecibos = inTransaction(db, (now: number) => chaves.forgetRecibos(now))

  return {
    ...acts,
    findKnown: async (chaves) => translateErrors(() => findKnown(chaves)),
    async forgetRecibos(now) {
      // Looked for first: to write, this process would wait for all others.
      return translateErrors(() => chaves.hasEndedRecibos(now)) ? forgetRecibos(now) : 0
    },
    findById: async (credencialid) => convidados.find(credencialid),
    findByCpf: async (cpf) => convidados.findByCpf(cpf),
    async *list() {
      yield* convidados.list()
    },
    ...createRastros(db),
    wipeRemoved: () => residue.wipe(),
    fillSearch: createFillBusca(db),
    erasePersonalData: createErasure(db, residue),
    countPersonalData: async () => translateErrors(() => personalData.count()),
  }
}
