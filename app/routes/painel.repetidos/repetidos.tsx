import type { ReactNode } from 'react'
import { Option } from '~/shared/field'
import { Table } from '~/shared/table'
import { convidadoHref, WhereaboutsTold } from '~/painel/convidado-told'
import type { repetidosShown } from './repetidos.server.ts'

type RepetidosShown = Awaited<ReturnType<typeof repetidosShown>>

/** Two guests who may be one person, and which fields differ even if they look the same. */
type SidesCompared = NonNullable<RepetidosShown['par']>

type Side = SidesCompared['sides'][number]

/**
 * Two guests side by side. Differences stand out, and the guest to keep is chosen above. Where phone or
 * e-mail differ, the organiser chooses which one stays.
 */
export function Comparison({ sides, differ, visto }: SidesCompared) {
  const [um, outro] = sides
  const hasEmail = um.email === '' ? outro : um
  return (
    <>
      <input type="hidden" name="visto" value={visto} />
      <table className="comparar">
        <caption className="oculto">{`${um.nome} e ${outro.nome}, lado a lado`}</caption>
        <thead>
          <tr>
            <td />
            {sides.map(({ credencialid }, index) => (
              <th key={credencialid} scope="col">
                <Option type="radio" name="fica" value={credencialid} defaultChecked={index === 0}>
                  <b>Fica este</b>
                </Option>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <CompareRow title="Nome" isDifferent={um.nome !== outro.nome} sides={sides}>
            {({ credencialid, nome }) => <a href={convidadoHref(credencialid)}>{nome}</a>}
          </CompareRow>
          <CompareRow title="WhatsApp" isDifferent={differ.telefone} sides={sides}>
            {(side) => (
              <Chosen name="telefone" side={side} isChosen={side === um} isAsked={differ.telefone}>
                {side.telefone}
              </Chosen>
            )}
          </CompareRow>
          <CompareRow title="E-mail" isDifferent={differ.email} sides={sides}>
            {(side) => (
              <Chosen name="email" side={side} isChosen={side === hasEmail} isAsked={differ.email}>
                {side.email || 'não informado'}
              </Chosen>
            )}
          </CompareRow>
          <CompareRow title="Empresa" isDifferent={um.empresa !== outro.empresa} sides={sides}>
            {({ empresa }) => empresa ?? 'nenhuma'}
          </CompareRow>
          <CompareRow title="Cadastro" sides={sides}>
            {({ cadastro }) => cadastro}
          </CompareRow>
          <CompareRow title="Situação" sides={sides}>
            {({ dentro, retirada }) => <WhereaboutsTold dentro={dentro} retirada={retirada} />}
          </CompareRow>
          <CompareRow title="Código" sides={sides}>
            {({ codigo }) => <span className="codigo">{codigo}</span>}
          </CompareRow>
        </tbody>
      </table>
      <fieldset className="escolha">
        <legend>O link do cadastro que sai é</legend>
        <Option type="radio" name="link" value="mesma" required>
          <b>da mesma pessoa</b>: os dois links continuam valendo
        </Option>
        <Option type="radio" name="link" value="outra" required>
          <b>de outra pessoa, ou não sei</b>: ele deixa de valer
        </Option>
      </fieldset>
    </>
  )
}

/** A question without a suggestion: someone who knows them answers, or corrects the wrong number. */
export function Homonimos({ pares, hasMore }: RepetidosShown['homonimos']) {
  if (pares.length === 0) return null
  return (
    <section>
      <h2>Mesmo nome, dois números</h2>
      <p className="nota">
        Na mesma empresa. São duas pessoas, ou uma que trocou de número? Se for uma só, abra o cadastro do
        número errado, ou sem número, e corrija: a tela oferece juntar os dois.
      </p>
      <Table
        caption="Mesmo nome e empresa, dois números"
        isCaptionHidden
        heads={['Nome', 'Empresa', 'WhatsApp', { hidden: 'Resposta' }]}
      >
        {pares.map(({ nome, empresa, convidados }) => {
          const [um, outro] = convidados
          return (
            <tr key={convidados.map(({ credencialid }) => credencialid).join()}>
              <th scope="row">{nome}</th>
              <td className="larga">{empresa}</td>
              <td className="larga numeros-de">
                {convidados.map(({ credencialid, telefone }) => (
                  <a key={credencialid} href={convidadoHref(credencialid)}>
                    {telefone}
                  </a>
                ))}
              </td>
              <td className="larga">
                <form method="post" action="/painel/repetidos">
                  <input type="hidden" name="um" value={um?.credencialid} />
                  <input type="hidden" name="outro" value={outro?.credencialid} />
                  <button className="ato" name="ato" value="separar">
                    São duas pessoas
                    <span className="oculto">{`: ${nome}`}</span>
                  </button>
                </form>
              </td>
            </tr>
          )
        })}
      </Table>
      {hasMore ? <p className="nota">Há mais: aparecem quando estes forem respondidos.</p> : null}
    </section>
  )
}

interface ChosenProps {
  name: 'telefone' | 'email'
  side: Side
  isChosen: boolean
  isAsked: boolean
  children: ReactNode
}

/** One of two values, chosen by a touch; plain text where both are the same. */
function Chosen({ name, side, isChosen, isAsked, children }: ChosenProps) {
  if (!isAsked) return <>{children}</>
  return (
    <Option type="radio" name={name} value={side.credencialid} defaultChecked={isChosen}>
      {children}
    </Option>
  )
}

interface CompareRowProps {
  title: string
  isDifferent?: boolean
  sides: SidesCompared['sides']
  children: (side: Side) => ReactNode
}

function CompareRow({ title, isDifferent = false, sides, children }: CompareRowProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {sides.map((side) => (
        <td key={side.credencialid} className={isDifferent ? 'difere' : undefined}>
          {children(side)}
        </td>
      ))}
    </tr>
  )
}
