import { join } from 'node:path'
import { valuesOf } from '../../test/support/sqlite-value.ts'
import { keptBy } from '../../test/support/phone-memory.ts'
import { isKept, openPorta, reads, type Porta } from './porta-page.ts'
import { watch, type Verdict } from './porta-eye.ts'
import type { Listed } from './porta-list.ts'
import { processesOf } from './porta-processes.ts'
import { syncedDuring } from './porta-strace.ts'
import { lookAt } from './product.ts'
import { sleep, type Prova } from './prova.ts'

const EACH = 5
const MISSED_MS = 5_000

const RUNS = {
  full: { rounds: 20, control: 20, traced: 20 },
  short: { rounds: 3, control: 10, traced: 5 },
}

/** A phone at the door whose power goes at the instant its screen turns green. */
export const portaQueda: Prova = {
  goal: 'browser killed with SIGKILL right after green, 20 rounds of 5 admissions, every other one with writes that take 50 ms at least: 0 lost, each stored by the server; with such writes and painted before they are complete, some are lost; 1 fdatasync or fsync of the database for each admission',
  limitSeconds: { full: 400, short: 120 },
  async run(isShort) {
    const run = isShort ? RUNS.short : RUNS.full
    const porta = await openPorta(500)
    try {
      await isKept(await porta.visit())
      await porta.stopServer()
      const queue = [...porta.convidados]
      const calls = await callsOf(porta, queue.splice(0, run.traced))
      await porta.phone.close()

      const painted: Listed[] = []
      for (let n = 0; n < run.rounds; n++)
        painted.push(...(await round(porta, queue.splice(0, EACH), n % 2 === 0 ? [] : [slowDisk])))
      await porta.startServer()
      const kept = await reopen(porta)
      const stored = await sent(porta)
      await porta.stopServer()

      let [controls, early] = [0, 0]
      while (controls++ < run.control && (early === 0 || !isShort)) {
        await porta.phone.close()
        const greens = await round(porta, queue.splice(0, isShort ? 1 : EACH), [slowDisk, completeTooEarly])
        early += missingIn(await reopen(porta), greens)
      }
      const [lost, unsent] = [missingIn(kept, painted), missingIn(stored, painted)]
      return {
        figure:
          `${run.rounds} kills, ${painted.length} painted green: ${lost} lost, ${unsent} missing at the server; ` +
          `painted too early: ${early} lost in ${controls - 1} kills; ` +
          `${calls} fdatasync and fsync of the database for ${run.traced} admissions`,
        isReached:
          painted.length === run.rounds * EACH &&
          lost === 0 &&
          unsent === 0 &&
          early > 0 &&
          calls === run.traced,
      }
    } finally {
      await porta.end()
    }
  },
}

const missingIn = (kept: Set<string>, convidados: Listed[]) =>
  convidados.filter(({ credencialid }) => !kept.has(credencialid)).length

/** How often the browser syncs the page's database to disk while it admits guests. */
async function callsOf(porta: Porta, convidados: Listed[]): Promise<number> {
  let told: (verdict: Verdict) => void = () => {}
  await watch(porta.phone.page().context(), (verdict) => told(verdict))
  const page = await porta.visit()
  await reads(page)
  const pids = processesOf(join(porta.directory, 'porta-a')).map(({ pid }) => pid)
  const files = await syncedDuring(pids, join(porta.directory, 'strace'), async () => {
    await admit(porta, convidados, (listener) => (told = listener))
    // Anything written a little later counts, too.
    await sleep(1_000)
  })
  return files.filter((file) => file.includes('/IndexedDB/')).length
}

/**
 * Opens the browser on what it kept, admits guests, and kills it as the last one turns green.
 * @param scripts run in the page before its own
 * @returns the guests who turned green
 */
async function round(porta: Porta, convidados: Listed[], scripts: (() => void)[]): Promise<Listed[]> {
  const page = await porta.phone.open()
  const context = page.context()
  let told: (verdict: Verdict) => void = () => {}
  await watch(context, (verdict) => told(verdict))
  for (const script of scripts) await context.addInitScript(script)
  await page.goto(`${porta.url}/porta`)
  await reads(page)
  let killed: Promise<void> | undefined
  const greens = await admit(
    porta,
    convidados,
    (listener) => (told = listener),
    () => void (killed = porta.phone.kill()),
  )
  await killed
  porta.phone.camera.show(null)
  return greens
}

/** Shows one code after the other, each until its verdict is there. */
async function admit(
  porta: Porta,
  convidados: Listed[],
  hear: (listener: (verdict: Verdict) => void) => void,
  isDone = () => {},
): Promise<Listed[]> {
  const greens: Listed[] = []
  for (const [n, convidado] of convidados.entries()) {
    const isGreen = new Promise<void>((resolve) =>
      hear(({ nome, palavra }) => {
        if (nome !== convidado.nome || palavra !== 'ENTRAR') return
        if (n === convidados.length - 1) isDone()
        greens.push(convidado)
        resolve()
      }),
    )
    porta.phone.camera.show(porta.codeOf(convidado))
    await Promise.race([isGreen, sleep(MISSED_MS)])
  }
  return greens
}

/** Opens the browser on what it kept. @returns the credencialids of the guests it knows it admitted */
async function reopen(porta: Porta): Promise<Set<string>> {
  await porta.phone.open()
  const page = await porta.visit()
  await reads(page)
  const { entradas } = await keptBy(page)
  return new Set(entradas.map(({ credencialid }) => credencialid))
}

/** Waits until the phone has sent everything. @returns the credencialids the server has */
async function sent(porta: Porta): Promise<Set<string>> {
  await porta.phone.page().getByText('0 por enviar', { exact: true }).waitFor({ timeout: 60_000 })
  return new Set(
    lookAt(porta.directory, (db) => valuesOf(db, 'SELECT credencialid FROM entrada')) as string[],
  )
}

// Both run in the page before its own scripts, so they use nothing else of this file.

/** Makes an admitting transaction complete no earlier than 50 ms after it began, as on a slow disk. */
function slowDisk(): void {
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as (
    this: IDBDatabase,
    ...args: Parameters<IDBDatabase['transaction']>
  ) => IDBTransaction
  Object.assign(IDBDatabase.prototype, {
    transaction(this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
      const transaction = begin.apply(this, args)
      if (args[1] !== 'readwrite' || !transaction.objectStoreNames.contains('entradas')) return transaction
      const until = performance.now() + 50
      const hold = () => {
        const request = transaction.objectStore('entradas').count()
        request.onsuccess = () => performance.now() < until && hold()
      }
      hold()
      return transaction
    },
  })
}

type Listening = Parameters<EventTarget['addEventListener']>

/** Makes a writing transaction report that it is complete as soon as it begins. */
function completeTooEarly(): void {
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener')
  Object.assign(IDBTransaction.prototype, {
    addEventListener(this: IDBTransaction, ...args: Listening) {
      const [type, listener] = args
      if (type !== 'complete' || this.mode !== 'readwrite') listen.apply(this, args)
      else if (typeof listener === 'function')
        queueMicrotask(() => {
          listener.call(this, new Event('complete'))
        })
    },
  })
}
