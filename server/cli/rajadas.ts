import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { parseStamp, stampOf } from '../domain/quando.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import { CLI } from '../domain/historico.ts'
import type { Rajada } from '../domain/procedencia.ts'
import { printable } from '../domain/text.ts'
import {
  findRajada,
  listRajadas,
  type RajadaQuery,
  type ListedRajadas,
  undoRajada,
} from '../use-cases/rajadas.ts'
import { COLUMNS, rowOf } from '../use-cases/exports.ts'
import { readArguments, EXIT, refuse, tellFollowUp, type Cli, type Command, isConfirmed } from './cli.ts'
import { countOf, formatTable } from './table.ts'
import { writeWhole } from './whole-file.ts'

const RAJADA_COLUMNS = ['ENDEREÇO', 'EMPRESA', 'DE', 'ATÉ', { number: 'CADASTROS' }]
const SPREAD_COLUMNS = [...RAJADA_COLUMNS.slice(1), { number: 'ENDEREÇOS' }]

/** How much of an address's hash is shown: two that begin alike are out of reach, and excluir says so all the same. */
const ORIGEM_LENGTH = 12

/**
 * `empresas rajadas [ID]`: many registrations of one address in quick succession, of the last 48 hours, each with the
 * command that undoes it.
 */
export const listRajadasCommand: Command = async ({ services, out }, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  const [empresaid, ...rest] = parsed?.positionals ?? []
  if (!parsed || rest.length > 0) return EXIT.usage
  const { rajadas, spreads } = await listRajadas(services, empresaid ?? null)
  const { inicio } = services.config.evento
  if (rajadas.length === 0) out('Nenhuma rajada de cadastros nas últimas 48 horas.')
  else tellRajadas(out, inicio, rajadas)
  if (spreads.length > 0) {
    out('')
    tellSpreads(out, inicio, spreads)
  }
  return EXIT.done
}

function tellRajadas(out: (line: string) => void, inicio: string, rajadas: ListedRajadas['rajadas']): void {
  const rows = rajadas.map(({ origem, nome, from, to, count }) => [
    origem.slice(0, ORIGEM_LENGTH),
    nome ?? '(formulário público)',
    stampOf(inicio, from),
    stampOf(inicio, to),
    String(count),
  ])
  formatTable(RAJADA_COLUMNS, rows).forEach(out)
  out('')
  out('Uma secretária que cadastra a mesa toda também aparece aqui: veja os nomes antes de desfazer.')
  out('Cada comando mostra os nomes, guarda-os em um arquivo e pergunta antes de apagar:')
  for (const rajada of rajadas) out(`  ${commandOf(inicio, rajada)}`)
}

/** Without a command: nobody can tell one person with many addresses from many guests. */
function tellSpreads(out: (line: string) => void, inicio: string, spreads: ListedRajadas['spreads']): void {
  const rows = spreads.map(({ nome, from, to, count, origens }) => [
    ...[nome, stampOf(inicio, from), stampOf(inicio, to), String(count), String(origens)],
  ])
  formatTable(SPREAD_COLUMNS, rows).forEach(out)
  out('')
  out(
    'Muitos cadastros seguidos, poucos de cada endereço: alguém com muitos endereços, ou um link encaminhado.',
  )
  out('Nada se desfaz de uma vez: veja os grupos com empresas rajadas ID, e os nomes no painel.')
}

/** What undoes a burst, to be copied into a shell as it stands. A hash may begin with a dash, hence the `=`. */
function commandOf(inicio: string, { origem, empresaid, from, to }: Rajada): string {
  const where = empresaid === null ? '--sem-empresa' : `--devolver --empresa=${quoted(empresaid)}`
  return (
    `npm run credenciais -- excluir --origem=${origem.slice(0, ORIGEM_LENGTH)} ${where} ` +
    `--de=${stampOf(inicio, from)} --ate=${stampOf(inicio, to)}`
  )
}

