import { Bar } from '~/shared/bar'
import { countOf, grouped } from '~/shared/words'
import { Horas, shareOf, type Numeros } from './depois.tsx'
import type { Presenca } from '../../../server/domain/balanco'
import type { Hora } from './horas.ts'

interface Props {
  titulo: string
  /** Null of an event before. */
  anfitriao: string | null
  quando: string
  onde: string | null
  /** When the sheet was made; null of an event before, whose numbers are as they were. */
  feita: string | null
  numeros: Numeros
  horas: Hora[]
  linhas: Linha[]
  /** Lines stand for companies of one size, and not each for one. */
  porTamanho: boolean
  /** How many companies there were. */
  quantas: number
}

/** A line of the sheet. */
export interface Linha extends Presenca {
  nome: string
  convites: number
  /** How many companies; null where each is a line. */
  empresas: number | null
}

/** The sheet for the directors: numbers on one page of A4, whatever the event was. */
export function Folha({ titulo, anfitriao, quando, onde, feita, numeros, horas, ...por }: Props) {
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
        } Só números: nenhum nome de convidado.${feita === null ? '' : ` Feita às ${feita}.`}`}
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
