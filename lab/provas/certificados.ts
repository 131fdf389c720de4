import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { carriedOf, newChave } from '../../server/domain/acesso.ts'
import { chaveOf } from '../../server/domain/chave.ts'
import { credencialOf } from '../../server/domain/credencial.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { tokenOf } from '../../server/domain/token.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { aCadastro, anEntrada, anEvento } from '../../test/support/factories.ts'
import { nameOf } from '../../test/support/journey.ts'
import { percentile } from '../bench/statistics.ts'
import { crowd, get, openClient, post, type Client } from './load.ts'
import { CREDENCIAL_SECRET, databaseIn, newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

const HOUR_MS = 3_600_000
/** Guests who are at the party on their phones and ask for a certificate at the same moment. */
const PHONES = 64
const PEAK_CLIENTS = 32

/**
 * The goals: a share, and times as a factor or, where that is more, in milliseconds. In a short run the
 * machine may have other things to do.
 */
const GOALS = { full: { share: 0.9, slower: 2, ms: 0 }, short: { share: 0.6, slower: 2, ms: 1_000 } }

/**
 * The evening after an event that still registers guests: everybody wants a certificate, and some register
 * late.
 */
export const certificados: Prova = {
  goal:
    '5,000 guests ask for their certificate while others register at half of their peak: all are served, at once or ' +
    'when they were told to come back; of the registrations ≥ 90 % as many as without, p95 at most twice',
  limitSeconds: { full: 300, short: 90 },
  async run(isShort) {
    const [convidados, seconds, goals] = isShort ? [500, 3, GOALS.short] : [5_000, 10, GOALS.full]
    const directory = newDatabase()
    const tokens = await storeConvidados(directory, convidados)
    const { port } = await startServer(directory, { EVENTO: eventoIn(directory) })
    await registerAtOnce(port, isShort ? 1 : 3)
    const perSecond = (await registerAtOnce(port, seconds)) / 2
    const until = performance.now() + seconds * 1000
    const before = await registerOnTime(port, perSecond, () => performance.now() > until)
    const asking = askForAll(port, tokens)
    let isOver = false
    void asking.then(() => (isOver = true))
    const meanwhile = await registerOnTime(port, perSecond, () => isOver)
    const { served, toldLater, wrong, largest, ms } = await asking
    const after = performance.now() + seconds * 1000
    const again = await registerOnTime(port, perSecond, () => performance.now() > after)
    const without = { share: (before.share + again.share) / 2, p95: (before.p95 + again.p95) / 2 }
    return {
      figure:
        `${served} of ${convidados} certificates in ${(ms / 1000).toFixed(1)} s, ${(largest / 1024).toFixed(0)} KB at most, ` +
        `${toldLater} times told to come back, ${wrong} otherwise; registrations at ${perSecond.toFixed(0)}/s: ` +
        `${percent(meanwhile.share)} with, ${percent(without.share)} without; ` +
        `p95 ${meanwhile.p95.toFixed(0)} ms with, ${without.p95.toFixed(0)} without`,
      isReached:
        served === convidados &&
        wrong === 0 &&
        largest <= 200 * 1024 &&
        meanwhile.share >= goals.share * without.share &&
        meanwhile.p95 <= Math.max(goals.slower * without.p95, goals.ms),
    }
  },
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** An event that ended an hour ago and takes registrations for another week. */
function eventoIn(directory: string): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const path = join(directory, 'evento.json')
  const dates = { inicio: at(-3 * HOUR_MS), fim: at(-HOUR_MS), inscricoesAte: at(7 * 24 * HOUR_MS) }
  writeFileSync(path, JSON.stringify(anEvento(dates)))
  return path
}

/** Stores guests who were inside. @returns the token that opens each guest's page */
async function storeConvidados(directory: string, count: number): Promise<string[]> {
  const now = Date.now()
  const registros: Registro[] = []
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    const credencialid = String(now - 24 * HOUR_MS + n)
    const cadastro = aCadastro({ nome: nameOf(n), telefone: `119${10_000_000 + n}` })
    const beside = {
      ...carriedOf(newChave(credencialid)),
      versao: 1,
      criadaem: Number(credencialid),
      reservaid: null,
    }
    const chave = chaveOf(CREDENCIAL_SECRET, cadastro)
    registros.push({
      kind: 'credencial',
      credencial: credencialOf(credencialid, cadastro),
      chave,
      ...beside,
    })
    const lidaem = now - 2 * HOUR_MS
    const entrada = anEntrada(credencialid, { entradaid: `entrada-${n}`, seq: n, lidaem, recebidaem: lidaem })
    registros.push({ kind: 'entrada', entrada })
    tokens.push(tokenOf(CREDENCIAL_SECRET, credencialid, 1))
  }
  const storage = await openSqlite(databaseIn(directory))
  try {
    await storage.transfer.write(registros)
  } finally {
    await storage.close()
  }
  return tokens
}

