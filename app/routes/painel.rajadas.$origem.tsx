import { convidadoHref } from '~/painel/convidado-told'
import { Option } from '~/shared/field'
import { Table } from '~/shared/table'
import { seeOther } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { countOf } from '~/shared/words'
import { Painel, painelTitled } from '~/painel/painel'
import { rajadaFrom, rajadaOf, nomeadoOf, quandoOf, undone } from '~/painel/rajadas.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request, params }) => {
  const query = rajadaFrom(request, params.origem)
  const convidados = (await rajadaOf(services, query)).map(nomeadoOf)
  const quando = quandoOf(services, query.from, query.to)
  return { convidados, quando, empresaid: query.empresaid ?? null }
})

export const action = painelAction(async ({ services, autor }, { request, params }) => {
  const query = rajadaFrom(request, params.origem)
  const isReturned = (await request.formData()).get('devolver') === 'sim'
  const feito = await undone(services, query, isReturned, autor)
  const where = query.empresaid == null ? '' : `empresa=${encodeURIComponent(query.empresaid)}&`
  return seeOther(`/painel/rajadas?${where}feito=${feito}`)
})

export const meta = painelTitled('Desfazer rajada')

export default function Rajada() {
  const { convidados, quando, empresaid } = useLoaderData<typeof loader>()
  const list = empresaid === null ? '' : `?empresa=${encodeURIComponent(empresaid)}`
  const empresa = convidados.find(({ empresa }) => empresa !== null)?.empresa
  return (
    <Painel
      current={empresaid === null ? 'Histórico' : 'Empresas'}
      title="Desfazer rajada"
      kicker={<a href={`/painel/rajadas${list}`}>Cadastros em rajada</a>}
    >
      {convidados.length === 0 ? (
        <p>Nenhum cadastro desta rajada existe mais.</p>
      ) : (
        <>
          <Table
            caption={
              <>
                <b>{countOf(convidados.length, 'cadastro', 'cadastros')}</b>
                {`, ${quando}`}
              </>
            }
            heads={['Nome', 'WhatsApp', 'Empresa']}
          >
            {convidados.map(({ credencialid, nome, telefone, empresa: de }) => (
              <tr key={credencialid}>
                <th scope="row">
                  <a href={convidadoHref(credencialid)}>{nome}</a>
                </th>
                <td className="fone">{telefone}</td>
                <td>{de ?? 'Formulário público'}</td>
              </tr>
            ))}
          </Table>
          <section className="perigo estreita">
            <h2>Excluir todos eles?</h2>
            <form method="post">
              <p className="dica">
                As credenciais deixam de abrir e os nomes se apagam para sempre. No histórico ficam os
                códigos, sem nomes.
              </p>
              {empresa ? (
                <Option type="checkbox" name="devolver" value="sim" defaultChecked>
                  {`Devolver os convites a ${empresa}`}
                </Option>
              ) : null}
              <button>{`EXCLUIR ${countOf(convidados.length, 'CADASTRO', 'CADASTROS')}`}</button>
            </form>
          </section>
        </>
      )}
    </Painel>
  )
}
