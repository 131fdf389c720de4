import { z } from 'zod'
import { parseCodigo } from './signed-text.ts'
import { CADASTRO_FIELDS, type Cadastro } from './credencial.ts'
import { parseEmpresaid } from './empresaid.ts'
import { parseTelefone, readTelefone, type Parsed } from './telefone.ts'
import { ACOMPANHANTES } from './acompanhantes.ts'
import { cleanText, foldText, upperCase, withApostrophes } from './text.ts'

/** Longest name and e-mail stored, in characters after upper-casing (ß becomes SS). */
const NOME_MAX = 120
const EMAIL_MAX = 254

export type CadastroValues = Record<keyof Cadastro, string>

/** By the field's name: those of the guest, and `acompanhante-1` and so on. */
export type CadastroErrors = Partial<Record<string, string>>

/** What pays for a registration, as the form names it; both null for the public form. */
export interface Pagador {
  /** The company whose invitation is held or newly taken. */
  empresaid: string | null
  /** The code of a personal invitation, which alone pays. */
  codigo: string | null
}

type Checked = { kind: 'ok'; cadastro: Cadastro } | { kind: 'invalid'; errors: CadastroErrors }

type ParsedCadastro =
  | ((
      | { kind: 'ok'; cadastro: Cadastro; acompanhantes: Cadastro[] }
      | { kind: 'invalid'; errors: CadastroErrors }
    ) & { values: CadastroValues; nomes: string[] } & Pagador)
  /** Our form did not send it: a repeated field, a file, an impossible company or code. */
  | { kind: 'malformed' }

const FIELDS = [...CADASTRO_FIELDS, 'empresaid', 'convite', ...ACOMPANHANTES]

/**
 * Reads the posted registration form: `nome`, `telefone`, `email` and, hidden, `empresaid` or `convite`, the
 * code of a personal invitation. Other fields are ignored (specification, sections 2 and 5).
 */
export function parseCadastro(entries: Iterable<[string, unknown]>): ParsedCadastro {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    if (!FIELDS.includes(name)) continue
    if (typeof value !== 'string' || fields.has(name)) return { kind: 'malformed' }
    fields.set(name, value)
  }
  const typedIn = CADASTRO_FIELDS.map((field) => [field, fields.get(field) ?? ''])
  const values = Object.fromEntries(typedIn) as CadastroValues
  const hidden = fields.get('empresaid')
  const empresaid = hidden === undefined ? null : parseEmpresaid(hidden)
  if (hidden !== undefined && empresaid === null) return { kind: 'malformed' }
  const typed = fields.get('convite')
  const codigo = typed === undefined ? null : parseCodigo(typed)
  if (typed !== undefined && (codigo === null || empresaid !== null)) return { kind: 'malformed' }
  const nomes = ACOMPANHANTES.map((field) => fields.get(field) ?? '').filter(isTyped)
  return {
    ...checkTogether(values, nomes),
    empresaid,
    codigo,
    values,
    nomes,
  }
}

/** Whether a name was typed: blank is allowed. */
const isTyped = (nome: string) => (cleanText(nome) ?? nome) !== ''

/** Those who come along have the number of the guest, and are told apart by their names. */
function checkTogether(values: CadastroValues, nomes: string[]) {
  const checked = checkCadastro(values)
  const wrong: [string, string][] = []
  const nome = parseNome(values.nome)
  const said = new Set(nome.kind === 'ok' ? [foldText(nome.value)] : [])
  const acompanhantes: Cadastro[] = []
  for (const [at, typed] of nomes.entries()) {
    const field = ACOMPANHANTES[at] ?? ''
    const parsed = parseNome(typed)
    if (parsed.kind === 'invalid') wrong.push([field, parsed.message])
    else if (said.has(foldText(parsed.value))) wrong.push([field, SAME_NAME])
    else {
      said.add(foldText(parsed.value))
      const telefone = checked.kind === 'ok' ? checked.cadastro.telefone : ''
      acompanhantes.push({ nome: parsed.value, telefone, email: '' })
    }
  }
  if (checked.kind === 'ok' && wrong.length === 0)
    return { kind: 'ok' as const, cadastro: checked.cadastro, acompanhantes }
  const errors = checked.kind === 'invalid' ? checked.errors : {}
  return { kind: 'invalid' as const, errors: { ...errors, ...Object.fromEntries(wrong) } as CadastroErrors }
}

const SAME_NAME =
  'Este nome já está neste cadastro. Se for outra pessoa, escreva o nome completo: Filho, Neto, ou o segundo nome.'

type Parsers = Record<keyof Cadastro, (typed: string) => Parsed>

/** The rules of the guest's own form (specification, sections 2 and 5). */
const DO_CONVIDADO: Parsers = { nome: parseNome, telefone: parseTelefone, email: parseEmail }

/** The rules for those whom an organiser enters: no number is needed, and no sentence says "your" name. */
export const DE_OUTRO: Parsers = {
  nome: (typed) => parseNome(typed, 'o'),
  telefone: readTelefone,
  email: parseEmail,
}

/** The typed text, by field; absent fields are not read. */
export type Given = { [Field in keyof Cadastro]?: string | undefined }

/** Reads each given field, from whatever source: the form, a spreadsheet or the organiser's correction. */
export function readCadastro(given: Given, parsers: Parsers) {
  const fields: Partial<Cadastro> = {}
  const errors: CadastroErrors = {}
  for (const field of CADASTRO_FIELDS) {
    const typed = given[field]
    const parsed = typed === undefined ? null : parsers[field](typed)
    if (parsed?.kind === 'ok') fields[field] = parsed.value
    if (parsed?.kind === 'invalid') errors[field] = parsed.message
  }
  return { fields, errors }
}

export function checkCadastro(values: CadastroValues, parsers = DO_CONVIDADO): Checked {
  const { fields, errors } = readCadastro(values, parsers)
  const isWhole = Object.keys(errors).length === 0
  return isWhole ? { kind: 'ok', cadastro: fields as Cadastro } : { kind: 'invalid', errors }
}

/**
 * A name in upper case: letters of any script, spaces and `' ’ - . ª º`, with at least two letters; a surname
 * is optional. Characters typed as an apostrophe become one.
 */
export function parseNome(raw: string, whose: 'seu' | 'o' = 'seu'): Parsed {
  const typed = cleanText(raw)
  if (typed === null)
    return {
      kind: 'invalid',
      message: `Digite ${whose} nome de novo: há um caractere que não conseguimos ler.`,
    }
  const nome = upperCase(withApostrophes(typed)).normalize('NFC')
  if (nome === '') return { kind: 'invalid', message: `Digite ${whose} nome completo.` }
  if (!/^[\p{L}\p{M} '’\-.ªº]*$/u.test(nome)) {
    return { kind: 'invalid', message: 'Escreva o nome só com letras, sem números nem símbolos.' }
  }
  if ((nome.match(/\p{L}/gu) ?? []).length < 2)
    return { kind: 'invalid', message: `Digite ${whose} nome completo.` }
  if (nome.length > NOME_MAX)
    return { kind: 'invalid', message: `Abrevie o nome: cabem no máximo ${NOME_MAX} letras.` }
  return { kind: 'ok', value: nome }
}

/** An optional e-mail address; empty text when none is given. */
export function parseEmail(raw: string): Parsed {
  const email = cleanText(raw)
  if (email === '') return { kind: 'ok', value: email }
  if (email === null || email.length > EMAIL_MAX || !z.email().safeParse(email).success) {
    return { kind: 'invalid', message: 'Digite um e-mail completo, como nome@exemplo.com' }
  }
  return { kind: 'ok', value: email }
}
