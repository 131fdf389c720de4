import { useRef, type SyntheticEvent } from 'react'
import type { CadastroErrors, CadastroValues, Pagador } from '../../../server/domain/cadastro'
import { referenciaOf } from '../../../server/domain/codigo'
import { usePending } from '~/convidado/claim-button'
import { Field } from '~/shared/field'
import { Contato } from '~/shared/contato'
import { countOf, whatMesaSees, type EventoSummary } from '~/shared/words'
import { useTelefone } from './telefone.ts'
import { useDraft } from './use-draft.ts'

interface CadastroFormProps {
  /** What pays: an invitation of a company, or a personal one; null for the public form. */
  convite: Pagador | null
  values: CadastroValues | null
  errors: CadastroErrors
  /** How many registrations this browser has made: the next form starts blank. */
  registros: number
  evento: EventoSummary | null
}

/** The three fields and CONFIRMAR (specification, section 2). Complete without scripts; they only help typing. */
export function CadastroForm({ convite, values, errors, registros, evento }: CadastroFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isPending, onSubmit } = usePending()
  const { codigo = null } = convite ?? {}
  useDraft(form, `rascunho-${codigo === null ? registros : referenciaOf(codigo)}`, values === null)
  useTelefone(form)
  return (
    <form ref={form} method="post" action="/cadastro" acceptCharset="utf-8" onSubmit={onSubmit}>
      <Hidden name="empresaid" value={convite?.empresaid} />
      <Hidden name="convite" value={convite?.codigo} />
      <Field
        id="nome"
        label="NOME COMPLETO"
        error={errors.nome ?? null}
        value={values?.nome ?? ''}
        type="text"
        autoComplete="name"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={120}
        onInput={upperCaseAsTyped}
        onCompositionEnd={upperCaseAsTyped}
        required
      />
      <Field
        id="telefone"
        label="WHATSAPP"
        hint="DDD e número, só os dígitos. Ex.:&nbsp;11987654321"
        error={errors.telefone ?? null}
        value={values?.telefone ?? ''}
        // Of type tel, only the whole number may be filled in by itself, +55 and all: cut at eleven it is another one.
        type="text"
        inputMode="numeric"
        autoComplete="tel-national"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={11}
        onInput={upperCaseAsTyped}
        required
      />
      <Field
        id="email"
        label="EMAIL"
        hint="Opcional."
        error={errors.email ?? null}
        value={values?.email ?? ''}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={254}
      />
      <button id="confirmar" aria-disabled={isPending || undefined}>
        {isPending ? 'ENVIANDO…' : 'CONFIRMAR'}
      </button>
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

function Hidden({ name, value }: { name: string; value: string | null | undefined }) {
  return value ? <input type="hidden" name={name} value={value} /> : null
}

/** Turns what is typed into upper case without moving the caret (specification, section 5). */
function upperCaseAsTyped(event: SyntheticEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  // A word being composed must not be touched: it comes whole when its composition ends.
  if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) return
  const upper = input.value.toLocaleUpperCase('pt-BR')
  if (upper === input.value) return
  const { selectionStart, selectionEnd } = input
  const grown = upper.length - input.value.length
  input.value = upper
  if (selectionStart !== null && selectionEnd !== null) {
    input.setSelectionRange(selectionStart + grown, selectionEnd + grown)
  }
}
