import { stampOf } from '../domain/clock.ts'
import type { Burst } from '../domain/rastro.ts'
import { listBursts } from '../use-cases/bursts.ts'
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
  const bursts = await listBursts(services, empresaid ?? null)
  if (bursts.length === 0) {
    out('Nenhuma rajada de cadastros nas últimas 48 horas.')
    return EXIT.done
  }
  const { inicio } = services.config.evento
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
  return EXIT.done
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
