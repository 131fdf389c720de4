import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDrawingProcess } from '../../../server/arte/draw-process.ts'
import { aCertificado } from '../../support/a-certificado.ts'
import { collectLog } from '../../support/log.ts'
import { aDirectory } from '../../support/temporary.ts'

const ASKED = aCertificado()

/** A drawer whose process runs this code, and what is logged about it. */
function aDrawer(code: string, running = {}) {
  const directory = aDirectory()
  const drawer = join(directory, 'drawer.mjs')
  writeFileSync(drawer, `import { existsSync, writeFileSync } from 'node:fs'\n${code}`)
  const { log, lines } = collectLog()
  const process = createDrawingProcess(log, { drawer, ...running })
  onTestFinished(() => process.close())
  const draw = async () => {
    const bytes = await process.draw(ASKED, 'pdf')
    return bytes && Buffer.from(bytes).toString()
  }
  return { draw, close: process.close, lines, marker: join(directory, 'marker') }
}

const ANSWERS_ITS_PID = `process.on('message', () =>
  process.send({ kind: 'drawn', bytes: new Uint8Array(Buffer.from(String(process.pid))) }))`

/** Whether a process exists. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one process draws again and again, and ends when nobody asks', async () => {
  const { draw } = aDrawer(ANSWERS_ITS_PID, { idleMs: 300 })
  const [first, second] = [await draw(), await draw()]
  expect(second).toBe(first)
  await expect.poll(() => isThere(Number(first))).toBe(false)
  const third = await draw()
  expect(Number(third)).toBeGreaterThan(0)
  expect(third).not.toBe(first)
})

test('a process killed amid a drawing is begun again, and whoever asked has the answer', async () => {
  const { draw, lines } = aDrawer(`process.on('message', () => {
    const marker = new URL('marker', import.meta.url)
    if (existsSync(marker)) process.send({ kind: 'drawn', bytes: new Uint8Array([111, 107]) })
    else {
      writeFileSync(marker, '')
      process.kill(process.pid, 'SIGKILL')
    }
  })`)
  expect(await draw()).toBe('ok')
  expect(lines).toMatchObject([{ end: 'SIGKILL', msg: 'what draws certificates ended amid a drawing' }])
})

test('a process killed while nobody waited for it is begun again', async () => {
  const { draw } = aDrawer(ANSWERS_ITS_PID)
  const first = await draw()
  process.kill(Number(first), 'SIGKILL')
  expect(Number(await draw())).toBeGreaterThan(0)
})

test('one that ends each time, or cannot begin, or takes too long, is to be asked for again, and the log says why', async () => {
  const ends = aDrawer(`process.on('message', () => process.exit(3))`)
  expect(await ends.draw()).toBeNull()
  expect(ends.lines).toMatchObject([{ end: '3' }, { end: '3' }])
  const broken = aDrawer('process.exit(1)')
  expect(await broken.draw()).toBeNull()
  const endless = aDrawer(`process.on('message', () => {})`, { patienceMs: 500 })
  expect(await endless.draw()).toBeNull()
  expect(endless.lines).toMatchObject([{ msg: 'drawing certificates took too long: it is ended' }])
})

test('what fails in drawing is an error, and the process draws the next', async () => {
  const { draw } = aDrawer(`let asked = 0
    process.on('message', () => process.send(asked++ === 0
      ? { kind: 'failed', problem: 'no such letter' }
      : { kind: 'drawn', bytes: new Uint8Array([111, 107]) }))`)
  await expect(draw()).rejects.toThrow('no such letter')
  expect(await draw()).toBe('ok')
})

test('closed, it ends what draws, begins none again, and says nothing', async () => {
  const { draw, close, lines } = aDrawer(`process.on('message', () => {})`)
  const waiting = draw()
  await new Promise((done) => setTimeout(done, 300))
  await close()
  expect(await waiting).toBeNull()
  expect(await draw()).toBeNull()
  expect(lines).toEqual([])
})
