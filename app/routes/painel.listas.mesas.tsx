import { useLoaderData } from '@remix-run/react'
import { BoxToTick, NomeComQuem, NumeroEmCaixa, PrintedList } from '~/painel/listas'
import { painelTitled } from '~/painel/painel'
import { headOf, nomeOf } from '~/painel/listas.server'
import { painelLoader } from '~/shared/equipe.server'
import { NOME_DA_CASA } from '../../server/domain/casa.ts'
import type { ConvidadoNoPainel } from '../../server/domain/painel-repo.ts'
import type { Numbers } from '../../server/use-cases/empresas.ts'
import { listByTable } from '../../server/use-cases/list-convidados.ts'
import { pageOf } from '~/shared/remix.server'
import { countOf, vagasTold } from '~/shared/words'

/** The part of the list by company that a request asks for. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const head = await headOf(services)
  const { mesas, ...part } = await listByTable(services, pageOf(request, 'parte'))
  return {
    ...head,
    ...part,
    mesas: mesas.map(({ empresa, isDaCasa, convidados }) => ({
      nome: empresa?.nome ?? (isDaCasa ? NOME_DA_CASA : 'Sem empresa'),
      numero: empresa?.numero ?? '',
      convites: empresa
        ? [convitesOf(empresa.numbers), vagasTold(empresa.estacionamento)].filter(Boolean).join(' · ')
        : isDaCasa
          ? 'convite público e convites da casa'
          : ofNone(convidados),
      nomes: convidados.map((convidado) => nomeOf(convidado, services)),
    })),
  }
})

const convitesOf = (numbers: Numbers | null) =>
  numbers ? `${numbers.used} de ${countOf(numbers.total, 'convite', 'convites')}` : 'convites a conferir'

/** A guest who withdrew no longer has a company. */
function ofNone(convidados: ConvidadoNoPainel[]): string {
  const withdrawn = convidados.filter(({ desistencia }) => desistencia).length
  if (withdrawn === convidados.length) return 'desistências'
  return withdrawn > 0 ? 'convite público e desistências' : 'convite público'
}

export const meta = painelTitled('Lista por mesa')

/** All guests by company; each company is a table whose header repeats on every page. */
export default function ListaPorMesa() {
  const { evento, madeAt, mesas, ...page } = useLoaderData<typeof loader>()
  return (
    <PrintedList
      title="Lista por mesa"
      kicker={evento}
      {...page}
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
            {nomes.map(({ credencialid, nome: convidado, com, codigo, retirada, dentro }) => (
              <tr key={credencialid}>
                <BoxToTick dentro={dentro} retirada={retirada} />
                <NomeComQuem nome={convidado} com={com} />
                <td className={retirada === null ? 'codigo' : 'retirada'}>{retirada ?? codigo}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </PrintedList>
  )
}
