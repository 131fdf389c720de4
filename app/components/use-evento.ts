import { useRouteLoaderData } from '@remix-run/react'
import type { EventoSummary } from './evento-summary'

/** The event, from the document's own loader; null on the page of an error that came before it. */
export function useEvento(): EventoSummary | null {
  return useRouteLoaderData<EventoSummary>('root') ?? null
}
