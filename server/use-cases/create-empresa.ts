import { DADOS_FIELDS, type EmpresaDados, type TotalChange as Change } from '../domain/empresa-repo.ts'
import type { EmpresaRow } from '../domain/planilha-row.ts'
import { parseCounter, type Empresa } from '../domain/empresa.ts'
import { foldCnpj, foldNome, isWholeInChats, parseEmpresaid } from '../domain/empresaid.ts'
import type { Autor } from '../domain/historico.ts'
import { parseNumero } from '../domain/mesa.ts'
import { mostConvites } from '../domain/casa.ts'
import type { Storage } from '../domain/storage.ts'
import { formatTelefone, readTelefone, telefoneDigits, type Parsed } from '../domain/telefone.ts'
import { cleanText } from '../domain/text.ts'
import type { ImportParts } from './import-empresas.ts'

/** Text fields the organiser may fill in, besides the name. */
export const OPTIONAL_FIELDS = [
  ...(['cnpj', 'contato', 'categoria', 'solicitante'] as const),
  ...(['estacionamento', 'lestacionamento', 'status', 'usuarioid'] as const),
] as const satisfies readonly (keyof EmpresaRow)[]

export type EmpresaFields = Record<
  'nome' | 'icredencial' | 'empresaid' | 'telefone' | 'numero' | (typeof OPTIONAL_FIELDS)[number],
  string
>

export type EmpresaErrors = Partial<Record<keyof EmpresaFields, string>>

/** What became of a new company; it is written only if `created`. */
export type EmpresaCreation =
  | { kind: 'created'; empresaid: string }
  | { kind: 'invalid'; errors: EmpresaErrors }
  /**
   * A company with this id is stored, or one that may be the same: with this nome, unless both have a cnpj
   * and these differ. `outra` makes it a separate company; it is null when a typed id is taken.
   */
  | { kind: 'already-stored'; empresa: Pick<Empresa, 'empresaid' | 'nome'>; outra: number | null }

/**
 * Stores a company typed by an organiser, with the number of its table and the WhatsApp of the person who
 * answers for it. Without a typed id it gets one made as in an import. If two organisers store the same
 * company at once, the second is told that it exists.
 * @param outra the value from `already-stored`, when the organiser says it is another company, so that a form
 * sent twice makes one; 0 at first
 * @throws StorageError; InvalidCounterError or DuplicateEmpresaError when a broken company may be the one
 * meant
 */
export async function createEmpresa(
  { empresas, empresaidOf, now }: ImportParts,
  fields: EmpresaFields,
  outra: number,
  autor: Autor,
): Promise<EmpresaCreation> {
  const parsed = parse(fields)
  if (parsed.kind === 'invalid') return parsed
  const { row } = parsed
  const listing = await empresas.list(now())
  const [broken] = listing.broken
  if (broken) throw broken
  if (row.icredencial > mostConvites(listing)) return { kind: 'invalid', errors: { icredencial: TOO_MANY } }
  const stored = new Map(listing.empresas.map(({ empresa }) => [empresa.empresaid, empresa]))
  const empresaid = row.empresaid ?? empresaidOf(row, outra)
  const isTyped = row.empresaid !== null
  const namesake = isTyped || outra > 0 ? undefined : [...stored.values()].find((one) => mayBe(one, row))
  const alreadyStored = (empresa: Pick<Empresa, 'empresaid' | 'nome'>): EmpresaCreation => {
    let free = 1
    while (stored.has(empresaidOf(row, free))) free++
    return { kind: 'already-stored', empresa, outra: isTyped ? null : free }
  }
  const known = namesake ?? stored.get(empresaid)
  if (known) return alreadyStored(known)
  const isAdded = await empresas.add({ ...row, empresaid }, autor)
  return isAdded ? { kind: 'created', empresaid } : alreadyStored({ empresaid, nome: row.nome })
}

function mayBe(stored: Empresa, { nome, cnpj }: Row): boolean {
  if (foldNome(stored.nome) !== foldNome(nome)) return false
  const [theirs, ours] = [foldCnpj(stored.cnpj), foldCnpj(cnpj)]
  return theirs === '' || ours === '' || theirs === ours
}

type Row = Omit<EmpresaRow, 'empresaid' | 'cnpj'> & { empresaid: string | null; cnpj: string }

function parse(
  fields: EmpresaFields,
): { kind: 'ok'; row: Row } | Extract<EmpresaCreation, { kind: 'invalid' }> {
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
  const valueOf = (field: 'telefone' | 'numero') => {
    const parsed = PARSERS[field](fields[field])
    if (parsed.kind === 'ok') return parsed.value
    errors[field] = parsed.message
    return ''
  }
  const beside = { telefone: valueOf('telefone'), numero: valueOf('numero') }
  const id = fields.empresaid.trim()
  const empresaid = id === '' ? null : parseEmpresaid(id)
  if (id !== '' && empresaid === null) {
    errors.empresaid =
      'Use de 1 a 64 letras sem acento, números, ponto, hífen ou sublinhado, e nenhum nome de página.'
  }
  if (empresaid !== null && !isWholeInChats(empresaid))
    errors.empresaid = 'Termine com letra ou número: o WhatsApp deixa um sinal no fim fora do link.'
  const texts = Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, textOf(field)]))
  if (icredencial === null || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  const row = { ...texts, cnpj: texts.cnpj ?? '', empresaid, nome, icredencial, licredencial: 0, ...beside }
  return { kind: 'ok', row }
}

const TOO_MANY =
  'Confira o total. Se são tantos, diga antes em Lugares e lotação quantos lugares o evento tem.'
const UNREADABLE = 'Digite de novo: há um sinal que não conseguimos ler.'
const NAMELESS = 'Digite o nome da empresa.'

/** How each field of Editar dados is stored. The number of the person answering for a company is optional. */
const PARSERS: Record<keyof EmpresaDados, (typed: string) => Parsed> = {
  nome: (value) => (value === '' ? { kind: 'invalid', message: NAMELESS } : { kind: 'ok', value }),
  contato: (value) => ({ kind: 'ok', value }),
  telefone: readTelefone,
  numero: parseNumero,
}

/** What became of Editar dados; nothing is written unless `corrected`. */
export type DadosEdit =
  | { kind: 'corrected' }
  /** The form, to be shown again. `shown` has its current values, which an organiser may have changed. */
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
 * @param shown the values the form was shown with, the number as people write it
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
    // A field nobody edited is not a change, however it is written.
    if (values[field] === shown[field]) continue
    const text = cleanText(values[field])
    const parsed = text === null ? null : PARSERS[field](text)
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
export type TotalChange = Change | /** The typed text is not a number of invitations. */ { kind: 'no-number' }

/** Gives a company another total of invitations. @param typed by the organiser */
export async function changeTotal(
  { empresas }: Pick<Storage, 'empresas'>,
  empresaid: string,
  typed: string,
  autor: Autor,
  isRaised = false,
): Promise<TotalChange> {
  const icredencial = parseCounter(typed)
  if (icredencial === null) return { kind: 'no-number' }
  return empresas.changeTotal(empresaid, icredencial, autor, isRaised)
}
