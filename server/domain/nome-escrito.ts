import {
  type Conversa,
  ENTRA,
  forOrganiser,
  isAusente,
  isLost,
  cited,
  SECAO,
  withoutEmoji,
} from './celula.ts'
import { parseNome } from './cadastro.ts'
import { isDeEmpresa, PLACEHOLDER, RODAPE, TITULO } from './list-words.ts'
import { parted } from './linha-de-pessoas.ts'
import { parseCount } from './planilha-row.ts'
import { FORA, type Resposta } from './pergunta.ts'
import { foldText, upperCase, wordsOf } from './text.ts'

/** A person's name as typed in a list, read. */
export interface NomeEscrito {
  /** In upper case; none when an answer leaves the row out, several for "João e Maria". */
  nomes: string[]
  /** What was taken off: titles, words in brackets. */
  notas: string[]
  /** How many come along, as the name says; null when it gives no number: "e família". */
  acompanhantes: number | null
  /** Whether the name is of several people: "Família Alves (5)". */
  isGrupo: boolean
  /** How many that are in all; null when the name does not say. */
  grupo: number | null
  /** A phone number at the end of the name; empty text for none. */
  telefone: string
}

/** What the row says besides: of whether they come, or nothing at all, as a title between rows. */
interface Ao {
  beside: string
  isAlone: boolean
}

/** A name read quickly, which also keeps every expression below fast. */
export const TYPED_MAX = 400

/** Courtesies, which are taken off. Offices stay, as Prefeito and Pe. do: people are called by them. */
const TITLES =
  /^(?:(?:(?:sr|dr|prof)\.?[aª]?|srta|exm[oaª]|ilm[oaª]|senhora?|doutora?)(?:\. ?| )|dona |d\. ?)+/iu

const ONE =
  'espos[oa]|marido|mulher|companheir[oa]|namorad[oa]|noiv[oa]|filh[oa]|m[ãa]e|pai|irm[ãa]o?|amig[oa]|senhora|sra|c[ôo]njuge|acompanhante|acomp|convidad[oa]'
const MANY = 'fam[íi]lia|filh[oa]s|acompanhantes|convidad[oa]s|amig[oa]s|pais|irm[ãa]os|irm[ãa]s'
const COUNTED = `(\\d{1,2}|uma?|dois|duas|tr[êe]s|quatro|cinco)(?: ?(?:pessoas?|lugar(?:es)?|adultos?|crianças?|${MANY}|${ONE}))?`
const COMPANIONS = new RegExp(
  `(?:(?: (?:e|com|mais))+ | ?(?:c/|[+&]) ?)(?:(?:[ao]s?|suas?|seus?|uma?) )?(?:${COUNTED}|(${ONE})|(?:${MANY}))\\.?$`,
  'iu',
)

/** Takes companions off the end: `+ 1`, `e esposa`, `e 2 filhos`. The count is null for `e família`. */
export function takeCompanions(text: string): { rest: string; count: number | null; words: string } {
  let rest = text
  let count: number | null = 0
  for (let turn = 0; turn < 5; turn += 1) {
    const found = COMPANIONS.exec(rest)
    if (found === null) break
    const [, digits, one] = found
    const more = digits !== undefined ? parseCount(digits) : one !== undefined ? 1 : null
    count = count === null || more === null ? null : count + more
    rest = rest.slice(0, found.index)
  }
  const words = text
    .slice(rest.length)
    .trim()
    .replace(/^(?:(?:e|mais) )+/i, '')
  // `mais um` says how many, and nobody.
  const isNumber = !words.includes(' ') && parseCount(words) !== null
  return { rest, count, words: /\p{L}/u.test(words) && !isNumber ? words : '' }
}

/** Who the next person is to the one before: `e esposa Marta`. */
const RELATION =
  /(?<= e )(?:(?:a|o|sua|seu) )?(espos[oa]|marido|mulher|companheir[oa]|namorad[oa]|noiv[oa]|filh[oa]) (?=\p{L})(?!d[aeo]s? )/giu

