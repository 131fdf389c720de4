import { DADOS_FIELDS, type EmpresaDados, type TotalChange as Change } from '../domain/empresa-repo.ts'
import type { EmpresaRow } from '../domain/empresa-row.ts'
import { parseCounter, type Empresa } from '../domain/empresa.ts'
import { foldCnpj, foldNome, isWholeInChats, parseEmpresaid } from '../domain/empresaid.ts'
import type { Autor } from '../domain/historico.ts'
import { parseNumero } from '../domain/numero.ts'
import type { Storage } from '../domain/storage.ts'
import { formatTelefone, parseTelefone, telefoneDigits, type Telefone } from '../domain/telefone.ts'
import { cleanText } from '../domain/text.ts'
import type { ImportParts } from './import-empresas.ts'

/** Text fields the organiser may fill in, beside the name. */
export const OPTIONAL_FIELDS = [
  ...[
    'cnpj',
    'contato',
    'categoria',
    'solicitante',
    'estacionamento',
    'lestacionamento',
    'status',
    'usuarioid',
  ],
] as const satisfies readonly (keyof EmpresaRow)[]

/** The fields of the form, as they were typed. */
export type EmpresaFields = Record<
  'nome' | 'icredencial' | 'empresaid' | 'telefone' | 'numero' | (typeof OPTIONAL_FIELDS)[number],
  string
>

/** A sentence for each field that is wrong. */
export type EmpresaErrors = Partial<Record<keyof EmpresaFields, string>>

/** What became of a new company; it is written only where it is `created`. */
export type Creation =
  | { kind: 'created'; empresaid: string }
  | { kind: 'invalid'; errors: EmpresaErrors }
  /**
   * A company of this id is stored, or one that may be the same: of this nome, unless both have a cnpj and these differ.
   * `outra` makes it another one; null where an id was typed that is taken.
   */
  | { kind: 'already-stored'; empresa: Pick<Empresa, 'empresaid' | 'nome'>; outra: number | null }

/**
 * Stores a company an organiser typed, with the number of its table and the WhatsApp of who answers for it, under an id made as the import makes it
 * where none was given. Of two organisers who store one company at the same time, the second is told that it is there.
 * @param outra what `already-stored` answered, where the organiser says that it is another company: a form sent twice
 * makes one; 0 at first
 * @throws StorageError; InvalidCounterError or DuplicateEmpresaError where a broken company may be the one that is meant
 */
export async function createEmpresa(
  { empresas, empresaidOf, now }: ImportParts,
  fields: EmpresaFields,
  outra: number,
  autor: Autor,
): Promise<Creation> {
  const parsed = parse(fields)
  if (parsed.kind === 'invalid') return parsed
  const { row } = parsed
  const listing = await empresas.list(now())
  const [broken] = listing.broken
  if (broken) throw broken
  const stored = new Map(listing.empresas.map(({ empresa }) => [empresa.empresaid, empresa]))
  const empresaid = row.empresaid ?? empresaidOf(row, outra)
  const isTyped = row.empresaid !== null
  const namesake = isTyped || outra > 0 ? undefined : [...stored.values()].find((one) => mayBe(one, row))
  const alreadyStored = (empresa: Pick<Empresa, 'empresaid' | 'nome'>): Creation => {
    let free = 1
    while (stored.has(empresaidOf(row, free))) free++
    return { kind: 'already-stored', empresa, outra: isTyped ? null : free }
  }
  const known = namesake ?? stored.get(empresaid)
  if (known) return alreadyStored(known)
  const isAdded = await empresas.add({ ...row, empresaid }, autor)
  return isAdded ? { kind: 'created', empresaid } : alreadyStored({ empresaid, nome: row.nome })
}

/** Tells whether a stored company may be the one that was typed. */
function mayBe(stored: Empresa, { nome, cnpj }: Row): boolean {
  if (foldNome(stored.nome) !== foldNome(nome)) return false
  const [theirs, ours] = [foldCnpj(stored.cnpj), foldCnpj(cnpj)]
  return theirs === '' || ours === '' || theirs === ours
}

type Row = Omit<EmpresaRow, 'empresaid' | 'cnpj'> & { empresaid: string | null; cnpj: string }

