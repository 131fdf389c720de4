import type { CadastroErrors, CadastroValues, Pagador } from '../../../server/domain/cadastro'
import { referenciaOf } from '../../../server/domain/signed-text'
import { Contato } from '~/shared/contato'
import { Field, SendButton } from '~/shared/field'
import { cadastroPath } from '~/shared/page'
import { countOf, whatMesaSees, type EventoSummary } from '~/shared/words'

interface CadastroFormProps {
  /** What pays: a company's invitation or a personal one; null for the public form. */
  convite: Pagador | null
  values: CadastroValues | null
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
export function CadastroForm({ convite, values, errors, registros, evento }: CadastroFormProps) {
  const { codigo = null } = convite ?? {}
  return (
    <form
      method="post"
      action={cadastroPath(convite)}
      acceptCharset="utf-8"
      data-rascunho={codigo === null ? registros : referenciaOf(codigo)}
    >
      {FIELDS.map((field) => (
        <Field key={field.id} {...field} error={errors[field.id] ?? null} value={values?.[field.id] ?? ''} />
      ))}
      <SendButton id="confirmar" meanwhile="ENVIANDO…">
        CONFIRMAR
      </SendButton>
      {evento ? (
        <p className="privacidade">
          {`Usamos seu nome, WhatsApp e e-mail só para organizar sua entrada neste evento. Os dados são apagados ${countOf(evento.diasAteApagar, 'dia', 'dias')} depois do evento. Para corrigir ou excluir, fale com ${evento.anfitriao}: `}
          <Contato contato={evento.contato} />
          {convite ? `. ${whatMesaSees(evento.nomesNaMesa)} Leia o ` : '. Leia o '}
          <a href="/privacidade">aviso de privacidade</a>.
        </p>
      ) : null}
    </form>
  )
}

/**
 * What someone reads whose number the company already has under another name; it names nobody (decision
 * 0012). The button sends what was typed again; Enter in a field still submits the form itself.
 */
export function OutraPessoa({ convite, values }: { convite: Pagador | null; values: CadastroValues }) {
  const sent = { ...values, outra: 'sim' }
  return (
    <div className="resumo pergunta" tabIndex={-1} autoFocus role="group" aria-labelledby="resumo">
      <h2 id="resumo">Já há um cadastro com este número nesta empresa</h2>
      <p>Se é a mesma pessoa, ela já está confirmada. Se o número é outro, corrija-o abaixo.</p>
      <form method="post" action={cadastroPath(convite)} acceptCharset="utf-8">
        {Object.entries(sent).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <button className="contorno">É OUTRA PESSOA</button>
      </form>
    </div>
  )
}
