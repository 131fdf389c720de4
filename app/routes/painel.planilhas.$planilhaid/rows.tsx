import type { ReactNode } from 'react'
import { Table, type Head } from '~/shared/table'
import { countOf, grouped } from '~/shared/words'
import { own } from '../../../server/domain/own.ts'
import type { BadRow, Perguntada } from '../../../server/domain/name-rows.ts'
import type { Parte, previewShown } from './check.server.ts'
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

/** Where a line stands, at the start of a sentence. */
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

interface PartProps {
  nome: string
  estado: 'fim' | 'meio' | 'aberto'
  parte: Parte
  heads: Head[]
  shown: number
  total: number
  /** How many rows of the sheet these are, if not all. */
  count?: number
  below?: ReactNode
  children: ReactNode
}

/** One part of the preview as a table; nothing if none of its rows are on this page. */
function Part({ nome, estado, parte, heads, shown, total, count = total, below, children }: PartProps) {
  if (shown === 0) return null
  return (
    <section>
      <h2 className="oculto">{nome}</h2>
      <Table
        caption={
          <>
            <span className={`estado ${estado}`}>{nome}</span> {count > 0 ? <b>{grouped(count)}</b> : null}
          </>
        }
        heads={heads}
      >
        {children}
      </Table>
      {below}
      {shown < total ? (
        <p>
          <ActLink href={`?ver=${parte}`}>
            {`Ver todas as ${grouped(count)} linhas`}
            <span className="oculto">{`: ${nome.toLowerCase()}`}</span>
          </ActLink>
        </p>
      ) : null}
    </section>
  )
}

/** Some rows of a part, and how many it has. */
interface RowsProps<Rows> {
  rows: Rows
  total: number
  tipo: PlanilhaShown['tipo']
}

/** What is asked, the likeliest answer chosen; answers go with the page's form. */
export function Perguntas(props: { rows: PlanilhaShown['perguntas']; total: number; isPage: boolean }) {
  const { rows, total, isPage } = props
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{countOf(total, 'pergunta', 'perguntas')}</h2>
      <p className="nota">
        Marcamos o mais provável, e o que não dá para saber fica de fora. Se estiver certo, não precisa mexer.
      </p>
      <ul className="perguntas">
        {rows.map(({ onde, ...asked }) => (
          <li key={asked.id}>
            <p>
              {asked.pergunta.texto.includes(asked.nome) ? null : `${asked.nome}: `}
              {asked.pergunta.texto} <small>{onde}</small>
            </p>
            <Respostas {...asked} />
          </li>
        ))}
      </ul>
      <p>
        <Responder />{' '}
        {!isPage && rows.length < total ? (
          <ActLink href="?ver=perguntas">{`Ver todas as ${grouped(total)} perguntas`}</ActLink>
        ) : null}
      </p>
    </section>
  )
}

/** The answers on offer, as buttons side by side. */
function Respostas({ id, nome, pergunta: { texto, respostas }, escolhida }: Perguntada & { id: string }) {
  return (
    <fieldset className="lados">
      <legend className="oculto">{`${nome}: ${texto}`}</legend>
      {respostas.map(({ valor, rotulo }) => (
        <label key={valor}>
          <input type="radio" name={id} value={valor} defaultChecked={valor === escolhida} />
          {rotulo}
        </label>
      ))}
    </fieldset>
  )
}

const Responder = () => (
  <button className="contorno" name="ato" value="responder">
    Ver com estas respostas
  </button>
)

/** Names that were cleaned; each may stay as it was. */
export function RowsCleaned({
  rows,
  total,
  isBegun,
  isPage,
}: {
  rows: PlanilhaShown['limpas']
  total: number
  isBegun: boolean
  isPage: boolean
}) {
  return (
    <Part
      below={isPage && !isBegun && rows.length > 0 ? <Responder /> : null}
      nome="Nomes arrumados"
      estado="meio"
      parte="arrumados"
      shown={rows.length}
      total={total}
      heads={['Arrumado', 'Como está na planilha', { number: 'Linha' }]}
    >
      {rows.map(({ line, de, para, asked, onde }) => (
        <tr key={line}>
          <th scope="row">{para}</th>
          <td>
            {de}
            {asked && !isBegun ? <Respostas {...asked} /> : null}
          </td>
          <td className="n">{onde}</td>
        </tr>
      ))}
    </Part>
  )
}

type ToldProps = Pick<PartProps, 'nome' | 'estado' | 'parte'> & {
  rows: BadRow[]
  total: number
  /** What no row of the list tells: where it stands, and what it is. */
  others?: [where: string, what: string][]
}

/** Rows with the sentences about each: why it stays out, or what of it is changed. */
export function RowsTold({ rows, total, others = [], ...part }: ToldProps) {
  return (
    <Part
      {...part}
      shown={rows.length + others.length}
      total={total + others.length}
      count={total}
      heads={TOLD}
    >
      {rows.map(({ line, nome, problems, onde = `linha ${line}` }) => (
        <tr key={line}>
          <th scope="row">{capital(onde)}</th>
          <td>{nome}</td>
          <td className="larga">{`${capital(problems.join('; '))}.`}</td>
        </tr>
      ))}
      {others.map(([where, what]) => (
        <tr key={where}>
          <th scope="row">{capital(where)}</th>
          <td>{what}</td>
          <td />
        </tr>
      ))}
    </Part>
  )
}

const TOLD = ['Linha', 'Nome', 'O que houve']

/** Rows that change something, old values beside new. */
export function RowsToChange({
  rows,
  total,
  tipo,
  nome,
  parte,
}: RowsProps<PlanilhaShown['changed']> & Pick<PartProps, 'nome' | 'parte'>) {
  return (
    <Part
      nome={nome}
      estado="meio"
      parte={parte}
      shown={rows.length}
      total={total}
      heads={[tipo === 'empresas' ? 'Empresa' : 'Convidado', 'O que muda', { number: 'Linha' }]}
    >
      {rows.map(({ line, nome, changes, onde }) => (
        <tr key={line}>
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
        </tr>
      ))}
    </Part>
  )
}

/** Rows that are new. */
export function RowsToInsert({ rows, total, tipo }: RowsProps<PlanilhaShown['inserted']>) {
  const isEmpresa = tipo === 'empresas'
  const isNamed = rows.some(({ contato, telefone }) => contato !== undefined || telefone !== undefined)
  return (
    <Part
      nome="Entram"
      estado="aberto"
      parte="entram"
      shown={rows.length}
      total={total}
      heads={[
        isEmpresa ? 'Empresa' : 'Convidado',
        ...(isNamed ? ['Responsável'] : []),
        isEmpresa ? { number: 'Total' } : 'Convite de',
        { number: 'Linha' },
      ]}
    >
      {rows.map(({ line, nome, valor, contato, telefone, numero, onde }) => (
        <tr key={line}>
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
        </tr>
      ))}
    </Part>
  )
}