function parse(fields: EmpresaFields): { kind: 'ok'; row: Row } | Extract<Creation, { kind: 'invalid' }> {
  const errors: EmpresaErrors = {}
  const textOf = (field: keyof EmpresaFields) => {
    const clean = cleanText(fields[field])
    if (clean === null) errors[field] = UNREADABLE
    return clean ?? ''
  }
  const nome = textOf('nome')
  if (nome === '') errors.nome ??= NAMELESS
  const icredencial = parseCounter(fields.icredencial)
  if (icredencial === null) errors.icredencial = 'Digite o total de convites, só com números.'
  const telefone = numberIn(fields.telefone)
  if (telefone.kind === 'invalid') errors.telefone = telefone.message
  const numero = parseNumero(fields.numero)
  if (numero.kind === 'invalid') errors.numero = numero.message
  const id = fields.empresaid.trim()
  const empresaid = id === '' ? null : parseEmpresaid(id)
  if (id !== '' && empresaid === null) {
    errors.empresaid =
      'Use de 1 a 64 letras sem acento, números, ponto, hífen ou sublinhado, e nenhum nome de página.'
  }
  if (empresaid !== null && !isWholeInChats(empresaid))
    errors.empresaid = 'Termine com letra ou número: o WhatsApp deixa um sinal no fim fora do link.'
  const texts = Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, textOf(field)]))
  if (icredencial === null || telefone.kind === 'invalid' || numero.kind === 'invalid')
    return { kind: 'invalid', errors }
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  const beside = { telefone: telefone.telefone, numero: numero.numero }
  const row = { ...texts, cnpj: texts.cnpj ?? '', empresaid, nome, icredencial, licredencial: 0, ...beside }
  return { kind: 'ok', row }
}

const UNREADABLE = 'Digite de novo: há um sinal que não se lê.'
const NAMELESS = 'Digite o nome da empresa.'

/** A field of EDITAR DADOS as it is stored, or a sentence that says what to type. */
function parsedAs(
  field: keyof EmpresaDados,
  text: string,
): { kind: 'ok'; value: string } | { kind: 'invalid'; message: string } {
  switch (field) {
    case 'telefone': {
      const parsed = numberIn(text)
      return parsed.kind === 'ok' ? { kind: 'ok', value: parsed.telefone } : parsed
    }
    case 'numero': {
      const parsed = parseNumero(text)
      return parsed.kind === 'ok' ? { kind: 'ok', value: parsed.numero } : parsed
    }
    case 'nome':
      return text === '' ? { kind: 'invalid', message: NAMELESS } : { kind: 'ok', value: text }
    case 'contato':
      return { kind: 'ok', value: text }
    default:
      return field satisfies never
  }
}

/** The number of who answers for a company, which nobody has to note. */
const numberIn = (typed: string): Telefone =>
  typed.trim() === '' ? { kind: 'ok', telefone: '' } : parseTelefone(typed)

/** What became of EDITAR DADOS; nothing is written unless `corrected`. */
export type DadosEdit =
  | { kind: 'corrected' }
  /** The form, to be shown again: `shown` is what it is shown with now, which another organiser may have changed. */
  | {
      kind: 'refused'
      values: EmpresaDados
      shown: EmpresaDados
      errors: Partial<Record<keyof EmpresaDados, string>>
    }
  | { kind: 'empresa-not-found' }

/**
 * Corrects the fields of a company that were changed in the form.
 * @param values as typed
 * @param shown what the form was shown with, the number as people write it
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function editDados(
  { empresas }: Pick<Storage, 'empresas'>,
  empresaid: string,
  { values, shown }: { values: EmpresaDados; shown: EmpresaDados },
  autor: Autor,
): Promise<DadosEdit> {
  const was = { ...shown, telefone: telefoneDigits(shown.telefone) }
  const [dados, errors] = [{ ...was }, {} as Partial<Record<keyof EmpresaDados, string>>]
  for (const field of DADOS_FIELDS) {
    // What nobody touched is no change, however it is written.
    if (values[field] === shown[field]) continue
    const text = cleanText(values[field])
    const parsed = text === null ? null : parsedAs(field, text)
    if (parsed === null) errors[field] = UNREADABLE
    else if (parsed.kind === 'invalid') errors[field] = parsed.message
    else dados[field] = parsed.value
  }
  if (Object.keys(errors).length > 0) return { kind: 'refused', values, shown, errors }
  const correction = await empresas.correct({ empresaid, dados, shown: was }, autor)
  if (correction.kind !== 'changed-meanwhile') return correction
  const { dados: stored } = correction
  const now = { ...stored, telefone: formatTelefone(stored.telefone) }
  const again = { ...values }
  for (const field of DADOS_FIELDS) {
    if (dados[field] === was[field]) again[field] = now[field]
    else if (![was[field], dados[field]].includes(stored[field]))
      errors[field] =
        `Outra pessoa mudou este campo agora, para “${now[field]}”. Confira antes de gravar de novo.`
  }
  return { kind: 'refused', values: again, shown: now, errors }
}

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
