import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { UNPAIRED } from '../../server/domain/aparelho.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { APARELHOS, EMPRESAS, FIRST_TOTAL, type ActOutcome } from './painel-acts.ts'
import { faultsIn } from './painel-faults.ts'
import { modelOf } from './painel-model.ts'
import { databaseIn, lookAt, newDatabase } from './product.ts'
import type { Prova } from './prova.ts'

const WORKER = fileURLToPath(new URL('painel-worker.js', import.meta.url))
const PROCESSES = 4
const ORGANISERS = ['ana', 'rui', 'eva']

/** What companies had given away before this product. */
const BEFORE = Object.fromEntries(EMPRESAS.map((empresaid, n) => [empresaid, n]))

/** Three organisers in four processes do at once whatever the board can do, and a model says what must come of it. */
export const painel: Prova = {
  goal: '2,000 board acts at random by 3 organisers over 4 processes: licredencial = before + pendente + usada everywhere, every acknowledged act once in the history',
  limitSeconds: { full: 300, short: 60 },
  async run(isShort) {
    const directory = newDatabase()
    const path = databaseIn(directory)
    await prepare(path)
    const each = Math.ceil((isShort ? 400 : 2_000) / PROCESSES / ORGANISERS.length)
    const begun = performance.now()
    const told = (await runTogether(path, each)).flat()
    const seconds = (performance.now() - begun) / 1000
    const model = modelOf(told)
    const faults = lookAt(directory, (db) => faultsIn(db, model, BEFORE))
    return {
      figure:
        `${told.length} acts in ${seconds.toFixed(1)} s, ${model.guests.size} guests left, ` +
        `${model.feitos.size} lines in the history, ${faults.length} faults${faults[0] ? `: ${faults[0]}` : ''}`,
      isReached: faults.length === 0 && told.length >= each * PROCESSES * ORGANISERS.length,
    }
  },
}

/** Companies with little to give, and browsers to pair; neither has a line in the history. */
async function prepare(path: string): Promise<void> {
  const storage = await openSqlite(path)
  const texts = {
    cnpj: '',
    nome: 'Mesa',
    contato: '',
    categoria: '',
    solicitante: '',
    lcredencial: '',
    status: '',
  }
  const more = { estacionamento: '', llcredencial: '', lestacionamento: '', usuarioid: '' }
  const empresas = EMPRESAS.map((empresaid) => ({
    ...{ ...texts, ...more, empresaid, icredencial: FIRST_TOTAL, licredencial: BEFORE[empresaid] ?? 0 },
  }))
  const outside = { ...UNPAIRED, codigoate: Infinity }
  await storage.transfer.write([
    ...empresas.map((empresa) => ({ kind: 'empresa' as const, empresa })),
    ...APARELHOS.map((aparelhoid) => ({
      kind: 'aparelho' as const,
      aparelho: {
        ...outside,
        ...{
          aparelhoid,
          nome: aparelhoid,
          papel: 'porta' as const,
          codigo: `codigo-${aparelhoid}`,
          codigoate: 0,
        },
      },
    })),
  ])
  await storage.close()
}

/** Lets all processes begin together. @returns what each told, once all have ended well */
async function runTogether(path: string, each: number): Promise<ActOutcome[][]> {
  const workers = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = spawn(process.execPath, [WORKER, path, String(each), ...ORGANISERS], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const lines: string[] = []
      const output = createInterface(child.stdout)
      const ended = Promise.all([once(child, 'exit'), once(output, 'close')])
      await once(output, 'line')
      output.on('line', (line) => lines.push(line))
      return { child, lines, ended }
    }),
  )
  for (const { child } of workers) child.stdin.end('begin\n')
  return Promise.all(
    workers.map(async ({ ended, lines }) => {
      const [[code]] = (await ended) as [[number | null], unknown]
      if (code !== 0) throw new Error(`a process of the board ended with ${code}`)
      return lines.map((line) => JSON.parse(line) as ActOutcome)
    }),
  )
}