/** An id of another product may hold anything. */
function quoted(empresaid: string): string {
  return /^[\w.-]+$/.test(empresaid) ? empresaid : `'${empresaid.replaceAll("'", `'\\''`)}'`
}

const OPTIONS = {
  origem: { type: 'string' },
  empresa: { type: 'string' },
  'sem-empresa': { type: 'boolean' },
  de: { type: 'string' },
  ate: { type: 'string' },
  salvar: { type: 'string' },
  devolver: { type: 'boolean' },
  sim: { type: 'boolean' },
} as const

const REFUSALS = {
  'not-found':
    'Nenhum cadastro deste endereço neste período. Para ver os que há: npm run empresas -- rajadas',
  ambiguous: 'Mais de um endereço começa assim: dê mais caracteres.',
}

/** A shorter beginning of a hash is a slip, and an empty one would mean every address. */
const ORIGEM_MIN = 6

/**
 * `credenciais excluir --origem HASH [--empresa ID | --sem-empresa] --de … --ate … [--devolver] [--sim]`: erases who was
 * registered from one address within a time, as `empresas rajadas` tells it. Shows the names and saves them to a file
 * before it asks; interrupted, the same command goes on from there.
 */
export const removeRajadaCommand: Command = async (cli, args) => {
  const parsed = readArguments({ args, options: OPTIONS })
  const { inicio } = cli.services.config.evento
  const query = parsed && queryOf(inicio, parsed.values)
  if (!parsed || !query) return EXIT.usage
  const { services, err, ask } = cli
  const { sim = false, devolver = false } = parsed.values
  if (query.origem.length < ORIGEM_MIN)
    return refuse(err, `Dê ao menos ${ORIGEM_MIN} caracteres do código do endereço, como rajadas o mostra.`)
  const found = await findRajada(services, query)
  if (found.kind !== 'found') return refuse(err, REFUSALS[found.kind])
  const { convidados } = found
  showNames(cli, convidados)
  if (!sim && !ask)
    return refuse(err, 'Nada foi excluído: fora de um terminal não há a quem perguntar. Confirme com --sim.')
  const path = parsed.values.salvar ?? newPath(cli)
  if (!(await saveNames(cli, path, convidados))) return EXIT.refused
  const question = `Excluir ${countOf(convidados.length, 'cadastro', 'cadastros')} para sempre? Digite sim para confirmar: `
  if (!sim && !(await isConfirmed(cli, question))) {
    await rm(path)
    return EXIT.refused
  }
  return undo(cli, convidados, devolver)
}

/** @returns null for what is missing or cannot be read */
function queryOf(
  inicio: string,
  values: { origem?: string; empresa?: string; 'sem-empresa'?: boolean; de?: string; ate?: string },
): RajadaQuery | null {
  const { origem, empresa, de, ate } = values
  const isPublic = values['sem-empresa'] === true
  const from = de === undefined ? null : parseStamp(inicio, de)
  const to = ate === undefined ? null : parseStamp(inicio, ate)
  if (origem === undefined || from === null || to === null) return null
  if (isPublic && empresa !== undefined) return null
  // The last second counts to its end: what is printed is cut to the second.
  return { origem, empresaid: isPublic ? null : empresa, from, to: to + 999 }
}

/** A name of its own for every run, so that one that goes on writes over nothing. */
function newPath({ services }: Cli): string {
  const stamp = stampOf(services.config.evento.inicio, services.now()).replaceAll(':', '')
  return `excluidos-${stamp}-${services.newId().slice(0, 4)}.csv`
}

function showNames({ out }: Cli, convidados: Convidado[]): void {
  const rows = convidados.map(({ credencial, empresa }) => {
    const { credencialid, nome, telefone } = credencial
    return [credencialid, nome, telefone, empresa?.nome ?? '']
  })
  formatTable(['CREDENCIAL', 'NOME', 'WHATSAPP', 'CONVIDADO POR'], rows).forEach(out)
  out('')
}

async function saveNames(cli: Cli, path: string, convidados: Convidado[]): Promise<boolean> {
  if (existsSync(path)) {
    cli.err(`${printable(path)} já existe. Dê outro nome com --salvar.`)
    return false
  }
  const rows = convidados.map((convidado) => rowOf(convidado, cli.services.codeOf))
  if (!(await writeWhole(cli, path, COLUMNS, rows))) return false
  cli.out(`Nomes guardados em ${printable(path)}. Contém dados pessoais: apague quando não precisar mais.`)
  return true
}

async function undo(cli: Cli, convidados: Convidado[], isReturned: boolean) {
  const { services, out, progress, signal } = cli
  const { step, end } = progress('Excluindo credencial')
  const undone = await undoRajada(
    services,
    convidados.map(({ credencial: { credencialid } }) => ({ credencialid, isInsideToo: true })),
    isReturned,
    () => services.autorOf(CLI),
    (done) => {
      step(done, convidados.length)
      signal.throwIfAborted()
    },
  ).finally(end)
  out(countOf(undone.removed, 'cadastro excluído.', 'cadastros excluídos.'))
  for (const { empresaid, convites } of undone.returned) {
    out(`${countOf(convites, 'convite voltou', 'convites voltaram')} para ${printable(empresaid)}.`)
  }
  tellFollowUp(cli, undone, 'Há registros da portaria a atualizar.')
  return EXIT.done
}
