import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readField, readText } from '../support/html.ts'
import { nameOf, openJar, telefoneOf } from '../support/journey.ts'
import { halfWrittenIn } from '../support/sqlite-value.ts'
import { MESA, openHouse } from '../support/sqlite-house.ts'

/** Lets no file of the process grow past this many bytes: for a writer, a full disk. */
const limitFiles = (pid: number | undefined, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])

const convidado = (n: number) => ({ nome: nameOf(n), telefone: telefoneOf(n), email: '' })

test('a disk without room is a 503 with what was typed, nothing is confirmed that is not stored, and it recovers by itself', async () => {
  const house = openHouse()
  const { url, child } = await house.start()
  let confirmed = 0
  for (; confirmed < 5; confirmed++)
    expect((await openJar(url).post('/cadastro', convidado(confirmed))).status).toBe(303)

  limitFiles(child.pid, statSync(`${house.path}-wal`).size)
  for (let n = 100; n < 110; n++) {
    const refused = await openJar(url).post('/cadastro', convidado(n))
    expect([refused.status, readField(refused.html, 'nome')]).toEqual([503, nameOf(n)])
    expect(readText(refused.html)).toContain('O cadastro não foi salvo')
  }
  const claim = await openJar(url).post(`/${MESA}`)
  expect([claim.status, readText(claim.html).includes('VOLTAMOS JÁ')]).toEqual([503, true])
  await expect.poll(async () => (await openJar(url).get('/saude')).status).toBe(503)
  expect((await openJar(url).get(`/${MESA}`)).status).toBe(200)
  expect(house.count('credencial')).toBe(confirmed)

  limitFiles(child.pid, 'unlimited')
  // One answer of /saude is reused for a second.
  await expect.poll(async () => (await openJar(url).get('/saude')).status).toBe(200)
  expect((await openJar(url).post('/cadastro', convidado(100))).status).toBe(303)
  expect(house.count('credencial')).toBe(confirmed + 1)
  expect(halfWrittenIn(house.path)).toEqual([])
})
