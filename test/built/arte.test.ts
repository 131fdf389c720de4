import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawnOf, hashOf, landingOf } from '../support/landing.ts'
import { freePort, gravarEvento, startProcess } from '../support/process.ts'
import { aDirectory, anEvento } from '../support/temporary.ts'

const of = (day: number) =>
  anEvento({ inicio: `2099-09-${day}T19:30:00-03:00`, fim: `2099-09-${day}T23:30:00-03:00` })

/** The built server for an event, stopped when the test ends. */
async function start(evento: string, directory = aDirectory(), script = 'main.js', env = {}) {
  const server = await startProcess(`build/node/${script}`, directory, { EVENTO: evento, ...env })
  onTestFinished(async () => {
    await server.stop()
  })
  return server
}

test('two servers of one build show the picture of their own event, the date its words say', async () => {
  for (const day of [16, 23]) {
    const evento = of(day)
    const shown = await landingOf((await start(evento)).url)
    expect(shown.alt).toContain(`${day} de setembro`)
    expect(shown).toMatchObject(await drawnOf(evento))
  }
})

test('a server whose event moves shows the new picture with the new date, without a restart; back again, the one that was kept', async () => {
  const directory = aDirectory()
  const { url } = await start(of(16), directory)
  for (const day of [16, 23, 16]) {
    const evento = of(day)
    gravarEvento(join(directory, 'convites.db'), evento)
    const shown = async () => (await landingOf(url)).alt
    await expect.poll(shown, { timeout: 10_000, interval: 200 }).toContain(`${day} de setembro`)
    expect(await landingOf(url)).toMatchObject(await drawnOf(evento))
  }
  expect(readdirSync(join(directory, 'arte'))).toHaveLength(2)
})

test('a restart shows what was kept', async () => {
  const directory = aDirectory()
  const evento = of(16)
  await (await start(evento, directory)).stop()
  const [name = ''] = readdirSync(join(directory, 'arte'))
  writeFileSync(join(directory, 'arte', name, 'convite-retrato.svg'), '<svg id="kept"/>')
  expect((await landingOf((await start(evento, directory)).url)).retrato).toBe(hashOf('<svg id="kept"/>'))
})

test('killed at any moment of its first start, the next one shows the whole picture', async () => {
  const directory = aDirectory()
  const evento = of(16)
  for (const ms of [250, 450, 600, 750, 900, 1_050]) {
    const env = {
      NODE_ENV: 'production' as const,
      EVENTO: evento,
      SQLITE_PATH: join(directory, 'convites.db'),
      PORT: String(await freePort()),
    }
    const child = spawn(process.execPath, ['build/node/main.js'], { env, stdio: 'ignore' })
    await new Promise((resolve) => setTimeout(resolve, ms))
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect(await landingOf((await start(evento, directory)).url)).toMatchObject(await drawnOf(evento))
})

test('stock remix-serve serves the pictures, too', async () => {
  const evento = of(23)
  const { url } = await start(evento, aDirectory(), 'remix-serve.js', { STORAGE: 'memory' })
  expect(await landingOf(url)).toMatchObject(await drawnOf(evento))
})

for (const script of ['main.js', 'remix-serve.js']) {
  test(`${script} says at its start what of the event cannot be drawn`, async () => {
    await expect(start(anEvento({ titulo: 'Festa 牛' }), aDirectory(), script)).rejects.toThrow(
      /it ended with 1: .*“牛” in ““Festa 牛””/s,
    )
  })
}

test('where memory is short, the machine ends what draws before it ends the server', async (context) => {
  context.skip(process.platform !== 'linux', 'only Linux is told')
  const drawer = fork('build/node/arte/drawer.js')
  onTestFinished(() => void drawer.kill('SIGKILL'))
  const adjusted = () => readFileSync(`/proc/${drawer.pid}/oom_score_adj`, 'utf8').trim()
  await expect.poll(adjusted).toBe('1000')
})
