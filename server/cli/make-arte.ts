import { join, resolve } from 'node:path'
import { drawArte } from '../arte/draw-all.ts'
import { keepDrawn, nameOf, placesOf } from '../arte/kept-arte.ts'
import { PictureError, removePicture, writePicture } from '../arte/own-picture.ts'
import { readStorage } from '../config.ts'
import { EventoError } from '../domain/evento.ts'
import { printable } from '../domain/text.ts'
import { readShownEvento } from '../read-evento.ts'
import { readArguments, EXIT, type Exit } from './cli.ts'
import type { Console } from './run.ts'

const USAGE = `Uso:
  npm run arte
  npm run arte -- --imagem RETRATO.png [--paisagem PAISAGEM.png] [--alt "o que a imagem diz"]
  npm run arte -- --sem-imagem

Desenha o convite de evento.json, como faz o servidor ao iniciar. Com --imagem o convite é a sua imagem: em pé para o celular e, se houver, deitada para telas largas. Sem --alt, a
descrição da imagem são os dados de evento.json. Com --sem-imagem volta o convite desenhado. Depois, reinicie o servidor.`

const OPTIONS = {
  imagem: { type: 'string' },
  paisagem: { type: 'string' },
  alt: { type: 'string' },
  'sem-imagem': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The project's directory, and the variables. */
interface Place {
  root?: string
  env?: Record<string, string | undefined>
}

/** `arte`: draws the invitation, or takes the organiser's own picture instead. Opens no storage. */
export async function makeArte(
  { out, err }: Pick<Console, 'out' | 'err'>,
  args: string[],
  { root = '.', env = process.env }: Place = {},
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
  if (args.length === 0) return draw({ out, err }, { root, env })
  const isUnderstood = isWithout
    ? args.length === 1
    : Boolean(imagem) && paisagem !== '' && alt?.trim() !== ''
  if (!isUnderstood) {
    err(USAGE)
    return EXIT.usage
  }
  const { own, ownRead } = placesOf(readStorage(env), root)
  if (isWithout || imagem === undefined) {
    const removed = ownRead.reduce((count, directory) => count + removePicture(directory), 0)
    out(
      removed === 0
        ? 'Não havia imagem própria.'
        : 'A imagem própria saiu; o convite volta a ser o desenhado. Agora reinicie o servidor.',
    )
    return EXIT.done
  }
  try {
    const names = await writePicture(own, {
      retrato: imagem,
      paisagem: paisagem ?? null,
      alt: alt?.trim() ?? null,
    })
    out(`${names.length} arquivos em ${printable(own)}. Agora reinicie o servidor.`)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    err(printable(error.message))
    return EXIT.refused
  }
}

/** Draws as a server does at its start, and keeps it where the server looks. */
async function draw(
  { out, err }: Pick<Console, 'out' | 'err'>,
  { root, env }: Required<Place>,
): Promise<Exit> {
  const { EVENTO = '' } = env
  try {
    const { evento } = readShownEvento(resolve(root, EVENTO || 'evento.json'), env, Date.now())
    const { drawn } = placesOf(readStorage(env), root)
    const files = await drawArte(evento)
    const place = drawn === null ? '' : await keepDrawn(drawn, nameOf(evento), files)
    for (const [name, contents] of files) {
      if (!/\.(br|gz)$/.test(name))
        out(`${printable(join(place, name))} (${Math.ceil(contents.length / 1000)} KB)`)
    }
    return EXIT.done
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    err(printable(error.message))
    return EXIT.refused
  }
}
