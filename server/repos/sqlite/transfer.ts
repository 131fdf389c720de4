import { avipOf } from '../../domain/avip.ts'
import { CREDENCIAL_FIELDS, type Credencial } from '../../domain/credencial.ts'
import { EMPRESA_FIELDS, parseEmpresa } from '../../domain/empresa.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Counts, Registro, Transfer } from '../../domain/transfer.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { valueOf } from './empresa-repo.ts'

const PAGE = 500

const AVIP = ['vipid', 'cpf', 'nome', 'tipo', 'controle', 'usuarioid']
const RESERVA = ['reservaid', 'empresaid', 'sid', 'origem', 'estado', 'criadaem', 'expiraem', 'credencialid']

type CredencialRow = Credencial &
  Omit<Extract<Registro, { kind: 'credencial' }>, 'kind' | 'credencial' | 'versao'> & {
    versao: number | null
  }

/** Carries everything in and out of the database file. */
export function createTransfer(db: Connection): Transfer {
  const prepareUpsert = (table: string, key: string, columns: readonly string[]) =>
    db.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(valueOf).join(', ')})
       ON CONFLICT (${key}) DO UPDATE SET ${columns.map((c) => `${c} = ${valueOf(c)}`).join(', ')}`,
    )
  const putEmpresa = prepareUpsert('empresa', 'empresaid', EMPRESA_FIELDS)
  const putCredencial = prepareUpsert('credencial', 'credencialid', CREDENCIAL_FIELDS)
  const putAvip = prepareUpsert('avip', 'vipid', AVIP)
  const putReserva = prepareUpsert('reserva', 'reservaid', RESERVA)
  // A key may have been another guest's when the copy was made before, who is erased or has another since.
  const deleteChaves = db.prepare<[string, string | null]>(
    'DELETE FROM chave WHERE credencialid = ? OR chave = ?',
  )
  // What lies in the way of a reserva was released since, or used, and is put as it is now in its turn.
  const releasePendente = db.prepare<[string, string, string]>(
    `UPDATE reserva SET estado = 'liberada'
     WHERE estado = 'pendente' AND sid = ? AND empresaid = ? AND reservaid <> ?`,
  )
  const releaseUsada = db.prepare<[string | null, string]>(
    `UPDATE reserva SET estado = 'liberada' WHERE estado = 'usada' AND credencialid = ? AND reservaid <> ?`,
  )
  const insertChave = db.prepare<[string, string, number, string | null, number | null]>(
    'INSERT INTO chave (chave, credencialid, versao, origem, criadaem) VALUES (?, ?, ?, ?, ?)',
  )

  const put = (registro: Registro): void => {
    switch (registro.kind) {
      case 'empresa':
        putEmpresa.run(registro.empresa)
        return
      case 'credencial': {
        const { credencial, chave, versao, origem, criadaem } = registro
        const { credencialid } = credencial
        putCredencial.run(credencial)
        putAvip.run(avipOf(credencial))
        deleteChaves.run(credencialid, chave)
        if (chave !== null) insertChave.run(chave, credencialid, versao, origem, criadaem)
        return
      }
      case 'reserva': {
        const { reserva } = registro
        const { reservaid, empresaid, sid, estado, credencialid } = reserva
        if (estado === 'pendente') releasePendente.run(sid, empresaid, reservaid)
        if (estado === 'usada') releaseUsada.run(credencialid, reservaid)
        putReserva.run(reserva)
        return
      }
      default:
        return registro satisfies never
    }
  }

  /** Reads a table page by page, so that no statement stays open while the other side is waited for. */
  function* pagesOf<Row extends Record<Key, string>, Key extends string>(
    sql: string,
    key: Key,
  ): Iterable<Row> {
    const select = db.prepare<[string], Row>(`${sql} WHERE t.${key} > ? ORDER BY t.${key} LIMIT ${PAGE}`)
    for (let after = ''; ;) {
      const page = translateErrors(() => select.all(after))
      yield* page
      const last = page.at(-1)
      if (!last) return
      after = last[key]
    }
  }

  return {
    async *read() {
      for (const row of pagesOf<Record<string, unknown> & { empresaid: string }, 'empresaid'>(
        'SELECT t.* FROM empresa t',
        'empresaid',
      )) {
        yield { kind: 'empresa', empresa: parseEmpresa(row.empresaid, row) }
      }
      for (const { chave, versao, origem, criadaem, reservaid, ...credencial } of pagesOf<
        CredencialRow,
        'credencialid'
      >(
        `SELECT t.*, k.chave, k.versao, k.origem, k.criadaem, r.reservaid
         FROM credencial t LEFT JOIN chave k USING (credencialid)
         LEFT JOIN reserva r ON r.credencialid = t.credencialid AND r.estado = 'usada'`,
        'credencialid',
      )) {
        const beside = { chave, versao: versao ?? 0, origem, criadaem, reservaid }
        yield { kind: 'credencial', credencial, ...beside }
      }
      for (const reserva of pagesOf<Reserva, 'reservaid'>('SELECT t.* FROM reserva t', 'reservaid')) {
        yield { kind: 'reserva', reserva }
      }
    },

    write: inTransaction(db, (registros: Registro[]) => registros.forEach(put)),

    async count() {
      const sql = `SELECT (SELECT count(*) FROM empresa) AS empresas, (SELECT count(*) FROM credencial) AS credenciais,
        (SELECT count(*) FROM chave) AS chaves, (SELECT count(*) FROM reserva) AS reservas,
        (SELECT count(*) FROM avip) AS avips`
      const counts = translateErrors(() => db.prepare<[], Counts>(sql).get())
      if (!counts) throw new Error('[sqlite] a count has no row')
      return counts
    },

    async isCopy() {
      const select = db.prepare(`SELECT valor FROM meta WHERE nome = 'copia'`)
      return translateErrors(() => select.get()) !== undefined
    },

    setCopy: inTransaction(db, (isCopy: boolean) => {
      const sql = isCopy
        ? `INSERT INTO meta (nome, valor) VALUES ('copia', '1') ON CONFLICT DO NOTHING`
        : `DELETE FROM meta WHERE nome = 'copia'`
      db.prepare(sql).run()
    }),

    async keepFingerprint(mark) {
      const select = db.prepare<[], { valor: string }>(`SELECT valor FROM meta WHERE nome = 'marca'`)
      const kept = translateErrors(() => select.get())
      if (kept) return kept.valor
      await inTransaction(db, () => {
        db.prepare(`INSERT INTO meta (nome, valor) VALUES ('marca', ?) ON CONFLICT DO NOTHING`).run(mark)
      })()
      return translateErrors(() => select.get())?.valor ?? mark
    },
  }
}
