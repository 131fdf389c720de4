import type { Presenca } from '../../../server/domain/balanco'
import { empresaHref } from '~/painel/convidado-told'
import { Numero, Strip, stretch } from '~/painel/numeros'
import { Bar } from '~/shared/bar'
import { OutlineLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf, grouped } from '~/shared/words'
import type { Hora } from './horas.ts'

/** `90 %`; a dash where nobody was confirmed. */
export function shareOf({ confirmados, vieram }: Presenca): string {
  return confirmados === 0 ? '–' : `${Math.round((100 * vieram) / confirmados)} %`
}

interface Props {
  numeros: Numeros
  semEmpresa: Presenca
  /** How many. */
  empresas: number
}

export interface Numeros extends Presenca {
  convites: number
  foraDaLista: number
}

/** Who came, on the ticket, and what it is a part of. */
export function NumerosDoEvento({ numeros, semEmpresa, empresas }: Props) {
  const { convites, confirmados, vieram, foraDaLista } = numeros
  const faltaram = confirmados - vieram
  const all = Math.max(convites, confirmados)
  const bar = (count: number, look?: string) => (
    <rect className={look} height="100%" {...stretch(0, count, all)} />
  )
  const free =
    semEmpresa.confirmados === 0
      ? 'todos de empresas'
      : `${grouped(confirmados - semEmpresa.confirmados)} de empresas, ${grouped(semEmpresa.confirmados)} sem empresa`
  return (
    <section className="placar" aria-label="Números">
      <div className="ingresso">
        <h2>Vieram</h2>
        <b className={grouped(vieram).length > 4 ? 'longo' : undefined}>{grouped(vieram)}</b>
        <Strip>
          <rect height="100%" {...stretch(0, vieram, confirmados)} />
        </Strip>
        <p>{`${shareOf(numeros)} de ${countOf(confirmados, 'confirmado', 'confirmados')}`}</p>
      </div>
      <dl className="numeros">
        <Numero
          nome="Convites"
          note={`somados os de ${countOf(empresas, 'empresa', 'empresas')}`}
          count={grouped(convites)}
        >
          {bar(convites, 'suave')}
        </Numero>
        <Numero nome="Confirmados" note={free} count={grouped(confirmados)}>
          {bar(confirmados)}
        </Numero>
        <Numero nome="Vieram" note="cada um conta uma vez" count={grouped(vieram)}>
          {bar(vieram, 'terra')}
        </Numero>
        <Numero nome="Não vieram" note="confirmaram, e ninguém registrou a entrada" count={grouped(faltaram)}>
          {bar(faltaram, 'listras')}
        </Numero>
        {foraDaLista === 0 ? null : (
          <Numero nome="Fora da lista" note="entraram sem estar na lista" count={grouped(foraDaLista)}>
            {bar(foraDaLista, 'suave')}
          </Numero>
        )}
      </dl>
    </section>
  )
}

/** Who came by the hour, each with its bar. */
export function Horas({ horas }: { horas: Hora[] }) {
  if (horas.length === 0) return <p className="nota">Nenhuma entrada foi registrada.</p>
  return (
    <table className="horas">
      <caption className="oculto">Chegadas por hora</caption>
      <thead className="oculto">
        <tr>
          <th scope="col">Hora</th>
          <td />
          <th scope="col">Chegaram</th>
        </tr>
      </thead>
      <tbody>
        {horas.map(({ nome, count, ate }) => (
          <tr key={nome}>
            <th scope="row">{nome}</th>
            <td>
              <Bar pieces={[{ ate, look: 'terra' }]} />
            </td>
            <td className="n">{grouped(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface EmpresaShown extends Presenca {
  empresaid: string
  nome: string
  convites: number
}

/** Companies, the largest first. */
export function EmpresasDoEvento({ empresas }: { empresas: EmpresaShown[] }) {
  return (
    <Table
      className="dobra cartoes"
      caption="Empresas, da que tinha mais convites à que tinha menos"
      isCaptionHidden
      heads={[
        'Empresa',
        { number: 'Convites' },
        { number: 'Confirmados' },
        { number: 'Vieram' },
        { number: 'Presença' },
        { hidden: 'Barra' },
      ]}
    >
      {empresas.map((empresa) => {
        const { empresaid, nome, convites, confirmados, vieram } = empresa
        const of = (count: number) => (100 * count) / Math.max(1, convites, confirmados)
        const cell = (name: string, count: number) => (
          <td className={`n${count === 0 ? ' zero' : ''}`} data-nome={name}>
            {grouped(count)}
          </td>
        )
        return (
          <tr key={empresaid}>
            <th scope="row">
              <a href={empresaHref(empresaid)}>{nome}</a>
            </th>
            {cell('Convites', convites)}
            {cell('Confirmados', confirmados)}
            {cell('Vieram', vieram)}
            <td className="n some">{shareOf(empresa)}</td>
            <td className="larga risca">
              <Bar pieces={[{ ate: of(confirmados) }, { ate: of(vieram), look: 'terra' }]} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** Before the event has ended. @param quando when it does; null where no event is described */
export function AindaNao({ quando, isCancelado }: { quando: string | null; isCancelado: boolean }) {
  const said =
    quando === null
      ? 'Nenhum evento está descrito.'
      : `Os números deste evento aparecem aqui quando ele terminar: em ${quando}.`
  return <p className="alerta">{isCancelado ? 'O evento foi cancelado: não há números dele.' : said}</p>
}

/** The events before, each with its sheet. */
export function Anteriores({
  anteriores,
}: {
  anteriores: { eventoid: string; titulo: string; dia: string }[]
}) {
  if (anteriores.length === 0) return null
  return (
    <section>
      <h2>Eventos anteriores</h2>
      <ul className="anteriores">
        {anteriores.map(({ eventoid, titulo, dia }) => (
          <li key={eventoid}>
            <p>
              <b>{titulo}</b>
              <span className="nota">{dia}</span>
            </p>
            <OutlineLink
              href={`/painel/depois/folha?${new URLSearchParams({ evento: eventoid }).toString()}`}
            >
              VER A FOLHA
            </OutlineLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
