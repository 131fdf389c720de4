import type { Services } from '../../../server/composition.ts'
import type { Envio, Tipo } from '../../../server/domain/envio.ts'
import { envioOf, readFila, type Linha } from '../../../server/use-cases/envios.ts'
import { cenaOf, GOING, isFresh, mensagemFor, pendingIn } from '~/shared/envios.server'
import { untilTime } from '~/shared/event-clock'
import { mensagemByWhatsapp } from '~/shared/links.server'
import { estadoOf, numberOf, quemOf, toldOf } from './estado.server.ts'
import { anotarHref, pessoasOf, progressOf } from './fila.server.ts'

/**
 * One message: whom it is for, as it will be, and what this browser may do with it. The whole number stands in the address
 * of WhatsApp alone, and on the page of who opened it.
 * @param eu whose page it is: an aparelhoid
 */
export async function envioShown(services: Services, request: Request, tipo: Tipo, para: string, eu: string) {
  const [fila, textos] = await Promise.all([readFila(services, tipo), services.envios.listTextos()])
  const beside = { tipo, ...progressOf(fila) }
  const linha = fila.linhas.find((one) => one.para === para)
  // Used, withdrawn or let in meanwhile: nobody waits for it any more.
  if (!linha) return { ...beside, linha: null }
  const now = services.now()
  const mensagem = mensagemFor(linha, textos, request, services)
  const { inicio } = services.config.evento
  const { situacao } = linha
  const { nomes } = fila
  const ate = situacao.kind === 'com-alguem' ? situacao.envio.ate : null
  const outros = pessoasOf(fila).filter(({ quem }) => quem !== eu && isAtIt(fila.linhas, quem))
  const estado = estadoOf(linha, nomes, eu, services)
  const whatsapp = mensagemByWhatsapp(mensagem, linha.digits ?? '')
  const isGoing = new URL(request.url).searchParams.has(GOING) && isFresh(situacao, eu, now)
  const seen = {
    eu,
    whatsapp,
    anotar: anotarHref(linha),
    comQuem: ({ quem }: Envio) => `${quemOf(quem, nomes)} está com esta pessoa`,
    toldOf: (envio: Envio) => toldOf(envio, nomes, services),
  }
  return {
    ...beside,
    linha: {
      para,
      nome: linha.nome === '' ? (linha.empresa?.nome ?? '') : linha.nome,
      numero: numberOf(linha),
      empresa: linha.empresa?.nome ?? null,
      nota: estado.look === 'parado' ? estado.nota : null,
      mensagem,
      cena: cenaOf(linha, seen, services),
      ate: ate === null ? null : untilTime(inicio, ate, now),
      outros: outros.map(({ nome }) => nome),
      /** Where the page goes on to by itself. */
      refresh: isGoing ? whatsapp : null,
    },
  }
}

/** Whether somebody has a row of the queue now. */
const isAtIt = (linhas: Linha[], quem: string) =>
  linhas.some(({ situacao }) => situacao.kind === 'com-alguem' && situacao.envio.quem === quem)

/** What the end of a queue tells: who sent how many, and what is left, for what reason. @param eu an aparelhoid */
export async function fimShown(services: Services, tipo: Tipo, eu: string) {
  const fila = await readFila(services, tipo)
  return {
    tipo,
    ...progressOf(fila),
    enviaram: pessoasOf(fila)
      .filter(({ enviou }) => enviou > 0)
      .map(({ quem, nome, enviou }) => ({ nome: quem === eu ? 'você' : nome, enviou })),
    ...pendingIn(fila, eu),
    semNumero: fila.semNumero.length,
    semWhatsapp: fila.linhas.filter((linha) => envioOf(linha)?.estado === 'sem-whatsapp').length,
  }
}
