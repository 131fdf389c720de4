import { useLoaderData } from '@remix-run/react'
import { countOf } from '~/shared/words'
import { BoxToTick, NomeComQuem, NumeroEmCaixa, PrintedList } from '~/painel/listas'
import { painelTitled } from '~/painel/painel'
import { headOf, nomeOf } from '~/painel/listas.server'
import { painelLoader } from '~/shared/equipe.server'
import { listByName, withCom } from '../../server/use-cases/list-convidados.ts'
import { pageOf } from '~/shared/remix.server'

/** The part of the list by name that a request asks for. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const head = await headOf(services)
  const { convidados, ...part } = await listByName(services, pageOf(request, 'parte'))
  let last = ''
  const nomes = (await withCom(services.painel, convidados)).map((convidado, at) => {
    const { letra: its = '' } = convidados[at] ?? {}
    const letra = its === last ? '' : its
    last = its
    const { nome: empresa, numero } = convidado.empresa ?? { nome: '', numero: '' }
    return { ...nomeOf(convidado, services), empresa, numero, letra }
  })
  return { ...head, ...part, nomes }
})

export const meta = painelTitled('Lista por nome')

export default function ListaPorNome() {
  const { evento, madeAt, nomes, total, ...page } = useLoaderData<typeof loader>()
  return (
    <PrintedList
      title="Lista por nome"
      kicker={`${evento} · ${countOf(total, 'convidado', 'convidados')}`}
      {...page}
      outra={{ href: '/painel/listas/mesas', text: 'Ver por mesa' }}
    >
      <table className="por-nome">
        <caption className="oculto">Convidados por nome</caption>
        <thead>
          <tr className="gerada">
            <td colSpan={5}>{`Lista por nome · ${madeAt}`}</td>
          </tr>
          <tr>
            <td />
            <th scope="col">
              <span className="oculto">Chegou</span>
            </th>
            <th scope="col">Nome</th>
            <th scope="col">Empresa</th>
            <th scope="col">Código</th>
          </tr>
        </thead>
        <tbody>
          {nomes.map(({ credencialid, letra, nome, com, empresa, numero, codigo, retirada, dentro }) => (
            <tr key={credencialid}>
              <td className="letra">{letra}</td>
              <BoxToTick dentro={dentro} retirada={retirada} />
              <NomeComQuem nome={nome} com={com} />
              <td>
                <NumeroEmCaixa numero={numero} />
                {empresa}
              </td>
              <td className={retirada === null ? 'codigo' : 'retirada'}>{retirada ?? codigo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintedList>
  )
}
