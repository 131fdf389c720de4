import type { Services } from '../../../server/composition.ts'
import type { Texto, Tipo } from '../../../server/domain/envio.ts'
import { parseTexto, readFila, type TextoErrors } from '../../../server/use-cases/envios.ts'
import { hasMudanca, novidadeOf } from '../../../server/domain/mudanca.ts'
import { paraOf, textoIn } from '~/shared/envios.server'
import { dayOfErasure, doneAt } from '~/shared/event-clock'
import type { Equipe } from '~/shared/equipe.server'
import { absoluteUrl } from '~/shared/links.server'
import { originalOf, type Para } from '~/shared/mensagem'
import { noStore, seeOther, type Fields } from '~/shared/remix.server'
import { whenAt } from '~/shared/words'
import { quemOf } from '~/painel/envios/estado.server'
import { textoHref } from '~/painel/envios/filas'

/** Changes of a text the page tells. */
const MUDANCAS = 5

/** A text, whom it would reach first, and who changed it. */
export async function textoShown(services: Services, request: Request, tipo: Tipo) {
  const [textos, fila, linhas] = await Promise.all([
    services.envios.listTextos(),
    readFila(services, tipo),
    services.historico.list({ ato: 'mudou-texto', after: null, limit: 50 }),
  ])
  const { evento } = services.config
  const stored = textoIn(textos, tipo)
  const first = fila.porEnviar[0] ?? fila.linhas[0]
  const para = first ? paraOf(first, request, services) : exampleOf(tipo, request, services)
  const mudancas = linhas.filter(({ detalhe }) => detalhe === tipo).slice(0, MUDANCAS)
  const nomes = await services.equipe.nomesOf(mudancas.map(({ quem }) => quem))
  return {
    tipo,
    isOwn: stored !== null,
    texto: stored ?? originalOf(para, evento),
    evento,
    para,
    hasMudanca: hasMudanca(services.gravado),
    enviados: fila.enviados.length,
    mudancas: mudancas.map(({ historicoid, em, quem }) => ({
      id: historicoid,
      nome: quemOf(quem, nomes),
      quando: doneAt(evento.inicio, em, services.now()),
    })),
  }
}

/** Somebody invented, where nobody is in the queue. */
function exampleOf(tipo: Tipo, request: Request, services: Services): Para {
  const link = absoluteUrl('/exemplo/8kQ', request, services)
  const beside = { nome: 'Dalva', empresa: 'Fazenda Exemplo', link }
  if (tipo === 'lembrete') return { tipo, nome: beside.nome, link }
  if (tipo === 'certificado')
    return {
      tipo,
      nome: beside.nome,
      link: `${link}/certificado`,
      ate: dayOfErasure(services.config.evento.fim, services.eraseAt),
    }
  if (tipo === 'mesa') return { tipo, ...beside }
  if (tipo === 'mudanca')
    return {
      tipo,
      nome: beside.nome,
      link,
      presenca: `${link}/presenca`,
      novidade: novidadeOf(services.gravado, ''),
    }
  return { tipo, ...beside, ate: whenAt(services.config.evento.inicio, services.closesAt) }
}

/** A text as it was typed, and what is wrong with it: nothing where only its look was asked for. */
export interface TypedTexto {
  typed: Pick<Texto, 'abertura' | 'recado'>
  errors: Partial<Record<'abertura' | 'recado', string>>
}

/** GRAVAR O TEXTO, VER COMO FICA, USAR O TEXTO ORIGINAL. */
export async function textoWritten(
  { services, autor }: Equipe,
  tipo: Tipo,
  fields: Fields,
): Promise<Response> {
  const ato = fields('ato')
  const to = (feito: string) => seeOther(`${textoHref(tipo)}?feito=${feito}`)
  if (ato === 'original') {
    await services.envios.putTexto({ tipo, abertura: '', recado: '' }, autor())
    return to('original')
  }
  const typed = { abertura: fields('abertura') ?? '', recado: fields('recado') ?? '' }
  const parsed = parseTexto(tipo, typed)
  if (parsed.kind === 'invalid')
    return noStore<TypedTexto>({ typed, errors: sentencesOf(parsed.errors) }, 422)
  if (ato === 'ver') return noStore<TypedTexto>({ typed: parsed.texto, errors: {} })
  await services.envios.putTexto(parsed.texto, autor())
  return to('gravado')
}

const SENTENCES = {
  empty: 'Escreva a abertura: ela continua depois do nome.',
  'too-long': 'São mais de 300 letras. Encurte um pouco.',
  unreadable: 'Há um sinal que não dá para gravar. Escreva de novo.',
}

const sentencesOf = (errors: TextoErrors): TypedTexto['errors'] => ({
  ...(errors.abertura && { abertura: SENTENCES[errors.abertura] }),
  ...(errors.recado && { recado: SENTENCES[errors.recado] }),
})
