import { useLoaderData } from '@remix-run/react'
import { AindaNao, Horas, shareOf } from '~/painel/depois/depois'
import { POR_PAGINA, overIn, aindaNao, numerosIn, horasOf } from '~/painel/depois/depois.server'
import { pageIn, Paging } from '~/painel/filtro'
import { Hatching, Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { ActLink, ButtonLink, OutlineLink } from '~/shared/page'
import { countOf, dotted, whenAt, grouped } from '~/shared/words'
import type { Services } from '../../server/composition.ts'
import { pageOf } from '~/shared/remix.server'
import { empresaHref } from '~/painel/convidado-told'
import { NumerosList } from '~/painel/numeros'
import { Bar, type Piece } from '~/shared/bar'
import { Table } from '~/shared/table'
import { dayWithYear } from '../../server/domain/quando.ts'

const TITLE = 'Depois do evento'

export const handle = { sheet: 'depois' }

/** Earlier events of which numbers remain, latest first. */
function anterioresIn({ guardado }: Services) {
  const known = (guardado?.anteriores ?? []).filter(({ balanco }) => balanco !== undefined)
  return known.reverse().map(({ eventoid, titulo, inicio }) => ({
    eventoid,
    titulo,
    dia: dayWithYear(inicio),
  }))
}

/** The event's outcome, with its companies page by page; before its end, when that will be available. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const anteriores = anterioresIn(services)
  const gravado = overIn(services)
  if (!gravado) return { ...aindaNao(services), anteriores }
  const { evento } = gravado
  const [{ balanco, empresas }, { convidados }] = await Promise.all([
    services.painelReadings.balanco(),
    services.painel.listed(),
  ])
  const { rows, ...page } = pageIn(empresas, pageOf(request), POR_PAGINA)
  return {
    kind: 'acabou' as const,
    kicker: dotted(evento.titulo, whenAt(evento.inicio)),
    anteriores,
    numeros: numerosIn(balanco),
    semEmpresa: balanco.semEmpresa,
    horas: horasOf(balanco.porHora, evento.inicio),
    isErased: convidados.length === 0 && balanco.confirmados > 0,
    empresas: rows,
    ...page,
  }
})

export const meta = painelTitled(TITLE)

/** The event's outcome: who was invited, confirmed and came. */
export default function Depois() {
  const shown = useLoaderData<typeof loader>()
  if (shown.kind === 'ainda-nao') {
    return (
      <AindaNao {...shown} title={TITLE}>
        <Anteriores anteriores={shown.anteriores} />
      </AindaNao>
    )
  }
  const { kicker, semEmpresa, horas, isErased, total, anteriores } = shown
  return (
    <Painel
      current="Hoje"
      title={TITLE}
      kicker={kicker}
      gauge={<ButtonLink href="/painel/depois/folha">Folha para a diretoria</ButtonLink>}
    >
      <Hatching />
      {isErased ? (
        <p className="alerta">
          Os dados dos convidados foram apagados. Os números ficam; quem não veio já não se sabe.
        </p>
      ) : null}
      <NumerosDoEvento {...shown} />
      <section className="estreita">
        <h2>Chegadas por hora</h2>
        <p className="nota">
          Pela primeira entrada de cada um, também a que um celular sem rede enviou depois.
        </p>
        <Horas horas={horas} />
      </section>
      <section>
        <h2>Por empresa</h2>
        {semEmpresa.confirmados === 0 ? null : (
          <p className="nota">{`Sem empresa: ${countOf(semEmpresa.confirmados, 'confirmado', 'confirmados')}, ${countOf(semEmpresa.vieram, 'veio', 'vieram')}.`}</p>
        )}
        <EmpresasDoEvento {...shown} />
        <Paging {...shown} total={total} hrefOf={(page) => `?pagina=${page}`} />
        <p className="pagina">
          {isErased ? null : <OutlineLink href="/painel/depois/faltas">Quem não veio</OutlineLink>}
          <ActLink href="/painel/exportar/depois.xlsx">Baixar planilha</ActLink>
        </p>
      </section>
      <Anteriores anteriores={anteriores} />
    </Painel>
  )
}

type Shown = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: 'acabou' }>

/** Who came, on the ticket, and out of how many. */
function NumerosDoEvento({ numeros, semEmpresa, total }: Shown) {
  const { convites, confirmados, vieram, foraDaLista, naoVem, semResposta } = numeros
  const all = Math.max(convites, confirmados)
  const free =
    semEmpresa.confirmados === 0
      ? 'todos de empresas'
      : `${grouped(confirmados - semEmpresa.confirmados)} de empresas, ${grouped(semEmpresa.confirmados)} sem empresa`
  const rows: [nome: string, note: string, count: number, look?: Piece['look'], isRare?: boolean][] = [
    ['Convites', `em ${countOf(total, 'empresa', 'empresas')}`, convites, 'suave'],
    ['Confirmados', free, confirmados],
    ['Vieram', 'cada um conta uma vez', vieram, 'terra'],
    ['Não vieram', 'confirmaram, e ninguém registrou a entrada', confirmados - vieram, 'listras'],
    ['Não vinham', 'avisaram antes: não é falta', naoVem, 'suave', true],
    ['Sem resposta', 'nunca disseram que viriam: não é falta', semResposta, 'suave', true],
    ['Fora da lista', 'entraram sem estar na lista', foraDaLista, 'suave', true],
  ]
  return (
    <section className="placar" aria-label="Números">
      <div className="ingresso">
        <h2>Vieram</h2>
        <b className={grouped(vieram).length > 4 ? 'longo' : undefined}>{grouped(vieram)}</b>
        <Bar pieces={[{ ate: (100 * vieram) / Math.max(1, confirmados) }]} />
        <p>{`${shareOf(numeros)} de ${countOf(confirmados, 'confirmado', 'confirmados')}`}</p>
      </div>
      <NumerosList
        className="numeros"
        rows={rows
          .filter(([, , count, , isRare]) => !isRare || count > 0)
          .map(([nome, note, count, look]) => {
            return [nome, note, grouped(count), { ate: (100 * count) / Math.max(1, all), look }]
          })}
      />
    </section>
  )
}

/** Companies, the largest first. */
function EmpresasDoEvento({ empresas }: Shown) {
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

/** Earlier events, each with its sheet. */
function Anteriores({ anteriores }: Pick<Shown, 'anteriores'>) {
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
              Ver a folha
            </OutlineLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
