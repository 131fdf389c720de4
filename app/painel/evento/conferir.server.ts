import type { Services } from '../../../server/composition.ts'
import { changedIn, descricaoOf, type Descricao } from '../../../server/domain/descricao.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { prazosOf } from '../../../server/use-cases/describe-evento.ts'
import type { Ok } from './imagem.server.ts'
import type { Conferido, Passo } from './conferir.tsx'
import {
  consequencesOf,
  consequencesOfCancel,
  consequencesOfFirst,
  consequencesOfRetake,
} from './consequencias.ts'
import { IMAGEM, imagemTold, NOMES, toldIn } from './palavras.ts'
import { vistaOf } from './vistas.server.ts'

interface Asked {
  versao: number | null
  descricao: Descricao
  era: Descricao
  evento: Evento
  isMoved: boolean
  escolha: Conferido['escolha']
  eraImagem: string
  /** Null where the pictures stay as they are. */
  escolhida: Ok | null
}

/** @throws StorageError */
export async function conferidoOf(
  services: Services,
  request: Request,
  { versao, descricao, era, evento, isMoved, escolha, escolhida, eraImagem }: Asked,
  passo: Passo = services.gravado ? 'gravar' : 'descrever',
): Promise<Conferido> {
  const { gravado, painelReadings, equipe, now } = services
  const [{ confirmados }, aparelhos] = await Promise.all([painelReadings.numeros(), equipe.list()])
  const celulares = aparelhos.filter(({ papel, segredo }) => papel === 'porta' && segredo !== null).length
  const afetados = { confirmados, celulares, now: now() }
  const is = prazosOf(evento)
  const was = gravado && prazosOf(gravado.evento)
  const changed = was ? changedIn(descricaoOf(was.evento), descricao) : []
  const consequencias = () => {
    switch (passo) {
      case 'descrever':
        return consequencesOfFirst(is, now())
      case 'gravar':
        return consequencesOf(was ?? is, is, isMoved, afetados)
      case 'cancelar':
        return consequencesOfCancel(afetados)
      case 'retomar':
        return consequencesOfRetake(is, afetados)
      default:
        return passo satisfies never
    }
  }
  const isOther = escolhida !== null && (escolhida.isVolta || escolhida.imagemid !== undefined)
  const isOwn = escolhida !== null && escolhida.imagem !== null
  const shown =
    !was || isOther || changed.length > 0 ? await previewOf(services, evento, escolhida) : services.arte
  return {
    ...{ versao, descricao, era, escolha, eraImagem, passo },
    mudancas: [
      ...changed.map((assunto) => ({
        nome: NOMES[assunto],
        ...{ era: was ? toldIn(was.evento, assunto) : '', fica: toldIn(evento, assunto) },
      })),
      ...(was && isOther
        ? [{ nome: IMAGEM, era: imagemWas(eraImagem), fica: imagemFica(isOwn, eraImagem) }]
        : []),
    ],
    consequencias: [...(escolhida?.isVolta ? [VOLTA] : []), ...consequencias()],
    avisar: isMoved ? 'sim' : 'nao',
    isUnanswered: false,
    antes:
      was && (changed.length > 0 || isOther)
        ? await vistaOf(was.evento, services.arte, services, request)
        : null,
    depois: await vistaOf(evento, shown, services, request),
  }
}

const VOLTA = [
  'A sua imagem diz o de antes: ao gravar ',
  'volta o convite desenhado',
  ', até você enviar outra.',
]

const imagemWas = (eraImagem: string) => imagemTold(eraImagem === '' ? 'desenhado' : 'propria')
const imagemFica = (isOwn: boolean, eraImagem: string) =>
  isOwn && eraImagem !== '' ? 'a outra que você enviou' : imagemTold(isOwn ? 'propria' : 'desenhado')

/** The pictures as they would be; null where they cannot be drawn. Own ones are found at their addresses. */
async function previewOf(
  { arteOf, arteFiles, log }: Services,
  evento: Evento,
  escolhida: Ok | null,
): Promise<Services['arte'] | null> {
  const arte = await arteOf(evento, escolhida?.imagem ?? null).catch((err: unknown) => {
    log.warn({ err }, 'no preview')
    return null
  })
  if (arte && escolhida?.imagem) arteFiles.keep(arte)
  return arte
}
