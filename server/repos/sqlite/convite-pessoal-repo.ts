import type { ConviteComReserva, ConvitePessoal, ConvitePessoalRepo } from '../../domain/convite-pessoal.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

const CONVITE_FIELDS = [
  'codigo',
  'empresaid',
  'rotulo',
  'reservaid',
  'criadoem',
] as const satisfies readonly (keyof ConvitePessoal)[]

/** Personal invitations, inside the caller's transaction or outside of any. */
export interface ConviteStatements {
  find(codigo: string): ConviteComReserva | null
  list(empresaid: string): ConviteComReserva[]
  put(convite: ConvitePessoal): void
  /** Points the invitation of one reserva at another. */
  repoint(from: string, to: string): void
}

/** Prepares the statements once per connection. */
export function prepareConvites(db: Connection): ConviteStatements {
  const selectOne = db.prepare<[string], ConvitePessoal>('SELECT * FROM convitepessoal WHERE codigo = ?')
  const selectOf = db.prepare<[string], ConvitePessoal>(
    'SELECT * FROM convitepessoal WHERE empresaid = ? ORDER BY criadoem, codigo',
  )
  const selectReserva = db.prepare<[string], Reserva>('SELECT * FROM reserva WHERE reservaid = ?')
  const upsert = prepareUpsert<ConvitePessoal>(db, 'convitepessoal', 'codigo', CONVITE_FIELDS)
  const repoint = db.prepare<[string, string]>('UPDATE convitepessoal SET reservaid = ? WHERE reservaid = ?')
  const withReserva = (convite: ConvitePessoal): ConviteComReserva | null => {
    const reserva = selectReserva.get(convite.reservaid)
    return reserva ? { convite, reserva } : null
  }
  return {
    find(codigo) {
      const convite = selectOne.get(codigo)
      return convite ? withReserva(convite) : null
    },
    list: (empresaid) => selectOf.all(empresaid).flatMap((convite) => withReserva(convite) ?? []),
    put: (convite) => void upsert.run(convite),
    repoint: (from, to) => void repoint.run(to, from),
  }
}

/** Personal invitations in SQLite. */
export function createConvitePessoalRepo(db: Connection, acts: BoundActs['convites']): ConvitePessoalRepo {
  const convites = prepareConvites(db)
  return {
    ...acts,
    find: async (codigo) => translateErrors(() => convites.find(codigo)),
    list: async (empresaid) => translateErrors(() => convites.list(empresaid)),
  }
}
