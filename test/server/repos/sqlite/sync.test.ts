import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { NOW } from '../../../support/factories.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'

const isTraceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
const CONVIDADOS = 20

/** System calls of a process that registers guests: `sync` of the log, `ack` on its standard output. */
async function trace(path: string, env: Record<string, string> = {}): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'convites-strace-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const output = join(directory, 'trace')
  const worker = ['test/support/sqlite-worker.mjs', 'register', path, 'a', String(CONVIDADOS), String(NOW)]
  const args = [
    '-f',
    '-y',
    '-e',
    'trace=fsync,fdatasync,write,pwrite64',
    '-o',
    output,
    process.execPath,
    ...worker,
  ]
  const { status, stderr } = spawnSync('strace', args, {
    env: { ...process.env, ...env },
    input: 'begin\n',
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return readFileSync(output, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (/ f(data)?sync\(\d+<.*-wal>/.test(line)) return ['sync']
      return / write\(1<[^>]*>, "\d+\\n/.test(line) ? ['ack'] : []
    })
}

/** How many answers were given before the log was on disk. */
function unsynced(calls: string[]): number {
  let isSynced = false
  let count = 0
  for (const call of calls) {
    if (call === 'ack' && !isSynced) count++
    isSynced = call === 'sync'
  }
  return count
}

async function aFile(): Promise<string> {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  return harness.path
}

/** Where calls cannot be traced, only the setting is checked (faults.test.ts). */
const traced =
  (run: () => Promise<void>) =>
  async ({ annotate }: TestContext) => {
    if (isTraceable) await run()
    else await annotate('strace is missing or not allowed: nothing was traced')
  }

test(
  'no registration is answered before the log is on the disk',
  traced(async () => {
    const calls = await trace(await aFile())
    expect(calls.filter((call) => call === 'ack')).toHaveLength(CONVIDADOS)
    expect(unsynced(calls)).toBe(0)
  }),
)

test(
  'with synchronous=NORMAL they are answered before, and the trace shows it',
  traced(async () => {
    const database = new URL('../../../../build/node/repos/sqlite/database.js', import.meta.url).href
    const preload = `data:text/javascript,import {Database as D} from ${JSON.stringify(database)};const e=D.prototype.exec;Object.defineProperty(D.prototype,'exec',{value:function(s){return e.call(this,s.replace('FULL','NORMAL'))}})`
    const calls = await trace(await aFile(), {
      NODE_OPTIONS: `--import=${preload.replaceAll(' ', '%20').replaceAll('"', '%22')}`,
    })
    expect(calls.filter((call) => call === 'ack')).toHaveLength(CONVIDADOS)
    expect(unsynced(calls)).toBeGreaterThan(CONVIDADOS / 2)
  }),
)
