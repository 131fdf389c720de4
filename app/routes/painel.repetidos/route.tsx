import { Table } from '~/shared/table'
import { useLoaderData } from '@remix-run/react'
import { Comparison, Homonimos } from './repetidos'
import { ConvidadoDone, repetidosHref } from '~/painel/convidado-told'
import { Painel, painelTitled } from '~/painel/painel'
import { decisionOf, repetidosShown } from './repetidos.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { grouped } from '~/shared/words'

export const loader = painelLoader(async ({ services }, { request }) => ({
  // A pair in the address comes from a guest's page.
  isAsked: new URL(request.url).searchParams.has('um'),
  ...(await repetidosShown(services, request)),
}))

export const action = painelAction(({ services, autor }, { request }) =>
  decisionOf(services, request, autor()),
)

export const meta = painelTitled('Cadastros repetidos')

export default function Repetidos() {
  const { feito, isAsked, par, total, numero, isGone, depois, beyondThis, homonimos } =
    useLoaderData<typeof loader>()
  return (
    <Painel
      current="Convidados"
      title="Cadastros repetidos"
      kicker={<a href="/painel/convidados">Convidados</a>}
      gauge={numero > 0 ? <b>{`${grouped(numero)} de ${grouped(total)}`}</b> : null}
    >
      <ConvidadoDone nome={isGone ? 'resolvido' : feito} />
      {par ? (
        <>
          <p className="nota">
            {numero > 0 ? 'Mesmo nome, números quase iguais. ' : null}
            Quem decide é você. O que difere está marcado.
          </p>
          <section id="par">
            <h2>{par.sides[0].nome}</h2>
            <form className="cartao" method="post" action="/painel/repetidos">
              <input type="hidden" name="um" value={par.sides[0].credencialid} />
              <input type="hidden" name="outro" value={par.sides[1].credencialid} />
              {isAsked ? <input type="hidden" name="volta" value="1" /> : null}
              <Comparison {...par} />
              <p className="dica">
                O outro cadastro sai, o convite que sobra volta para a empresa que o deu, e as entradas passam
                para o que fica. Do WhatsApp e do e-mail vale o que está marcado.
              </p>
              <div className="acoes lado">
                <button name="ato" value="juntar">
                  Juntar os dois
                </button>
                <button className="contorno" name="ato" value="separar" formNoValidate>
                  São pessoas diferentes
                </button>
              </div>
            </form>
          </section>
        </>
      ) : (
        <p>
          Nenhum cadastro parece repetido. <a href="/painel/convidados">Ver os convidados</a>
        </p>
      )}
      {depois.length > 0 ? (
        <section>
          <h2>Depois deste</h2>
          <Table caption="Outros pares" isCaptionHidden heads={['Fica ou sai', 'Parecido com', 'Empresas']}>
            {depois.map(({ um, outro, nome, similarity, empresas }) => (
              <tr key={um + outro}>
                <th scope="row">
                  <a href={repetidosHref(um, outro)}>{nome}</a>
                </th>
                <td className="larga">{similarity}</td>
                <td className="larga nota">{empresas}</td>
              </tr>
            ))}
          </Table>
          {beyondThis > 0 ? <p className="nota">{`E mais ${grouped(beyondThis)}.`}</p> : null}
        </section>
      ) : null}
      <Homonimos {...homonimos} />
    </Painel>
  )
}
