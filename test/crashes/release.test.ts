import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LATEST } from '../../server/repos/sqlite/schema.ts'
import { aSecret } from '../support/environment.ts'
import { gravarEvento } from '../support/process.ts'
import { aMachine, convidados, register } from './machine.ts'

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a good release comes, a broken one does not, and one command goes back: under guests, none of them lost', async () => {
  const machine = await aMachine()
  const first = machine.current()
  const stop = convidados(machine.port)

  expect(await machine.release('good')).toMatchObject({ code: 0 })
  const second = machine.current()
  expect(second).not.toBe(first)
  const broken = await machine.release('broken')
  expect([broken.code, broken.said]).toEqual([
    1,
    expect.stringContaining('does not answer: nothing was changed'),
  ])
  expect(await machine.release('broken-live')).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${second} runs again`) as string,
  })
  expect(machine.current()).toBe(second)
  expect(machine.releases().map((name) => `releases/${name}`)).toEqual([first, second])

  expect(await machine.release('--back')).toEqual({ code: 0, said: `${first} runs\n` })
  expect(machine.current()).toBe(first)

  const { count, lost } = await stop()
  expect(lost).toEqual([])
  expect(machine.convidados()).toBe(count)
  // No copy used for a trial is left.
  expect(machine.left().filter((name) => !/^(arte|convites\.db(-wal|-shm)?)$/.test(name))).toEqual([])
})

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a release ended by ${signal} while it is tried leaves no server with a copy of the guests`, async () => {
    const machine = await aMachine()
    const script = machine.begin(['silent'])
    script.stdout.resume()
    script.stderr.resume()
    const file = `${machine.path}.trial.pid`
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/)
    const pid = Number(readFileSync(file, 'utf8'))
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    })
    script.kill(signal)
    await once(script, 'exit')
    await expect.poll(() => isAlive(pid)).toBe(false)

    expect(await machine.release('good')).toMatchObject({ code: 0 })
    expect(machine.left().filter((name) => /trial(?!\.pid$)/.test(name))).toEqual([])
  })
}

test('going back goes one release at a time, past those a release was made from, and the last three are kept', async () => {
  const machine = await aMachine()
  const first = machine.current()
  const made = [first]
  const makeOne = async () => {
    expect(await machine.release('good')).toMatchObject({ code: 0 })
    made.push(machine.current())
  }
  const goBackTo = async (release = '') =>
    expect(await machine.release('--back')).toEqual({ code: 0, said: `${release} runs\n` })
  await makeOne()
  await makeOne()
  await goBackTo(made[1])
  await goBackTo(first)

  // The next one leads back to the one that ran, which is kept though two are newer.
  await makeOne()
  expect(machine.releases().map((name) => `releases/${name}`)).toContain(first)
  await goBackTo(first)
  expect(await machine.release('--back')).toEqual({
    code: 1,
    said: `release: there is no release before ${first}\n`,
  })

  for (let n = 0; n < 2; n++) await makeOne()
  expect(machine.releases()).toHaveLength(3)
  expect(`releases/${machine.releases().at(-1)}`).toBe(machine.current())
  // One that was made before its predecessor was noted leads back to the one before it by name.
  rmSync(join(dirname(machine.evento), machine.current(), '.before'))
  await goBackTo(made.at(-2))
})

test('an event that closes earlier is closed by the command, without a release or a restart', async () => {
  const machine = await aMachine()
  expect(await machine.releaseClone()).toMatchObject({ code: 0 })
  expect(await register(machine.port, 1)).toBe(303)

  const evento = JSON.parse(readFileSync(machine.evento, 'utf8')) as object
  writeFileSync(machine.evento, JSON.stringify({ ...evento, inscricoesAte: '2026-01-01T12:00:00-03:00' }))
  gravarEvento(machine.path, machine.evento, { CREDENCIAL_SECRET: aSecret('credencial') })
  await expect.poll(() => register(machine.port, 2), { timeout: 10_000, interval: 500 }).toBe(410)
})

test('where the schema rises it says what going back means and asks, before and at going back', async () => {
  const machine = await aMachine()
  expect(await register(machine.port, 1)).toBe(303)
  const first = machine.current()
  const unasked = await machine.release('newer')
  expect(unasked).toMatchObject({ code: 1 })
  expect(unasked.said).toContain(`The database goes from schema ${LATEST} to ${LATEST + 1}`)
  expect(unasked.said).toContain('is lost')
  expect([machine.current(), machine.releases().length, machine.schema()]).toEqual([first, 1, LATEST])

  const copy = `${machine.path}.v${LATEST}`
  machine.copyTo(copy)
  expect(await machine.release('newer', '--yes')).toMatchObject({ code: 0 })
  expect(machine.schema()).toBe(LATEST + 1)
  expect(await register(machine.port, 2)).toBe(303)

  const asked = await machine.release('--back')
  expect([asked.code, machine.schema(), machine.convidados()]).toEqual([1, LATEST + 1, 2])
  expect(asked.said).toContain(`Going back puts ${copy} in its place`)
  const back = await machine.release('--back', '--yes')
  expect(back.code, back.said).toBe(0)
  expect([machine.current(), machine.schema(), machine.convidados()]).toEqual([first, LATEST, 1])
  expect(existsSync(copy)).toBe(true)
})

test('an address that is not set where releases would each have their own database is refused', async () => {
  const machine = await aMachine()
  const env = join(machine.path, '../../.env')
  writeFileSync(env, readFileSync(env, 'utf8').replace(/^SQLITE_PATH=.*$/m, 'SQLITE_PATH=data/convites.db'))
  const { code, said } = await machine.release('good')
  expect([code, said]).toEqual([1, expect.stringContaining('SQLITE_PATH=data/convites.db must begin with /')])
  expect(machine.releases()).toHaveLength(1)
})
