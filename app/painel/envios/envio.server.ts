import type { Services } from '../../../server/composition.ts'
import { isOffered, type Tipo } from '../../../server/domain/envio.ts'
import { envioOf, readFila, type Linha } from '../../../server/use-cases/envios.ts'
import { GOING, isFresh, mensagemFor } from '~/shared/envios.server'
import { untilTime } from '~/shared/event-clock'
import { mensagemByWhatsapp } from '~/shared/links.server'
import { estadoOf, horaOf, numberOf, quemOf, toldOf } from './estado.server.ts'
import { anotarHref, pessoasOf, progressOf } from './fila.server.ts'
import type { Cena } from './envio.tsx'

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
  const ate = envioOf(linha)?.ate ?? null
  const outros = pessoasOf(fila).filter(({ quem }) => quem !== eu && isAtIt(fila.linhas, quem))
  const estado = estadoOf(linha, fila.nomes, eu, services)
  const cena = ((): Cena => {
    const { situacao } = linha
    const envio = envioOf(linha)
    if (situacao.kind === 'aberto' && situacao.envio.quem === eu) {
      const isGoing = new URL(request.url).searchParams.has(GOING) && isFresh(situacao, eu, now)
      const whatsapp = mensagemByWhatsapp(mensagem, linha.digits ?? '')
      return { kind: 'voltou', hora: horaOf(situacao.envio.em, services), whatsapp, isGoing }
    }
    if (envio && (situacao.kind === 'aberto' || situacao.kind === 'feito'))
      return { kind: situacao.kind, told: toldOf(envio, fila.nomes, services) }
    if (linha.digits === null) return { kind: 'sem-numero', href: anotarHref(linha) ?? '' }
    if (envio && !isOffered(situacao, eu))
      return {
        kind: 'com-alguem',
        told: `${quemOf(envio.quem, fila.nomes)} está com esta pessoa desde ${horaOf(envio.em, services)}`,
      }
    return {
      kind: 'enviar',
      ate: situacao.kind === 'com-alguem' && ate !== null ? untilTime(inicio, ate, now) : null,
    }
  })()
  return {
    ...beside,
    linha: {
      para,
      nome: linha.nome === '' ? (linha.empresa?.nome ?? '') : linha.nome,
      telefone: numberOf(linha),
      empresa: linha.empresa?.nome ?? null,
      nota: estado.look === 'parado' ? estado.nota : null,
      mensagem,
      cena,
      outros: outros.map(({ nome }) => nome),
    },
  }
}

/** Whether somebody has a row of the queue now. */
const isAtIt = (linhas: Linha[], quem: string) =>
  linhas.some(({ situacao }) => situacao.kind === 'com-alguem' && situacao.envio.quem === quem)

/** What the end of a queue tells: who sent how many, and what is left, for what reason. @param eu an aparelhoid */
export async function fimShown(services: Services, tipo: Tipo, eu: string) {
  const fila = await readFila(services, tipo)
  const countOf = (is: (linha: Linha) => boolean) => fila.linhas.filter(is).length
  return {
    tipo,
    ...progressOf(fila),
    enviaram: pessoasOf(fila)
      .filter(({ enviou }) => enviou > 0)
      .map(({ quem, nome, enviou }) => ({ nome: quem === eu ? 'você' : nome, enviou })),
    abertos: countOf(({ situacao }) => situacao.kind === 'aberto'),
    comOutros: countOf(({ situacao }) => situacao.kind === 'com-alguem' && situacao.envio.quem !== eu),
    semNumero: fila.semNumero.length,
    semWhatsapp: countOf((linha) => envioOf(linha)?.estado === 'sem-whatsapp'),
    isOffered: fila.porEnviar.some(({ situacao }) => isOffered(situacao, eu)),
  }
}