const FAMILIA = /^(?:fam[íi]lia|fam\.|casal|sr\.? e sra\.?(?= \S+ ))(?= )/iu
const UNFIT = /[^\p{L}\p{M} '’´`‘′\-.]/gu
const BRACKETS = /[([{<]([^()[\]{}<>]*)[)\]}>]?/g
/** How many are meant in all, at the end of a name. */
const IN_ALL = /[ ,–-]+(\d{1,2} (?:lugares|pessoas|convites))$/i
const SEPARATOR = / ?[,+&/;] ?| e | ou /iu

/**
 * Reads a name as typed, on one line and without invisible signs.
 * @returns a sentence when it holds no name that can be used
 */
export function readNome(typed: string, { ask }: Conversa, row: Ao): NomeEscrito | string {
  if (typed.length > TYPED_MAX) return `${cited(typed)} é longo demais para um nome`
  // The brackets of an area code are the number's, not a count of people.
  const [before, written] = parted(typed.replace(IN_ALL, ' ($1)'))
  const { bare, withNick, inside, counted } = withoutBrackets(before)
  const [name, beforeNote] = parted(bare)
  const telefone = written || beforeNote
  const { rest, count, words } = takeCompanions(name)
  const [, plural] = /^(\d{1,2}) \p{Ll}/u.exec(rest) ?? []
  const [familia] = FAMILIA.exec(rest) ?? []
  const isGrupo = familia !== undefined || plural !== undefined || counted !== null
  const grupo = counted ?? (plural !== undefined ? Number(plural) : /^(?:casal|sr)/i.test(rest) ? 2 : null)

  const options = withNick === '' ? ordersOf(rest) : [meant(rest), meant(withNick)]
  const { nome, nota } = chooseNome(ask, typed, options)
  const rank = /^\d{1,2} ?[ªº°]\.?(?= ?\p{L})/u.exec(nome)?.[0] ?? ''
  const whole = withoutEnds(nome.slice(rank.length))
  const people = isGrupo ? [whole] : peopleIn(whole.replace(RELATION, ''), whole.search(RELATION) >= 0)
  const isSplit = people.length > 1 && isSeveral(ask, typed, people)
  const taken = isSplit ? [...whole.matchAll(RELATION)].map(([, who = '']) => who) : []
  const one = people.length > 1 ? whole.replace(/[,+&/;]/g, ' ') : whole
  const named = (isSplit ? people : [one]).map((titled) => {
    const [title, bareName] = withoutTitles(titled)
    taken.push(title)
    return bareName
  })
  const read = named.map((name) => parseNome(name.replace(UNFIT, ' ')))
  const nomes = read.flatMap((parsed) => (parsed.kind === 'ok' ? [parsed.value] : []))
  const wrong = read.find(({ kind }) => kind === 'invalid')
  if (wrong?.kind === 'invalid') return `${cited(typed)} não é um nome: ${forOrganiser(wrong.message)}`

  const isUnfit = typed.startsWith('*') || named.some((name) => name.search(UNFIT) !== -1)
  const enters = staysIn(ask, typed, { nome: nomes[0] ?? '', inside: [...inside, nota], isUnfit, ...row })
  const notas = [...taken, rank, ...inside, nota, words].filter((one) => one !== '')
  return { nomes: enters ? nomes : [], notas, acompanhantes: count, isGrupo, grupo, telefone }
}

/** A name apart from what is in brackets, which may be a nickname in its middle, a count, or a note. */
function withoutBrackets(typed: string) {
  const isAllInside = !/\p{L}/u.test(typed.replace(BRACKETS, ''))
  const inside: string[] = []
  let counted: number | null = null
  let withNick = ''
  const bare = (isAllInside ? typed.replace(/[()[\]{}<>]/g, ' ') : typed).replace(
    BRACKETS,
    (whole: string, said: string, at: number) => {
      const content = said.trim()
      const [, plus, digits] =
        /^(\+?) ?(\d{1,2})(?: ?(?:pessoas?|lugar(?:es)?|convites?|convidados))?$/i.exec(content) ?? []
      if (digits !== undefined && plus === '+') return ` + ${digits} `
      if (digits !== undefined) counted = Number(digits)
      // `Sr(a).` says nothing of anybody.
      else if (content.length > 1) {
        inside.push(content)
        const after = typed.slice(at + whole.length)
        const isNick = at > 0 && /^\p{Lu}[\p{L}' ]{0,20}$/u.test(content) && /^[\p{L} '.-]*\p{L}/u.test(after)
        if (isNick) withNick = `${typed.slice(0, at)} ${content} ${after}`
      }
      return content.length === 1 && digits === undefined ? '' : ' '
    },
  )
  const clean = (text: string) => withoutEmoji(text.replace(/["“”«»)\]}>]/g, ' '))
  return { bare: clean(bare), withNick: clean(withNick), inside, counted: counted as number | null }
}

/** A name that may be meant, and what is left over as a note. */
const meant = (nome: string, nota = '') => ({ nome, nota })
type Option = ReturnType<typeof meant>

/** The names that "SILVA, Pedro da" or "José Silva - prefeito" may mean, the likeliest first. */
function ordersOf(text: string): Option[] {
  const found = /^([^,]+?) ?, ?([^,]+)$/.exec(text) ?? /^(.+?) [-–—|] (.+)$/.exec(text)
  const [, left = '', right = ''] = found ?? []
  if (found === null || !/\p{L}/u.test(left) || !/\p{L}/u.test(right) || / e /i.test(right))
    return [meant(text)]
  const noted = meant(left, right)
  const isComma = text.charAt(left.length) === ',' || text.startsWith(' ,', left.length)
  if (!isComma)
    return /^\p{Ll}/u.test(right) || isAusente(right) ? [noted] : [noted, meant(`${left} ${right}`)]
  const turned = meant(`${right} ${left}`)
  const isShouted = left === upperCase(left) && right !== upperCase(right)
  const words = wordsOf(left).length
  if (/ d[aeo]s?$/i.test(right) || (isShouted && words === 1)) return [turned]
  if (words > 1 && /^\p{Ll}/u.test(right)) return [noted]
  return words === 1 || isShouted ? [turned, noted] : [noted, turned]
}

function chooseNome(ask: Conversa['ask'], typed: string, options: Option[]): Option {
  const [likeliest = meant('')] = options
  if (options.length === 1) return likeliest
  const shown = options.map(({ nome }) => upperCase(withoutTitles(withoutEnds(nome))[1].replace(UNFIT, ' ')))
  const answer = ask(
    'nome',
    `Como é o nome em ${cited(typed)}?`,
    shown.map((nome, at) => ({ valor: `nome-${at + 1}`, rotulo: `Entra como ${nome}` })),
  )
  return options[Number(answer.slice(-1)) - 1] ?? likeliest
}

/** A name without numbering, numbers and signs around it; a period stays at the end of an abbreviation. */
function withoutEnds(text: string): string {
  return text
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[^\p{L}\p{M}.]+$/u, '')
    .replace(/ ?\.{2,}$|(?<=\p{L}{5})\.$/u, '')
}

/** Titles stay before a single name: "Dona Rita" is how she is called. */
function withoutTitles(text: string): [title: string, nome: string] {
  const [titles = ''] = TITLES.exec(text) ?? []
  const rest = text.slice(titles.length)
  return wordsOf(rest).length > 1 && !/^e /i.test(rest) ? [titles.trim(), rest] : ['', text]
}

/**
 * The people that a name may mean. In "José Bento e Silva" `e` stands between surnames.
 * @param isTold whether it says who one is to the other
 */
function peopleIn(text: string, isTold: boolean): string[] {
  const parts = text.split(SEPARATOR).filter((part) => /\p{L}/u.test(part))
  const words = parts.map((part) => wordsOf(part.replace(TITLES, '')))
  const [before = [], after = []] = words
  const isSurname = after.length === 1 || (after.length === 2 && SUFFIX.test(after[1] ?? ''))
  if (!isTold && parts.length === 2 && before.length > 1 && isSurname && !/[,+&/;]/.test(text)) return [text]
  if (parts.length < 2 || parts.length > 10) return [text]
  if (parts.some((part) => parseNome(part.replace(UNFIT, ' ')).kind === 'invalid')) return [text]
  const [surname = ''] = / (?:(?:d[aeo]s?) )?[^ ]+$/i.exec(parts.at(-1) ?? '') ?? []
  const most = Math.min(2, words.at(-1)?.length ?? 0)
  return parts.map((part, at) => ((words[at]?.length ?? 0) < most ? part + surname : part))
}
const SUFFIX = /^(?:NETO|NETA|FILHO|JUNIOR|JR|SOBRINHO)$/

function isSeveral(ask: Conversa['ask'], typed: string, people: string[]): boolean {
  const texto = `${cited(typed)} é uma pessoa, ou são ${people.length}: ${people.join(', ')}?`
  const many = people.length === 2 ? 'Duas' : String(people.length)
  const answer = ask('duas-pessoas', texto, [
    { valor: 'varias', rotulo: `${many} pessoas` },
    { valor: 'uma', rotulo: 'Uma pessoa' },
  ])
  return answer === 'varias'
}

/** Asks about a row that may mean nobody. */
function staysIn(
  ask: Conversa['ask'],
  typed: string,
  { nome, inside, beside, isAlone, isUnfit }: { nome: string; inside: string[]; isUnfit: boolean } & Ao,
): boolean {
  const said = inside.join(' ')
  const cell = cited(typed)
  const words = wordsOf(nome).length
  const isTitulo = typed.endsWith(':') || TITULO.test(foldText(nome))
  /** Each doubt, the first of which is asked, with its answers. */
  const doubts: [is: boolean, texto: string, ...answers: Resposta[]][] = [
    [
      isAlone && isDeEmpresa(typed),
      `${cell} está sozinho na linha. É a empresa, ou a mesa, de quem vem abaixo?`,
      SECAO,
      FORA,
      ENTRA,
    ],
    [isAlone && RODAPE.test(foldText(typed)), `${cell} está sozinho na linha. Fica de fora?`, FORA, ENTRA],
    [isAusente(said) || isAusente(beside), `A planilha diz que ${cell} não vem. Fica de fora?`, FORA, ENTRA],
    [isLost(typed), `${cell} perdeu letras quando o arquivo foi salvo. Fica de fora?`, FORA, ENTRA],
    [PLACEHOLDER.test(foldText(nome)), `${cell} não parece nome de gente. Fica de fora?`, FORA, ENTRA],
    [
      /\b(?:CONFIRMAR|DEFINIR)\b/.test(foldText(said)) && words === 1,
      `${cell} ainda não tem nome. Entra assim?`,
      ENTRA,
      FORA,
    ],
    [
      isAlone && (isTitulo || words === 1),
      `${cell} está sozinho na linha. É um título da lista?`,
      ...(isTitulo ? [FORA, ENTRA] : [ENTRA, FORA]),
      SECAO,
    ],
    [
      isUnfit,
      `${cell} tem sinais que não são letras. Entra mesmo assim?`,
      { valor: ENTRA.valor, rotulo: `Entra como ${nome}` },
      FORA,
    ],
  ]
  const [, texto, ...answers] = doubts.find(([is]) => is) ?? []
  return texto === undefined || ask('entra', texto, answers) === ENTRA.valor
}
