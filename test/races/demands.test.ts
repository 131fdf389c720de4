import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, beforeAll, afterAll } from 'vitest'
import { backupsIn } from '../../server/repos/sqlite/copies.ts'
import { openSqlite, restoreSqlite } from '../../server/repos/sqlite/index.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { anEmpresa, anEventoGravado, NOW, unique } from '../support/factories.ts'
import { openFirebaseAt } from '../support/firebase-harness.ts'
import { findEmulator, startEmulator, type Emulator } from '../support/firestore/emulator.ts'
import { insistently } from '../support/insistently.mjs'
import { newDirectory, removeDirectory } from '../support/process.ts'
import { startFakeRtdb, type FakeRtdb } from '../support/rtdb/fake.ts'
import { startWorker } from '../support/workers.ts'

/** How often each race is run: `RACE_ROUNDS=50` for a proof. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 2)

const DAY_MS = 86_400_000

interface Two {
  storage: Storage
  /** The place the processes opened. */
  where: string
  /** Makes a process act. */
  a: (act: string, asked?: object) => Promise<unknown>
  b: (act: string, asked?: object) => Promise<unknown>
  /** Stops the first process, or lets it go on. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Waits a random time of at most this many milliseconds. */
  later: (most: number) => Promise<void>
}

/** What is done at once, what must hold afterwards, and how many companies there are besides `mesa`. */
interface Race {
  empresas: number
  /** For storage whose copies are files. */
  isOfSqlite?: true
  run: (two: Two) => Promise<unknown>
}

const RACES: Record<string, Race> = {
  'guests of a sheet are recorded while everything is erased: nobody is left': {
    empresas: 0,
    async run({ storage, a, b, later }) {
      await a('enviar')
      const recording = a('planilha', { count: 150 })
      await later(1_000)
      expect(await b('apagar')).toEqual(expect.any(Number))
      const registered = await recording
      expect(registered).toEqual(expect.any(Number))
      expect(await insistently(() => storage.credenciais.countPersonalData())).toMatchObject({
        convidados: 0,
        chaves: 0,
      })
      return registered
    },
  },
  'a company is removed while it is corrected and its link closed: no mesa is left of it': {
    empresas: 0,
    async run({ storage, a, b, later }) {
      const [correction, removal] = await Promise.all([a('corrigir'), later(30).then(() => b('remover'))])
      expect(correction).not.toHaveProperty('error')
      // A retry under load may find that it was done before.
      expect(removal).toMatchObject({
        kind: expect.stringMatching(/^(removed|empresa-not-found)$/) as string,
      })
      expect(await insistently(() => storage.mesas.find('mesa'))).toMatchObject({
        telefone: '',
        fechada: false,
      })
    },
  },
  'a company is added while another event begins: what was answered is stored': {
    empresas: 150,
    async run({ storage, a, b }) {
      const [added, begun] = await Promise.all([a('nova'), b('outro')])
      expect([added, begun]).toEqual([true, 'comecou'])
      const nova = await insistently(() => storage.empresas.find('nova', NOW))
      expect(nova?.empresa.contato).toBe('Ana')
      expect(await insistently(() => storage.mesas.find('nova'))).toMatchObject({
        telefone: '65987654321',
        numero: '7',
      })
    },
  },
  'a process stands still while another event begins: nobody registers into it': {
    empresas: 5,
    async run({ storage, a, b, signal, later }) {
      const registering = a('cadastrar', { ms: 1_000 })
      await later(400)
      signal('SIGSTOP')
      // SQLite waits for a lock that the process may hold.
      const awake = sleep(2_000).then(() => signal('SIGCONT'))
      expect(await b('outro')).toBe('comecou')
      await awake
      const kinds = await registering
      expect(await insistently(() => storage.credenciais.countPersonalData())).toMatchObject({
        convidados: 0,
        chaves: 0,
      })
      const mesa = await insistently(() => storage.empresas.find('mesa', NOW))
      expect(mesa?.empresa.licredencial).toBe(0)
      return kinds
    },
  },
  'a former link of a table makes no invitations in the next event': {
    empresas: 5,
    async run({ storage, a, b, signal, later }) {
      const making = a('convidar', { ms: 800 })
      await later(200)
      signal('SIGSTOP')
      const awake = sleep(400).then(() => signal('SIGCONT'))
      expect(await b('outro')).toBe('comecou')
      await awake
      const kinds = await making
      expect(await insistently(() => storage.convites.list('mesa'))).toEqual([])
      const mesa = await insistently(() => storage.empresas.find('mesa', NOW))
      expect(mesa?.empresa.licredencial).toBe(0)
      return kinds
    },
  },
  'two erase at once, their clocks a day apart: one is the last, and an erasure after both, by any clock': {
    empresas: 0,
    async run({ storage, a, b, later }) {
      const apagadoem = async () =>
        (await insistently(() => storage.credenciais.countPersonalData())).apagadoem
      await a('cadastrar', { ms: 100 })
      await Promise.all([a('apagar', { em: NOW + DAY_MS }), later(30).then(() => b('apagar', { em: NOW }))])
      expect([NOW + DAY_MS, NOW]).toContain(await apagadoem())
      await a('cadastrar', { ms: 100 })
      expect(await b('apagar', { em: NOW - DAY_MS })).toBeGreaterThan(0)
      expect(await apagadoem()).toBe(NOW - DAY_MS)
    },
  },
  'copies are made while all is erased twice, once by a clock a day ahead: none brings anybody back': {
    empresas: 0,
    isOfSqlite: true,
    async run({ storage, where, a, b, later }) {
      const copying = a('copiar', { ms: 700 })
      for (const em of [NOW + DAY_MS, NOW]) {
        await b('cadastrar', { ms: 100 })
        await later(200)
        await b('apagar', { em })
      }
      const turns = await copying
      // They belong to the present, and no check takes them for older than an erasure.
      expect(storage.backups?.left()).toEqual([])
      await a('copiar', { ms: 20 })
      const directory = `${where}.copias`
      const copies = backupsIn(where, directory)
      expect(copies.length).toBeGreaterThan(0)
      for (const { path: file } of copies) {
        const path = `${where}.posta`
        const asked = { file, path, backupDirectory: directory, fingerprint: '', chaveOf: () => '' }
        const put = await restoreSqlite({
          ...asked,
          isDamagedReplaced: false,
          now: NOW,
          newId: () => unique('posta'),
        })
        expect(put).toMatchObject({ kind: 'restored', convidados: 0 })
        rmSync(path)
      }
      return { turns, copies: copies.length }
    },
  },
}

