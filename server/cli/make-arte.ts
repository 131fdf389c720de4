import { readFile } from 'node:fs/promises'
import { descritoIn, type Imagem } from '../domain/evento-gravado.ts'
import { CLI } from '../domain/historico.ts'
import { altIn, described, imagemidOf, type Originais } from '../domain/imagem.ts'
import { printable } from '../domain/text.ts'
import { preparePicture } from '../arte/own-picture.ts'
import { requestOf } from '../use-cases/describe-evento.ts'
import { keepFormer } from '../use-cases/imagem.ts'
import { readArguments, refuse, withUsage, EXIT, type Cli, type Exit } from './cli.ts'

const USAGE = `Uso:
  npm run arte
      Diz qual imagem o convite mostra.
  npm run arte -- --imagem RETRATO.png [--paisagem PAISAGEM.png] [--alt "o que a imagem diz"]
      O convite passa a ser a sua imagem: em pé para o celular e, se houver, deitada para telas largas.
      Sem --alt, a descrição da imagem são os dados do evento.
  npm run arte -- --sem-imagem
      Volta o convite desenhado.`

const OPTIONS = {
  imagem: { type: 'string' },
  paisagem: { type: 'string' },
  alt: { type: 'string' },
  'sem-imagem': { type: 'boolean' },
} as const

/** `arte`: says which picture the invitation shows, stores the organiser's own, or restores the drawn one. */
export const arte = withUsage(USAGE, async (cli: Cli, args) => {
  const { values } = readArguments({ args, options: OPTIONS }) ?? {}
  if (!values) return EXIT.usage
  const { imagem, paisagem, alt, 'sem-imagem': isWithout } = values
  if (args.length === 0) return show(cli)
  if (isWithout) return args.length === 1 ? store(cli, null) : EXIT.usage
  if (!imagem || paisagem === '' || alt?.trim() === '') return EXIT.usage
  const read = await readOriginais(imagem, paisagem ?? null)
  if (typeof read === 'string') return refuse(cli.err, `Não achei o arquivo ${printable(read)}.`)
  return prepare(cli, read, alt?.trim() ?? '')
})

/** @returns the originals, or the path of a file that is missing */
async function readOriginais(retrato: string, paisagem: string | null): Promise<Originais | string> {
  const read = async (nome: string) => ({ nome, bytes: new Uint8Array(await readFile(nome)) })
  try {
    return { retrato: await read(retrato), paisagem: paisagem === null ? null : await read(paisagem) }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EISDIR') throw error
    return path ?? retrato
  }
}

async function show({ services, out, err }: Cli): Promise<Exit> {
  const gravado = descritoIn(await services.eventos.find())
  if (!gravado) return refuse(err, NO_EVENT)
  const imagem = gravado.imagemid === null ? null : await services.eventos.findImagem(gravado.imagemid)
  out(imagem ? told(imagem) : 'O convite é o desenhado.')
  return EXIT.done
}

function told({ arquivos }: Imagem): string {
  const sizes = arquivos.flatMap(({ nome }) => /^(?:retrato|paisagem)-\d+x\d+(?=\.jpg$)/.exec(nome) ?? [])
  const alt = altIn(arquivos)
  const shown = alt === '' ? 'Quem não a vê lê os dados do evento.' : `Quem não a vê lê: ${printable(alt)}`
  return `O convite é a imagem própria: ${sizes.sort().join(', ')}. ${shown}`
}

async function prepare(cli: Cli, originais: Originais, alt: string): Promise<Exit> {
  const { eventos, now } = cli.services
  const preparada = await preparePicture(originais)
  if (preparada.kind === 'recusada') return refuse(cli.err, printable(preparada.problema))
  const imagemid = await imagemidOf(originais, alt)
  await eventos.putImagem({ imagemid, enviadaem: now(), arquivos: described(preparada.arquivos, alt) })
  return store(cli, imagemid)
}

const NO_EVENT = 'Ainda não há evento descrito: abra /painel/evento, ou npm run evento -- gravar.'

async function store({ services, out, err }: Cli, imagemid: string | null): Promise<Exit> {
  const { eventos, autorOf } = services
  const gravado = descritoIn(await eventos.find())
  if (!gravado) return refuse(err, NO_EVENT)
  if (imagemid === gravado.imagemid) {
    out(imagemid === null ? 'Não havia imagem própria.' : 'O convite já é essa imagem.')
    return EXIT.done
  }
  const request = requestOf(services, gravado, { evento: gravado.evento, avisar: false, imagemid })
  await keepFormer(services, gravado, request)
  const gravacao = await eventos.gravar(request, autorOf(CLI))
  // A refusal has changed nothing.
  if (gravacao.kind !== 'gravado')
    return refuse(err, 'Alguém gravou o evento agora mesmo, e nada foi gravado: confira e rode de novo.')
  out(
    imagemid === null
      ? 'A imagem própria saiu; o convite volta a ser o desenhado em até dez segundos.'
      : 'A imagem está gravada; o convite a mostra em até dez segundos.',
  )
  return EXIT.done
}
