import { readFile } from 'node:fs/promises'
import { readEmpresa } from '../domain/empresa-escrita.ts'
import { abbreviated, NOTA_MAX, parseNota } from '../domain/convite-pessoal.ts'
import { foldNome } from '../domain/empresaid.ts'
import { isDeEmpresa } from '../domain/list-words.ts'
import { FICA_DE_FORA, perguntadaOf, type Lidas } from '../domain/name-rows.ts'
import { cited, refused, SECAO, type Leitura, type Lida } from '../domain/celula.ts'
import { FORA, type Pergunta, type Respostas } from '../domain/pergunta.ts'
import { readPessoa } from '../domain/pessoa-escrita.ts'
import type { ConvidadoRow, PlanilhaRow } from '../domain/planilha-row.ts'
import { telefoneDigits } from '../domain/telefone.ts'
import { asWritten, foldText, upperCase } from '../domain/text.ts'
import { createPauses, inTurns } from '../use-cases/event-loop.ts'
import { comoIn } from './guess.ts'
import { folhaOf, NOME_DA_ABA, recordsOf, sobraOf, type Folha, type Tipo } from './folha.ts'
import { ACIMA, decodePasta, PlanilhaError, type Dito, type Pasta } from './pasta.ts'
import { createReadingQueue, readPlanilha } from './sheet-process.ts'

interface LidasDaFolha<Row> extends Lidas<Row>, Pick<Folha, 'ondeOf'>, Pick<Dito, 'respostas'> {
  folha: Folha
  sobra: ReturnType<typeof sobraOf>
}

type ReadRow<Row> = (
  record: Record<string, string>,
  said: Respostas,
  leitura: Pick<Leitura, 'labelOf' | 'isAlone'>,
) => Lida<Row>

