import { imagemidIn } from '../../domain/evento-gravado.ts'
import { carriedOf, newChave } from '../../domain/acesso.ts'
import type { Aparelho } from '../../domain/aparelho.ts'
import type { ConvitePessoal } from '../../domain/convite-pessoal.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Desistencia } from '../../domain/desistencia.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Entrada } from '../../domain/entrada.ts'
import { GUARDADOS, type Envio, type Texto } from '../../domain/envio.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import type { Pareamento } from '../../domain/pareamento.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Counts, Registro, Transfer } from '../../domain/transfer.ts'
import { prepareCarryIn } from './carry-in.ts'
import { prepareChaves } from './chave-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareCredenciais } from './credencial-repo.ts'
import { prepareEraseEmpresa } from './empresa-repo.ts'
import { erasuresIn } from './historico-repo.ts'
import { APARELHO_FIELDS } from './equipe-repo.ts'
import { prepareEventos } from './evento-repo.ts'
import { mesaOf, type MesaRow } from './mesa-repo.ts'
import { createResidue } from './residue.ts'

const PAGE = 500

type Noted = Pick<Envio, 'tipo' | 'para'>

export function createTransfer(db: Connection): Transfer {
  const residue = createResidue(db)
  const carryIn = prepareCarryIn(db)
  const credenciais = prepareCredenciais(db)
  const chaves = prepareChaves(db)
  const eventos = prepareEventos(db)
  const eraseEmpresa = prepareEraseEmpresa(db)
  const deleteEnvio = db.prepare<[string, string]>('DELETE FROM envio WHERE tipo = ? AND para = ?')

  /** Reads a table page by page, so that no statement stays open while the other side is waited for. */
  function* pagesOf<Row extends object>(
    table: string,
    key: keyof Row & string,
    { columns = 't.*', join = '', where = 'true' } = {},
  ): Iterable<Row> {
    const select = db.prepare<[string], Row>(
      `SELECT ${columns} FROM ${table} t ${join} WHERE ${where} AND t.${key} > ? ORDER BY t.${key} LIMIT ${PAGE}`,
    )
    for (let after = ''; ;) {
      const page = translateErrors(() => select.all(after))
      yield* page
      const last = page.at(-1)
      if (!last) return
      after = String(last[key])
    }
  }
  const withReserva = {
    columns: 't.*, r.reservaid',
    join: `LEFT JOIN reserva r ON r.credencialid = t.credencialid AND r.estado = 'usada'`,
  }
  const ofAparelhos = { columns: APARELHO_FIELDS.map((field) => `t.${field}`).join(', ') }

  return {
    async *read() {
      for (const row of pagesOf<Record<string, unknown> & { empresaid: string }>('empresa', 'empresaid'))
        yield { kind: 'empresa', empresa: parseEmpresa(row.empresaid, row) }
      type Row = Credencial & { reservaid: string | null }
      for (const row of pagesOf<Row>('credencial', 'credencialid', withReserva)) {
        const { reservaid, ...credencial } = row
        const { credencialid } = credencial
        const found = translateErrors(() => chaves.chaveOf(credencialid))
        const carried = carriedOf(found?.chave ?? newChave(credencialid))
        yield { kind: 'credencial', credencial, chave: found?.key ?? null, ...carried, reservaid }
      }
      for (const reserva of pagesOf<Reserva>('reserva', 'reservaid')) yield { kind: 'reserva', reserva }
      for (const aparelho of pagesOf<Aparelho>('aparelho', 'aparelhoid', ofAparelhos))
        yield { kind: 'aparelho', aparelho }
      for (const pareamento of pagesOf<Pareamento>('pareamento', 'segredo'))
        yield { kind: 'pareamento', pareamento }
      for (const entrada of pagesOf<Entrada>('entrada', 'entradaid')) yield { kind: 'entrada', entrada }
      const last = translateErrors(() => erasuresIn(db)).slice(-1)
      for (const linha of pagesOf<LinhaDoHistorico>('historico', 'historicoid'))
        if (linha.historicoid !== last[0]?.historicoid) yield { kind: 'linha', linha }
      for (const linha of last) yield { kind: 'linha', linha }
      for (const convite of pagesOf<ConvitePessoal>('convitepessoal', 'codigo'))
        yield { kind: 'convite', convite }
      for (const row of pagesOf<MesaRow>('mesa', 'empresaid')) yield { kind: 'mesa', mesa: mesaOf(row) }
      for (const desistencia of pagesOf<Desistencia>('desistencia', 'credencialid'))
        yield { kind: 'desistencia', desistencia }
      for (const tipo of GUARDADOS)
        for (const envio of pagesOf<Envio>('envio', 'para', { where: `t.tipo = '${tipo}'` }))
          yield { kind: 'envio', envio }
      for (const texto of pagesOf<Texto>('texto', 'tipo')) yield { kind: 'texto', texto }
      const evento = translateErrors(eventos.evento)
      const imagem = translateErrors(() => eventos.imagem(imagemidIn(evento) ?? ''))
      if (imagem) yield { kind: 'imagem', imagem }
      if (evento) yield { kind: 'evento', evento }
    },

    write: inTransaction(db, (registros: Registro[]) => registros.forEach(carryIn)),

    erase: inTransaction(db, (credencialids: string[], empresaids: string[] = [], noted: Noted[] = []) => {
      for (const id of credencialids) credenciais.erase(id, null)
      for (const id of empresaids) eraseEmpresa(id)
      for (const { tipo, para } of noted) deleteEnvio.run(tipo, para)
      residue.note()
    }),

    async count() {
      const sql = `SELECT (SELECT count(*) FROM empresa) AS empresas, (SELECT count(*) FROM credencial) AS credenciais,
        (SELECT count(*) FROM chave) AS chaves, (SELECT count(*) FROM reserva) AS reservas,
        (SELECT count(*) FROM aparelho) AS aparelhos, (SELECT count(*) FROM pareamento) AS pareamentos,
        (SELECT count(*) FROM entrada) AS entradas,
        (SELECT count(*) FROM historico) AS linhas, (SELECT count(*) FROM avip) AS avips,
        (SELECT count(*) FROM convitepessoal) AS convites, (SELECT count(*) FROM mesa) AS mesas,
        (SELECT count(*) FROM desistencia) AS desistencias, (SELECT count(*) FROM envio) AS envios,
        (SELECT count(*) FROM texto) AS textos, (SELECT count(*) FROM evento) AS eventos,
        (SELECT count(DISTINCT imagemid) FROM imagem) AS imagens`
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

    async keepFingerprint(fingerprint) {
      const select = db.prepare<[], { valor: string }>(`SELECT valor FROM meta WHERE nome = 'marca'`)
      const kept = translateErrors(() => select.get())
      if (kept) return kept.valor
      await inTransaction(db, () => {
        db.prepare(`INSERT INTO meta (nome, valor) VALUES ('marca', ?) ON CONFLICT DO NOTHING`).run(
          fingerprint,
        )
      })()
      return translateErrors(() => select.get())?.valor ?? fingerprint
    },
  }
}
