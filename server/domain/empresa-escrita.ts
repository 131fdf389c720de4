import {
  cited,
  cleaned,
  type Conversa,
  createConversa,
  CUT,
  ENTRA,
  forOrganiser,
  isAusente,
  isErro,
  isLost,
  type Leitura,
  type Lida,
  lidaOf,
  readTelefone,
  refusalOf,
  refused,
  SCIENTIFIC,
  SEM_RESULTADO,
  textOf,
  withoutEmoji,
  withoutZeros,
} from './celula.ts'
import { EMPRESA_TEXT_FIELDS, type Empresa } from './empresa.ts'
import { parseEmpresaidOrLink } from './empresaid.ts'
import { parted } from './linha-de-pessoas.ts'
import { parseNumero } from './mesa.ts'
import { FORA, type Respostas } from './pergunta.ts'
import { parseCount, type PlanilhaRow, UNITS } from './planilha-row.ts'
import { cleanText, foldText, printable, withoutEnd } from './text.ts'

/**
 * Reads a row of a list of companies, its keys the fields of section 3, `telefone` and `numero`. Only a
 * missing name refuses it: other cells that cannot be read are left out with a notice, and doubtful ones are
 * asked about.
 */
export function readEmpresa(
  record: Record<string, string>,
  said: Respostas,
  options: Leitura,
): Lida<PlanilhaRow> {
  const conversa = createConversa(said, options.labelOf)
  const { ask, tell } = conversa
  const typed = printable(record.nome ?? '')
  const problem = refusalOf(typed)
  const gone = / ?\(([^()]*)\)$/.exec(typed.slice(0, 400))
  const isGone = gone !== null && isAusente(gone[1] ?? '')
  const nome = withoutEmoji(isGone ? typed.slice(0, gone.index) : typed)
  if (problem !== null || !/[\p{L}\p{N}]/u.test(nome))
    return refused(problem ?? `${cited(typed)} não é um nome`)
  if (isLost(typed))
    ask('entra', `${cited(typed)} perdeu letras quando o arquivo foi salvo. Fica de fora?`, [FORA, ENTRA])

  if (LIVRE.test(foldText(nome)))
    ask('entra', `${cited(typed)} não parece nome de empresa. Fica de fora?`, [FORA, ENTRA])

  const rawId = (record.empresaid ?? '').trim()
  const isCut = SCIENTIFIC.test(rawId)
  const empresaid = isCut ? null : parseEmpresaidOrLink(rawId)
  // Whose row it is cannot be left out.
  if (rawId !== '' && empresaid === null)
    return refused(`${options.labelOf('empresaid')} ${cited(rawId)}: ${isCut ? CUT : WRONG_ID}`)

  const mesa = record.numero === undefined ? null : readMesa(record.numero, conversa)
  const total = readTotal(record.icredencial ?? '', mesa?.lugares ?? null, nome, conversa)
  const usados = (record.licredencial ?? '').trim() === '' ? 0 : parseCount(record.licredencial ?? '')
  if (usados === null) tell('licredencial', record.licredencial ?? '', 'não é um número; fica 0')
  // Some write the number of who answers beside the name, or the name beside the number.
  const [quem, ofContato] = parted(printable((record.contato ?? '').slice(0, 400)))
  const numbered = ofContato !== '' && !record.telefone ? ofContato : record.telefone
  const phone = numbered === undefined ? null : readTelefone(numbered, conversa, options)
  const [besideNumber] = parted(phone?.nota ?? '')
  const isBeside = ofContato === '' && besideNumber !== '' && !record.contato
  const contato = isBeside ? besideNumber : quem
  const texto = `A planilha diz que ${cited(typed)} não vem. Fica de fora?`
  if (isGone) ask('entra', texto, [FORA, ENTRA])

  const inteiro = cleanText(typed)
  const isCleaned = nome !== inteiro
  const { limpo, comoEstava } = cleaned(typed, nome, inteiro, said)
  const row: PlanilhaRow = {
    ...readTexts(isBeside || ofContato !== '' ? { ...record, contato } : record, conversa),
    empresaid,
    nome: isCleaned ? (comoEstava ?? nome) : nome,
    icredencial: total ?? 0,
    licredencial: usados ?? 0,
    ...(phone !== null && { telefone: phone.telefone }),
    ...(mesa?.numero !== undefined && { numero: mesa.numero }),
  }
  return lidaOf(conversa, [row], isCleaned ? limpo : null)
}