async function linesOf<Row>(pasta: Pasta, tipo: Tipo, readRow: ReadRow<Row>): Promise<LidasDaFolha<Row>> {
  const folha = await folhaOf(pasta, tipo)
  const { respostas, empresaid } = pasta.dito
  const isAbove = tipo === 'convidados' && empresaid === ACIMA
  const told = { rows: [], bad: [], avisos: [], limpas: [], perguntas: [] }
  const { ondeOf } = folha
  const lidas: LidasDaFolha<Row> = { folha, ondeOf, sobra: sobraOf(folha), respostas, ...told }
  const { labelOf, recordsIn } = recordsOf(folha, tipo)
  const isSparse = sparseIn(folha)
  const pause = createPauses()
  /** The company of the row before, and that of the title above. */
  let [last, secao] = ['', '']
  for (const linha of folha.linhas) {
    const { cells } = linha
    const records = recordsIn(linha)
    if (records.length > 1 && lidas.rows.length + records.length > PESSOAS_MAX) {
      lidas.bad.push({ line: linha.line, nome: records[0]?.nome ?? '', problems: [TOO_MANY] })
      continue
    }
    for (const [person, record] of records.entries()) {
      await pause()
      // People side by side, and others of a name, come between their line and the next.
      const line = linha.line + person / 1000
      if (Object.values(record).every((cell) => cell === '')) {
        // Words alone in a column that is not read may be the company of those below.
        const aside = tipo === 'convidados' && isSparse(cells) ? cells.find((cell) => LETTERS.test(cell)) : ''
        if (aside && !isDeEmpresa(aside)) lidas.bad.push({ line, nome: aside, problems: [ASIDE] })
        if (!aside || !isDeEmpresa(aside)) continue
        record.nome = aside
      }
      const { nome = '', empresa = '' } = record
      const isLast = DITTO.test(empresa) || (empresa === '' && isAbove)
      if (!isLast) last = empresa === '' ? secao : empresa
      if (isAbove && empresa !== '' && Object.values(record).join('') === empresa) continue
      record.empresa = last
      const said = respostas[line] ?? {}
      const isCut = cells.slice(folha.nomeadas).some((cell) => cell !== '')
      const read = isCut ? refused(CUT_IN_TWO) : readRow(record, said, { labelOf, isAlone: isSparse(cells) })
      if (read.kind === 'recusada') {
        lidas.bad.push({ line, nome, problems: read.problems })
        continue
      }
      const askedOf = (pergunta: Pergunta) => perguntadaOf({ line, nome }, pergunta, said)
      const asked = read.perguntas.map(askedOf)
      const title = asked.find(({ escolhida }) => escolhida === SECAO.valor)
      // What else is asked of a name is of nobody's.
      lidas.perguntas.push(...(title ? [title] : asked))
      if (title) last = secao = nome.replace(/\s*[([].*$/, '')
      if (asked.some(({ escolhida }) => escolhida === FORA.valor)) {
        lidas.bad.push({ line, nome, problems: [FICA_DE_FORA] })
        continue
      }
      const { limpo, avisos, rows } = read
      if (limpo) {
        const para = limpo.para.split(' e ').map(asWritten).join(' e ')
        lidas.limpas.push({ line, de: limpo.de, para, asked: limpo.pergunta && askedOf(limpo.pergunta) })
      }
      if (avisos.length > 0) lidas.avisos.push({ line, nome, problems: avisos })
      for (const [at, row] of rows.entries()) lidas.rows.push({ line: line + at / 100_000, row })
    }
  }
  return lidas
}

/** Tells the rows of a table that have a single cell, as a title between its rows has. */
function sparseIn({ colunas, linhas }: Folha): (cells: string[]) => boolean {
  const isSparse = (cells: string[]) =>
    colunas.filter(({ nome }, at) => nome !== NOME_DA_ABA && (cells[at] ?? '') !== '').length < 2
  const top = linhas.slice(0, TOP_ROWS)
  const isTable = top.filter(({ cells }) => isSparse(cells)).length * 2 < top.length
  return (cells) => isTable && isSparse(cells)
}

/** How many rows tell whether rows have several cells. */
const TOP_ROWS = 100

/** What stands for the same company as in the row above. */
const DITTO = /^(?:["”“„〃]+|''|\/\/|idem|id\.?)$/i

/** The most people of a sheet whose rows have several: as many as a sheet has rows. */
const PESSOAS_MAX = 20_000
const TOO_MANY = 'a planilha passa de 20.000 pessoas: divida-a e envie uma parte de cada vez'
const LETTERS = /\p{L}{3}/u
const ASIDE = 'está sozinho, fora das colunas que lemos: fica de fora'
const CUT_IN_TWO = 'há mais células que colunas: ponha entre aspas o texto que tem vírgula ou ponto e vírgula'

export type EmpresasPlanilha = LidasDaFolha<PlanilhaRow>

/** The companies of a spreadsheet. @param ddd the event's own area code; null where it is not known */
export function empresasOf(pasta: Pasta, ddd: string | null): Promise<EmpresasPlanilha> {
  const seen = new Map<string, string>()
  return linesOf(pasta, 'empresas', (record, said, leitura) => {
    const { labelOf } = leitura
    const read = readEmpresa(record, said, { ...leitura, ddd: pasta.dito.comDdd ? ddd : null })
    const [row] = read.kind === 'lida' ? read.rows : []
    if (!row || row.empresaid === null) return read
    const first = seen.get(row.empresaid)
    if (first !== undefined)
      return refused(`${labelOf('empresaid')} “${row.empresaid}” já é de ${first}: deixe uma só`)
    seen.set(row.empresaid, row.nome)
    return read
  })
}

/** What those who sell or register tickets say of one that is not good any more. */
const CANCELADO =
  /\b((CANCELAD|ESTORNAD|REEMBOLSAD|RECUSAD|EXPIRAD)[AO]|CANCELL?ED|REFUNDED|EXPIRED|DECLINED|NOT ATTENDING)\b/
/** The guests of a spreadsheet. @param ddd the event's own area code; null where it is not known */
export async function convidadosOf(pasta: Pasta, ddd: string | null): Promise<LidasDaFolha<ConvidadoRow>> {
  const { modo, comDdd } = pasta.dito
  const padrao = pasta.dito.empresaid === ACIMA ? '' : pasta.dito.empresaid
  const lidas = await linesOf(pasta, 'convidados', (record, said, leitura) => {
    const como = modo === 'coluna' ? comoIn(record.confirmou ?? '') : modo
    const { status = '' } = record
    if (CANCELADO.test(foldText(status))) return refused(`a planilha diz ${cited(status)}: fica de fora`)
    if (como === 'nao') return refused('a planilha diz que não vem: fica de fora')
    const read = readPessoa(record, said, { ...leitura, ddd: comDdd ? ddd : null })
    if (read.kind === 'recusada') return read
    const isConvite = como === 'convidar'
    const avisos = [...read.avisos]
    const rows = read.rows.flatMap(({ junto, ...pessoa }): ConvidadoRow[] => {
      const isNamed = pessoa.empresaid !== null || pessoa.empresa !== '' || padrao === ''
      const inteiro = rotuloOf(record.nome ?? '', pessoa.cadastro.nome)
      const rotulo = abbreviated(inteiro)
      const whole = isConvite && rotulo !== inteiro ? inteiro : ''
      const notas = [whole, pessoa.nota].filter((one) => one !== '').join(' · ')
      const nota = parseNota(notas) ?? ''
      if (isConvite && nota !== notas)
        avisos.push(`da observação ${cited(notas)} ficam as primeiras ${NOTA_MAX} letras`)
      const row = { ...pessoa, nota, empresaid: isNamed ? pessoa.empresaid : padrao, isConvite, rotulo }
      if (isConvite || junto === '') return [row]
      // Who comes along by name is a guest, too.
      const cadastro = { nome: junto, telefone: '', email: '' }
      const outro = { ...row, cadastro, acompanha: row.cadastro.nome, rotulo: asWritten(junto) }
      return [row, outro].map((one) => ({ ...one, lugares: 1, nota: '' }))
    })
    const alone = rows.filter(({ lugares }) => !isConvite && lugares > 1)
    for (const { lugares } of alone)
      avisos.push(
        `${lugares === 2 ? '1 acompanhante sem nome não entra' : `${lugares - 1} acompanhantes sem nome não entram`}: escreva o nome na planilha`,
      )
    const para = rows.map(({ rotulo }) => rotulo).join(' e ')
    const isCut = isConvite && rows.some(({ cadastro, rotulo }) => rotulo.length < cadastro.nome.length)
    const limpo = isCut ? { de: record.nome ?? '', pergunta: null, ...read.limpo, para } : read.limpo
    return { ...read, rows, limpo, avisos }
  })
  await askHomonimos(lidas)
  return lidas
}

/** Two to invite of one name and company, both without a number, are one person, or two. */
async function askHomonimos(lidas: LidasDaFolha<ConvidadoRow>): Promise<void> {
  const seen = new Set<string>()
  await inTurns(lidas.rows, ({ line, row }) => {
    if (!row.isConvite || row.cadastro.telefone !== '') return
    const key = [foldText(row.rotulo), row.empresaid ?? '', foldNome(row.empresa)].join('\n')
    if (!seen.has(key)) {
      seen.add(key)
      return
    }
    const asked = perguntadaOf({ line, nome: row.rotulo }, HOMONIMO, lidas.respostas[line] ?? {})
    lidas.perguntas.push(asked)
    row.isOutra = asked.escolhida === 'duas'
  })
}

const HOMONIMO: Pergunta = {
  id: 'homonimo',
  texto: 'Este nome já está em outra linha da mesma empresa. É a mesma pessoa?',
  respostas: [
    { valor: 'uma', rotulo: 'É a mesma' },
    { valor: 'duas', rotulo: 'São duas pessoas' },
  ],
}

/** The name as somebody typed it, where its capitals say something; else as Portuguese writes it. */
function rotuloOf(typed: string, nome: string): string {
  const [plain, capitals] = [typed.replace(/\s+/g, ' '), upperCase(typed).replace(/\s+/g, ' ')]
  const at = plain.length === capitals.length ? capitals.indexOf(nome) : -1
  return asWritten(at < 0 ? nome : plain.slice(at, at + nome.length))
}

/** A command may wait longer: no browser gives up meanwhile. */
const ofCommands = createReadingQueue({ waitingMs: 120_000, wholeMs: 120_000 })

/**
 * Reads a file with a spreadsheet of companies.
 * @throws PlanilhaError with what is wrong when it cannot be read, is no spreadsheet, or no column has names
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  const pasta = await decodePasta(await readPlanilha(await readBytes(path), { inTurn: ofCommands }))
  if (!pasta) throw new Error('[planilhas] what was read cannot be decoded')
  const planilha = await empresasOf(pasta, null)
  if (!isNamed(planilha.folha))
    throw new PlanilhaError(`Falta a coluna Empresa: ${namesRead(planilha.folha)}`)
  return planilha
}

/** The area code of the event's own contact; null where it names no number. */
export function dddOf(contato: string): string | null {
  const digits = telefoneDigits(contato)
  return /^[1-9]{2}\d{8,9}$/.test(digits) ? digits.slice(0, 2) : null
}

/** Whether a column says who or what each row is. */
export const isNamed = ({ colunas }: Folha) =>
  colunas.some(({ field }) => field === 'nome' || field === 'razao')

function namesRead({ cabecalho, colunas }: Folha): string {
  const found = colunas.flatMap(({ nome }) => (nome === '' ? [] : [nome]))
  const shown = found.length > 8 ? [...found.slice(0, 8), '…'] : found
  return `dê esse nome à coluna certa e envie de novo. Na linha ${cabecalho} li estes nomes: ${shown.join(', ')}.`
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'não existe' : `não pôde ser lido (${code})`
    throw new PlanilhaError(`O arquivo ${path} ${reason}: confira o nome e a pasta.`, { cause })
  }
}
