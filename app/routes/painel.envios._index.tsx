import { useLoaderData } from '@remix-run/react'
import type { Prazo, Tipo } from '../../server/domain/envio'
import { began } from '~/painel/envios/acts.server'
import { Desk, FilaList, Filas, MesaFilter, OtherParts, Pessoas } from '~/painel/envios/fila'
import { filaShown } from '~/painel/envios/fila.server'
import { filaHref, filaOf } from '~/painel/envios/filas'
import { Painel, painelTitled, SeenAt } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { fieldsOf } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'envios' }

/** What must be told to people, by kind: who, and how far it got. */
export const loader = painelLoader(({ services, aparelho }, { request }) =>
  filaShown(services, request, aparelho.aparelhoid),
)

/** COMEÇAR: takes the first row for this browser. */
export const action = painelAction(async (equipe, { request }) => began(equipe, await fieldsOf(request)))

export const meta = painelTitled('Envios')

const DONE = {
  enviado: 'ficou anotado como enviado.',
  entregue: 'ficou anotado: entregue de outro jeito.',
}
const WARNINGS = {
  sumiu: 'esta mensagem não precisa mais ir. Nada mudou.',
  antiga: 'o que foi enviado não vale mais. A pessoa continua na fila.',
}

interface EmptyProps {
  tipo: Tipo
  prazo: Prazo
  /** `16 de setembro, 22h`: when the event ends. */
  desde: string
  isCancelled: boolean
  isDescribed: boolean
}

/** Why nothing is to be sent. */
function emptyTold({ tipo, prazo, desde, isCancelled, isDescribed }: EmptyProps): string {
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
      <Filas {...page} />
      {total === 0 ? (
        <p>{emptyTold(page)}</p>
      ) : (
        <>
          <Desk {...page} />
          <Pessoas pessoas={page.pessoas} />
          {parte === 'faltam' ? <MesaFilter mesas={page.mesas} mesa={mesa} /> : null}
          {page.found > 0 ? <FilaList {...page} /> : <p>Ninguém aqui.</p>}
          <OtherParts {...page} />
        </>
      )}
    </Painel>
  )
}
