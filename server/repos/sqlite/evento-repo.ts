import type { EventoGuardado, EventoRepo, Imagem } from '../../domain/evento-gravado.ts'
import type { BoundActs } from '../bind.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'

type Arquivo = Imagem['arquivos'][number]

/** The event and its pictures, inside the caller's transaction or outside of any. */
export function prepareEventos(db: Connection) {
  const select = db.prepare<[], { gravado: string }>('SELECT gravado FROM evento')
  const upsert = db.prepare<[{ versao: number; gravado: string }]>(
    `INSERT INTO evento (unico, versao, gravado) VALUES (1, @versao, @gravado)
     ON CONFLICT (unico) DO UPDATE SET versao = @versao, gravado = @gravado`,
  )
  const selectArquivos = db.prepare<[string], Arquivo>(
    'SELECT nome, bytes FROM imagem WHERE imagemid = ? ORDER BY nome',
  )
  const insertArquivo = db.prepare<[{ imagemid: string } & Arquivo]>(
    'INSERT OR IGNORE INTO imagem (imagemid, nome, bytes) VALUES (@imagemid, @nome, @bytes)',
  )
  return {
    evento: (): EventoGuardado | null => {
      const row = select.get()
      return row ? (JSON.parse(row.gravado) as EventoGuardado) : null
    },
    putEvento: (evento: EventoGuardado) =>
      void upsert.run({ versao: evento.versao, gravado: JSON.stringify(evento) }),
    imagem: (imagemid: string): Imagem | null => {
      const arquivos = selectArquivos.all(imagemid)
      return arquivos.length === 0 ? null : { imagemid, arquivos }
    },
    putImagem: ({ imagemid, arquivos }: Imagem) => {
      for (const arquivo of arquivos) insertArquivo.run({ imagemid, ...arquivo })
    },
  }
}

export function createEventoRepo(db: Connection, acts: BoundActs['eventos']): EventoRepo {
  const { evento, imagem, putImagem } = prepareEventos(db)
  const selectVersao = db.prepare<[], { versao: number }>('SELECT versao FROM evento')
  return {
    ...acts,
    find: async () => translateErrors(evento),
    versao: async () => translateErrors(() => selectVersao.get())?.versao ?? 0,
    findImagem: async (imagemid) => translateErrors(() => imagem(imagemid)),
    putImagem: inTransaction(db, putImagem),
  }
}
