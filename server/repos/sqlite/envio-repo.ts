import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeAlguem, Envio, EnvioRepo, Guardado, Texto } from '../../domain/envio.ts'
import type { BoundActs } from '../bind.ts'
import type { Statement } from './binding.ts'
import { translateErrors, type Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'

/** How many notes are read in one turn of the event loop: some milliseconds. */
const IN_A_TURN = 1_000

const FIELDS = [
  'tipo',
  'para',
  'versao',
  'numero',
  'estado',
  'em',
  'quem',
  'ate',
] as const satisfies (keyof Envio)[]

/** What was noted of messages, inside the caller's transaction or outside of any. */
export function prepareEnvios(db: Connection) {
  const select = db.prepare<[Guardado, string], Envio>('SELECT * FROM envio WHERE tipo = ? AND para = ?')
  const upsert = db.prepare<[Envio]>(
    `INSERT OR REPLACE INTO envio (${FIELDS.join(', ')}) VALUES (${FIELDS.map((field) => `@${field}`).join(', ')})`,
  )
  const upsertTexto = prepareUpsert<Texto>(db, 'texto', 'tipo', ['tipo', 'abertura', 'recado'])
  const selectCredencial = db.prepare<[string]>('SELECT 1 FROM credencial WHERE credencialid = ?')
  const selectThere: Record<DeAlguem, Statement<[string], unknown>> = {
    mesa: db.prepare('SELECT 1 FROM empresa WHERE empresaid = ?'),
    pessoal: db.prepare('SELECT 1 FROM convitepessoal WHERE codigo = ?'),
    lembrete: selectCredencial,
    mudanca: selectCredencial,
    certificado: selectCredencial,
    etiqueta: selectCredencial,
  }
  return {
    isThere: ({ tipo, para }: { tipo: DeAlguem; para: string }) => selectThere[tipo].get(para) !== undefined,
    envio: (tipo: Guardado, para: string) => select.get(tipo, para) ?? null,
    putEnvio: (envio: Envio) => void upsert.run(envio),
    putTexto: (texto: Texto) => void upsertTexto.run(texto),
  }
}

export function createEnvioRepo(db: Connection, acts: BoundActs['envios']): EnvioRepo {
  const { envio } = prepareEnvios(db)
  const selectPage = db.prepare<[Guardado, string], Envio>(
    `SELECT * FROM envio WHERE tipo = ? AND para > ? ORDER BY para LIMIT ${IN_A_TURN}`,
  )
  const selectTextos = db.prepare<[], Texto>('SELECT * FROM texto')
  return {
    ...acts,
    async list(tipo) {
      const all: Envio[] = []
      for (let after = ''; ;) {
        const page = translateErrors(() => selectPage.all(tipo, after))
        all.push(...page)
        const last = page.at(-1)
        if (!last || page.length < IN_A_TURN) return all
        after = last.para
        await nextTurn()
      }
    },
    find: async (tipo, para) => translateErrors(() => envio(tipo, para)),
    listTextos: async () => translateErrors(() => selectTextos.all()),
  }
}
