import { useLoaderData } from '@remix-run/react'
import { AindaNao, DEPOIS, Horas, shareOf } from '~/painel/depois/depois'
import { overIn, aindaNao, besideTold, numerosIn, horasOf } from '~/painel/depois/depois.server'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { PrintButton } from '~/shared/print'
import type { Balanco, Presenca } from '../../server/domain/balanco.ts'
import type { Evento } from '../../server/domain/evento.ts'
import { quandoOf } from '../../server/domain/quando.ts'
import { eventTime, shortDayOf } from '~/shared/event-clock'
import { grouped, whenOf, whereOf, countOf } from '~/shared/words'
import { Bar } from '~/shared/bar'

export const handle = { sheet: 'depois' }

/** The most companies the sheet lists, one per line; with more, it groups them by size. */
const EMPRESAS_MAX = 12

/** The directors' sheet: of the event, or of the earlier one that `evento` in the address names. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const eventoid = new URL(request.url).searchParams.get('evento')
  if (eventoid !== null) {
    const anterior = services.guardado?.anteriores.find((one) => one.eventoid === eventoid)
    if (!anterior?.balanco) throw new Response(null, { status: 404 })
    const { titulo, inicio, balanco } = anterior
    const head = { titulo, anfitriao: null, quando: whenOf({ inicio }), onde: null, feita: null }
    return { ...head, ...sheetOf(balanco, inicio, faixasTold(balanco)) }
  }
  const gravado = overIn(services)
  if (!gravado) return aindaNao(services)
  const { balanco, empresas } = await services.painelReadings.balanco()
  const linhas =
    empresas.length > EMPRESAS_MAX
      ? faixasTold(balanco)
      : empresas.map((one, at): Linha => {
          const { convites, confirmados, vieram } = one
          const nome = one.isNamed ? one.nome : `Empresa ${at + 1}`
          return { nome, empresas: null, convites, confirmados, vieram }
        })
  return { ...headOf(gravado.evento, services.now()), ...sheetOf(balanco, gravado.evento.inicio, linhas) }
})

function headOf(evento: Evento, now: number) {
  const { titulo, anfitriao, inicio } = evento
  const feita = `${eventTime(inicio, now)} de ${shortDayOf(inicio, now)}/${quandoOf(inicio, now).ano}`
  return { titulo, anfitriao, quando: whenOf(evento), onde: whereOf(evento), feita }
}

function sheetOf(balanco: Balanco, inicio: string, linhas: Linha[]) {
  const { semEmpresa, porHora, faixas } = balanco
  const quantas = faixas.reduce((sum, { empresas }) => sum + empresas, 0)
  const free = { nome: 'Sem empresa', empresas: null, convites: 0, ...semEmpresa }
  return {
    kind: 'acabou' as const,
    numeros: numerosIn(balanco),
    beside: besideTold(numerosIn(balanco)),
    horas: horasOf(porHora, inicio),
    linhas: semEmpresa.confirmados === 0 ? linhas : [...linhas, free],
    quantas,
    porTamanho: linhas.some(({ empresas }) => empresas !== null),
  }
}

const faixasTold = ({ faixas }: Balanco): Linha[] =>
  faixas.map(({ de, ate, ...sums }) => ({
    nome: ate === null ? `Mais de ${grouped(de - 1)}` : de === 0 ? `Até ${ate}` : `${de} a ${ate}`,
    ...sums,
  }))

const TITLE = 'Folha para a diretoria'

export const meta = painelTitled(TITLE)

/** One page of A4, in numbers only. */
export default function FolhaParaADiretoria() {
  const shown = useLoaderData<typeof loader>()
  if (shown.kind === 'ainda-nao') return <AindaNao {...shown} title={TITLE} kicker={DEPOIS} />
  return (
    <Painel current="Hoje" title={null}>
      <div className="so-tela alerta imprimir-folha">
        <p>
          Para imprimir: <b>Ctrl + P</b>, uma folha de papel A4. No celular, Compartilhar e Imprimir. Esta
          folha continua aqui depois que os dados forem apagados. {DEPOIS}
        </p>
        <PrintButton />
      </div>
      <Folha {...shown} />
    </Painel>
  )
}

