import { isOffered, type Tipo } from '../../../server/domain/envio.ts'
import { own } from '../../../server/domain/own.ts'
import { readFila } from '../../../server/use-cases/envios.ts'
import { takeNext, tellLinha } from '../../../server/use-cases/send-envios.ts'
import { DITOS, GOING, opened } from '~/shared/envios.server'
import type { Equipe } from '~/shared/equipe.server'
import { seeOther, type Fields } from '~/shared/remix.server'
import { tipoIn } from './fila.server.ts'
import { envioHref, filaHref } from './filas.ts'

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
  if (ato === 'enviar' || ato === 'enviar-de-novo') {
    const asked = { para, isForced: ato === 'enviar-de-novo' }
    const isGoing = await opened(services, await readFila(services, tipo), asked, autor())
    return seeOther(isGoing ? `${envioHref(tipo, para)}?${GOING}` : envioHref(tipo, para))
  }
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

async function toNext({ services, autor }: Equipe, tipo: Tipo, empresaid: string | null): Promise<Response> {
  return toRow(tipo, await takeNext(services.envios, await readFila(services, tipo), { empresaid }, autor()))
}

const toRow = (tipo: Tipo, next: { para: string } | null) =>
  seeOther(next ? envioHref(tipo, next.para) : `/painel/envios/fim/${tipo}`)
