import type { ConvitePessoalRepo } from '../../domain/convite-pessoal-repo.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareConvites } from './convite-statements.ts'

/** Personal invitations in SQLite. */
export function createConvitePessoalRepo(db: Connection, acts: BoundActs['convites']): ConvitePessoalRepo {
  const convites = prepareConvites(db)
  return {
    ...acts,
    find: async (codigo) => translateErrors(() => convites.find(codigo)),
    list: async (empresaid) => translateErrors(() => convites.list(empresaid)),
  }
}
