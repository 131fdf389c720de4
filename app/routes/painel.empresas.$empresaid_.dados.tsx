import { useActionData, useLoaderData } from '@remix-run/react'
import { empresaHref } from '~/painel/convidado-told'
import { dadosEdited, dadosShown, type RefusedDados } from '~/painel/empresas/empresa.server'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Field, NOT_SAVED } from '~/shared/field'
import { OutlineLink } from '~/shared/page'

export const loader = painelLoader(({ services }, { request, params }) =>
  dadosShown(services, request, params.empresaid ?? ''),
)

/** Corrects what was changed, and goes to the company's page. */
export const action = painelAction(({ services, autor }, { request, params }) =>
  dadosEdited(services, params.empresaid ?? '', request, autor()),
)

export const meta = painelTitled('Editar dados')

const FIELDS = [
  {
    id: 'nome',
    label: 'Nome da empresa',
    hint: 'Como aparece nos convites e nas listas.',
    maxLength: 200,
    required: true,
  },
  {
    id: 'numero',
    label: 'Número da mesa',
    hint: 'Se houver, até 8 sinais, como 12 ou A3. Aparece na credencial, na portaria e nas listas.',
    maxLength: 20,
    autoComplete: 'off',
  },
  {
    id: 'contato',
    label: 'Responsável',
    hint: 'Quem cuida da mesa e recebe o painel dela.',
    maxLength: 200,
  },
  {
    id: 'telefone',
    label: 'WhatsApp do responsável',
    hint: 'Se quiser: DDD e número.',
    type: 'tel',
    inputMode: 'tel',
    maxLength: 30,
  },
] satisfies ({ id: keyof RefusedDados['values'] } & Partial<Parameters<typeof Field>[0]>)[]

/** The form that corrects a company. What it was shown with goes along: a field nobody touched overwrites nothing. */
export default function Dados() {
  const { empresaid, endereco, ...page } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedDados>()
  const shown = refused?.shown ?? page.shown
  const errors = FIELDS.map(({ id }) => ({ id, message: refused?.errors[id] }))
  return (
    <Painel
      current="Empresas"
      title="Editar dados"
      kicker={<a href={empresaHref(empresaid)}>{page.shown.nome}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={errors} />}
      isForm
    >
      <form method="post" noValidate={refused !== undefined} acceptCharset="utf-8">
        {FIELDS.map((field) => (
          <Field
            key={field.id}
            {...field}
            error={refused?.errors[field.id] ?? null}
            value={refused?.values[field.id] ?? shown[field.id]}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        {FIELDS.map(({ id }) => (
          <input key={id} type="hidden" name={`era-${id}`} value={shown[id]} />
        ))}
        <div className="acoes">
          <button>GRAVAR DADOS</button>
          <OutlineLink href={empresaHref(empresaid)}>DEIXAR COMO ESTÁ</OutlineLink>
        </div>
        <p className="nota">
          {endereco === null ? '' : `O endereço ${endereco} não muda com o nome. `}O número do responsável só
          a organização vê, e se apaga com os contatos das empresas.
        </p>
      </form>
    </Painel>
  )
}
