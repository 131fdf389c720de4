import { useLoaderData } from '@remix-run/react'
import { Guia } from '~/painel/guia'
import portaria from '../../docs/portaria.md?guia'
import { painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(() => Promise.resolve({ guia: portaria }))

export const meta = painelTitled('Ajuda da porta')

export default function AjudaDaPorta() {
  const { guia } = useLoaderData<typeof loader>()
  return <Guia {...guia} kicker={<a href="/painel/ajuda">Guia do organizador</a>} />
}