/** @param open opens a new place for a round. @returns how this process and the others name it */
function racesOf(
  kind: 'sqlite' | 'firebase',
  rtdbUrl: () => string,
  env: () => Record<string, string>,
  open: () => Promise<{ storage: Storage; where: string }>,
): void {
  const start = async () => {
    const worker = await startWorker(
      new URL('../support/demand-worker.mjs', import.meta.url),
      [kind, rtdbUrl()],
      env(),
    )
    onTestFinished(() => void worker.process.kill('SIGKILL'))
    let asked = 0
    const ask = async (act: string, fields: object = {}): Promise<unknown> => {
      worker.process.stdin?.write(`${JSON.stringify({ act, ...fields })}\n`)
      const lines = await worker.answered(++asked)
      return JSON.parse(lines[asked - 1] ?? 'null') as unknown
    }
    return { ask, signal: (signal: NodeJS.Signals) => void worker.process.kill(signal) }
  }

  for (const [name, { empresas, isOfSqlite = false, run }] of Object.entries(RACES)) {
    if (isOfSqlite && kind !== 'sqlite') continue
    test(`${name}, ${ROUNDS} times`, async ({ annotate }) => {
      const [a, b] = [await start(), await start()]
      const broken: string[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const { storage, where } = await open()
        const ids = ['mesa', ...Array.from({ length: empresas }, (_, n) => `e${n}`)]
        const named = { nome: 'Mesa', contato: '', solicitante: '', icredencial: 900, cnpj: '' }
        const companies = ids.map((empresaid) => {
          const stored = { ...anEmpresa({ ...named, empresaid }) }
          return { kind: 'empresa' as const, empresa: parseEmpresa(empresaid, stored) }
        })
        // The machine is busy, above all with 150 companies at once, so unanswered writes are retried.
        await insistently(() => storage.transfer.write(companies))
        await insistently(() => storage.eventos.adotar(anEventoGravado(), NOW))
        await Promise.all([a, b].map(({ ask }) => ask('open', { where })))
        const later = (most: number) => sleep(50 + ((round * 7919) % 100) * (most / 100))
        const told = await run({ storage, where, a: a.ask, b: b.ask, signal: a.signal, later }).catch(
          (error: unknown) => {
            a.signal('SIGCONT')
            broken.push(String(error))
          },
        )
        if (round === 0) await annotate(JSON.stringify(told ?? null))
        await storage.close()
      }
      expect(broken).toEqual([])
    })
  }
}

describe('SQLite, two processes', () => {
  const directory = newDirectory()
  afterAll(() => removeDirectory(directory))
  racesOf(
    'sqlite',
    () => '',
    () => ({}),
    async () => {
      const where = join(directory, `${unique('corrida')}.db`)
      const backups = { directory: `${where}.copias`, everyMs: Infinity, keep: 50 }
      return { where, storage: await openSqlite(where, { backups }) }
    },
  )
})

const source = await findEmulator()

describe.skipIf(source === null)('Firestore, two processes on the official emulator', () => {
  let emulator: Emulator | undefined
  let rtdb: FakeRtdb | undefined
  beforeAll(async () => {
    if (source) emulator = await startEmulator(source)
    rtdb = await startFakeRtdb()
  }, 40_000)
  afterAll(async () => {
    await emulator?.stop()
    await rtdb?.close()
  })
  const host = () => emulator?.host ?? ''
  racesOf(
    'firebase',
    () => rtdb?.url ?? '',
    () => ({ FIRESTORE_EMULATOR_HOST: host(), METADATA_SERVER_DETECTION: 'none' }),
    async () => {
      const where = `demo-${unique('corrida')}`
      return { where, storage: await openFirebaseAt(host(), where, rtdb?.url ?? '') }
    },
  )
})
