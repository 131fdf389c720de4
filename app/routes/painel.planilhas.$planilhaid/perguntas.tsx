import type { Perguntada } from '../../../server/domain/name-rows.ts'
import { ActLink } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'
import type { previewShown } from './check.server.ts'

export interface Answers {
  /** What is recorded already was answered. */
  isBegun: boolean
  isPage: boolean
}

/** What is asked, the likeliest answer chosen; answers go with the page's form. */
export function Perguntas({ rows, total, isPage }: ReturnType<typeof previewShown>['perguntas'] & Answers) {
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

/** More answers are a list to choose from. */
const BUTTONS = 6

/** The answers on offer, as buttons side by side. */
export function Respostas({
  id,
  nome,
  pergunta: { texto, respostas },
  escolhida,
}: Perguntada & { id: string }) {
  if (respostas.length > BUTTONS)
    return (
      <select name={id} aria-label={`${nome}: ${texto}`} defaultValue={escolhida}>
        {respostas.map(({ valor, rotulo }) => (
          <option key={valor} value={valor}>
            {rotulo}
          </option>
        ))}
      </select>
    )
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

export const Responder = () => (
  <button className="contorno" name="ato" value="responder">
    Ver com estas respostas
  </button>
)
