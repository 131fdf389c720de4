import { useActionData, useLoaderData } from '@remix-run/react'
import { empresaHref, shownLink } from '~/painel/convidado-told'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Field, NOT_SAVED } from '~/shared/field'
import { OutlineLink } from '~/shared/page'
import { DADOS_FIELDS, type EmpresaDados } from '../../server/domain/empresa-repo.ts'
import { formatTelefone } from '../../server/domain/telefone.ts'
import { editDados, type DadosEdit } from '../../server/use-cases/create-empresa.ts'
import { absoluteUrl } from '~/shared/links.server'
import { fieldsOf, noStore, seeOther } from '~/shared/remix.server'

export const loader = painelLoader(async ({ services }, { request, params: { empresaid = '' } }) => {
  const found = await services.empresas.find(empresaid, services.now())
  if (!found) throw new Response(null, { status: 404 })
  const { empresa, telefone, numero } = found
  const shown: EmpresaDados = {
    nome: empresa.nome,
    numero,
    contato: empresa.contato,
    telefone: formatTelefone(telefone),
  }
  const { text } = shownLink(absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services))
  return { empresaid, shown, endereco: services.parseEmpresaid(empresaid) === null ? null : text }
})

/** The form of a company's data shown again, and why. */
type RefusedDados = Omit<Extract<DadosEdit, { kind: 'refused' }>, 'kind'>

/** Corrects what was changed, and goes to the company's page. */
export const action = painelAction(async ({ services, autor }, { request, params: { empresaid = '' } }) => {
  const fields = await fieldsOf(request)
  const read = (prefix: '' | 'era-') =>
    Object.fromEntries(
      DADOS_FIELDS.map((field) => [field, fields(prefix + field) ?? '']),
    ) as unknown as EmpresaDados
  const form = { values: read(''), shown: read('era-') }
  const edit = await editDados(services, empresaid, form, autor())
  switch (edit.kind) {
    case 'corrected':
      return seeOther(`${empresaHref(empresaid)}?feito=dados`)
    case 'refused': {
      const { values, shown, errors } = edit
      return noStore<RefusedDados>({ values, shown, errors }, 422)
    }
    case 'empresa-not-found':
      return seeOther('/painel/empresas?feito=sumiu')
    default:
      return edit satisfies never
  }
})

export const meta = painelTitled('Editar dados')

const FIELDS = [
  {
    id: 'nome',
    label: 'Nome da empresa',
    hint: 'Como aparece nos convites e nas listas.',
    required: true,
  },
  {
    id: 'numero',
    label: 'Número da mesa',
    hint: 'Se houver, até 20 letras ou números, como 12, A3 ou Diretoria. Aparece na credencial, na porta e nas listas.',
    maxLength: 30,
  },
  {
    id: 'contato',
    label: 'Responsável',
    hint: 'Quem cuida da mesa e recebe o painel dela.',
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

/**
 * The form that corrects a company. It also sends the values it was shown with, so that an untouched field
 * overwrites nothing.
 */
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
            maxLength={200}
            {...field}
            error={refused?.errors[field.id] ?? null}
            value={refused?.values[field.id] ?? shown[field.id]}
            spellCheck={false}
          />
        ))}
        {FIELDS.map(({ id }) => (
          <input key={id} type="hidden" name={`era-${id}`} value={shown[id]} />
        ))}
        <div className="acoes">
          <button>Gravar dados</button>
          <OutlineLink href={empresaHref(empresaid)}>Deixar como está</OutlineLink>
        </div>
        <p className="nota">
          {endereco === null ? '' : `O endereço ${endereco} não muda com o nome. `}O número do responsável só
          a organização vê, e se apaga com os contatos das empresas.
        </p>
      </form>
    </Painel>
  )
}
