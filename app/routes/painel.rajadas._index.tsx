import { Back } from '~/painel/convidado-told'
import { Table } from '~/shared/table'
import { useLoaderData } from '@remix-run/react'
import { Outcome } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { rajadasOf } from '~/painel/rajadas.server'
import { painelLoader } from '~/shared/equipe.server'

/** Bursts of one company (`?empresa=`), or anywhere. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const empresaid = new URL(request.url).searchParams.get('empresa')
  const found = empresaid === null ? null : await services.empresas.find(empresaid, services.now())
  if (empresaid !== null && !found) throw new Response(null, { status: 404 })
  const empresa = found && { empresaid: found.empresa.empresaid, nome: found.empresa.nome }
  return { empresa, ...(await rajadasOf(services, empresaid)) }
})

export const meta = painelTitled('Cadastros seguidos')

const BACK = 'O arquivo que você baixou os traz de volta, em Planilhas.'
const DONE = {
  desfeita: `os cadastros marcados foram excluídos. ${BACK}`,
  'desfeita-aos-poucos': `os cadastros marcados foram excluídos. ${BACK} A lista da portaria termina de se atualizar sozinha em alguns minutos.`,
  'menos-dentro': `os cadastros marcados foram excluídos, menos quem entrou enquanto você olhava. ${BACK}`,
}
const WARNINGS = {
  nenhuma: 'nada foi excluído: os cadastros marcados já não existiam.',
  'so-dentro': 'nada foi excluído: quem estava marcado entrou enquanto você olhava.',
}

/** Many registrations from one address in quick succession: someone's joke, or a secretary's work. */
export default function Rajadas() {
  const { empresa, rajadas, espalhadas, feito } = useLoaderData<typeof loader>()
  return (
    <Painel
      current={empresa ? 'Empresas' : 'Histórico'}
      title="Cadastros seguidos"
      kicker={<Back empresa={empresa} href="/painel/historico" nome="Histórico" />}
    >
      <Outcome nome={feito} done={DONE} warnings={WARNINGS} />
      <p className="nota">
        {empresa
          ? 'Dois ou mais cadastros seguidos, feitos pela mesma internet (o mesmo Wi-Fi, por exemplo), nas últimas 48 horas.'
          : 'Dez ou mais cadastros seguidos, feitos pela mesma internet (o mesmo Wi-Fi, por exemplo), nas últimas 48 horas.'}{' '}
        Quem cadastra a mesa toda também aparece aqui: veja os nomes antes de desfazer.
      </p>
      {rajadas.length === 0 ? (
        <section>
          <h2 className="oculto">Cadastros seguidos</h2>
          <p>Nenhum.</p>
        </section>
      ) : (
        <RajadasTable caption="Cadastros seguidos, dos mais novos aos mais antigos" rows={rajadas} />
      )}
      {espalhadas.length === 0 ? null : (
        <section>
          <h2>Poucos de cada internet</h2>
          <p className="nota">
            Dez ou mais cadastros seguidos em uma empresa, menos de dez de cada internet. Pode ser uma pessoa
            só com muitas internets, ou um link encaminhado a muita gente: os nomes dizem. Nada se desfaz de
            uma vez.
          </p>
          <RajadasTable
            caption="Poucos de cada internet, dos mais novos aos mais antigos"
            rows={espalhadas}
          />
        </section>
      )}
    </Painel>
  )
}

type Row = Record<'href' | 'nome' | 'quando' | 'cadastros', string>

function RajadasTable({ caption, rows }: { caption: string; rows: Row[] }) {
  return (
    <Table caption={caption} isCaptionHidden heads={['Empresa', 'Quando', { number: 'Cadastros' }]}>
      {rows.map(({ href, nome, quando, cadastros }) => (
        <tr key={href + quando}>
          <th scope="row">
            <a href={href}>{nome}</a>
          </th>
          <td>{quando}</td>
          <td className="n">{cadastros}</td>
        </tr>
      ))}
    </Table>
  )
}
