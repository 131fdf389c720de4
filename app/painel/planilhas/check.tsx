import { OutlineLink, ActLink } from '~/shared/page'
import type { ReactNode } from 'react'
import { Paging } from '~/painel/painel'
import { Table, type Head } from '~/shared/table'
import { groupedCountOf } from '~/shared/words'

/** What recording a spreadsheet would do, by line, and the button that does it. */
export function CheckPlanilha(planilha: PlanilhaShown) {
  const { totals, digest, tipo, ignored, parte, pagina, perPage, ...rows } = planilha
  const { inserted, changed, equal, bad } = totals
  const contas = [
    { count: inserted, nome: inserted === 1 ? 'entra' : 'entram' },
    { count: changed, nome: changed === 1 ? 'muda' : 'mudam' },
    { count: equal, nome: equal === 1 ? 'já está igual' : 'já estão iguais' },
    { count: bad, nome: bad === 1 ? 'recusada' : 'recusadas' },
  ]
  const isPart = (name: PlanilhaShown['parte']) => parte === null || parte === name
  return (
    <>
      <p className="alerta">
        <b>Nada foi gravado ainda.</b> Confira e grave.
      </p>
      <ul className="contas">
        {contas.map(({ count, nome }) => (
          <li className="cartao" key={nome}>
            <b>{groupedCountOf(count, '', '').trim()}</b> {nome}
          </li>
        ))}
      </ul>
      <RecordForm totals={totals} digest={digest} />
      {ignored.length > 0 ? (
        <p className="nota">{`Colunas que não são lidas: ${ignored.join(', ')}.`}</p>
      ) : null}
      {isPart('recusadas') ? <RowsRefused rows={rows.bad} total={bad} /> : null}
      {isPart('mudam') ? <RowsToChange rows={rows.changed} total={changed} tipo={tipo} /> : null}
      {isPart('entram') ? <RowsToInsert rows={rows.inserted} total={inserted} tipo={tipo} /> : null}
      {parte === null ? null : (
        <>
          <Paging
            {...{ pagina, perPage }}
            total={{ recusadas: bad, mudam: changed, entram: inserted }[parte]}
            hrefOf={(to) => `?ver=${parte}&pagina=${to}`}
          />
          <p>
            <ActLink href="?">VER O RESUMO</ActLink>
          </p>
        </>
      )}
    </>
  )
}

function RecordForm({ totals, digest }: Pick<PlanilhaShown, 'totals' | 'digest'>) {
  const { inserted, changed, bad } = totals
  const good = inserted + changed
  const recusadas = bad > 0 ? ` ${bad === 1 ? 'A recusada fica' : `As ${bad} recusadas ficam`} de fora.` : ''
  return (
    <form className="acoes estreita" method="post">
      <input type="hidden" name="efeito" value={digest} />
      {good > 0 ? <button>{bad > 0 ? 'GRAVAR AS LINHAS BOAS' : 'GRAVAR'}</button> : null}
      <OutlineLink href="/painel/planilhas">
        {bad > 0 ? 'ENVIAR A PLANILHA CORRIGIDA' : 'ENVIAR OUTRA PLANILHA'}
      </OutlineLink>
      <p className="nota">
        {good > 0
          ? `Grava ${groupedCountOf(good, 'linha', 'linhas')}: as que entram e as que mudam.${recusadas} Enviar a mesma planilha outra vez não muda nada.`
          : `Não há o que gravar.${recusadas}`}
      </p>
    </form>
  )
}

/** What people call the columns. */
const FIELDS: Record<string, string> = { icredencial: 'total', contato: 'responsável', email: 'e-mail' }

interface PartProps {
  nome: string
  estado: 'fim' | 'meio' | 'aberto'
  parte: NonNullable<PlanilhaShown['parte']>
  heads: Head[]
  shown: number
  total: number
  children: ReactNode
}

/** One part of the preview as a table; nothing where it has no row. */
function Part({ nome, estado, parte, heads, shown, total, children }: PartProps) {
  if (total === 0) return null
  return (
    <section>
      <h2 className="oculto">{nome}</h2>
      <Table
        caption={
          <>
            <span className={`estado ${estado}`}>{nome}</span> <b>{groupedCountOf(total, '', '').trim()}</b>
          </>
        }
        heads={heads}
      >
        {children}
      </Table>
      {shown < total ? (
        <p>
          <ActLink href={`?ver=${parte}`}>
            VER TODAS
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

/** Rows that are left out, with what to do about each. */
function RowsRefused({ rows, total }: Omit<RowsProps<PlanilhaShown['bad']>, 'tipo'>) {
  return (
    <Part
      {...{ nome: 'Recusadas', estado: 'fim', parte: 'recusadas', shown: rows.length, total }}
      heads={['Linha', 'Nome', 'O que fazer']}
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
function RowsToChange({ rows, total, tipo }: RowsProps<PlanilhaShown['changed']>) {
  return (
    <Part
      {...{ nome: 'Mudam', estado: 'meio', parte: 'mudam', shown: rows.length, total }}
      heads={[tipo === 'empresas' ? 'Empresa' : 'Convidado', 'O que muda', { number: 'Linha' }]}
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
function RowsToInsert({ rows, total, tipo }: RowsProps<PlanilhaShown['inserted']>) {
  const isEmpresa = tipo === 'empresas'
  return (
    <Part
      {...{ nome: 'Entram', estado: 'aberto', parte: 'entram', shown: rows.length, total }}
      heads={[
        ...(isEmpresa ? ['Empresa', { number: 'Total' }] : ['Convidado', 'Convite de']),
        { number: 'Linha' },
      ]}
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

/** A spreadsheet as its page shows it: counts of all, and some rows of each part. */
interface PlanilhaShown {
  tipo: 'empresas' | 'convidados'
  /** The digest of the effect that is shown. */
  digest: string
  /** Columns whose cells are not read. */
  ignored: string[]
  totals: { inserted: number; changed: number; equal: number; bad: number }
  /** The part shown alone, a page of it; null for the first rows of all. */
  parte: 'recusadas' | 'mudam' | 'entram' | null
  pagina: number
  perPage: number
  inserted: { line: number; nome: string; valor: string }[]
  changed: { line: number; nome: string; changes: { campo: string; de: string; para: string }[] }[]
  bad: { line: number; nome: string; problems: string[] }[]
}
