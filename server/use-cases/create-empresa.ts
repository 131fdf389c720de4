import type { TotalChange as Change } from '../domain/empresa-repo.ts'
import type { EmpresaRow } from '../domain/empresa-row.ts'
import { parseCounter, type Empresa } from '../domain/empresa.ts'
import { parseEmpresaid } from '../domain/empresaid.ts'
import type { Autor } from '../domain/historico.ts'
import { nameRows } from '../domain/name-rows.ts'
import type { Storage } from '../domain/storage.ts'
import { cleanText } from '../domain/text.ts'
import { createPauses } from './next-turn.ts'
import type { ImportParts } from './import-empresas.ts'

/** Text fields the organiser may fill in, beside the name. */
export const OPTIONAL_FIELDS = [
  ...['cnpj', 'contato', 'categoria', 'solicitante', 'estacionamento', 'lestacionamento'],
  ...['lcredencial', 'llcredencial', 'status', 'usuarioid'],
] as const satisfies readonly (keyof EmpresaRow)[]

/** The fields of the form, as they were typed. */
export type EmpresaFields = Record<
  'nome' | 'icredencial' | 'empresaid' | (typeof OPTIONAL_FIELDS)[number],
  string
>

/** A sentence for each field that is wrong. */
export type EmpresaErrors = Partial<Record<keyof EmpresaFields, string>>

/** What became of a new company; it is written only where it is `created`. */
export type Creation =
  | { kind: 'created'; empresaid: string }
  | { kind: 'invalid'; errors: EmpresaErrors }
  /** A company of this id, or of this nome and cnpj, is stored. */
  | { kind: 'already-stored'; empresa: Pick<Empresa, 'empresaid' | 'nome'> }

/**
 * Stores a company an organiser typed, under an id made as the import makes it where none was given. Of two organisers
 * who store one company at the same time, the second is told that it is there.
 * @throws StorageError; InvalidCounterError or DuplicateEmpresaError where a broken company may be the one that is meant
 */
export async function createEmpresa(
  { empresas, empresaidOf, now }: ImportParts,
  fields: EmpresaFields,
  autor: Autor,
): Promise<Creation> {
  const parsed = parse(fields)
  if (parsed.kind === 'invalid') return parsed
  const listing = await empresas.list(now())
  const [broken] = listing.broken
  if (broken) throw broken
  const stored = listing.empresas.map(({ empresa }) => empresa)
  const rows = [{ line: 1, row: parsed.row }]
  const { named, bad } = await nameRows(rows, stored, empresaidOf, createPauses())
  const row = named[0]?.row
  if (!row) {
    return { kind: 'invalid', errors: { empresaid: `${sentence(bad[0]?.problems[0] ?? '')}.` } }
  }
  const { empresaid, nome } = row
  const known = stored.find((empresa) => empresa.empresaid === empresaid)
  if (known) return { kind: 'already-stored', empresa: known }
  const { inserted } = await empresas.importRows([row], false, autor)
  return inserted === 1
    ? { kind: 'created', empresaid }
    : { kind: 'already-stored', empresa: { empresaid, nome } }
}

type Row = Omit<EmpresaRow, 'empresaid'> & { empresaid: string | null }

function parse(fields: EmpresaFields): { kind: 'ok'; row: Row } | Extract<Creation, { kind: 'invalid' }> {
  const errors: EmpresaErrors = {}
  const textOf = (field: keyof EmpresaFields) => {
    const clean = cleanText(fields[field])
    if (clean === null) errors[field] = 'Digite de novo: há um sinal que não se lê.'
    return clean ?? ''
  }
  const nome = textOf('nome')
  if (nome === '') errors.nome ??= 'Digite o nome da empresa.'
  const icredencial = parseCounter(fields.icredencial)
  if (icredencial === null) errors.icredencial = 'Digite o total de convites, só com números.'
  const id = fields.empresaid.trim()
  const empresaid = id === '' ? null : parseEmpresaid(id)
  if (id !== '' && empresaid === null) {
    errors.empresaid =
      'Use de 1 a 64 letras sem acento, números, ponto, hífen ou sublinhado, e nenhum nome de página.'
  }
  const texts = Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, textOf(field)]))
  if (icredencial === null || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  return { kind: 'ok', row: { ...texts, empresaid, nome, icredencial, licredencial: 0 } }
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What became of another total; nothing is written unless `changed`. */
export type TotalChange = Change | /** What was typed is no number of invitations. */ { kind: 'no-number' }

/**
 * Gives a company another total of invitations.
 * @param typed by the organiser
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function changeTotal(
  { empresas }: Pick<Storage, 'empresas'>,
  empresaid: string,
  typed: string,
  autor: Autor,
): Promise<TotalChange> {
  const icredencial = parseCounter(typed)
  if (icredencial === null) return { kind: 'no-number' }
  return empresas.changeTotal(empresaid, icredencial, autor)
}
