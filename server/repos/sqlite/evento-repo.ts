import type { EventoGuardado, Imagem } from '../../domain/evento-gravado.ts'
import type { EventoRepo } from '../../domain/evento-repo.ts'
import { PREPARO } from '../../domain/imagem.ts'
import type { BoundActs } from '../bind.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { createResidue } from './residue.ts'

/** A file of pictures, as it is stored. */
type Row = Omit<Imagem, 'arquivos'> & Imagem['arquivos'][number]

/** The event and its pictures, inside the caller's transaction or outside of any. */
export function prepareEventos(db: Connection) {
  const select = db.prepare<[], { gravado: string }>('SELECT gravado FROM evento')
  const upsert = db.prepare<[{ versao: number; gravado: string }]>(
    `INSERT INTO evento (unico, versao, gravado) VALUES (1, @versao, @gravado)
     ON CONFLICT (unico) DO UPDATE SET versao = @versao, gravado = @gravado`,
  )
  const selectArquivos = db.prepare<[string], Row>('SELECT * FROM imagem WHERE imagemid = ? ORDER BY nome')
  const upsertArquivo = db.prepare<[Row]>(
    `INSERT INTO imagem (imagemid, nome, enviadaem, bytes) VALUES (@imagemid, @nome, @enviadaem, @bytes)
     ON CONFLICT (imagemid, nome) DO UPDATE SET enviadaem = @enviadaem`,
  )
  return {
    evento: (): EventoGuardado | null => {
      const row = select.get()
      return row ? (JSON.parse(row.gravado) as EventoGuardado) : null
    },
    putEvento: (evento: EventoGuardado) =>
      void upsert.run({ versao: evento.versao, gravado: JSON.stringify(evento) }),
    imagem: (imagemid: string): Imagem | null => {
      const rows = selectArquivos.all(imagemid)
      const [first] = rows
      const arquivos = rows.map(({ nome, bytes }) => ({ nome, bytes }))
      return first ? { imagemid, enviadaem: first.enviadaem, arquivos } : null
    },
    putImagem: ({ imagemid, enviadaem, arquivos }: Imagem) => {
      for (const arquivo of arquivos) upsertArquivo.run({ imagemid, enviadaem, ...arquivo })
    },
  }
}

export function createEventoRepo(db: Connection, acts: BoundActs['eventos']): EventoRepo {
  const { evento, imagem, putImagem } = prepareEventos(db)
  const selectOld = db.prepare<[number], { imagemid: string }>(
    `SELECT DISTINCT imagemid FROM imagem WHERE enviadaem < ?
     AND imagemid IS NOT (SELECT json_extract(gravado, '$.imagemid') FROM evento)`,
  )
  const residue = createResidue(db)
  const deleteImagem = db.prepare<[string]>('DELETE FROM imagem WHERE imagemid = ?')
  const forget = inTransaction(db, (before: number) => {
    const old = selectOld.all(before)
    for (const { imagemid } of old) deleteImagem.run(imagemid)
    if (old.some(({ imagemid }) => imagemid.startsWith(PREPARO))) residue.note()
    return old.length
  })
  const selectVersao = db.prepare<[], { versao: number }>('SELECT versao FROM evento')
  return {
    ...acts,
    find: async () => translateErrors(evento),
    versao: async () => translateErrors(() => selectVersao.get())?.versao ?? 0,
    findImagem: async (imagemid) => translateErrors(() => imagem(imagemid)),
    putImagem: inTransaction(db, putImagem),
    // Looked for first: to write, this process would wait for all others.
    forgetImagens: async (before) => (translateErrors(() => selectOld.get(before)) ? forget(before) : 0),
  }
}
