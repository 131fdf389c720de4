import type { Services } from '../../../server/composition.ts'
import { assuntoOf, isRetold, NO_CONVITE, toldIn } from '../../../server/domain/assuntos.ts'
import { changedIn, descricaoOf, type Descricao } from '../../../server/domain/descricao.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { pequenaIn } from '../../../server/use-cases/imagem.ts'
import { prazosOf } from '../../../server/use-cases/describe-evento.ts'
import type { Equipe } from '~/shared/equipe.server'
import type { Ok } from './imagem.server.ts'
import {
  consequencesOf,
  consequencesOfCancel,
  consequencesOfFirst,
  consequencesOfRetake,
} from './consequencias.ts'
import type { Typed } from './form.tsx'
import { NOMES_DA_IMAGEM } from './imagem.tsx'
import { IMAGEM, imagemTold } from './palavras.ts'
import { vistaOf } from './vistas.server.ts'

/** What the button does once the organiser has checked. */
type Passo = 'descrever' | 'gravar' | 'cancelar' | 'retomar'

interface Asked extends Omit<Typed, 'typed'> {
  descricao: Descricao
  evento: Evento
  isMoved: boolean
  isPutBack: boolean
  /** Null if the pictures stay as they are. */
  escolhida: Ok | null
}

/** What will change and what follows; the form's values are sent along. */
export type Conferido = Awaited<ReturnType<typeof conferidoOf>>

/** @throws StorageError */
export async function conferidoOf(
  { services, aparelho }: Equipe,
  request: Request,
  { versao, descricao, era, evento, isMoved, isPutBack, escolha, escolhida, eraImagem }: Asked,
  passo: Passo = services.gravado ? 'gravar' : 'descrever',
) {
  const { gravado, painelReadings, equipe, now } = services
  const [{ confirmados }, aparelhos] = await Promise.all([painelReadings.numeros(), equipe.list()])
  const celulares = aparelhos.filter(({ papel, segredo }) => papel === 'porta' && segredo !== null).length
  const afetados = { confirmados, celulares, now: now() }
  const is = prazosOf(evento)
  const was = gravado && prazosOf(gravado.evento)
  const changed = was ? changedIn(descricaoOf(was.evento), descricao) : []
  const isOther = escolhida?.imagemid !== undefined
  const pequena = isOther && escolhida.imagem ? pequenaIn(escolhida.imagem.arquivos) : null
  const consequencias = {
    descrever: () => consequencesOfFirst(is, now()),
    gravar: () => consequencesOf(was ?? is, is, isMoved, afetados),
    cancelar: () => consequencesOfCancel(afetados),
    retomar: () => consequencesOfRetake(is, afetados),
  }
  const isChanged = changed.length > 0 || isOther || escolhida?.logoid !== undefined
  const shown =
    !was || isChanged ? await previewOf(services, aparelho.aparelhoid, evento, escolhida) : services.arte
  return {
    versao,
    descricao,
    era,
    escolha,
    eraImagem,
    passo,
    mudancas: [
      ...changed.map((assunto) => ({
        nome: assuntoOf(assunto).nome,
        era: was ? toldIn(was.evento, assunto) : '',
        fica: toldIn(evento, assunto),
      })),
      ...(was && isOther ? [imagemMudou(services, escolha, escolhida)] : []),
      ...(was && escolhida?.logoid !== undefined ? [logoMudou(services, escolhida.logoid)] : []),
    ],
    consequencias: [
      ...(was && escolhida?.imagem && !isOther && isRetold(NO_CONVITE, was.evento, evento) ? [KEPT] : []),
      ...(pequena === null ? [] : [['', `Esta imagem é pequena (${pequena})`, BLURRED]]),
      ...consequencias[passo](),
      ...(isPutBack && confirmados > 0 ? [PUT_BACK] : []),
    ],
    /** The preselected answer. */
    avisar: isMoved ? ('sim' as const) : ('nao' as const),
    /** gravar was pressed without an answer, or without the tick. */
    isUnanswered: false,
    antes: was && isChanged ? await vistaOf(was.evento, services.arte, services, request) : null,
    depois: await vistaOf(evento, shown, services, request),
    /** Too many previews are requested at once, or none can be drawn, so words replace the pictures. */
    isUndrawn: shown === null,
  }
}

const BLURRED = ' e vai sair borrada. Se tiver a original, troque.'

const KEPT = [
  'A sua imagem ',
  'continua no convite',
  '. Se o que muda está escrito nela, toque em Voltar a mudar e troque a imagem.',
]

const PUT_BACK = [
  'O evento volta a ser como já foi: ',
  'quem foi avisado da mudança entra na fila de novo',
  '. Se você responder que não, quem ainda não foi avisado sai dela.',
]

/** How a change of pictures, or of their description, is shown. */
function imagemMudou({ gravado, arte }: Services, { alt }: Asked['escolha'], { imagem, imagemid }: Ok) {
  const stored = gravado?.imagemid ?? null
  if (stored !== null && imagemid?.startsWith(stored.slice(0, PICTURE_LENGTH)))
    return { nome: NOMES_DA_IMAGEM.alt, era: altTold(arte.alt ?? ''), fica: altTold(alt) }
  return {
    nome: IMAGEM,
    era: imagemTold(stored === null ? 'desenhado' : 'propria'),
    fica:
      imagem && stored !== null ? 'a outra que você enviou' : imagemTold(imagem ? 'propria' : 'desenhado'),
  }
}

const logoMudou = ({ gravado }: Services, logoid: string | null) => ({
  nome: NOMES_DA_IMAGEM.logotipo,
  era: gravado?.logoid === undefined ? OX : 'o seu',
  fica: logoid === null ? OX : 'o que você enviou',
})
const OX = 'o boi do desenho pronto'

/** How much of an id identifies the pictures (`server/domain/imagem.ts`). */
const PICTURE_LENGTH = 32

const altTold = (alt: string) => (alt === '' ? 'os dados do evento' : alt)

/** A preview of the pictures; null if they cannot be drawn, or not now. */
async function previewOf(
  { previewOf, eventos, gravado, log }: Services,
  aparelhoid: string,
  evento: Evento,
  escolhida: Ok | null,
): Promise<Services['arte'] | null> {
  const logoid = gravado?.logoid ?? null
  const stored = escolhida?.logoid === undefined && logoid !== null ? await eventos.findImagem(logoid) : null
  return previewOf(aparelhoid, evento, [escolhida?.imagem, escolhida?.logo ?? stored]).catch(
    (err: unknown) => {
      log.warn({ err }, 'no preview')
      return null
    },
  )
}
