import { useRouteLoaderData } from '@remix-run/react'
import type { EventoSummary } from './evento-summary'

/** What a message shows of a link to this site beside the event's own words. */
export interface Previa {
  /** Absolute address of a picture of 1200 × 630. */
  imagem: string
  description: string
}

/**
 * Open Graph: how WhatsApp and others show a link to any page of ours. The same for all pages, so that a forwarded
 * credencial tells nobody whose it is.
 */
export function LinkPreview() {
  const data = useRouteLoaderData<EventoSummary & { previa: Previa }>('root')
  if (!data) return null
  const { ocasiao, anfitriao, previa } = data
  const title = `${ocasiao} · ${anfitriao}`
  const properties = {
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:title': title,
    'og:description': previa.description,
    'og:image': previa.imagem,
    'og:image:type': previa.imagem.endsWith('.png') ? 'image/png' : 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `Convite: ${title}`,
  }
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
