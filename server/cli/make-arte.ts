import { join, resolve } from 'node:path'
import { drawAll } from '../arte/draw-all.ts'
import { EventoError } from '../domain/evento.ts'
import { readShownEvento } from '../read-evento.ts'
import { PictureError, removePicture, writePicture } from '../arte/own-picture.ts'
import { printable } from '../domain/text.ts'
import { readArguments, EXIT, type Exit } from './cli.ts'
import type { Console } from './run.ts'

const USAGE = `Uso:
  npm run arte
  npm run arte -- --imagem RETRATO.png [--paisagem PAISAGEM.png] [--alt "o que a imagem diz"]
  npm run arte -- --sem-imagem

Desenha o convite de evento.json, como faz npm run build. Com --imagem o convite é a sua imagem: em pé para o celular e, se houver, deitada para telas largas. Sem --alt, a
descrição da imagem são os dados de evento.json. Com --sem-imagem volta o convite desenhado. Depois, npm run build.`

const OPTIONS = {
  imagem: { type: 'string' },
  paisagem: { type: 'string' },
  alt: { type: 'string' },
  'sem-imagem': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `arte`: draws the invitation, or takes the organiser's own picture instead. Needs no storage. */
export async function makeArte(
  { out, err }: Pick<Console, 'out' | 'err'>,
  args: string[],
  root = '.',
): Promise<Exit> {
  const {
    imagem,
    paisagem,
    alt,
    help,
    'sem-imagem': isWithout,
  } = readArguments({ args, options: OPTIONS })?.values ?? {}
  if (help) {
    out(USAGE)
    return EXIT.done
  }
  const directory = join(root, 'app/arte/imagem')
  if (args.length === 0) return draw({ out, err }, root)
  const isUnderstood = isWithout
    ? args.length === 1
    : Boolean(imagem) && paisagem !== '' && alt?.trim() !== ''
  if (!isUnderstood) {
    err(USAGE)
    return EXIT.usage
  }
  if (isWithout || imagem === undefined) {
    const removed = removePicture(directory)
    out(
      removed === 0
        ? 'Não havia imagem própria.'
        : 'A imagem própria saiu; o convite volta a ser o desenhado. Agora rode npm run build.',
    )
    return EXIT.done
  }
  try {
    const names = await writePicture(directory, {
      retrato: imagem,
      paisagem: paisagem ?? null,
      alt: alt?.trim() ?? null,
    })
    out(`${names.length} arquivos em ${printable(directory)}. Agora rode npm run build.`)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    err(printable(error.message))
    return EXIT.refused
  }
}

async function draw({ out, err }: Pick<Console, 'out' | 'err'>, root: string): Promise<Exit> {
  const { EVENTO = '' } = process.env
  try {
    const { evento } = readShownEvento(resolve(root, EVENTO || 'evento.json'), process.env, Date.now())
    for (const { path, contents } of await drawAll(root, evento)) {
      out(`${printable(path)} (${Math.ceil(Buffer.byteLength(contents) / 1000)} KB)`)
    }
    return EXIT.done
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    err(printable(error.message))
    return EXIT.refused
  }
}
