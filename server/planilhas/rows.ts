import { readFile } from 'node:fs/promises'
import { readEmpresa } from '../domain/empresa-escrita.ts'
import { ROTULO_MAX } from '../domain/convite-pessoal.ts'
import {
  FICA_DE_FORA,
  type BadRow,
  type Limpa,
  type Perguntada,
  type PlanilhaLine,
} from '../domain/name-rows.ts'
import { FORA, respostaOf, type Pergunta, type Respostas } from '../domain/pergunta.ts'
import { readPessoa, type PessoaLida } from '../domain/pessoa-escrita.ts'
import type { ConvidadoLine, ConvidadoRow } from '../domain/planilha-row.ts'
import { telefoneDigits } from '../domain/telefone.ts'
import { asWritten, foldText, upperCase } from '../domain/text.ts'
import { createPauses } from '../use-cases/event-loop.ts'
import { folhaOf, recordsOf, type Folha, type Tipo } from './folha.ts'
import { decodePasta, PlanilhaError, type Dito, type Modo, type Pasta } from './pasta.ts'
import { createReadingQueue, readPlanilha } from './sheet-process.ts'

/** The rows of a spreadsheet as they are understood, and what is told and asked about them. */
interface Lidas<Line> {
  folha: Folha
  ondeOf: Folha['ondeOf']
  respostas: Dito['respostas']
  rows: Line[]
  bad: BadRow[]
  avisos: BadRow[]
  limpas: Limpa[]
  perguntas: Perguntada[]
}

/** What a row comes to; a sentence for each thing that keeps it out. */
type Lida<Row> =
  | {
      kind: 'lida'
      rows: Row[]
      limpo: { de: string; para: string } | null
      perguntas: Pergunta[]
      avisos: string[]
    }
  | { kind: 'recusada'; problems: string[] }

type ReadRow<Row> = (
  record: Record<string, string>,
  said: Respostas,
  labelOf: (field: string) => string,
) => Lida<Row>

/** @throws PlanilhaError where no column is the name */
async function linesOf<Row>(
  pasta: Pasta,
  tipo: Tipo,
  readRow: ReadRow<Row>,
): Promise<Lidas<{ line: number; row: Row }>> {
  const folha = await folhaOf(pasta, tipo)
  const { respostas } = pasta.dito
  const lidas: Lidas<{ line: number; row: Row }> = {
    folha,
    ondeOf: folha.ondeOf,
    respostas,
    rows: [],
    bad: [],
    avisos: [],
    limpas: [],
    perguntas: [],
  }
  const { labelOf, recordOf } = recordsOf(folha, tipo)
  const pause = createPauses()
  for (const { line, cells } of folha.linhas) {
    await pause()
    const record = recordOf(cells)
    const { nome = '' } = record
    const isBlank = Object.values(record).every((cell) => cell === '')
    if (isBlank) continue
    const said = respostas[line] ?? {}
    if (cells.slice(folha.nomeadas).some((cell) => cell !== '')) {
      const problem = 'há mais células que colunas: ponha entre aspas a célula que contém o separador'
      lidas.bad.push({ line, nome, problems: [problem] })
      continue
    }
    const read = readRow(record, said, labelOf)
    if (read.kind === 'recusada') {
      lidas.bad.push({ line, nome, problems: read.problems })
      continue
    }
    const escolhidas = read.perguntas.map((pergunta) => ({ pergunta, escolhida: respostaOf(pergunta, said) }))
    for (const asked of escolhidas) lidas.perguntas.push({ line, nome, grupo: String(line), ...asked })
    if (escolhidas.some(({ escolhida }) => escolhida === FORA)) {
      lidas.bad.push({ line, nome, problems: [FICA_DE_FORA] })
      continue
    }
    if (read.limpo)
      lidas.limpas.push({
        line,
        de: read.limpo.de,
        para: read.limpo.para.split(' e ').map(asWritten).join(' e '),
      })
    if (read.avisos.length > 0) lidas.avisos.push({ line, nome, problems: read.avisos })
    // Others of a row stand between its line and the next.
    for (const [at, row] of read.rows.entries()) lidas.rows.push({ line: line + at / 10, row })
  }
  return lidas
}

export type EmpresasPlanilha = Lidas<PlanilhaLine>

