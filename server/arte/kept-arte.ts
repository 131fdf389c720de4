import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StorageConfig } from '../config.ts'
import type { Evento } from '../domain/evento.ts'
import type { Imagem } from '../domain/evento-gravado.ts'
import type { Enviada } from '../domain/imagem.ts'
import type { Logger } from '../log.ts'
import { arteFrom, DRAWN, type ArteOf } from './arte.ts'
import type { LogoPng } from './drawing.ts'
import { createDrawingProcess, drawInProcess, prepareInProcess } from './draw-process.ts'

/**
 * How many drawings of stored events are kept, the current one included: an organiser may go back, or a
 * release may be tried.
 */
const KEPT_MAX = 4

/** The suffix of a drawing being written; one this old was left by a process that was killed. */
const UNFINISHED = '.tmp'
const UNFINISHED_MS = 600_000

/** Where drawings are kept: beside the SQLite file. Null with other storage, which has no lasting disk. */
export const drawnBeside = (storage: StorageConfig): string | null =>
  storage.kind === 'sqlite' ? join(dirname(resolve(storage.path)), 'arte') : null

/** Gives a server its pictures and certificates: an event's, and an organiser's own as they are sent. */
export function createArte(drawn: string | null, log: Logger) {
  return {
    arteOf: createArteOf(drawn, log),
    pictureOf: (originais: Enviada, signal?: AbortSignal) => prepareInProcess(originais, signal),
    certificadoDrawer: createDrawingProcess(log),
  }
}

/**
 * Gives the art of an event, newly drawn or kept, overlaid with the organiser's own pictures. One is drawn at
 * a time.
 * @param drawn where drawings are kept; null if nothing stays on this disk
 * @param draw used instead of drawing in a process of its own
 */
export function createArteOf(drawn: string | null, log: Logger, draw: Draw = drawInProcess): ArteOf {
  let turn: Promise<unknown> = Promise.resolve()
  /**
   * The last drawings, kept in memory even without a disk: an event that is composed again, or previewed and
   * then stored, is drawn once.
   */
  let [stored, looked]: (Drawing | null)[] = [null, null]

  const make = async (evento: Evento, imagem: Imagem | null, isPreview: boolean) => {
    const own = imagem?.arquivos.map(({ nome, bytes }) => [nome, Buffer.from(bytes)] as const) ?? []
    const png = arteFrom(new Map(own)).logo?.png ?? null
    const name = nameOf(evento, png)
    const kept = stored?.name === name ? stored.files : await findKept(name)
    const files = kept ?? (looked?.name === name ? looked.files : await draw(evento, png))
    if (isPreview) looked = { name, files }
    else {
      // A preview is not kept on disk: it may be anything, and would push out what is stored.
      if (!kept) await keep(name, files)
      stored = { name, files }
    }
    return arteFrom(new Map([...files, ...own]))
  }
  const findKept = (name: string) => (drawn === null ? null : readKept(drawn, name))
  const keep = async (name: string, files: Files) => {
    if (drawn === null) return
    // The art can be drawn again, so a full or read-only disk keeps no server from starting.
    await keepDrawn(drawn, name, files).catch((err: unknown) => log.warn({ err }, 'the art is not kept'))
  }
  return (evento, imagem = null, { isPreview = false } = {}) => {
    const made = turn.then(() => make(evento, imagem, isPreview))
    turn = made.catch(() => {})
    return made
  }
}

type Files = Map<string, Buffer>
interface Drawing {
  name: string
  files: Files
}
type Draw = (evento: Evento, png: LogoPng) => Promise<Files>

/** The hash does not change while a process runs, and takes a hundred files to read. */
let code: string | undefined

/** The name of an event's drawings: other words, logo or drawing program give another name. */
export function nameOf(evento: Evento, png: LogoPng = null): string {
  code ??= codeHash()
  return createHash('sha256')
    .update(code)
    .update(JSON.stringify(evento))
    .update(png ?? '')
    .digest('hex')
    .slice(0, 16)
}

/**
 * Hashes all that draws, in the sources or compiled: the code and scenery of this folder, the domain, the
 * packages with the fonts.
 */
function codeHash(): string {
  const hash = createHash('sha256')
  for (const folder of ['.', '../domain']) {
    const directory = fileURLToPath(new URL(`${folder}/`, import.meta.url))
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((name) => /\.(js|ts|svg)$/.test(name)).sort())
      hash.update(readFileSync(join(directory, name)))
  }
  if (existsSync('package.json')) hash.update(readFileSync('package.json'))
  return hash.digest('hex')
}

/** The kept drawing, if whole, else null. Notes that it was used. */
async function readKept(directory: string, name: string): Promise<Files | null> {
  const place = join(directory, name)
  // An unreadable drawing is drawn again. Storage uses the same folder, and reports it when it is unusable.
  const files = await filesIn(place).catch((): Files => new Map())
  if (!DRAWN.every((one) => files.get(one)?.length)) return null
  const now = new Date()
  await utimes(place, now, now).catch(() => {})
  return files
}

/** Keeps a drawing: its folder appears whole or not at all. @returns the folder */
export async function keepDrawn(directory: string, name: string, files: Files): Promise<string> {
  const place = join(directory, name)
  const unfinished = `${place}-${randomUUID()}${UNFINISHED}`
  await mkdir(unfinished, { recursive: true })
  for (const [file, contents] of files) await writeFile(join(unfinished, file), contents, { flush: true })
  // What is there is incomplete, or another process has drawn the same meanwhile.
  await rm(place, { recursive: true, force: true })
  await rename(unfinished, place).catch(() => rm(unfinished, { recursive: true, force: true }))
  await removeOld(directory, name)
  return place
}

/** Removes all but the newest few drawings, and what killed processes left. */
async function removeOld(directory: string, inUse: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const stats = await stat(join(directory, name)).catch(() => null)
      return { name, usedAt: stats?.mtimeMs ?? 0 }
    }),
  )
  const left = found.filter(
    ({ name, usedAt }) => name.endsWith(UNFINISHED) && usedAt < Date.now() - UNFINISHED_MS,
  )
  const old = found
    .filter(({ name }) => !name.endsWith(UNFINISHED) && name !== inUse)
    .sort((a, b) => b.usedAt - a.usedAt)
    .slice(KEPT_MAX - 1)
  for (const { name } of [...left, ...old]) await rm(join(directory, name), { recursive: true, force: true })
}

async function filesIn(directory: string): Promise<Files> {
  const names = (await readdir(directory)).filter((name) => !name.startsWith('.'))
  const contents = await Promise.all(names.map((name) => readFile(join(directory, name))))
  return new Map(contents.map((file, i) => [names[i] ?? '', file]))
}
