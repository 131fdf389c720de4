import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { associacao } from './associacao.ts'
import { bomba } from './bomba.ts'
import { busca } from './busca.ts'
import { certificados } from './certificados.ts'
import { claims } from './claims.ts'
import { copia } from './copia.ts'
import { convitesPessoais } from './convites-pessoais.ts'
import { enchente } from './enchente.ts'
import { etiquetas } from './etiquetas.ts'
import { evento } from './evento.ts'
import { firestore } from './firestore.ts'
import { lotacao } from './lotacao.ts'
import { memoria } from './memoria.ts'
import { fuzz } from './fuzz.ts'
import { kill, sigterm } from './kill.ts'
import { painel } from './painel.ts'
import { partida } from './partida.ts'
import { planilhas } from './planilhas.ts'
import { portaAbertura } from './porta-abertura.ts'
import { portaLeitura } from './porta-leitura.ts'
import { portaQueda } from './porta-queda.ts'
import { portaFila } from './porta-fila.ts'
import { portaReencontro } from './porta-reencontro.ts'
import { portaSync } from './porta-sync.ts'
import { endAll } from './product.ts'
import type { Measured, Prova } from './prova.ts'
import { reinicio } from './reinicio.ts'
import { rtdb } from './rtdb.ts'
import { sobrecarga } from './sobrecarga.ts'
import { voltas } from './voltas.ts'

const PROVAS: Record<string, Prova> = {
  partida,
  voltas,
  claims,
  associacao,
  evento,
  certificados,
  firestore,
  bomba,
  sobrecarga,
  enchente,
  sigterm,
  reinicio,
  kill,
  copia,
  painel,
  busca,
  planilhas,
  etiquetas,
  'convites-pessoais': convitesPessoais,
  lotacao,
  fuzz,
  'porta-leitura': portaLeitura,
  'porta-abertura': portaAbertura,
  'porta-queda': portaQueda,
  'porta-fila': portaFila,
  'porta-reencontro': portaReencontro,
  'porta-sync': portaSync,
  rtdb,
  folga: memoria,
}

const USAGE = `Usage:
  npm run prova                    every proof in turn, about half an hour
  npm run prova -- NAME…           these: ${Object.keys(PROVAS).join(', ')};
                                   the beginning of names before a dash is all of them: porta
  npm run prova -- [NAME…] --curta less of everything, about four minutes`

const { values, positionals } = parseArgs({
  options: {
    curta: { type: 'boolean', default: false },
    resultado: { type: 'string', default: 'test-results/provas.json' },
  },
  allowPositionals: true,
})
const meantBy = (typed: string) =>
  Object.keys(PROVAS).filter((name) => name === typed || name.startsWith(`${typed}-`))
if (positionals.some((typed) => meantBy(typed).length === 0)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
const names = positionals.length > 0 ? new Set(positionals.flatMap(meantBy)) : Object.keys(PROVAS)

interface Row extends Measured {
  name: string
  goal: string
  seconds: number
}

async function measure(name: string): Promise<Row> {
  const prova = PROVAS[name]
  if (!prova) throw new Error(`no proof ${name}`)
  const begun = performance.now()
  const seconds = values.curta ? prova.limitSeconds.short : prova.limitSeconds.full
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Measured>((resolve) => {
    timer = setTimeout(
      () => resolve({ figure: `no figure within ${seconds} s`, isReached: false }),
      seconds * 1000,
    )
  })
  const measured = await Promise.race([prova.run(values.curta), tooLate]).catch((error: unknown) => ({
    figure: `failed: ${saidBy(error)}`,
    isReached: false,
  }))
  clearTimeout(timer)
  await endAll()
  // One line for each proof, whatever a failure says.
  const figure = measured.figure.replace(/\s+/g, ' ').trim()
  return {
    name,
    goal: prova.goal,
    isReached: measured.isReached,
    figure,
    seconds: (performance.now() - begun) / 1000,
  }
}

/** An error's message with its cause: `fetch failed` alone says nothing. */
function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${saidBy(error.cause)}`
}

const verdict = ({ isReached }: Row) => (isReached ? 'pass' : 'FAIL')

/** The table that docs/provas.md gets: a row for each proof. */
function tableOf(rows: Row[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.version}`
  return [
    `\`npm run prova${values.curta ? ' -- --curta' : ''}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}:`,
    '',
    '| proof | goal | figure | result | time |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| \`${row.name}\` | ${row.goal} | ${row.figure} | ${verdict(row)} | ${row.seconds.toFixed(0)} s |`,
    ),
  ].join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().finally(() => process.exit(130)))
}

const rows: Row[] = []
const unsteady: string[] = []
for (const name of names) {
  let row = await measure(name)
  if (!row.isReached && process.env.CI !== undefined) {
    unsteady.push(`${name}: ${row.figure}`)
    row = await measure(name)
  }
  rows.push(row)
  process.stdout.write(
    `${name}: ${row.figure} (goal: ${row.goal}): ${verdict(row)}, ${row.seconds.toFixed(0)} s\n`,
  )
}
if (rows.length > 1) process.stdout.write(`\n${tableOf(rows)}\n`)
const missed = rows.filter(({ isReached }) => !isReached)
const failures = missed.map(({ name, figure }) => `${name}: ${figure}`)
mkdirSync(dirname(values.resultado), { recursive: true })
writeFileSync(values.resultado, JSON.stringify({ passed: rows.length - missed.length, failures, unsteady }))
// Ends whatever a timed-out proof still waits for.
process.exit(missed.length === 0 ? 0 : 1)
