import { useActionData, useLoaderData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Field, LinesField, Option, Outcome } from '~/shared/field'
import { fieldsOf, noStore, seeOther } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import {
  OPCAO_MAX,
  OPCOES_MAX,
  PERGUNTA_MAX,
  PERGUNTAS_MAX,
  PRONTAS,
  type Contada,
  type PerguntaTyped,
} from '../../server/domain/perguntas'
import { own } from '../../server/domain/own.ts'
import { readContadas, storePerguntas } from '../../server/use-cases/perguntas.ts'

export const handle: RouteHandle = { sheet: 'evento' }

const HREF = '/painel/evento/perguntas'

export const loader = painelLoader(async (equipe) => {
  const services = await equipe.services.latest(0)
  if (!services.gravado) throw seeOther('/painel/evento')
  const { versao, evento } = services.gravado
  const typed = (evento.perguntas ?? []).map(({ texto, opcoes = [], saude }): PerguntaTyped => ({
    texto,
    opcoes: opcoes.join('\n'),
    saude: saude ? 'sim' : '',
  }))
  return { versao, typed, contadas: await readContadas(services) }
})

interface Refused {
  typed: PerguntaTyped[]
  errors: Record<string, string>
  isError: true
}

export const action = painelAction(async ({ services: known, autor }, { request }) => {
  const services = await known.latest(0)
  const fields = await fieldsOf(request)
  const ato = fields('ato') ?? ''
  const pronta = own(PRONTAS, ato) ?? null
  if (ato !== 'gravar' && !pronta) throw new Response(null, { status: 400 })
  const typed = Array.from({ length: PERGUNTAS_MAX }, (_, at): PerguntaTyped => {
    const typedIn = (name: keyof PerguntaTyped) => fields(`${name}-${at + 1}`) ?? ''
    return { texto: typedIn('texto'), opcoes: typedIn('opcoes'), saude: typedIn('saude') }
  })
  const asked = { typed, versao: Number(fields('versao')), pronta }
  const errors = await storePerguntas(services, asked, autor())
  if (errors) return noStore<Refused>({ typed, errors, isError: true }, 422)
  // The next form, and this process's guests, have them at once.
  await services.latest(0)
  return seeOther(`${HREF}?feito=gravadas`)
})

export const meta = painelTitled<typeof loader>('Perguntas no cadastro')

const DONE = { gravadas: 'as perguntas foram gravadas. O cadastro já está com elas.' }

export default function Perguntas() {
  const { versao, typed: stored, contadas, feito } = useLoaderData<typeof loader>()
  const refused = useActionData<Refused>()
  const { typed, errors } = refused ?? { typed: stored, errors: {} }
  const written = typed.filter(({ texto, opcoes }) => texto !== '' || opcoes !== '').length
  const last = typed.findLastIndex(({ texto, opcoes }) => texto !== '' || opcoes !== '')
  const shown = Math.min(PERGUNTAS_MAX, last + 2)
  const prontas = Object.entries(PRONTAS).filter(([, { texto }]) => typed.every((one) => one.texto !== texto))
  const hasProntas = prontas.length > 0 && written < PERGUNTAS_MAX
  return (
    <Painel
      current="Evento"
      kicker={<a href="/painel/evento">Evento</a>}
      title="Perguntas no cadastro"
      summary={
        <ErrorSummary
          title="Nada foi gravado"
          errors={Object.entries(errors).map(([id, message]) => ({ id, message }))}
        />
      }
    >
      <Outcome nome={feito} done={DONE} warnings={{}} />
      <p className="nota entrada">
        Até três, no fim do cadastro. Responde quem quiser. Se você mudar o texto, ela conta como pergunta
        nova; para tirar uma, apague o que está escrito nela.
        {hasProntas ? (
          <>
            {' '}
            Restrições alimentares e mobilidade <a href="#prontas">já vêm prontas</a>.
          </>
        ) : null}
      </p>
      <div className="par">
        <form method="post" className="estreita" acceptCharset="utf-8">
          <input type="hidden" name="versao" value={versao} />
          {Array.from({ length: shown }, (_, at) => (
            <Pergunta key={at} at={at + 1} typed={typed[at]} errors={errors} />
          ))}
          <button id="gravar" name="ato" value="gravar">
            Gravar as perguntas
          </button>
          {!hasProntas ? null : (
            <section className="acoes">
              <h2 id="prontas">Prontas para usar</h2>
              {prontas.map(([nome]) => (
                <button key={nome} name="ato" value={nome} className="contorno">
                  {nome}
                </button>
              ))}
              <p className="nota">
                São sobre saúde: a pessoa marca uma autorização ao lado da resposta. Sem ela, a resposta não é
                guardada.
              </p>
            </section>
          )}
        </form>
        <Contadas contadas={contadas} asked={stored} />
      </div>
    </Painel>
  )
}

function Pergunta(props: { at: number; typed: PerguntaTyped | undefined; errors: Record<string, string> }) {
  const { at, typed, errors } = props
  const { texto = '', opcoes = '', saude = '' } = typed ?? {}
  const fieldOf = (name: string, value: string) => {
    const id = `${name}-${at}`
    return { id, value, error: own(errors, id) }
  }
  return (
    <fieldset className="grupo">
      <legend>{`Pergunta ${at}`}</legend>
      <Field {...fieldOf('texto', texto)} label="O que perguntar" type="text" maxLength={PERGUNTA_MAX} />
      <LinesField
        {...fieldOf('opcoes', opcoes)}
        label="Opções, uma por linha"
        hint="Sem opções, a pessoa escreve a resposta."
        rows={Math.max(3, opcoes.split('\n').length)}
        maxLength={OPCOES_MAX * (OPCAO_MAX + 2)}
      />
      <Option
        type="checkbox"
        id={`saude-${at}`}
        name={`saude-${at}`}
        value="sim"
        defaultChecked={saude === 'sim'}
      >
        <b>É sobre saúde</b>
        <span className="nota">Alimentação, alergia, deficiência, remédio, gravidez.</span>
      </Option>
    </fieldset>
  )
}

/** What was answered, without names. */
function Contadas({ contadas, asked }: { contadas: Contada[]; asked: PerguntaTyped[] }) {
  if (contadas.length === 0) return null
  return (
    <section>
      <h2>O que responderam</h2>
      <p className="nota">
        Só de quem vem, e sem nomes: dá para mandar à cozinha. Com nomes, só na planilha de convidados.
      </p>
      {contadas.map(({ pergunta, isSaude, respostas }) => {
        const total = respostas.reduce((sum, one) => sum + one.total, 0)
        const isAsked = asked.some(({ texto }) => texto === pergunta)
        const notes = [
          total === 0 ? 'Nenhuma resposta ainda' : countOf(total, 'resposta', 'respostas'),
          ...(isSaude ? ['pergunta sobre saúde'] : []),
          ...(isAsked ? [] : ['não é mais perguntada']),
        ]
        return (
          <div key={pergunta}>
            <h3>{pergunta}</h3>
            <p className="nota">{`${notes.join(', ')}.`}</p>
            <dl className="numeros">
              {respostas.map(({ resposta, total: n }) => (
                <div key={resposta}>
                  <dt>{resposta}</dt>
                  <dd>{n}</dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
    </section>
  )
}
