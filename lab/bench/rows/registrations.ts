import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Database } from '../../../server/repos/sqlite/database.ts'
import { databaseOf, HOST, startProduct, startRemixServe, withContestants } from '../contestants.ts'
import { drive, type Ask } from '../drive.ts'
import { interleave, type Measurement } from '../measurement.ts'
import { start, stop, type Contestant } from '../process.ts'

/** What registering costs, against SQLite alone and against stock remix-serve that stores nothing. */
export const registrations: Measurement = {
  rows: [
    {
      name: 'registrations/s',
      goal: { kind: 'at-least', value: 0.4 },
      unit: '/s',
      peer: 'raw SQLite commits, FULL',
    },
    {
      name: 'CPU per registration',
      goal: { kind: 'at-most', value: 1 },
      unit: 'ms',
      peer: 'stock remix-serve without storage',
    },
  ],
  measure: ({ rounds, seconds }, directory) =>
    withContestants([startProduct(directory), startRemixServe(directory, 'memory')], async (servers) => {
      const [product, remixServe] = servers
      if (!product || !remixServe) throw new Error('not started')
      const sqlite = start('build/lab/lab/bench/peers/sqlite.js', [
        databaseOf(directory, 'product'),
        databaseOf(directory, 'raw'),
      ])
      try {
        const convidados = { product: 0, remixServe: 0 }
        const runs = [
          () => register(product, seconds, () => convidados.product++),
          async () => {
            sqlite.send({ seconds })
            return { perSecond: await answerOf(sqlite), cpuMs: 0, answers: 0 }
          },
          () => register(remixServe, seconds, () => convidados.remixServe++),
        ]
        const warm = await interleave(1, runs)
        const [ours = [], commits = [], stock = []] = await interleave(rounds, runs)
        const acknowledged = [...(warm[0] ?? []), ...ours].reduce((sum, { answers }) => sum + answers, 0)
        const stored = countStored(databaseOf(directory, 'product'))
        if (stored !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${stored} stored`)
        return [
          {
            ours: ours.map(({ perSecond }) => perSecond),
            peer: commits.map(({ perSecond }) => perSecond),
            note: `${stored} acknowledged and as many stored`,
          },
          {
            ours: ours.map(({ cpuMs }) => cpuMs),
            peer: stock.map(({ cpuMs }) => cpuMs),
            note: 'user and system time, all threads',
          },
        ]
      } finally {
        await stop(sqlite)
      }
    }),
}

/** Commits per second, once the peer has counted them. @throws Error when it ends instead */
async function answerOf(sqlite: ChildProcess): Promise<number> {
  const ended = once(sqlite, 'exit').then(() => Promise.reject(new Error('raw SQLite ended')))
  const [answer] = (await Promise.race([once(sqlite, 'message'), ended])) as [{ perSecond: number }]
  return answer.perSecond
}

async function register(server: Contestant, seconds: number, next: () => number) {
  const before = server.cpuMs()
  const { answers, perSecond } = await drive({
    port: server.port,
    seconds,
    ask: () => registrationOf(next()),
  })
  return { answers, perSecond, cpuMs: (server.cpuMs() - before) / answers }
}

/** A guest not used before, without a cookie: stored, and answered with 303 and no body. */
export function registrationOf(n: number): Ask {
  const nome = `CONVIDADO ${String(n).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`
  const body = new URLSearchParams({ nome, telefone: '11987654321', email: '' }).toString()
  const head = [
    'POST /cadastro HTTP/1.1',
    `Host: ${HOST}`,
    'Accept-Encoding: gzip, deflate, br',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ]
  return { text: `${head.join('\r\n')}\r\n\r\n${body}`, status: 303, minBytes: 0, maxBytes: 0 }
}

function countStored(path: string): number {
  const db = new Database(path, { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS stored FROM credencial').get()?.stored)
  } finally {
    db.close()
  }
}
