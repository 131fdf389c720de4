import type { EventoGuardado, Imagem } from '../../domain/evento-gravado.ts'
import type { Kind, Stored } from '../../domain/records.ts'
import type { Statements } from './statements.ts'

/** A kind that has more than plain fields: few records, read whole. */
export interface Whole<Record> {
  get(id: string): Record | null
  all(): Record[]
  put(record: Record): void
}

export type WholeKind = 'eventos' | 'imagens'

export const isWhole = (kind: Kind): kind is WholeKind => kind === 'eventos' || kind === 'imagens'

export const wholeIn = (prepared: Statements): { [K in WholeKind]: Whole<Stored[K]> } => ({
  eventos: eventosIn(prepared),
  imagens: imagensIn(prepared),
})

/** The one event. Its version stands in a column of its own. */
function eventosIn(prepared: Statements): Whole<EventoGuardado> {
  const all = () =>
    prepared('SELECT gravado FROM evento')
      .all()
      .map(({ gravado }) => JSON.parse(String(gravado)) as EventoGuardado)
  return {
    get: () => all()[0] ?? null,
    all,
    put(evento) {
      prepared(
        `INSERT INTO evento (unico, versao, gravado) VALUES (1, ?, ?)
         ON CONFLICT (unico) DO UPDATE SET versao = excluded.versao, gravado = excluded.gravado`,
      ).run(evento.versao, JSON.stringify(evento))
    },
  }
}

/** A picture is several files, a row each. */
function imagensIn(prepared: Statements): Whole<Imagem> {
  const get = (imagemid: string): Imagem | null => {
    const rows = prepared('SELECT * FROM imagem WHERE imagemid = ? ORDER BY nome').all(imagemid)
    const [first] = rows
    const arquivos = rows.map(({ nome, bytes }) => ({ nome: String(nome), bytes: bytes as Uint8Array }))
    return first ? { imagemid, enviadaem: Number(first.enviadaem), arquivos } : null
  }
  return {
    get,
    all: () =>
      prepared('SELECT DISTINCT imagemid FROM imagem ORDER BY imagemid')
        .all()
        .flatMap(({ imagemid }) => get(String(imagemid)) ?? []),
    put({ imagemid, enviadaem, arquivos }) {
      const upsert = prepared(
        `INSERT INTO imagem (imagemid, nome, enviadaem, bytes) VALUES (?, ?, ?, ?)
         ON CONFLICT (imagemid, nome) DO UPDATE SET enviadaem = excluded.enviadaem`,
      )
      for (const { nome, bytes } of arquivos) upsert.run(imagemid, nome, enviadaem, bytes)
    },
  }
}
