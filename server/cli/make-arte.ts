import { PictureError, removePicture, writePicture } from '../arte/picture.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Exit } from './cli.ts'
import type { Console } from './run.ts'

const USAGE = `Uso:
  npm run arte -- --imagem RETRATO.png [--paisagem PAISAGEM.png] [--alt "o que a imagem diz"]
  npm run arte -- --sem-imagem

Com --imagem o convite é a sua imagem: em pé para o celular e, se houver, deitada para telas largas. Sem --alt, a
descrição da imagem são os dados de evento.json. Com --sem-imagem volta o convite desenhado. Depois, npm run build.`

const OPTIONS = {
  imagem: { type: 'string' },
  paisagem: { type: 'string' },
  alt: { type: 'string' },
  'sem-imagem': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `arte`: the organiser's own picture as the invitation, or the drawn one again. Needs no storage. */
export async function makeArte(
  { out, err }: Pick<Console, 'out' | 'err'>,
  args: string[],
  directory = 'app/arte/imagem',
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
    out(`${names.length} arquivos em ${directory}. Agora rode npm run build.`)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    err(error.message)
    return EXIT.refused
  }
}
