import type { ReactNode } from 'react'
import { Table, type Head } from '~/shared/table'
import { capitalized, countOf, grouped } from '~/shared/words'
import { own } from '../../../server/domain/own.ts'
import type { BadRow } from '../../../server/domain/name-rows.ts'
import type { previewShown } from './check.server.ts'
import { PARTES, type Chave } from './partes.ts'
import { Responder, Respostas, type Answers } from './perguntas.tsx'
import { ActLink } from '~/shared/page'

// The parts of a spreadsheet, by what becomes of their rows.

/** Everyday names of the columns. */
const FIELDS: Record<string, string> = {
  icredencial: 'total',
  contato: 'responsável',
  cnpj: 'CNPJ',
  email: 'e-mail',
  telefone: 'WhatsApp',
  numero: 'mesa',
}

type PlanilhaShown = ReturnType<typeof previewShown>

interface PartProps<Row> {
  parte: Chave
  nome?: string
  rows: Row[]
  total: number
  heads: Head[]
  /** The cells of a row. */
  children: (row: Row) => ReactNode
  /** Rows that no row of the sheet is. */
  others?: { length: number; rows: ReactNode }
  below?: ReactNode
}

/** One part of the preview as a table; nothing if none of its rows are on this page. */
function Part<Row extends { line: number }>(props: PartProps<Row>) {
  const { parte, rows, total, heads, children, others, below } = props
  const { ver, estado, nome: usual } = PARTES[parte]
  const { nome = usual } = props
  if (rows.length + (others?.length ?? 0) === 0) return null
  return (
    <section>
      <h2 className="oculto">{nome}</h2>
      <Table
        caption={
          <>
            <span className={`estado ${estado}`}>{nome}</span> {total > 0 ? <b>{grouped(total)}</b> : null}
          </>
        }
        heads={heads}
      >
        {rows.map((row) => (
          <tr key={row.line}>{children(row)}</tr>
        ))}
        {others?.rows}
      </Table>
      {below}
      {rows.length < total ? (
        <p>
          <ActLink href={`?ver=${ver}`}>
            {`Ver todas as ${grouped(total)} linhas`}
            <span className="oculto">{`: ${nome.toLowerCase()}`}</span>
          </ActLink>
        </p>
      ) : null}
    </section>
  )
}

/** Names that were cleaned; each may stay as it was. */
export function RowsCleaned({ isBegun, isPage, ...part }: PlanilhaShown['limpas'] & Answers) {
  return (
    <Part
      parte="limpas"
      {...part}
      heads={['Arrumado', 'Como está na planilha', { number: 'Linha' }]}
      below={isPage && !isBegun ? <Responder /> : null}
    >
      {({ de, para, asked, onde }) => (
        <>
          <th scope="row">{para}</th>
          <td className={asked ? 'larga' : undefined}>
            {de}
            {asked && !isBegun ? <Respostas {...asked} /> : null}
          </td>
          <td className="n">{onde}</td>
        </>
      )}
    </Part>
  )
}

interface ToldProps extends Pick<PartProps<BadRow>, 'parte' | 'nome' | 'rows' | 'total'> {
  /** What no row of the list tells: where it stands, and what it is. */
  others?: [where: string, what: string][]
}

/** Rows with the sentences about each: why it stays out, or what of it is changed. */
export function RowsTold({ others = [], ...part }: ToldProps) {
  const told = others.map(([where, what]) => (
    <tr key={where}>
      <th scope="row">{capitalized(where)}</th>
      <td>{what}</td>
      <td />
    </tr>
  ))
  return (
    <Part {...part} heads={['Linha', 'Nome', 'O que houve']} others={{ length: others.length, rows: told }}>
      {({ line, nome, problems, onde = `linha ${line}` }) => (
        <>
          <th scope="row">{capitalized(onde)}</th>
          <td>{nome}</td>
          <td className="larga">{`${capitalized(problems.join('; '))}.`}</td>
        </>
      )}
    </Part>
  )
}

type Tipo = Pick<PlanilhaShown, 'tipo'>

/** Rows that change something, old values beside new. */
export function RowsToChange({
  tipo,
  ...part
}: PlanilhaShown['changed'] & Tipo & Pick<PartProps<never>, 'parte'>) {
  return (
    <Part
      {...part}
      heads={[tipo === 'empresas' ? 'Empresa' : 'Convidado', 'O que muda', { number: 'Linha' }]}
    >
      {({ nome, changes, onde }) => (
        <>
          <th scope="row">{nome}</th>
          <td>
            {changes.map(({ campo, de, para }, index) => (
              <span key={campo}>
                {index > 0 ? '; ' : ''}
                {`${own(FIELDS, campo) ?? campo}: `}
                {de === '' ? null : (
                  <>
                    <del>{de}</del>{' '}
                  </>
                )}
                <b>{para === '' ? '(vazio)' : para}</b>
              </span>
            ))}
          </td>
          <td className="n">{onde}</td>
        </>
      )}
    </Part>
  )
}

/** Rows that are new. */
export function RowsToInsert({ tipo, ...part }: PlanilhaShown['inserted'] & Tipo) {
  const isEmpresa = tipo === 'empresas'
  const isNamed = part.rows.some(({ contato, telefone }) => contato !== undefined || telefone !== undefined)
  return (
    <Part
      parte="inserted"
      {...part}
      heads={[
        isEmpresa ? 'Empresa' : 'Convidado',
        ...(isNamed ? ['Responsável'] : []),
        isEmpresa ? { number: 'Total' } : 'Convite de',
        { number: 'Linha' },
      ]}
    >
      {({ nome, valor, contato, telefone, numero, onde }) => (
        <>
          <th scope="row">
            {nome}
            {numero === undefined ? null : <span className="nota fato">{`mesa ${numero}`}</span>}
          </th>
          {isNamed ? (
            <td>
              {contato}
              {telefone === undefined ? null : (
                <span className="nota fato">{telefone === '' ? 'sem WhatsApp' : telefone}</span>
              )}
            </td>
          ) : null}
          <td className={isEmpresa ? 'n' : undefined}>
            {isEmpresa ? countOf(Number(valor), 'convite', 'convites') : valor === '' ? 'sem empresa' : valor}
          </td>
          <td className={isNamed ? 'n larga' : 'n'}>{onde}</td>
        </>
      )}
    </Part>
  )
}