/** What stands where nobody has the places yet. */
const LIVRE = /^(?:SALDO|DISPONIVE(?:L|IS)|LIVRES?|RESERVAD[OA]S?|VAG[OA]S?|A (?:DEFINIR|CONFIRMAR|VENDER))$/

/** Text fields that hold long numbers, which a spreadsheet cuts to `1,12E+13`. */
const NUMBERS = new Set<string>(['cnpj', 'usuarioid'])

/** The columns of text that are there, but for cells that cannot be read. */
function readTexts(record: Record<string, string>, conversa: Conversa): Partial<Omit<Empresa, 'nome'>> {
  const { tell } = conversa
  const texts: Partial<Empresa> = {}
  for (const field of EMPRESA_TEXT_FIELDS) {
    const cell = field === 'nome' ? undefined : record[field]
    if (cell === undefined) continue
    const clean = cleanText(cell)
    if (clean === null) tell(field, printable(cell), 'tem um caractere que não conseguimos ler; fica vazio')
    else if (NUMBERS.has(field) && SCIENTIFIC.test(clean)) tell(field, clean, CUT)
    else if (!isErro(clean)) texts[field] = clean
    else textOf(field, clean, conversa)
  }
  return texts
}

const WRONG_ID =
  'use de 1 a 64 letras sem acento, números, ponto, hífen ou sublinhado, e não o nome de uma página; ou deixe a célula vazia'

const DATE = /^(?:\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$|\d{4}-\d\d-\d\d)/

/** `Mesa 1 - 10 lugares`: how many a table seats, at the end of its number. */
const LUGARES = new RegExp(`(?:^|(?<=[ (]))(\\d{1,3}|\\p{L}+) ?(?:${UNITS})[.)]*$|\\((\\d{1,3})\\)$`, 'iu')

/** The number of a table, absent when the cell has none that can be used, and how many it seats. */
function readMesa(cell: string, { tell }: Conversa): { numero?: string; lugares: number | null } {
  const typed = withoutZeros(printable(cell.slice(0, 400)))
  const found = LUGARES.exec(typed)
  const lugares = found === null ? null : parseCount(found[1] ?? found[2] ?? '')
  const rest =
    found === null || lugares === null ? typed : withoutEnd(typed.slice(0, found.index), /[\s–—\-:,;(/]/)
  const parsed = parseNumero(rest)
  const wrong = isErro(typed)
    ? SEM_RESULTADO
    : DATE.test(typed)
      ? 'a planilha transformou o número em data'
      : parsed.kind === 'invalid'
        ? forOrganiser(parsed.message)
        : ''
  if (wrong === '' && parsed.kind === 'ok') return { numero: parsed.value, lugares }
  tell('numero', cell, `${wrong}; entra sem mesa`)
  return { lugares }
}

/** The total of invitations; null when the company stays out for want of one. */
function readTotal(cell: string, ofMesa: number | null, nome: string, { ask }: Conversa): number | null {
  const typed = printable(cell.slice(0, 400))
  const count = parseCount(typed)
  if (count !== null) return count
  if (!/[\p{L}\p{N}]/u.test(typed) && ofMesa !== null) return ofMesa
  const thousands = /^\d{1,3}(?:[.,]\d{3})+$/.test(typed) ? typed.replace(/[.,]/g, '') : ''
  const texto =
    typed === ''
      ? `Falta o total de convites de ${cited(nome)}. Fica de fora?`
      : `Não conseguimos ler o total de convites de ${cited(nome)}: ${cited(typed)}. Fica de fora?`
  const answer = ask('quantos', texto, [
    ...(thousands === '' ? [] : [{ valor: thousands, rotulo: `Entra com ${thousands} convites` }]),
    FORA,
    { valor: '0', rotulo: 'Entra com 0 convites' },
  ])
  return answer === FORA.valor ? null : Number(answer)
}
