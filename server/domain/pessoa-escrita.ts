import { parseEmail, parseNome } from './cadastro.ts'
import {
  cited,
  cleaned,
  type Conversa,
  createConversa,
  isErro,
  type Leitura,
  type Lida,
  lidaOf,
  readTelefone,
  refusalOf,
  refused,
  textOf,
  withoutZeros,
} from './celula.ts'
import { LUGARES_MAX } from './acompanhantes.ts'
import { ESTADOS, MAS_ENTROU } from './desistencia.ts'
import { parseEmpresaidOrLink } from './empresaid.ts'
import { type NomeEscrito, readNome, takeCompanions, TYPED_MAX } from './nome-escrito.ts'
import { own } from './own.ts'
import { FORA, type Respostas } from './pergunta.ts'
import { parseCount, type ConvidadoRow } from './planilha-row.ts'
import { foldText, printable, upperCase, withApostrophes, wordsOf } from './text.ts'

/**
 * A person of a row: the name in upper case, and 1 to 10 places. `junto` is who comes along, by name; empty
 * text for none.
 */
type Pessoa = Omit<ConvidadoRow, 'isConvite' | 'rotulo'> & { junto: string }

/**
 * Reads a row of a list of guests. Only a missing name refuses it: other cells that cannot be read are left
 * out with a notice, and doubtful ones are asked about.
 * @param cells by field: `nome`, `telefone`, `email`, `empresaid`, `empresa`, `estado`, `acompanha`,
 * `acompanhantes`, `lugares`, `nota`, `confirmou`; absent ones are empty
 */
export function readPessoa(cells: Record<string, string>, said: Respostas, options: Leitura): Lida<Pessoa> {
  const conversa = createConversa(said, options.labelOf)
  const cell = (field: string) => printable((own(cells, field) ?? '').slice(0, CELL_MAX))
  // Two lines of a cell may be two names, or one too long for it; an e-mail beside a name is theirs.
  const lines = (cells.nome ?? '').slice(0, CELL_MAX).split('\n')
  const areNames = lines.every((line) => wordsOf(line).length > 1)
  const written = printable(lines.join(areNames ? ' / ' : ' '))
  // A longer name is refused, and would take long here.
  const [beside = ''] = (written.length > TYPED_MAX ? null : EMAIL_BESIDE.exec(written)) ?? []
  const typed = written.replace(beside, '').trim() || written
  const problem =
    beside !== '' && typed === written ? `${cited(typed)} é um e-mail: falta o nome` : refusalOf(typed)
  const nome =
    problem ?? readNome(typed, conversa, { beside: cell('confirmou'), isAlone: options.isAlone === true })
  if (typeof nome === 'string') return refused(nome)

  const phone = cell('telefone') === '' ? nome.telefone : (cells.telefone ?? '')
  const { telefone, nota } = readTelefone(phone, conversa, options)
  const along = readAlong(cell('acompanhantes') || othersIn(cell('lugares'), nome.isGrupo), conversa)
  const lugares = lugaresOf(nome, along.count, typed, conversa)
  const para = nome.nomes.join(' e ')
  const isCleaned = para !== '' && para !== upperCase(withApostrophes(typed))
  // For several people the page already asks whether they are one.
  const whole = nome.nomes.length === 1 ? parseNome(typed) : null
  const inteiro = whole?.kind === 'ok' ? whole.value : null
  const { limpo, comoEstava } = cleaned(typed, para, inteiro, said)
  const isKept = isCleaned && comoEstava !== null
  const notas = [...(isKept ? [] : nome.notas), along.words, nota, textOf('nota', cell('nota'), conversa)]
  const pagador = readPagador(cell('empresaid'), cell('empresa'), conversa)
  const email = readEmail(cell('email') || beside.replace(/[<>()]/g, ''), conversa)
  const shared = {
    nota: notas.filter((one) => one !== '').join(' · '),
    ...pagador,
    isWithdrawn: WITHDRAWN.has(cell('estado').toLowerCase()),
    acompanha: textOf('acompanha', cell('acompanha'), conversa),
  }
  const rows = (isKept ? [comoEstava] : nome.nomes).map((one, at): Pessoa => ({
    cadastro: { nome: one, telefone: at === 0 ? telefone : '', email },
    lugares: at === 0 ? lugares : 1,
    junto: at === 0 && lugares === 2 ? along.nome : '',
    ...shared,
  }))
  return lidaOf(conversa, rows, isCleaned ? limpo : null)
}

const EMAIL_BESIDE = /[<(]?[^\s<>()]+@[^\s<>()]+\.[^\s<>()]+[>)]?/u

/** Our own words for a guest who withdrew. Anything else there, such as an address's state, is ignored. */
const WITHDRAWN = new Set<string>(Object.values(ESTADOS).flatMap((said) => [said, said + MAS_ENTROU]))

