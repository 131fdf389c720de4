import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { halfWrittenIn, valueOf, valuesOf } from '../support/sqlite-value.ts'
import { EXCLUIDO } from '../../server/domain/entrada.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { anEmpresa, NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { startOnSqlite } from '../support/storage-workers.ts'
import { temporaryDatabasePath } from '../support/temporary.ts'

async function aDatabase() {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa-1', icredencial: 1_000_000 }))
  return harness
}

test('a process killed while it registers loses nothing it acknowledged and leaves nothing half-written', async () => {
  const harness = await aDatabase()
  let acknowledged = 0
  for (let round = 0; round < 8; round++) {
    const worker = await startOnSqlite('flood', harness.path, `kill-${round}`, 0, NOW)
    worker.begin()
    // Another moment in each round, always after the first answers.
    while (worker.lines.length < 20 + 17 * round) await new Promise((resolve) => setTimeout(resolve, 1))
    worker.process.kill('SIGKILL')
    expect((await worker.ended).signal).toBe('SIGKILL')
    acknowledged += worker.lines.length

    const db = new Database(harness.path)
    const stored = new Set(valuesOf(db, 'SELECT credencialid FROM credencial'))
    expect(worker.lines.filter((id) => !stored.has(id))).toEqual([])
    expect(halfWrittenIn(harness.path, { isTable: true })).toEqual([])
    // Acknowledged ≤ stored ≤ acknowledged + the one in progress when each process was killed.
    expect(stored.size).toBeGreaterThanOrEqual(acknowledged)
    expect(stored.size).toBeLessThanOrEqual(acknowledged + round + 1)
    db.close()
  }
})

test('a process killed while it stores admissions stores each batch whole or not at all, and loses none it acknowledged', async () => {
  const path = temporaryDatabasePath()
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  for (let round = 0; round < 5; round++) {
    const { marca } = await storage.porta.since(null)
    const worker = await startOnSqlite('admit', path, `kill-${round}`, 0, NOW)
    worker.begin()
    while (worker.lines.length < 3 + 4 * round) await new Promise((resolve) => setTimeout(resolve, 1))
    worker.process.kill('SIGKILL')
    await worker.ended

    const ofThisRound = ({ aparelhoid }: { aparelhoid: string }) => aparelhoid === `kill-${round}`
    const offList = (await storage.entradas.listAnotadas(0, 10_000)).entradas.filter(ofThisRound)
    const noted = offList.filter(({ anotado }) => anotado !== EXCLUIDO)
    const known = (await storage.entradas.listOf(String(NOW))).filter(ofThisRound)
    // Nobody is stored as that guest: each fact has its copy off the list.
    const copies = offList.length - noted.length
    expect([noted.length % 50, known.length, copies]).toEqual([0, noted.length, noted.length])
    expect(noted.every(({ anotado, seq }) => anotado === `Tia ${seq}`)).toBe(true)
    expect(noted.length / 50).toBeGreaterThanOrEqual(worker.lines.length)
    expect(noted.length / 50).toBeLessThanOrEqual(worker.lines.length + 1)
    expect((await storage.porta.since(marca)).removidos).toEqual([String(NOW)])
  }
})

test('a process killed amid making personal invitations, a withdrawal or Desfazer does each whole or not at all', async () => {
  const harness = await aDatabase()
  for (let round = 0; round < 8; round++) {
    const worker = await startOnSqlite('holder', harness.path, `kill-${round}`, 0, NOW + round * 1_000_000)
    worker.begin()
    while (worker.lines.length < 15 + 7 * round) await new Promise((resolve) => setTimeout(resolve, 1))
    worker.process.kill('SIGKILL')
    expect((await worker.ended).signal).toBe('SIGKILL')

    expect(halfWrittenIn(harness.path)).toEqual([])
    const db = new Database(harness.path)
    const atos = (ato: string, alvo: string) =>
      Number(valueOf(db, `SELECT count(*) FROM historico WHERE ato = '${ato}' AND alvo = '${alvo}'`))
    for (const [did = '', what = ''] of worker.lines.map((line) => line.split(' '))) {
      if (did === 'withdrawn') expect(atos('desistiu', what)).toBe(1)
      if (did === 'returned') expect(atos('voltou', what)).toBe(1)
      if (did === 'created')
        expect(valueOf(db, `SELECT count(*) FROM convitepessoal WHERE codigo = '${what}'`)).toBe(1)
    }
    // Three at a time or none, and one history line for each time.
    expect(valueOf(db, 'SELECT count(*) FROM convitepessoal')).toBe(3 * atos('criou-convites', 'mesa-1'))
    const desistencias = Number(valueOf(db, `SELECT count(*) FROM historico WHERE ato = 'desistiu'`))
    const undone = Number(valueOf(db, `SELECT count(*) FROM historico WHERE ato = 'voltou'`))
    expect(valueOf(db, 'SELECT count(*) FROM desistencia')).toBe(desistencias)
    expect(valueOf(db, 'SELECT count(*) FROM desistencia WHERE desfeitaem IS NOT NULL')).toBe(undone)
    db.close()
  }
})