let serial = 1_000_000

const registration = () => {
  const n = ++serial
  return post('/cadastro', n, `nome=${encodeURIComponent(nameOf(n))}&telefone=11987654321`)
}

async function register(client: Client): Promise<number | null> {
  const outcome = await client.ask(registration())
  return outcome.kind === 'answered' && outcome.status === 303 ? outcome.ms : null
}

/** @returns the peak: registrations a second by browsers that each wait for their answer */
async function registerAtOnce(port: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let registered = 0
  const act = async (client: Client) => {
    if ((await register(client)) !== null) registered += 1
  }
  await crowd([port], PEAK_CLIENTS, act, () => performance.now() >= until)
  return registered / seconds
}

/** Guests who arrive on a clock, however those before fared. @returns how many registered, and how soon */
async function registerOnTime(port: number, perSecond: number, isOver: () => boolean) {
  const idle: Client[] = []
  const waiting = new Set<Promise<void>>()
  const times: number[] = []
  const begun = performance.now()
  let arrived = 0
  const arrive = async () => {
    const client = idle.pop() ?? openClient(port)
    const ms = await register(client)
    if (ms !== null) times.push(ms)
    idle.push(client)
  }
  while (!isOver()) {
    for (; (arrived / perSecond) * 1000 <= performance.now() - begun; arrived++) {
      const answered = arrive()
      waiting.add(answered)
      void answered.then(() => waiting.delete(answered))
    }
    await sleep(1)
  }
  await Promise.all(waiting)
  idle.forEach((client) => client.close())
  return { share: times.length / arrived, p95: times.length > 0 ? percentile(times, 95) : Infinity }
}

/** Everybody asks for their certificate, and comes back when asked to. */
async function askForAll(port: number, tokens: string[]) {
  const begun = performance.now()
  const due = tokens.map((token, n) => ({ request: get(`/c/${token}/certificado.pdf`, n), at: 0 }))
  let [served, toldLater, wrong, largest] = [0, 0, 0, 0]
  const act = async (client: Client) => {
    const one = due.shift()
    if (!one) return
    await sleep(Math.max(0, one.at - performance.now()))
    const outcome = await client.ask(one.request)
    const head = outcome.kind === 'answered' ? outcome.head : ''
    const status = outcome.kind === 'answered' ? outcome.status : 0
    const after = /\r\nretry-after: (\d+)/i.exec(head)?.[1]
    if (status === 503 && after !== undefined) {
      toldLater += 1
      due.push({ ...one, at: performance.now() + Number(after) * 1000 })
    } else if (status === 200 && /\r\ncontent-type: application\/pdf/i.test(head)) {
      served += 1
      largest = Math.max(largest, Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0))
    } else wrong += 1
  }
  await crowd([port], PHONES, act, () => due.length === 0)
  return { served, toldLater, wrong, largest, ms: performance.now() - begun }
}