/** Longer cells are cut: a note keeps 200 signs, and nothing else is that long. */
const CELL_MAX = 2_000

function readEmail(cell: string, { tell }: Conversa): string {
  const parsed = /[\p{L}\p{N}]/u.test(cell) ? parseEmail(cell) : { kind: 'ok' as const, value: '' }
  if (parsed.kind === 'ok') return parsed.value
  tell('email', cell, 'não é um e-mail completo; entra sem e-mail')
  return ''
}

/** What people write where there is no company. */
const NENHUMA = /^(?:NAO TEM|NAO POSSUI|NENHUMA?|SEM EMPRESA|DA CASA|CASA|PARTICULAR|AVULSO|N A|NA|ND|NAO)$/

/** The company a row names. Where it cannot be known, whether the guest enters without one is asked. */
function readPagador(rawId: string, named: string, { ask, tell }: Conversa) {
  const empresaid = rawId === '' ? null : parseEmpresaidOrLink(rawId)
  const isLost = isErro(named)
  const empresa = isLost || !/[\p{L}\p{N}]/u.test(named) || NENHUMA.test(foldText(named)) ? '' : named
  const isWrongId = rawId !== '' && empresaid === null
  if (isWrongId && empresa !== '') tell('empresaid', rawId, 'não é código de empresa; usamos o nome')
  const texto = `Não conseguimos ler a empresa da planilha, ${cited(isLost ? named : rawId)}. Entra sem empresa?`
  if (empresaid === null && empresa === '' && (isLost || isWrongId))
    ask('sem-empresa', texto, [{ valor: 'sem', rotulo: 'Entra sem empresa' }, FORA])
  return { empresaid, empresa }
}

const NO = /^(?:|NAO|N|NENHUM|NENHUMA|SEM|SEM ACOMPANHANTES?|SO|SOZINH[OA]|ZERO)$/
const YES = /^(?:SIM|S|X|OK)$/

/** How many come along where a cell counts all of them; of a family that is nobody. */
function othersIn(cell: string, isGrupo: boolean): string {
  const all = parseCount(cell)
  return all === null ? cell : all > 1 ? String(isGrupo ? all : all - 1) : ''
}

/** How many come along, as the cell says, and who; null when it gives no number, as `família`. */
function readAlong(cell: string, conversa: Conversa): { count: number | null; words: string; nome: string } {
  const typed = textOf('acompanhantes', withoutZeros(cell), conversa)
  const folded = foldText(typed)
  if (NO.test(folded)) return { count: 0, words: '', nome: '' }
  if (YES.test(folded)) return { count: 1, words: '', nome: '' }
  const bare = typed
    .slice(0, 200)
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/^(?:\+|e |mais |com ) ?/i, '')
  const { rest, count, words } = takeCompanions(`x e ${bare}`)
  if (rest === 'x') return { count, words: /^\d/.test(words) ? '' : words, nome: '' }
  // A whole name is somebody who comes along.
  if (/^\p{Lu}\p{L}+ (?:\p{L}+ ){0,6}\p{Lu}\p{L}+$/u.test(typed)) {
    const nome = parseNome(typed)
    return { count: 1, words: typed, nome: nome.kind === 'ok' ? nome.value : '' }
  }
  conversa.tell('acompanhantes', cell, 'não diz quantos são; fica na observação')
  return { count: 0, words: typed, nome: '' }
}

/** Places when nobody says how many: a family is of four more often than not. */
const UNTOLD = [4, 2, 3, 5, 6, 1]

function lugaresOf(
  nome: NomeEscrito,
  inCell: number | null,
  typed: string,
  { ask, avisos }: Conversa,
): number {
  const { acompanhantes: inName, isGrupo, grupo, nomes } = nome
  const others = Math.max(inName ?? 0, (inCell ?? 0) - Math.max(0, nomes.length - 1))
  const isUntold = (inName === null || inCell === null) && others === 0
  const inAll = grupo ?? ((inCell ?? 0) > 0 ? inCell : others > 0 ? others + 1 : null)
  const likely = isGrupo ? inAll : isUntold ? null : others + 1
  const within = (count: number) => Math.min(LUGARES_MAX, Math.max(1, count))
  if ((likely ?? 0) > LUGARES_MAX)
    avisos.push(
      `${cited(typed)}: são ${likely} lugares, e um convite tem até ${LUGARES_MAX}: entra com ${LUGARES_MAX}`,
    )
  if (likely !== null && !isGrupo) return within(likely)
  const offered = new Set(likely === null ? UNTOLD : [likely, likely + 1, 1].map(within))
  const answer = ask(
    'lugares',
    `Quantos lugares são para ${cited(typed)}?`,
    [...offered].map((count) => ({
      valor: String(count),
      rotulo: count === 1 ? '1 lugar' : `${count} lugares`,
    })),
  )
  return Number(answer)
}
