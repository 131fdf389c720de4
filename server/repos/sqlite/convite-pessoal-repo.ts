import type {
  ConviteComReserva,
  ConviteNovo,
  ConvitePessoal,
  ConvitePessoalRepo,
} from '../../domain/convite-pessoal.ts'
import { SEM_FIM, type Reserva } from '../../domain/reserva.ts'
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
export function prepareConvites(db: Connection) {
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
    convite(codigo: string) {
      const convite = selectOne.get(codigo)
      return convite ? withReserva(convite) : null
    },
    listConvites: (empresaid: string) =>
      selectOf.all(empresaid).flatMap((convite) => withReserva(convite) ?? []),
    putConvite: (convite: ConvitePessoal) => void upsert.run(convite),
    repoint: (from: string, to: string) => void repoint.run(to, from),
  }
}

export function createConvitePessoalRepo(db: Connection, acts: BoundActs['convites']): ConvitePessoalRepo {
  const convites = prepareConvites(db)
  // CROSS: by the index of what is pendente, and not by every invitation there ever was.
  const selectNovos = db.prepare<[], ConviteNovo>(
    `SELECT p.codigo, p.empresaid, p.rotulo, p.criadoem
     FROM reserva r CROSS JOIN convitepessoal p ON p.reservaid = r.reservaid
     WHERE r.estado = 'pendente' AND r.expiraem = ${SEM_FIM} ORDER BY p.empresaid, p.criadoem, p.codigo`,
  )
  return {
    ...acts,
    listNovos: async () => translateErrors(() => selectNovos.all()),
    find: async (codigo) => translateErrors(() => convites.convite(codigo)),
    list: async (empresaid) => translateErrors(() => convites.listConvites(empresaid)),
  }
}
