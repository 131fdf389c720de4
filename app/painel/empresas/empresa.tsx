import { Table } from '~/shared/table'
import type { ReactNode } from 'react'
import { empresaHref, WhereaboutsTold, convidadoHref } from '~/painel/convidado-told'
import { Bar } from '~/shared/bar'
import { Failure, Outcome } from '~/shared/field'
import { countOf } from '~/shared/words'

interface EmpresaNumerosProps {
  total: number
  used: number
  held: number
  /** Of those held: kept for guests who withdrew. */
  guardados: number
  pessoais: number
  left: number
  confirmados: number
  dentro: number
}

export function EmpresaNumeros(props: EmpresaNumerosProps) {
  const { total, used, held, guardados, pessoais, left, confirmados, dentro } = props
  const of = (count: number, all: number) => (all === 0 ? 0 : (100 * count) / all)
  const share = (count: number) => `${Math.round(of(count, total))} % dos convites`
  // Spent by a guest erased since without giving it back, or before this site knew the company.
  const others = used - confirmados
  const forms = held - guardados
  const notes = [
    ...(forms > 0 ? [countOf(forms, 'formulário aberto', 'formulários abertos')] : []),
    ...(guardados > 0 ? [countOf(guardados, 'desistência recente', 'desistências recentes')] : []),
  ]
  return (
    <dl className="numeros placa">
      <Numero nome="Convites" note="o total da empresa" count={total}>
        <Bar
          pieces={[
            { ate: of(used, total) },
            { de: of(used, total), ate: of(used + held + pessoais, total), look: 'listras' },
          ]}
        />
      </Numero>
      <Numero
        nome="Confirmados"
        note={others > 0 ? `mais ${countOf(others, 'gasto', 'gastos')} sem cadastro` : share(confirmados)}
        count={confirmados}
      >
        <Bar pieces={[{ ate: of(confirmados, total) }]} />
      </Numero>
      <Numero nome="Reservados" note={notes.join(', ') || 'nenhum formulário aberto'} count={held}>
        <Bar pieces={[{ ate: of(held, total), look: 'listras' }]} />
      </Numero>
      <Numero nome="Pessoais" note="com nome, ainda sem uso" count={pessoais}>
        <Bar pieces={[{ ate: of(pessoais, total), look: 'listras' }]} />
      </Numero>
      <Numero nome="Livres" note={share(left)} count={left}>
        <Bar pieces={[{ ate: of(left, total), look: 'suave' }]} />
      </Numero>
      <Numero nome="Dentro" note={`${dentro} de ${confirmados} confirmados`} count={dentro}>
        <Bar pieces={[{ ate: of(dentro, confirmados), look: 'terra' }]} />
      </Numero>
    </dl>
  )
}

interface NumeroProps {
  nome: string
  note: string
  count: number
  children: ReactNode
}

function Numero({ nome, note, count, children }: NumeroProps) {
  return (
    <div>
      <dt>
        {nome} <span>{note}</span>
      </dt>
      <dd className="n">{count}</dd>
      <dd className="tira">{children}</dd>
    </div>
  )
}

interface ChangeTotalProps {
  /** What stands in the field. */
  value: string
  total: number
  /** Used, held and personal: the least the total may be. */
  least: number
  used: number
  confirmados: number
  pessoais: number
  /** What was wrong with what was typed; null when nothing was sent. */
  error: string | null
}

