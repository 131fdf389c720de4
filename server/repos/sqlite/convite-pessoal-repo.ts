import type { ConviteComReserva, ConvitePessoalRepo, Rename } from '../../domain/convite-pessoal-repo.ts'
import {
  decideCreation,
  decideRevocation,
  type ConvitePessoal,
  type Creation,
  type NovoConvite,
  type Revocation,
} from '../../domain/convite-pessoal.ts'
import { estadoOf } from '../../domain/estado-do-convite.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import type { Reserva } from '../../domain/reserva.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareFeitos } from './feitos.ts'

/** Personal invitations in SQLite. */
export function createConvitePessoalRepo(db: Connection): ConvitePessoalRepo {
  const allotment = prepareAllotment(db)
  const putFeito = prepareFeitos(db)
  const selectOne = db.prepare<[string], ConvitePessoal>('SELECT * FROM convitepessoal WHERE codigo = ?')
  const selectOf = db.prepare<[string], ConvitePessoal>(
    'SELECT * FROM convitepessoal WHERE empresaid = ? ORDER BY criadoem, codigo',
  )
  const selectReserva = db.prepare<[string], Reserva>('SELECT * FROM reserva WHERE reservaid = ?')
  const insert = db.prepare<[ConvitePessoal]>(
    `INSERT INTO convitepessoal (codigo, empresaid, rotulo, reservaid, criadoem)
     VALUES (@codigo, @empresaid, @rotulo, @reservaid, @criadoem)`,
  )
  const updateRotulo = db.prepare<[string, string]>('UPDATE convitepessoal SET rotulo = ? WHERE codigo = ?')

  const withReserva = (convite: ConvitePessoal): ConviteComReserva | null => {
    const reserva = selectReserva.get(convite.reservaid)
    return reserva ? { convite, reserva } : null
  }
  const find = (codigo: string): ConviteComReserva | null => {
    const convite = selectOne.get(codigo)
    return convite ? withReserva(convite) : null
  }

  const create = (empresaid: string, novos: NovoConvite[], now: number, autor: Autor): Creation => {
    if (novos.some(({ codigo }) => selectOne.get(codigo) !== undefined)) return { kind: 'created' }
    const asked = { empresaid, sid: '', origem: null, reservaid: '', now, holdMs: 0 }
    const { outcome, change, convites } = decideCreation(allotment.read(asked), novos, now)
    allotment.write(change)
    for (const convite of convites) insert.run(convite)
    if (outcome.kind === 'created')
      putFeito(feitoOf(autor, 'criou-convites', empresaid, String(novos.length)))
    return outcome
  }

  const rename = (codigo: string, rotulo: string, autor: Autor): Rename => {
    const found = find(codigo)
    if (!found) return { kind: 'convite-not-found' }
    if (estadoOf(found.reserva) !== 'novo') return { kind: 'not-new' }
    updateRotulo.run(rotulo, codigo)
    putFeito(feitoOf(autor, 'renomeou-convite', found.convite.empresaid))
    return { kind: 'renamed' }
  }

  const revoke = (codigo: string, autor: Autor): Revocation => {
    const found = find(codigo)
    const empresa = found && allotment.readEmpresa(found.convite.empresaid)
    if (!empresa) return { kind: 'convite-not-found' }
    const { outcome, change } = decideRevocation(found.reserva, empresa)
    allotment.write(change)
    if (outcome.kind === 'revoked') putFeito(feitoOf(autor, 'revogou-convite', empresa.empresaid))
    return outcome
  }

  return {
    create: inTransaction(db, create),
    find: async (codigo) => translateErrors(() => find(codigo)),
    list: async (empresaid) =>
      translateErrors(() => selectOf.all(empresaid).flatMap((convite) => withReserva(convite) ?? [])),
    rename: inTransaction(db, rename),
    revoke: inTransaction(db, revoke),
  }
}
