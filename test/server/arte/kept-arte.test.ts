import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createArteFiles, DRAWN } from '../../../server/arte/arte.ts'
import { drawInProcess, prepareInProcess } from '../../../server/arte/draw-process.ts'
import { createArteOf, nameOf, drawnBeside } from '../../../server/arte/kept-arte.ts'
import { parseEvento, type Evento } from '../../../server/domain/evento.ts'
import { collectLog } from '../../support/log.ts'
import { aDirectory } from '../../support/temporary.ts'

const EVENTO = parseEvento(JSON.parse(readFileSync('test/support/evento.json', 'utf8')))
const titled = (titulo: string): Evento => ({ ...EVENTO, titulo })

/** A server's pictures in a database's folder, each drawn as the event's title; `drawings` counts them. */
function aHouse(root = aDirectory()) {
  const drawings: string[] = []
  const { log, lines } = collectLog()
  const draw = async ({ titulo }: Evento, png: Uint8Array | null) => {
    drawings.push(png ? `${titulo} ${png[0]}` : titulo)
    await new Promise(setImmediate)
    return new Map(DRAWN.map((name) => [name, Buffer.from(`${titulo} ${name}`)]))
  }
  const kept = drawnBeside({ kind: 'sqlite', path: join(root, 'data/convites.db') }) ?? ''
  return { root, kept, drawings, lines, arteOf: createArteOf(kept, log, draw) }
}

test('an event is drawn once, and a restart finds it, at the same addresses', async () => {
  const first = aHouse()
  const { files } = await first.arteOf(EVENTO)
  expect([...files.keys()]).toEqual(DRAWN)
  expect(files.get('previa.png')?.path).toMatch(/^\/arte\/[0-9a-f]{16}\/previa\.png$/)
  expect(readdirSync(first.kept)).toEqual([nameOf(EVENTO)])
  const again = aHouse(first.root)
  expect((await again.arteOf(EVENTO)).files).toEqual(files)
  expect([first.drawings.length, again.drawings.length]).toEqual([1, 0])
})

test('a logo is drawn on the event’s pictures, and another logo is drawn anew', async () => {
  const { drawings, arteOf } = aHouse()
  const logo = (sign: number) => ({
    imagemid: `logo-${sign}`,
    enviadaem: 0,
    arquivos: ['logo-2x1.png', 'logo.jpg'].map((nome) => ({ nome, bytes: new Uint8Array([sign]) })),
  })
  for (const imagem of [null, logo(1), logo(1), logo(2)]) await arteOf(EVENTO, imagem)
  expect(drawings).toEqual(['', ' 1', ' 2'].map((png) => EVENTO.titulo + png))
})

test('what a process that was killed left is not shown, and is removed once nobody can be writing it', async () => {
  const { root, kept, arteOf } = aHouse()
  await arteOf(EVENTO)
  rmSync(join(kept, nameOf(EVENTO), 'previa.png'))
  for (const name of ['now.tmp', 'old.tmp']) mkdirSync(join(kept, name))
  utimesSync(join(kept, 'old.tmp'), new Date(0), new Date(0))
  const again = aHouse(root)
  expect((await again.arteOf(EVENTO)).files.has('previa.png')).toBe(true)
  expect(again.drawings).toHaveLength(1)
  expect(readdirSync(kept).sort()).toEqual([nameOf(EVENTO), 'now.tmp'].sort())
})

test('the newest few are kept, the one in use among them', async () => {
  const { kept, arteOf } = aHouse()
  for (const [age, titulo] of ['A', 'B', 'C', 'D', 'E'].entries()) {
    await arteOf(titled(titulo))
    utimesSync(join(kept, nameOf(titled(titulo))), age, age)
  }
  expect(readdirSync(kept).sort()).toEqual(['B', 'C', 'D', 'E'].map((one) => nameOf(titled(one))).sort())
})

