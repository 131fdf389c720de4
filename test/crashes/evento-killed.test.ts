import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { descricaoOf } from '../../server/domain/descricao.ts'
import { readEvento } from '../../server/config.ts'
import { production } from '../support/environment.ts'
import { nameOf } from '../support/journey.ts'
import { drawnOf, landingOf } from '../support/landing.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { freePort } from '../support/process.ts'
import { openHouse } from '../support/sqlite-house.ts'
import { anEvento } from '../support/temporary.ts'

const HREF = '/painel/evento'
const eventoOn = (day: number) =>
  anEvento({ inicio: `2099-09-${day}T19:30:00-03:00`, fim: `2099-09-${day}T23:30:00-03:00` })

/** A server in production, whose event is on the 16th, with a guest and an organiser. */
async function openProduction() {
  const house = openHouse()
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...production,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY_HOPS: '0',
    PORT: port,
    EVENTO: eventoOn(16),
  }
  const start = () => house.start(env)
  const server = await start()
  const { stdout } = spawnSync(
    process.execPath,
    ['build/node/cli/main.js', 'equipe', 'convidar', 'Cida', '--papel', 'organizacao'],
    { env: { ...env, NODE_ENV: 'production', SQLITE_PATH: house.path }, encoding: 'utf8' },
  )
  const organiser = await pairOrganiser({ url: origin, printed: () => stdout })
  const convidado = new URLSearchParams({ nome: nameOf(1), telefone: '11987654321', email: '' })
  expect((await organiser.send('/cadastro', convidado)).status).toBe(303)
  /** Presses Gravar for a day, from a version with another day. */
  const gravar = async (versao: number, was: number, is: number) => {
    const form = new URLSearchParams({ versao: String(versao), avisar: 'sim', ato: 'gravar' })
    for (const [prefix, day] of [
      ['', is],
      ['era-', was],
    ] as const)
      for (const [campo, value] of Object.entries(descricaoOf(readEvento(eventoOn(day)))))
        form.set(prefix + campo, value)
    return organiser.send(HREF, form)
  }
  return {
    server,
    start,
    gravar,
    landing: () => landingOf(origin),
    hasQueue: async () => (await organiser.follow('/painel/envios')).includes('fila=mudanca'),
    isStored: (versao: number) => house.count(`evento WHERE versao = ${versao}`) === 1,
    lines: () => house.count(`historico WHERE ato = 'mudou-evento'`),
  }
}

for (const ms of [0, 20, 60, 150, 400, 800]) {
  test(`killed ${ms} ms after Gravar, the next start shows the former day or the new one whole, its queue with it, and Gravar again stores it once`, async () => {
    const { server, start, gravar, landing, hasQueue, isStored, lines } = await openProduction()
    const lost = gravar(1, 16, 23).catch(() => null)
    await sleep(ms)
    await server.stop('SIGKILL')
    await lost
    await start()
    const isMoved = isStored(2)
    const day = isMoved ? 23 : 16
    const told = expect.stringContaining(`${day} de setembro`) as string
    expect(await landing()).toEqual({ ...(await drawnOf(eventoOn(day))), alt: told, descricao: told })
    expect([await hasQueue(), lines()]).toEqual([isMoved, isMoved ? 1 : 0])

    expect((await gravar(1, 16, 23)).location).toBe(`${HREF}?feito=avisar`)
    expect([isStored(2), await hasQueue(), lines()]).toEqual([true, true, 1])
    expect((await gravar(2, 23, 24)).location).toBe(`${HREF}?feito=avisar`)
    await expect.poll(async () => (await landing()).alt, { timeout: 15_000 }).toContain('24 de setembro')
    expect(await landing()).toMatchObject(await drawnOf(eventoOn(24)))
  })
}
