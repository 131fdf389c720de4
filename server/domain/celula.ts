import { FORA, type Pergunta, type Resposta, respostaOf, type Respostas } from './pergunta.ts'
import { parseTelefone, presentTelefone, telefoneDigits } from './telefone.ts'
import { foldText, printable } from './text.ts'

export interface Leitura {
  /** What a sentence calls a field: the name of its column. */
  labelOf: (field: string) => string
  /** The event's own area code, for numbers without one; null unless the organiser said so. */
  ddd: string | null
  /** Nothing else stands in the row, though most rows of the table have more. */
  isAlone?: boolean
}

/** What is asked and told about a row while it is read. */
export interface Conversa {
  perguntas: Pergunta[]
  /** Sentences on cells that were left out or completed. */
  avisos: string[]
  /** An answer leaves the row out. */
  isOut: boolean
  /** @returns the answer that stands; the first one offered is the likeliest */
  ask: (id: string, texto: string, respostas: Resposta[]) => string
  tell: (field: string, cell: string, what: string) => void
}

/** What a row comes to: its people or its company, none when an answer leaves it out. */
export type Lida<Row> =
  | ({ kind: 'lida'; rows: Row[]; limpo: Limpo | null } & Pick<Conversa, 'perguntas' | 'avisos'>)
  /** There is no name that can be used. */
  | Recusada

/** A name as typed and cleaned, where that changed it; the question is null where it cannot stay as it was. */
interface Limpo {
  de: string
  para: string
  pergunta: Pergunta | null
}

const LIMPO: Pergunta = {
  id: 'limpo',
  texto: 'como entra este nome?',
  respostas: [
    { valor: 'arrumado', rotulo: 'Arrumar' },
    { valor: 'como-estava', rotulo: 'Deixar como estava' },
  ],
}

/**
 * Decides whether a cleaned name stays as it was.
 * @param inteiro the whole cell as a name; null where it is none
 */
export function cleaned(
  typed: string,
  para: string,
  inteiro: string | null,
  said: Respostas,
): { limpo: Limpo; comoEstava: string | null } {
  const isKept = respostaOf(LIMPO, said) === 'como-estava'
  const pergunta = inteiro === null ? null : LIMPO
  return { limpo: { de: typed, para, pergunta }, comoEstava: isKept ? inteiro : null }
}

type Recusada = { kind: 'recusada'; problems: string[] }

export const refused = (problem: string): Recusada => ({ kind: 'recusada', problems: [problem] })

export function createConversa(said: Respostas, labelOf: Leitura['labelOf']): Conversa {
  const conversa: Conversa = {
    perguntas: [],
    avisos: [],
    isOut: false,
    ask: (id, texto, respostas) => {
      const asked = { id, texto, respostas }
      conversa.perguntas.push(asked)
      const answer = respostaOf(asked, said)
      conversa.isOut ||= answer === FORA.valor
      return answer
    },
    tell: (field, cell, what) => conversa.avisos.push(`${labelOf(field)} ${cited(cell)}: ${what}`),
  }
  return conversa
}

/** @param limpo null where the name is as it was typed */
export function lidaOf<Row>(
  { isOut, perguntas, avisos }: Conversa,
  rows: Row[],
  limpo: Limpo | null,
): Lida<Row> {
  return { kind: 'lida', rows: isOut ? [] : rows, limpo, perguntas, avisos }
}

/** A cell as sentences quote it: one line, cut where it is long. */
export function shortened(cell: string): string {
  const signs = Array.from(cell.slice(0, 200).replace(/\s+/g, ' ').trim())
  return signs.length > 60 ? `${signs.slice(0, 60).join('')}…` : signs.join('')
}

/** A long number as a spreadsheet cuts it, `1,12E+13`. */
export const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i

export const CUT = 'a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo'

/** A number as it was typed: programs that read every number as a decimal leave `65987654321.0` behind. */
export const withoutZeros = (cell: string) => cell.replace(/[.,]0{1,2}\s*$/, '')