export function ChangeTotal(props: ChangeTotalProps) {
  const { value, total, least, used, confirmados, pessoais, error } = props
  const parts = [
    countOf(confirmados, 'confirmado', 'confirmados'),
    ...(used === confirmados ? [] : [countOf(used - confirmados, 'gasto', 'gastos')]),
    ...(pessoais === 0 ? [] : [countOf(pessoais, 'pessoal', 'pessoais')]),
    countOf(least - used - pessoais, 'reservado', 'reservados'),
  ]
  return (
    <div className="cartao">
      <h3>Total de convites</h3>
      <p className="nota" id="total-dica">
        {`Hoje ${total}. `}
        {least === 0
          ? 'Ninguém se cadastrou, e nada está reservado.'
          : `No mínimo ${least}: ${parts.slice(0, -1).join(', ')} e ${parts.slice(-1).join('')}.`}
      </p>
      <details open={error !== null}>
        <summary>MUDAR O TOTAL</summary>
        <form method="post">
          <label htmlFor="total">Total de convites</label>
          <Failure id="total" error={error} />
          <div className="linha">
            <input
              id="total"
              name="total"
              type="text"
              inputMode="numeric"
              maxLength={9}
              defaultValue={value}
              required
              autoComplete="off"
              aria-describedby={error === null ? 'total-dica' : 'total-dica total-falha'}
              aria-invalid={error === null ? undefined : true}
            />
          </div>
          <button className="contorno">GRAVAR TOTAL</button>
        </form>
      </details>
    </div>
  )
}

export interface Convidado {
  credencialid: string
  nome: string
  /** Masked. */
  telefone: string
  /** `24/8`; empty text for an id of another product. */
  cadastro: string
  /** `19h24`; null while outside. */
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
}

/** The guests whose invitation a company pays, or paid until they withdrew. */
export function Convidados({ caption, convidados }: { caption: string; convidados: Convidado[] }) {
  return (
    <Table caption={caption} isCaptionHidden heads={['Nome', 'Estado', 'WhatsApp', { number: 'Cadastro' }]}>
      {convidados.map(({ credencialid, nome, telefone, cadastro, dentro, retirada }) => (
        <tr key={credencialid}>
          <th scope="row">
            <a href={convidadoHref(credencialid)}>{nome}</a>
          </th>
          <td>
            <WhereaboutsTold dentro={dentro} retirada={retirada} />
          </td>
          <td className="fone">{telefone}</td>
          <td className="n some">{cadastro}</td>
        </tr>
      ))}
    </Table>
  )
}

/** How many others at a table are told by name. */
const JUNTAS_MAX = 5

/** Tells that other companies have the same number: that may be meant, or a slip. */
export function SameTable({
  numero,
  juntas,
}: {
  numero: string
  juntas: { empresaid: string; nome: string }[]
}) {
  if (juntas.length === 0) return null
  const told = juntas.slice(0, JUNTAS_MAX)
  const more = juntas.length - told.length
  return (
    <p className="alerta aviso">
      {`A mesa ${numero} é também de `}
      {told.map(({ empresaid, nome }, index) => (
        <span key={empresaid}>
          {index === 0 ? '' : more === 0 && index === told.length - 1 ? ' e ' : ', '}
          <a href={empresaHref(empresaid)}>{nome}</a>
        </span>
      ))}
      {more > 0 ? ` e mais ${more}` : ''}. Pode ser assim mesmo.
    </p>
  )
}

/** What was done to a company, by its name in `?feito=`: nothing else of an address is ever shown. */
const DONE = {
  total: '',
  nova: 'a empresa foi gravada. Envie a ela o link.',
  dados: 'os dados foram gravados.',
  mesa: 'o painel da mesa tem outro link. Envie o novo a quem cuida da mesa.',
  fechado: 'o link público está fechado: só se cadastra quem tem convite pessoal.',
  aberto: 'o link público está aberto.',
} as const

const WARNINGS = {
  'em-uso': 'alguém se cadastrou ou reservou um convite agora há pouco. A empresa fica.',
} as const

export type EmpresaDoneName = keyof typeof DONE | keyof typeof WARNINGS

/** The message a company's page opens with after an act; nothing for a name that is none. */
export function EmpresaDone({ nome, total }: { nome: string | null; total: number }) {
  const done = { ...DONE, total: `o total agora é de ${total} convites.` }
  return <Outcome nome={nome} done={done} warnings={WARNINGS} />
}