test('what is only looked at pushes no stored event out, and takes no second drawing once it is stored', async () => {
  const { root, kept, drawings, arteOf } = aHouse()
  await arteOf(EVENTO)
  for (const titulo of ['A', 'B', 'C', 'D', 'E']) await arteOf(titled(titulo), null, { isPreview: true })
  expect(readdirSync(kept)).toEqual([nameOf(EVENTO)])
  await arteOf(titled('E'))
  expect(readdirSync(kept).sort()).toEqual([nameOf(EVENTO), nameOf(titled('E'))].sort())
  expect(drawings).toHaveLength(6)
  const again = aHouse(root)
  for (const stored of [EVENTO, titled('E')]) await again.arteOf(stored)
  expect(again.drawings).toEqual([])
})

test('a folder that cannot be written keeps nobody from the invitation', async () => {
  const { root, arteOf, lines } = aHouse()
  writeFileSync(join(root, 'data'), 'no folder')
  expect((await arteOf(EVENTO)).files.size).toBe(DRAWN.length)
  expect(lines.map(({ msg }) => msg)).toEqual(['the art is not kept'])
})

test('one is drawn at a time, and one that fails keeps no other from it', async () => {
  let drawing = 0
  let most = 0
  const arteOf = createArteOf(drawnBeside({ kind: 'memory' }), collectLog().log, async ({ titulo }) => {
    most = Math.max(most, ++drawing)
    await new Promise(setImmediate)
    drawing -= 1
    if (titulo === 'B') throw new Error('no')
    return new Map(DRAWN.map((name) => [name, Buffer.from(titulo)]))
  })
  const made = await Promise.allSettled(['A', 'B', 'C'].map((titulo) => arteOf(titled(titulo))))
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(most).toBe(1)
})

test("the organiser's own pictures lie over what is drawn, and take no drawing", async () => {
  const { drawings, arteOf } = aHouse()
  const arquivos = [
    { nome: 'retrato-500x800.jpg', bytes: new Uint8Array([1, 2]) },
    { nome: 'alt.txt', bytes: new Uint8Array(Buffer.from('Festa\n')) },
  ]
  const own = await arteOf(EVENTO, { imagemid: 'a', enviadaem: 0, arquivos })
  expect(own.alt).toBe('Festa')
  expect(own.files.get('retrato-500x800.jpg')).toMatchObject({ type: 'image/jpeg', br: null })
  const { alt, files } = await arteOf(EVENTO, null)
  expect([alt, [...files.keys()], drawings.length]).toEqual([null, [...DRAWN], 1])
})

test('of pictures by address those of the last five events stay beside the one that is shown, older ones go', async () => {
  const { arteOf } = aHouse()
  const artes = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((titulo) => arteOf(titled(titulo))))
  const paths = artes.map(({ files }) => files.get('previa.png')?.path ?? '')
  const files = createArteFiles()
  for (const arte of artes) files.show(arte)
  expect(paths.map((path) => files.find(path)?.contents.toString().at(0) ?? null)).toEqual([
    ...[null, 'B', 'C', 'D', 'E', 'F', 'G'],
  ])
})

test('a drawing process that ends or takes too long is an error', async () => {
  const drawer = join(aDirectory(), 'drawer.mjs')
  writeFileSync(drawer, 'process.exit(3)')
  await expect(drawInProcess(EVENTO, null, { drawer, patienceMs: 60_000 })).rejects.toThrow('ended with 3')
  writeFileSync(drawer, 'process.on("message", () => {})')
  await expect(drawInProcess(EVENTO, null, { drawer, patienceMs: 200 })).rejects.toThrow('more than 200 ms')
})

test('a process that the machine kills for its memory says that the picture is too heavy; one that is stopped, or fails, is an error', async () => {
  const drawer = join(aDirectory(), 'drawer.mjs')
  const originais = { retrato: { nome: 'foto.jpg', bytes: new Uint8Array(1) }, paisagem: null }
  const prepare = (source: string, signal?: AbortSignal) => {
    writeFileSync(drawer, source)
    return prepareInProcess(originais, signal, { drawer, patienceMs: 60_000 })
  }
  const killed = 'process.kill(process.pid, "SIGKILL")'
  expect(await prepare(killed)).toMatchObject({ kind: 'recusada', campo: 'retrato' })
  await expect(prepare('process.exit(3)')).rejects.toThrow('ended with 3')
  await expect(prepare('setInterval(() => {}, 1_000)', AbortSignal.timeout(300))).rejects.toThrow('SIGKILL')
})