/** A line of the sheet. */
interface Linha extends Presenca {
  nome: string
  convites: number
  /** How many companies; null if each has a line. */
  empresas: number | null
}

type Shown = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: 'acabou' }>

/** The directors' sheet: numbers on one page of A4, whatever the event was. */
function Folha({ titulo, anfitriao, quando, onde, feita, numeros, beside, horas, ...por }: Shown) {
  const { convites, confirmados, vieram, foraDaLista } = numeros
  return (
    <article className="folha diretoria">
      <div className="topo">
        <div>
          <p className="sobre">{anfitriao ?? 'Evento anterior'}</p>
          <h1>{titulo}</h1>
          <p className="nota">{onde === null ? quando : `${quando} · ${onde}`}</p>
        </div>
      </div>
      <dl className="quatro">
        <Figure
          nome="Convites"
          count={grouped(convites)}
          note={`de ${countOf(por.quantas, 'empresa', 'empresas')}`}
        />
        <Figure nome="Confirmados" count={grouped(confirmados)} note="disseram que viriam" />
        <Figure
          nome="Vieram"
          count={grouped(vieram)}
          note={`${confirmados - vieram === 1 ? 'não veio' : 'não vieram'} ${grouped(confirmados - vieram)}`}
        />
        <Figure nome="Presença" count={shareOf(numeros)} note="dos confirmados" />
      </dl>
      <div className="lado-a-lado">
        <section>
          <h2>Por hora</h2>
          <Horas horas={horas} />
        </section>
        <section>
          <h2>{por.porTamanho ? 'Por tamanho da empresa' : 'Por empresa'}</h2>
          <Linhas linhas={por.linhas} porTamanho={por.porTamanho} />
        </section>
      </div>
      <p className="rodape-da-folha">
        {`Cada convidado conta uma vez, na hora da primeira entrada.${
          foraDaLista === 0
            ? ''
            : ` Mais ${countOf(foraDaLista, 'pessoa entrou', 'pessoas entraram')} fora da lista.`
        }${beside} Só números: nenhum nome de convidado.${feita === null ? '' : ` Feita às ${feita}.`}`}
      </p>
    </article>
  )
}

function Figure({ nome, count, note }: Record<'nome' | 'count' | 'note', string>) {
  return (
    <div>
      <dt>{nome}</dt>
      <dd className="n">{count}</dd>
      <dd className="nota">{note}</dd>
    </div>
  )
}

function Linhas({ linhas, porTamanho }: { linhas: Linha[]; porTamanho: boolean }) {
  const heads = [...(porTamanho ? ['Empresas'] : []), 'Convites', 'Confirm.', 'Vieram', 'Presença']
  return (
    <table className="linhas">
      <thead>
        <tr>
          <th scope="col">{porTamanho ? 'Convites de cada' : 'Empresa'}</th>
          {heads.map((head) => (
            <th key={head} scope="col" className="n">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {linhas.map((linha, at) => {
          const { nome, empresas, convites, confirmados, vieram } = linha
          return (
            <tr key={at}>
              <th scope="row">
                <span className="nome">{nome}</span>
                <Bar
                  pieces={[{ ate: confirmados === 0 ? 0 : (100 * vieram) / confirmados, look: 'terra' }]}
                />
              </th>
              {porTamanho ? <td className="n">{empresas === null ? '' : grouped(empresas)}</td> : null}
              <td className="n">{convites === 0 ? '' : grouped(convites)}</td>
              <td className="n">{grouped(confirmados)}</td>
              <td className="n">{grouped(vieram)}</td>
              <td className="n">{shareOf(linha)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
