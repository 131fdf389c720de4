import {
  reopenedBy,
  revokedAt,
  stateOfCode,
  UNPAIRED,
  type Aparelho,
  type Pairing,
} from '../../domain/aparelho.ts'
import type { EquipeRepo, Invitation } from '../../domain/equipe-repo.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareFeitos } from './feitos.ts'
import { prepareUpsert } from './upsert.ts'

/** Columns of an aparelho. */
export const APARELHO_FIELDS = [
  'aparelhoid',
  'nome',
  'papel',
  'codigo',
  'codigoate',
  'segredo',
  'pareadoem',
  'vistoem',
  'revogadoem',
  'segredorevogado',
  'segredorevogadoem',
  'pendentes',
] as const satisfies readonly (keyof Aparelho)[]

/** The team in SQLite. */
export function createEquipeRepo(db: Connection): EquipeRepo {
  const selectBy = (field: keyof Aparelho) =>
    db.prepare<[string], Aparelho>(`SELECT * FROM aparelho WHERE ${field} = ?`)
  const [byId, byCodigo, bySegredo] = [selectBy('aparelhoid'), selectBy('codigo'), selectBy('segredo')]
  const byRevogado = selectBy('segredorevogado')
  const selectAll = db.prepare<[], Aparelho>('SELECT * FROM aparelho')
  const upsert = prepareUpsert<Aparelho>(db, 'aparelho', 'aparelhoid', APARELHO_FIELDS)
  const see = db.prepare<[number, string]>('UPDATE aparelho SET vistoem = ? WHERE aparelhoid = ?')
  const notePendentes = db.prepare<[number, number, string]>(
    'UPDATE aparelho SET pendentes = ?, vistoem = ? WHERE aparelhoid = ?',
  )
  const putFeito = prepareFeitos(db)
  const put = (aparelho: Aparelho) => {
    upsert.run(aparelho)
    return aparelho
  }

  const invite = (invitation: Invitation, autor: Autor) => {
    putFeito(feitoOf(autor, 'convidou', invitation.aparelhoid, invitation.papel))
    return put({ ...invitation, ...UNPAIRED })
  }

  const pair = (codigo: string, segredo: string, autor: Autor): Pairing => {
    const found = byCodigo.get(codigo) ?? null
    const kind = stateOfCode(found, autor.em)
    if (kind !== 'open' || !found) return { kind: kind === 'open' ? 'not-found' : kind }
    const { aparelhoid } = found
    putFeito(feitoOf({ ...autor, quem: aparelhoid }, 'pareou', aparelhoid))
    return {
      kind: 'paired',
      aparelho: put({ ...found, segredo, pareadoem: autor.em, vistoem: autor.em, pendentes: null }),
    }
  }

  const revoke = (aparelhoid: string, autor: Autor) => {
    const found = byId.get(aparelhoid)
    if (found?.revogadoem !== null) return false
    put(revokedAt(found, autor.em))
    putFeito(feitoOf(autor, 'revogou', aparelhoid))
    return true
  }

  const reconnect = (aparelhoid: string, codigo: string, codigoate: number, autor: Autor) => {
    const found = byId.get(aparelhoid)
    if (!found) return null
    putFeito(feitoOf(autor, 'reconectou', aparelhoid))
    return put(reopenedBy(found, codigo, codigoate, autor.em))
  }

  return {
    invite: inTransaction(db, invite),
    findByCodigo: async (codigo) => translateErrors(() => byCodigo.get(codigo)) ?? null,
    findBySegredo: async (segredo) => translateErrors(() => bySegredo.get(segredo)) ?? null,
    findRevogado: async (segredo) => translateErrors(() => byRevogado.get(segredo)) ?? null,
    pair: inTransaction(db, pair),
    revoke: inTransaction(db, revoke),
    reconnect: inTransaction(db, reconnect),
    see: inTransaction(db, (aparelhoid: string, now: number) => void see.run(now, aparelhoid)),
    notePendentes: inTransaction(
      db,
      (id: string, pendentes: number, now: number) => void notePendentes.run(pendentes, now, id),
    ),
    list: async () =>
      translateErrors(() => selectAll.all()).sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),
  }
}
