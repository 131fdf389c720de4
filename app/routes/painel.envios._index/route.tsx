import { useLoaderData } from '@remix-run/react'
import { isOffered } from '../../../server/domain/envio.ts'
import { readFila } from '../../../server/use-cases/envios.ts'
import { takeNext } from '../../../server/use-cases/send-envios.ts'
import { Desk, FilaList, MesaFilter, OtherParts, Pessoas, Transmissao } from './fila'
import { filaShown, tipoIn, toRow } from '~/painel/envios/fila.server'
import { Chips } from '~/painel/filtro'
import { filaHref, filaOf, filasWith } from '~/painel/envios/filas'
import { Painel, painelTitled, SeenAt } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { fieldsOf, seeOther } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'envios' }

/** What people must be told, by kind: who, and how far it got. */
export const loader = painelLoader(({ services, aparelho }, { request }) =>
  filaShown(services, request, aparelho.aparelhoid),
)

/**
 * Começar, Continuar, and Enviar um por vez for one table, which takes no row of another. Leads to the row,
 * or to the end of the queue; if a table has none left, to its list.
 */
export const action = painelAction(async ({ services, autor }, { request }) => {
  const fields = await fieldsOf(request)
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
})

export const meta = painelTitled('Envios')

const DONE = {
  enviado: 'ficou anotado como enviado.',
  entregue: 'ficou anotado: entregue de outro jeito.',
}
const WARNINGS = {
  sumiu: 'esta mensagem não precisa mais ir. Nada mudou.',
  antiga: 'o que foi enviado não vale mais. A pessoa continua na fila.',
}

/** Why there is nothing to send. */
function emptyTold(page: ReturnType<typeof useLoaderData<typeof loader>>): string {
  const { tipo, prazo, desde, isCancelled, isDescribed } = page
  if (!isDescribed) return 'Nenhum evento está descrito: ainda não há o que enviar por esta fila.'
  if (prazo === 'agora') return filaOf(tipo).vazia
  if (prazo === 'cedo')
    return `O certificado se envia depois do evento, a partir de ${desde}, a quem tiver entrado.`
  return `${isCancelled ? 'O evento foi cancelado' : 'O prazo passou'}: não há mais o que enviar por esta fila.`
}

export default function Envios() {
  const page = useLoaderData<typeof loader>()
  const { feito, hoje, hora, tipo, parte, mesa, total } = page
  return (
    <Painel
      current="Envios"
      title="Envios"
      kicker={hoje}
      gauge={<SeenAt hora={hora} href={filaHref(tipo, mesa ? { mesa } : {})} />}
    >
      <Outcome nome={feito} done={DONE} warnings={WARNINGS} />
      <Chips
        label="Filas"
        chips={filasWith(page.hasMudanca, tipo).map((fila) => ({
          nome: fila.nome,
          count: page.counts[fila.tipo],
          href: filaHref(fila.tipo),
          isCurrent: fila.tipo === tipo,
        }))}
      />
      {total === 0 ? (
        <p>{emptyTold(page)}</p>
      ) : (
        <>
          <Desk {...page} />
          {page.faltam > 0 ? <Pessoas pessoas={page.pessoas} /> : null}
          {parte === 'faltam' ? <MesaFilter mesas={page.mesas} mesa={mesa} /> : null}
          {page.found > 0 ? <FilaList {...page} /> : page.faltam > 0 ? <p>Ninguém aqui.</p> : null}
          <OtherParts {...page} />
        </>
      )}
      {page.transmissao === null ? null : <Transmissao text={page.transmissao} />}
    </Painel>
  )
}
