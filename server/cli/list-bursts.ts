import { stampOf } from '../domain/clock.ts'
import type { Burst } from '../domain/rastro.ts'
import { listBursts, type ListedBursts } from '../use-cases/bursts.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Command } from './cli.ts'
import { formatTable } from './table.ts'

const COLUMNS = [
  { title: 'ENDEREÇO' },
  { title: 'EMPRESA' },
  { title: 'DE' },
  { title: 'ATÉ' },
  { title: 'CADASTROS', isNumber: true },
] as const

const SPREAD_COLUMNS = [...COLUMNS.slice(1), { title: 'ENDEREÇOS', isNumber: true }] as const

/** How much of an address's hash is shown: two that begin alike are out of reach, and excluir says so all the same. */
const ORIGEM_LENGTH = 12

/**
 * `empresas rajadas [ID]`: many registrations of one address in quick succession, of the last 48 hours, each with the
 * command that undoes it.
 */
export const listBurstsCommand: Command = async ({ services, out }, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  const [empresaid, ...rest] = parsed?.positionals ?? []
  if (!parsed || rest.length > 0) return EXIT.usage
  const { bursts, spreads } = await listBursts(services, empresaid ?? null)
  const { inicio } = services.config.evento
  if (bursts.length === 0) out('Nenhuma rajada de cadastros nas últimas 48 horas.')
  else tellBursts(out, inicio, bursts)
  if (spreads.length > 0) {
    out('')
    tellSpreads(out, inicio, spreads)
  }
  return EXIT.done
}

function tellBursts(out: (line: string) => void, inicio: string, bursts: ListedBursts['bursts']): void {
  const rows = bursts.map(({ origem, nome, from, to, count }) => [
    origem.slice(0, ORIGEM_LENGTH),
    nome ?? '(formulário público)',
    stampOf(inicio, from),
    stampOf(inicio, to),
    String(count),
  ])
  formatTable([...COLUMNS], rows).forEach(out)
  out('')
  out('Uma secretária que cadastra a mesa toda também aparece aqui: veja os nomes antes de desfazer.')
  out('Cada comando mostra os nomes, guarda-os em um arquivo e pergunta antes de apagar:')
  for (const burst of bursts) out(`  ${commandOf(inicio, burst)}`)
}

/** Without a command: nobody can tell one person with many addresses from many guests. */
function tellSpreads(out: (line: string) => void, inicio: string, spreads: ListedBursts['spreads']): void {
  const rows = spreads.map(({ nome, from, to, count, origens }) => [
    ...[nome, stampOf(inicio, from), stampOf(inicio, to), String(count), String(origens)],
  ])
  formatTable([...SPREAD_COLUMNS], rows).forEach(out)
  out('')
  out(
    'Muitos cadastros seguidos, poucos de cada endereço: alguém com muitos endereços, ou um link encaminhado.',
  )
  out('Nada se desfaz de uma vez: veja os grupos com empresas rajadas ID, e os nomes no painel.')
}

/** What undoes a burst, to be copied into a shell as it stands. A hash may begin with a dash, hence the `=`. */
function commandOf(inicio: string, { origem, empresaid, from, to }: Burst): string {
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
