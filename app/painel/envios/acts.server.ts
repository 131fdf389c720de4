import { isOffered, type Dito, type Tipo } from '../../../server/domain/envio.ts'
import { own } from '../../../server/domain/own.ts'
import { readFila } from '../../../server/use-cases/envios.ts'
import { openLinha, takeNext, tellLinha } from '../../../server/use-cases/send-envios.ts'
import { GOING, isFresh } from '~/shared/envios.server'
import type { Equipe } from '~/shared/equipe.server'
import { seeOther, type Fields } from '~/shared/remix.server'
import { tipoIn } from './fila.server.ts'
import { envioHref, filaHref } from './filas.ts'

/** What a button notes of a row. */
const DITOS: Record<string, Dito> = {
  foi: 'enviado',
  pular: 'pulado',
  'em-maos': 'em-maos',
  'sem-whatsapp': 'sem-whatsapp',
  recusado: 'recusado',
}

/**
 * COMEÇAR, CONTINUAR, and ENVIAR UM POR VEZ of one table, which takes no row of another.
 * @returns the way to the row, or to the end of the queue; where a table has none left, to its list
 */
export async function began({ services, autor }: Equipe, fields: Fields): Promise<Response> {
  const tipo = tipoIn(fields('fila') ?? undefined)
  const mesa = fields('mesa')
  const fila = await readFila(services, tipo)
  const author = autor()
  const porEnviar = fila.porEnviar.filter(
    ({ empresa, situacao }) =>
      mesa === null || (empresa?.empresaid === mesa && isOffered(situacao, author.quem)),
  )
  if (mesa !== null && porEnviar.length === 0) return seeOther(filaHref(tipo, { mesa }))
  return toRow(tipo, await takeNext(services.envios, { ...fila, porEnviar }, {}, author))
}

/**
 * Does what a form on one row asks for. @returns the way to the same row, to the next, or to the list
 * @throws Response 400 for a form that is not ours
 */
export async function actedOn(equipe: Equipe, tipo: Tipo, para: string, fields: Fields): Promise<Response> {
  const { services, autor } = equipe
  const ato = fields('ato') ?? ''
  if (ato === 'enviar' || ato === 'enviar-de-novo')
    return opened(equipe, tipo, para, ato === 'enviar-de-novo')
  if (ato === 'proximo') return toNext(equipe, tipo, null)
  const dito = own(DITOS, ato)
  if (dito === undefined) throw new Response(null, { status: 400 })
  const told = await tellLinha(services.envios, await readFila(services, tipo), { para, dito }, autor())
  // What it should have told is shown, to be sent again.
  if (told.kind === 'outdated')
    return seeOther(fields('lista') === '1' ? filaHref(tipo, { feito: 'antiga' }) : envioHref(tipo, para))
  if (fields('lista') !== '1') return toNext(equipe, tipo, told.kind === 'told' ? told.empresaid : null)
  if (told.kind === 'not-due') return seeOther(filaHref(tipo, { feito: 'sumiu' }))
  return seeOther(filaHref(tipo, { feito: dito === 'em-maos' ? 'entregue' : 'enviado' }))
}

/** ENVIAR: the row's own page goes on to WhatsApp, also after a second tap on the button. */
async function opened({ services, autor }: Equipe, tipo: Tipo, para: string, isForced: boolean) {
  const author = autor()
  const fila = await readFila(services, tipo)
  const abertura = await openLinha(services.envios, fila, { para, isForced }, author)
  const here = envioHref(tipo, para)
  switch (abertura.kind) {
    case 'aberto':
      return seeOther(`${here}?${GOING}`)
    case 'de-outro': {
      const { envio } = abertura
      const isTwice = isFresh({ kind: 'aberto', envio }, author.quem, author.em) && envio.estado === 'aberto'
      return seeOther(isTwice ? `${here}?${GOING}` : here)
    }
    case 'not-due':
      return seeOther(here)
    default:
      return abertura satisfies never
  }
}

async function toNext({ services, autor }: Equipe, tipo: Tipo, empresaid: string | null): Promise<Response> {
  return toRow(tipo, await takeNext(services.envios, await readFila(services, tipo), { empresaid }, autor()))
}

const toRow = (tipo: Tipo, next: { para: string } | null) =>
  seeOther(next ? envioHref(tipo, next.para) : `/painel/envios/fim/${tipo}`)
