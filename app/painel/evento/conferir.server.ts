import type { Services } from '../../../server/composition.ts'
import { changedIn, descricaoOf, type Descricao } from '../../../server/domain/descricao.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { prazosOf } from '../../../server/use-cases/describe-evento.ts'
import type { Conferido, Passo } from './conferir.tsx'
import {
  consequencesOf,
  consequencesOfCancel,
  consequencesOfFirst,
  consequencesOfRetake,
} from './consequencias.ts'
import { NOMES, toldIn } from './palavras.ts'
import { vistaOf } from './vistas.server.ts'

interface Asked {
  versao: number | null
  descricao: Descricao
  era: Descricao
  evento: Evento
  isMoved: boolean
}

/** @throws StorageError */
export async function conferidoOf(
  services: Services,
  request: Request,
  { evento, isMoved, ...asked }: Asked,
  passo: Passo = services.gravado ? 'gravar' : 'descrever',
): Promise<Conferido> {
  const { gravado, painelReadings, equipe, now } = services
  const [{ confirmados }, aparelhos] = await Promise.all([painelReadings.numeros(), equipe.list()])
  const celulares = aparelhos.filter(({ papel, segredo }) => papel === 'porta' && segredo !== null).length
  const afetados = { confirmados, celulares, now: now() }
  const is = prazosOf(evento)
  const was = gravado && prazosOf(gravado.evento)
  const changed = was ? changedIn(descricaoOf(was.evento), asked.descricao) : []
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
  return {
    ...asked,
    passo,
    mudancas: changed.map((assunto) => ({
      nome: NOMES[assunto],
      ...{ era: was ? toldIn(was.evento, assunto) : '', fica: toldIn(evento, assunto) },
    })),
    consequencias: consequencias(),
    avisar: isMoved ? 'sim' : 'nao',
    isUnanswered: false,
    antes: was && changed.length > 0 ? await vistaOf(was.evento, services, request) : null,
    depois: await vistaOf(evento, services, request),
  }
}
