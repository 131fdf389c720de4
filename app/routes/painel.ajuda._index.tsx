import { useLoaderData } from '@remix-run/react'
import { Guia } from '~/painel/guia'
import organizador from '../../docs/guia-do-organizador.md?guia'
import { painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(() => Promise.resolve({ guia: organizador }))

export const meta = painelTitled('Ajuda')

export default function Ajuda() {
  const { guia } = useLoaderData<typeof loader>()
  return <Guia {...guia} kicker={<a href="/painel/ajuda/porta">Quem fica na porta tem o seu</a>} />
}
