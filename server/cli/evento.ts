import { EventoError } from '../domain/evento.ts'
import type { Motivo } from '../domain/evento-gravado.ts'
import { CLI } from '../domain/historico.ts'
import { printable } from '../domain/text.ts'
import { describedIn } from '../follow-evento.ts'
import { readEvento } from '../read-evento.ts'
import { chooseCommand, readArguments, readOne, refuse, EXIT, type Cli, type Exit } from './cli.ts'

/** `evento ler`: prints the stored description, as `evento gravar` takes it. */
async function read({ services, out, err }: Cli, args: string[]): Promise<Exit> {
  if (!readArguments({ args })) return EXIT.usage
  const gravado = await services.eventos.find()
  if (!gravado?.evento)
    return refuse(err, 'Ainda não há evento descrito: abra /painel/evento, ou npm run evento -- gravar.')
  out(JSON.stringify(gravado.evento, null, 2))
  return EXIT.done
}

const OPTIONS = { avisar: { type: 'boolean' } } as const

/** `evento gravar`: stores what a file describes, in place of what is stored. */
async function store({ services, out, err }: Cli, args: string[]): Promise<Exit> {
  const asked = readOne(args, OPTIONS)
  if (!asked) return EXIT.usage
  try {
    const evento = readEvento(asked.one)
    const guardado = await services.eventos.find()
    const stored = guardado?.evento ? guardado : null
    const first = describedIn({ ...services.config, isDescribed: true, evento })
    const { versao, imagemid, canceladoem } = stored ?? { versao: null, imagemid: null, canceladoem: null }
    const gravacao = await services.eventos.gravar(
      {
        ...{
          versao,
          imagemid,
          evento,
          avisar: asked.values.avisar === true,
          cancelado: canceladoem !== null,
        },
        ...{ eventoid: first?.eventoid ?? services.newId(), now: services.now() },
      },
      services.autorOf(CLI),
    )
    switch (gravacao.kind) {
      case 'gravado':
        out(`Evento gravado, versão ${gravacao.gravado.versao}. As páginas mudam em até dez segundos.`)
        return EXIT.done
      case 'mudou-entretanto':
        return refuse(err, 'Alguém gravou o evento agora mesmo, e nada foi gravado: confira e rode de novo.')
      case 'outro-evento':
        return refuse(err, 'Outro evento foi começado agora mesmo, e nada foi gravado: rode de novo.')
      case 'recusado':
        return refuse(err, ...gravacao.motivos.map((motivo) => MOTIVOS[motivo]), 'Nada foi gravado.')
      default:
        return gravacao satisfies never
    }
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return refuse(err, printable(error.message))
  }
}

const MOTIVOS: Record<Motivo, string> = {
  'ja-terminou': 'O evento já terminou: as datas dele não mudam mais.',
  'apaga-depois':
    'Quem se cadastrou recebeu a promessa de um dia para apagar os dados: ele não fica para mais tarde.',
}

/** `npm run evento -- …` */
export const evento = chooseCommand(
  `Uso:
  npm run evento -- ler
      Mostra a descrição do evento que está gravada.
  npm run evento -- gravar ARQUIVO.json [--avisar]
      Grava a descrição de um arquivo no lugar dela; --avisar, se os convidados precisam saber do que mudou.`,
  { ler: read, gravar: store },
)