/** The companies of a spreadsheet. @param ddd the event's own area code; null where it is not known */
export function empresasOf(pasta: Pasta, ddd: string | null): Promise<EmpresasPlanilha> {
  const seen = new Map<string, string>()
  return linesOf(pasta, 'empresas', (record, said, labelOf) => {
    const read = readEmpresa(record, said, { labelOf, ddd: pasta.dito.comDdd ? ddd : null })
    if (read.kind === 'recusada') return read
    if (!read.row) return { ...read, rows: [] }
    const { empresaid, nome } = read.row
    const first = empresaid === null ? undefined : seen.get(empresaid)
    if (first !== undefined)
      return {
        kind: 'recusada',
        problems: [`${labelOf('empresaid')} "${empresaid}" já é de ${first}: deixe uma só`],
      }
    if (empresaid !== null) seen.set(empresaid, nome)
    return { ...read, rows: [read.row] }
  })
}

export type ConvidadosPlanilha = Lidas<ConvidadoLine>

/** The guests of a spreadsheet. @param ddd the event's own area code; null where it is not known */
export function convidadosOf(pasta: Pasta, ddd: string | null): Promise<ConvidadosPlanilha> {
  const { modo, empresaid, comDdd } = pasta.dito
  return linesOf(pasta, 'convidados', (record, said, labelOf) => {
    const como = comoIn(record.confirmou ?? '', modo)
    if (como === 'nao') return { kind: 'recusada', problems: ['a planilha diz que não vem: fica de fora'] }
    const read = readPessoa(record, said, { labelOf, ddd: comDdd ? ddd : null })
    if (read.kind === 'recusada') return read
    const rows = read.pessoas.map((pessoa) => {
      const rotulo = rotuloOf(record.nome ?? '', pessoa.nome)
      return { ...rowOf(pessoa, como === 'convidar', empresaid), rotulo }
    })
    const alone = rows.filter(({ isConvite, lugares }) => !isConvite && lugares > 1)
    const avisos = alone.map(
      ({ lugares }) =>
        `${lugares === 2 ? '1 acompanhante sem nome não entra' : `${lugares - 1} acompanhantes sem nome não entram`}: escreva o nome na planilha`,
    )
    return { ...read, rows, avisos: [...read.avisos, ...avisos] }
  })
}

/** The name as somebody typed it, where its capitals say something; else as Portuguese writes it. */
function rotuloOf(typed: string, nome: string): string {
  const [plain, capitals] = [typed.replace(/\s+/g, ' '), upperCase(typed).replace(/\s+/g, ' ')]
  const at = plain.length === capitals.length ? capitals.indexOf(nome) : -1
  const rotulo = asWritten(at < 0 ? nome : plain.slice(at, at + nome.length))
  return Array.from(rotulo).slice(0, ROTULO_MAX).join('')
}

function rowOf(pessoa: PessoaLida, isConvite: boolean, padrao: string): Omit<ConvidadoRow, 'rotulo'> {
  const { nome, telefone, email, empresa, nota, lugares, isWithdrawn, acompanha } = pessoa
  const isNamed = pessoa.empresaid !== null || empresa !== '' || padrao === ''
  const empresaid = isNamed ? pessoa.empresaid : padrao
  return {
    cadastro: { nome, telefone, email },
    empresaid,
    empresa,
    nota,
    lugares,
    isWithdrawn,
    acompanha,
    isConvite,
  }
}

/** What says that somebody comes, or does not; anything else is no answer. */
const YES =
  /^(SIM( .*)?|S|OK|X|YES|Y|TRUE|VERDADEIRO|(ELE |ELA |EU )?(VEM|VAI|VOU)|CONFIRM(OU|O|AD[OA]S?)( .*)?|PRESENTE)$/
const NO =
  /^(NAO|N|NO|NAO (VEM|VAI|VOU|PODE|PODERA|COMPARECE\w*|QUER|IRA)( .*)?|CANCEL(OU|AD[OA])|DESIST(IU|ENTE)|RECUS(OU|AD[OA])|DECLINOU)$/

/** What is recorded of a row; who has not answered is invited. */
function comoIn(cell: string, modo: Modo): 'convidar' | 'confirmados' | 'nao' {
  if (modo !== 'coluna') return modo
  const said = foldText(cell)
  if (YES.test(said)) return 'confirmados'
  return NO.test(said) ? 'nao' : 'convidar'
}

/** A command may wait longer: no browser gives up meanwhile. */
const ofCommands = createReadingQueue({ waitingMs: 120_000, wholeMs: 120_000 })

/**
 * Reads a file with a spreadsheet of companies.
 * @throws PlanilhaError with what is wrong when it cannot be read, is no spreadsheet, or no column has names
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  const pasta = await decodePasta(await readPlanilha(await readBytes(path), { inTurn: ofCommands }))
  if (!pasta) throw new PlanilhaError('O arquivo não é uma planilha que se leia.')
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
export const isNamed = ({ colunas }: Folha) => colunas.some(({ field }) => field === 'nome')

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