/** The form's sentences speak to the guest, but the organiser reads those about a spreadsheet. */
export const forOrganiser = (message: string) =>
  message
    .replace(/^Digite seu /, 'Digite o ')
    .replace(/^Digite (?:o nome )?de novo: /, '')
    .replace(/^\p{L}/u, (first) => first.toLowerCase())
    .replace(/\.$/, '')

/** A cell in the quotation marks of Portuguese. */
export const cited = (cell: string) => `“${shortened(cell)}”`

export const ENTRA: Resposta = { valor: 'entra', rotulo: 'Entra assim' }
/** A title between the rows of guests that is a company's name. */
export const SECAO: Resposta = { valor: 'secao', rotulo: 'É a empresa de quem vem abaixo' }

/** What a spreadsheet shows for a formula that failed, and a formula saved without its result. */
const ERRO =
  /^(?:#(?:N\/D(?:ISP)?|N\/A|REF!|VALOR!|VALUE!|NOME\?|NAME\?|DIV\/0!|N[ÚU]M!|NULO!|NULL!)$|Err:\d{3}$|=)/i

export const isErro = (cell: string) => ERRO.test(cell.trim())

/** Labels that people put beside a sum; a company may be called Total Energia. */
const SOMA =
  /^(?:SUB ?)?(?:TOTA(?:L|IS)|SOMA|SOMATORIO)(?: (?:GERAL|GERAIS|FINAL|PARCIAL))?(?: D[EAO]S? .*| \d+)?$/

/** Whether a row is a title, a sum or a note: `LISTA DE CONVIDADOS`, `TOTAL`, `* 2 mesas p/ imprensa`, `Obs.:`. */
const isSomaOuNota = (nome: string) =>
  SOMA.test(foldText(nome)) ||
  /^\s*(?:\*.*\d|\*(?:[^ ]* ){5}|obs(?:$|[\s.:])|observaç|(?:lista|relação) d[eao]s? )/i.test(nome)

/** What is said of an error of a formula. */
export const SEM_RESULTADO = 'a fórmula não deu resultado'

/** Why a row is nobody's; null when its name can be read. */
export function refusalOf(nome: string): string | null {
  if (nome === '') return 'falta o nome'
  if (isErro(nome)) return `o nome é ${cited(nome)}: ${SEM_RESULTADO}`
  return isSomaOuNota(nome) ? 'parece ser um título, um total ou uma observação da lista: fica de fora' : null
}

/** An optional cell of text: an error of a formula is left out. */
export function textOf(field: string, cell: string, { tell }: Conversa): string {
  if (!isErro(cell)) return cell
  tell(field, cell, `${SEM_RESULTADO}; fica vazio`)
  return ''
}

/** Pictures. Signs such as ® and ™ belong to a name. */
const EMOJI = /[\d#*]\uFE0F?\u20E3|[\p{Emoji_Presentation}\u2600-\u27BF\u{1F000}-\u{1FAFF}]/gu

export const withoutEmoji = (text: string) => text.replace(EMOJI, ' ').replace(/\s+/g, ' ').trim()

/** A letter that an earlier conversion of the file lost, as in `Jo?o` and `Jos? Silva`. */
export const isLost = (text: string) => /\uFFFD|\? ?\p{L}/u.test(text)

/** A note beside a name that the person does not come after all. */
export const isAusente = (text: string) => /\b(?:DESIST|CANCEL|NAO (?:VEM|VAI|IRA)\b)/.test(foldText(text))

/** What parts several numbers in one cell. */
const PARTING = /:::|[/;,|\n]|\s(?:ou|e|ramal)\s/i
const LABELS = /\b(?:tel(?:efone)?|cel(?:ular)?|fone|whats(?:app)?|zap|fixo|res|com|ramal|ddd)\b/gi
const NENHUM = /^(?:NAO(?: TEM| POSSUI)?|SEM|NENHUM|(?:SEM|NAO TEM) (?:NUMERO|TELEFONE|CELULAR|WHATSAPP))?$/
const EXEMPLO = 'como em 34 99911-2244'
const SEM = 'entra sem número'

/**
 * Reads the cell of a phone number, which may hold two: a mobile is taken before a landline. A number that
 * cannot be used is left out, and a notice says so; words beside it are the note.
 */
export function readTelefone(
  cell: string,
  { ask, tell }: Conversa,
  { ddd }: Pick<Leitura, 'ddd'>,
): { telefone: string; nota: string } {
  const typed = withoutZeros(printable(cell.slice(0, 300).normalize('NFKC').replace(/\n/g, ';')))
  const left = (what: string, nota = '') => {
    tell('telefone', cell, `${what}; ${SEM}`)
    return { telefone: '', nota }
  }
  if (isErro(typed)) return left(SEM_RESULTADO)
  if (SCIENTIFIC.test(typed)) return left(CUT)
  if (NENHUM.test(foldText(typed))) return { telefone: '', nota: '' }
  const pieces = typed.split(PARTING)
  const numbers = pieces.filter((piece) => telefoneDigits(piece).length >= 8)
  const words =
    pieces
      .join(' ')
      .replace(LABELS, '')
      .match(/\p{L}{3,}/gu) !== null
  const nota = words ? typed : ''
  if (!/\d/.test(typed)) return left('não é um número', typed)

  const area = pieces.map(areaIn).find((one) => one !== '') ?? null
  const own = area ?? ddd
  const read = (numbers.length === 0 ? [typed] : numbers).map((number) => readNumber(number, own))
  const best = (['celular', 'nono', 'fixo'] as const)
    .map((kind) => read.find((one) => one.kind === kind))
    .find((one) => one !== undefined)
  if (best === undefined) return left(read[0]?.what ?? '', read[0]?.kind === 'fora' ? typed : nota)
  if (numbers.length > 1) tell('telefone', cell, `há mais de um número; fica ${shown(best.telefone)}`)
  if (best.isCompleted && area === null) tell('telefone', cell, `faltava o DDD; entra com o ${own}`)
  if (best.kind !== 'nono') return { telefone: best.telefone, nota }
  const texto = `O número ${shortened(typed)} tem um dígito a menos. Falta o 9 do celular?`
  const answer = ask('nono-digito', texto, [
    { valor: 'nono', rotulo: `É ${shown(best.telefone)}` },
    { valor: 'sem-numero', rotulo: 'Deixar sem número' },
  ])
  return { telefone: answer === 'nono' ? best.telefone : '', nota }
}

/** The area code a piece of a cell has: that of a whole number, or alone at its beginning. */
function areaIn(piece: string, at: number): string {
  const [, alone] = /^\(?0?(\d{2})\)?$/.exec(piece.trim()) ?? []
  return at === 0 && alone !== undefined ? alone : readNumber(piece, null).telefone.slice(0, 2)
}

const shown = (telefone: string) => telefone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '$1 $2-$3')

/** A single number. `nono` is a mobile that would be whole with the ninth digit; `fora` is of another country. */
function readNumber(typed: string, ddd: string | null) {
  const digits = telefoneDigits(typed)
  const isCompleted = ddd !== null && (digits.length === 8 || (digits.length === 9 && digits.startsWith('9')))
  const whole = isCompleted ? ddd + digits : typed
  const parsed = parseTelefone(whole)
  const none = (what: string) => ({ kind: 'nenhum' as const, telefone: '', isCompleted, what })
  if (parsed.kind === 'ok') {
    const kind = parsed.value.length === 11 ? ('celular' as const) : ('fixo' as const)
    return { kind, telefone: parsed.value, isCompleted, what: '' }
  }
  if (/^\+(?!55)/.test(typed)) return { ...none('é um número de fora do Brasil'), kind: 'fora' as const }
  const present = parseTelefone(presentTelefone(whole))
  if (present.kind === 'ok') return { kind: 'nono' as const, telefone: present.value, isCompleted, what: '' }
  if (digits.length === 8 || digits.length === 9) return none(`falta o DDD, ${EXEMPLO}`)
  if (digits.length < 8) return none(`o número está incompleto, ${EXEMPLO}`)
  if (digits.length > 11) return none('há dígitos demais')
  const isDdd = parsed.message.includes('não existe')
  return none(isDdd ? `o DDD ${digits.slice(0, 2)} não existe` : `confira o número, ${EXEMPLO}`)
}
