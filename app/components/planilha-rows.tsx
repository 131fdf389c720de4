import type { ReactNode } from 'react'
import type { PlanilhaShown } from './planilha-shown'
import { groupedCountOf } from './count-of'

type PlanilhaKind = PlanilhaShown['tipo']

/** What people call the columns. */
const FIELDS: Record<string, string> = { icredencial: 'total', contato: 'responsável', email: 'e-mail' }

interface PartProps {
  nome: string
  estado: 'fim' | 'meio' | 'aberto'
  parte: NonNullable<PlanilhaShown['parte']>
  /** The names of the columns; those that end in `#` are of figures. */
  columns: string[]
  shown: number
  total: number
  children: ReactNode
}

/** One part of the preview as a table; nothing where it has no row. */
function Part({ nome, estado, parte, columns, shown, total, children }: PartProps) {
  if (total === 0) return null
  return (
    <section>
      <h2 className="oculto">{nome}</h2>
      <table className="dobra">
        <caption>
          <span className={`estado ${estado}`}>{nome}</span> <b>{groupedCountOf(total, '', '').trim()}</b>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column.endsWith('#') ? 'n' : undefined}>
                {column.replace('#', '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {shown < total ? (
        <p>
          <a className="ato" href={`?ver=${parte}`}>
            VER TODAS
            <span className="oculto">{`: ${nome.toLowerCase()}`}</span>
          </a>
        </p>
      ) : null}
    </section>
  )
}

/** Rows that are left out, with what to do about each. */
export function RowsRefused({ rows, total }: { rows: PlanilhaShown['bad']; total: number }) {
  return (
    <Part
      {...{ nome: 'Recusadas', estado: 'fim', parte: 'recusadas', shown: rows.length, total }}
      columns={['Linha', 'Nome', 'O que fazer']}
    >
      {rows.map(({ line, nome, problems }) => (
        <tr key={line}>
          <th scope="row">{`Linha ${line}`}</th>
          <td>{nome}</td>
          <td className="larga">{sentence(problems.join('; '))}</td>
        </tr>
      ))}
    </Part>
  )
}

/** Rows that change something, with what was and what comes. */
export function RowsToChange({
  rows,
  total,
  tipo,
}: {
  rows: PlanilhaShown['changed']
  total: number
  tipo: PlanilhaKind
}) {
  return (
    <Part
      {...{ nome: 'Mudam', estado: 'meio', parte: 'mudam', shown: rows.length, total }}
      columns={[tipo === 'empresas' ? 'Empresa' : 'Convidado', 'O que muda', 'Linha#']}
    >
      {rows.map(({ line, nome, changes }) => (
        <tr key={line}>
          <th scope="row">{nome}</th>
          <td>
            {changes.map(({ campo, de, para }, index) => (
              <span key={campo}>
                {index > 0 ? '; ' : ''}
                {`${FIELDS[campo] ?? campo}: `}
                {de === '' ? null : (
                  <>
                    <del>{de}</del>{' '}
                  </>
                )}
                <b>{para === '' ? '(vazio)' : para}</b>
              </span>
            ))}
          </td>
          <td className="n">{`linha ${line}`}</td>
        </tr>
      ))}
    </Part>
  )
}

/** Rows that are new. */
export function RowsToInsert({
  rows,
  total,
  tipo,
}: {
  rows: PlanilhaShown['inserted']
  total: number
  tipo: PlanilhaKind
}) {
  const isEmpresa = tipo === 'empresas'
  return (
    <Part
      {...{ nome: 'Entram', estado: 'aberto', parte: 'entram', shown: rows.length, total }}
      columns={isEmpresa ? ['Empresa', 'Total#', 'Linha#'] : ['Convidado', 'Convite de', 'Linha#']}
    >
      {rows.map(({ line, nome, valor }) => (
        <tr key={line}>
          <th scope="row">{nome}</th>
          <td className={isEmpresa ? 'n' : undefined}>
            {isEmpresa
              ? groupedCountOf(Number(valor), 'convite', 'convites')
              : valor === ''
                ? 'sem empresa'
                : valor}
          </td>
          <td className="n">{`linha ${line}`}</td>
        </tr>
      ))}
    </Part>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
