import { useLoaderData } from '@remix-run/react'
import { BoxToTick, NumeroEmCaixa, PrintedList } from '~/painel/listas'
import { Painel, painelTitled } from '~/painel/painel'
import { PrintBar } from '~/shared/print'
import { mesasShown } from '~/painel/listas.server'
import { painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(({ services }, { request }) => mesasShown(services, request))

export const meta = painelTitled('Lista por mesa')

/** All guests by company, each company a table whose header is repeated on every page. */
export default function ListaPorMesa() {
  const { evento, madeAt, mesas, parte, partes } = useLoaderData<typeof loader>()
  return (
    <Painel current="Listas" title={null}>
      <PrintedList
        title="Lista por mesa"
        kicker={evento}
        parte={parte}
        partes={partes}
        outra={{ href: '/painel/listas/nomes', text: 'Ver por nome' }}
      >
        {mesas.map(({ nome, numero, convites, nomes }, index) => (
          <table key={index}>
            <thead>
              <tr className="mesa">
                <th scope="colgroup" colSpan={3}>
                  <NumeroEmCaixa numero={numero} />
                  {nome} <span className="conta">{`${convites} · ${madeAt}`}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {nomes.map(({ credencialid, nome: convidado, codigo, retirada, dentro }) => (
                <tr key={credencialid}>
                  <BoxToTick dentro={dentro} retirada={retirada} />
                  <th scope="row">{convidado}</th>
                  <td className={retirada === null ? 'codigo' : 'retirada'}>{retirada ?? codigo}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </PrintedList>
      <PrintBar />
    </Painel>
  )
}
