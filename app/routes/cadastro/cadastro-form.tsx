import type { CadastroErrors, CadastroValues, Pagador } from '../../../server/domain/cadastro'
import { own } from '../../../server/domain/own'
import { RESPOSTA_MAX } from '../../../server/domain/perguntas'
import { referenciaOf } from '../../../server/domain/signed-text'
import type { fieldsFor, PerguntaShown } from '~/convidado/cadastro.server'
import { Contato } from '~/shared/contato'
import { Field, SendButton } from '~/shared/field'
import { cadastroPath } from '~/shared/page'
import { countOf, whatMesaSees, type EventoSummary } from '~/shared/words'

/** What pays: a company's invitation or a personal one; null for the public form. `nome`: whose table it is. */
type Convite = (Pagador & { nome: string | null }) | null

interface CadastroFormProps {
  convite: Convite
  values: CadastroValues | null
  acompanhantes: ReturnType<typeof fieldsFor>
  perguntas: PerguntaShown[] | null
  errors: CadastroErrors
  /** How many registrations this browser has made: the next form starts blank. */
  registros: number
  evento: EventoSummary | null
}

const FIELDS = [
  {
    id: 'nome',
    label: 'NOME COMPLETO',
    type: 'text',
    autoComplete: 'name',
    autoCapitalize: 'characters',
    spellCheck: false,
    enterKeyHint: 'next',
    maxLength: 120,
    'data-maiusculas': true,
    required: true,
  },
  {
    id: 'telefone',
    label: 'WHATSAPP',
    hint: 'DDD e número, só os dígitos. Ex.:\u00a011987654321',
    // A browser fills a tel field with the whole number, +55 included; cut at eleven characters it is another
    // number.
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    spellCheck: false,
    enterKeyHint: 'next',
    maxLength: 11,
    'data-maiusculas': true,
    'data-telefone': true,
    required: true,
  },
  {
    id: 'email',
    label: 'EMAIL',
    hint: 'Opcional.',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    enterKeyHint: 'done',
    maxLength: 254,
  },
] as const

/**
 * The three fields and CONFIRMAR (specification, section 2). It works without scripts; they only help typing.
 */
export function CadastroForm(props: CadastroFormProps) {
  const { convite, values, acompanhantes, perguntas, errors, registros, evento } = props
  const { codigo = null } = convite ?? {}
  return (
    <form
      method="post"
      action={cadastroPath(convite)}
      acceptCharset="utf-8"
      data-rascunho={codigo === null ? registros : referenciaOf(codigo)}
    >
      {FIELDS.map((field) => (
        <Field key={field.id} {...field} error={errors[field.id]} value={values?.[field.id] ?? ''} />
      ))}
      <Acompanhantes acompanhantes={acompanhantes} errors={errors} />
      {perguntas ? <Perguntas perguntas={perguntas} /> : null}
      <SendButton id="confirmar" meanwhile="Enviando…">
        CONFIRMAR
      </SendButton>
      {evento ? (
        <p className="privacidade">
          {`Usamos seu nome, WhatsApp${perguntas ? ', e-mail e respostas' : ' e e-mail'} só para organizar sua entrada neste evento. Os dados são apagados ${countOf(evento.diasAteApagar, 'dia', 'dias')} depois do evento. Para corrigir ou excluir, fale com a organização, ${evento.anfitriao}: `}
          <Contato contato={evento.contato} />
          {convite?.nome ? `. ${whatMesaSees(evento.nomesNaMesa)} Leia o ` : '. Leia o '}
          <a href="/privacidade">aviso de privacidade</a>.
        </p>
      ) : null}
    </form>
  )
}

/**
 * Opens by its tick, and stays open while a name is in it; a browser that cannot select by that shows it all
 * (`formulario.css`). The tick is not sent.
 */
function Acompanhantes({ acompanhantes, errors }: Pick<CadastroFormProps, 'acompanhantes' | 'errors'>) {
  if (acompanhantes.length === 0) return null
  const isOne = acompanhantes.length === 1
  return (
    <fieldset className="mais">
      <legend className="oculto">Acompanhantes</legend>
      <label className="marcar">
        <input type="checkbox" defaultChecked={acompanhantes.some(({ value }) => value !== '')} />
        Vou com mais alguém
      </label>
      {acompanhantes.map(({ id, value }, at) => (
        <Field
          key={id}
          id={id}
          label={isOne ? 'Nome de quem vai com você' : `Nome, acompanhante ${at + 1}`}
          hint={at === 0 ? 'Cada pessoa tem a sua credencial. Não sabe ainda? Deixe em branco.' : undefined}
          error={own(errors, id) ?? null}
          value={value}
          type="text"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={120}
          placeholder=" "
          data-maiusculas
        />
      ))}
    </fieldset>
  )
}

/** Open while something is in it, so that nothing typed is out of sight. */
function Perguntas({ perguntas }: { perguntas: PerguntaShown[] }) {
  const title = countOf(perguntas.length, 'pergunta', 'perguntas')
  return (
    <details className="perguntas" open={perguntas.some(({ value }) => value !== '')}>
      <summary>{`${title}, se quiser responder`}</summary>
      {perguntas.map(({ resposta, consinto, texto, opcoes, saude, value, isAllowed }) => (
        <div key={resposta}>
          {opcoes ? (
            <div className="linha">
              <label htmlFor={resposta}>{texto}</label>
              <select id={resposta} name={resposta} defaultValue={value}>
                <option value="">Escolha, se quiser</option>
                {opcoes.map((opcao) => (
                  <option key={opcao}>{opcao}</option>
                ))}
              </select>
            </div>
          ) : (
            <Field id={resposta} label={texto} value={value} type="text" maxLength={RESPOSTA_MAX} />
          )}
          {saude ? (
            <label className="marcar">
              <input type="checkbox" name={consinto} defaultChecked={isAllowed} />
              <span>
                Autorizo guardar esta resposta, que é sobre a minha saúde, só para este evento. Sem a
                autorização, ela não é guardada.
              </span>
            </label>
          ) : null}
        </div>
      ))}
    </details>
  )
}

/**
 * What someone reads whose number the company already has under another name; it names nobody (decision
 * 0012). The button sends what was typed again; Enter in a field still submits the form itself.
 */
export function OutraPessoa(
  props: Pick<CadastroFormProps, 'convite' | 'acompanhantes' | 'perguntas'> & { values: CadastroValues },
) {
  const { convite, values, acompanhantes, perguntas } = props
  const answers = (perguntas ?? []).flatMap(({ resposta, consinto, value, isAllowed }) => [
    { id: resposta, value },
    { id: consinto, value: isAllowed ? 'on' : '' },
  ])
  const typed = Object.entries(values).map(([id, value]) => ({ id, value }))
  const sent = [...typed, ...acompanhantes, ...answers, { id: 'outra', value: 'sim' }]
  return (
    <div className="resumo pergunta" tabIndex={-1} autoFocus role="group" aria-labelledby="resumo">
      <h2 id="resumo">{`Já há um cadastro com este número${convite?.nome ? ' nesta empresa' : ''}`}</h2>
      <p>Se é a mesma pessoa, ela já está confirmada. Se o número é outro, corrija-o abaixo.</p>
      <form method="post" action={cadastroPath(convite)} acceptCharset="utf-8">
        {sent.map(({ id, value }) =>
          value ? <input key={id} type="hidden" name={id} value={value} /> : null,
        )}
        <button className="contorno">É outra pessoa</button>
      </form>
    </div>
  )
}
