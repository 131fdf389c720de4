import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EntradaEnviada, Resposta, Revogado } from '../../server/domain/porta-sync.ts'
import { Database } from '../../server/repos/sqlite/database.ts'
import { createCookies } from '../support/cookies.ts'
import { readText } from '../support/html.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { openHouse } from '../support/sqlite-house.ts'

/** The posts of this house's phones; each answer is read whole. */
async function aHouse() {
  const house = openHouse()
  const server = await house.start({ POSTS_PER_MINUTE: '600' })
  const organiser = await pairOrganiser(server)
  const equipe = (...args: string[]) => {
    const env = { ...process.env, SQLITE_PATH: house.path }
    return spawnSync(process.execPath, ['build/node/cli/main.js', 'equipe', ...args], {
      env,
      encoding: 'utf8',
    }).stdout
  }
  const phone = async (nome: string) => {
    const path = /\/equipe\/\S+/.exec(equipe('convidar', nome, '--papel', 'porta'))?.[0] ?? ''
    const cookies = createCookies()
    const paired = await fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual' as const,
      headers: { Origin: server.url },
    })
    cookies.keep(paired.headers.getSetCookie())
    expect([nome, paired.status]).toEqual([nome, 303])
    return async (entradas: EntradaEnviada[], porEnviar = 0, marca: string | null = null) => {
      const response = await fetch(`${server.url}/porta/sync`, {
        method: 'POST',
        headers: { Cookie: cookies.header(), Origin: server.url, 'Content-Type': 'application/json' },
        body: JSON.stringify({ marca, entradas, porEnviar }),
      })
      return { status: response.status, body: (await response.json()) as Resposta & Revogado }
    }
  }
  const revoke = (nome: string) => {
    const db = new Database(house.path)
    const found = db.prepare<[string], { id: string }>('SELECT aparelhoid AS id FROM aparelho WHERE nome = ?')
    const id = found.get(nome)?.id ?? ''
    db.close()
    expect(equipe('revogar', id)).toContain('Revogado')
  }
  const porta = async () => (await organiser.send('/painel/porta')).response.text()
  return { house, server, phone, revoke, porta }
}

let seq = 0
const noted = (fields: Partial<EntradaEnviada> = {}): EntradaEnviada => ({
  entradaid: randomUUID(),
  credencialid: '',
  seq: ++seq,
  lidaem: Date.now(),
  desvio: 0,
  modo: 'busca',
  anula: null,
  anotado: 'PESSOA '.repeat(20),
  ...fields,
})
const many = (count: number) => Array.from({ length: count }, () => noted())
const batchesOf = (facts: EntradaEnviada[]) =>
  Array.from({ length: Math.ceil(facts.length / 100) }, (_, n) => facts.slice(n * 100, n * 100 + 100))

test('a phone that floods before and after it is revoked is bounded, and holds up neither the board nor the other phones', async () => {
  const { house, phone, revoke, porta } = await aHouse()
  const [hostile, honest] = [await phone('HOSTIL'), await phone('PORTA B')]
  const flood = many(5_000)
  for (const batch of batchesOf(flood)) expect((await hostile(batch)).body.guardadas).toHaveLength(100)
  revoke('HOSTIL')

  const dated = many(14_900).map((fact) => ({ ...fact, lidaem: fact.lidaem - 60_000 }))
  const statuses = new Map<number, number>()
  let acknowledged = 0
  for (const batch of batchesOf(dated)) {
    const { status, body } = await hostile(batch, 10_000)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    acknowledged += status === 403 ? body.guardadas.length : 0
  }
  // A minute may pass on a busy machine, and start another sixty.
  expect(statuses.get(429) ?? 0).toBeGreaterThan(0)
  expect([acknowledged, house.count('entrada')]).toEqual([300, 5_300])

  const own = many(100)
  await honest(own)
  const annulments = own.map(({ entradaid }) => noted({ anula: entradaid }))
  const begun = performance.now()
  const [annulled, page] = await Promise.all([honest(annulments), porta()])
  // Some milliseconds alone; thirty seconds if each annulment read everything that was noted.
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(annulled.body.guardadas).toHaveLength(100)
  expect(page.length).toBeLessThan(300_000)
  expect(readText(page)).toMatch(/1 a 100 de 5\.[34]00/)
  expect(readText(page)).toContain('Receber')
}, 240_000)
