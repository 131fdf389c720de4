import { empresaHref } from '~/painel/convidado-told'
import { useActionData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import { Field, countFields, ErrorSummary, Option } from '~/shared/field'
import { fieldsOf, noStore, seeOther } from '~/shared/remix.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import {
  createEmpresa,
  OPTIONAL_FIELDS,
  type EmpresaErrors,
  type EmpresaFields,
} from '../../server/use-cases/create-empresa.ts'

export const loader = painelLoader(() => Promise.resolve({}))

/** A rejected new-company form: what was typed, and what is wrong with it. */
interface RefusedEmpresa {
  values: EmpresaFields
  errors: EmpresaErrors
  /**
   * The company that already exists; null if something else is wrong. `outra` is sent back if the organiser
   * says that theirs is a different company; null if saying so would not help.
   */
  known: { empresaid: string; nome: string; outra: number | null } | null
}

const CAMPOS = [...(['nome', 'icredencial', 'empresaid', 'telefone', 'numero'] as const), ...OPTIONAL_FIELDS]

/** Stores the company, and shows its page. */
export const action = painelAction(async ({ services, autor }, { request, context }) => {
  const fields = await fieldsOf(request)
  const values = Object.fromEntries(CAMPOS.map((field) => [field, fields(field) ?? ''])) as EmpresaFields
  const outra = /^[1-9]\d{0,3}$/.test(fields('outra') ?? '') ? Number(fields('outra')) : 0
  const creation = await createEmpresa(services, values, outra, autor())
  const refuse = (status: number, errors: EmpresaErrors, known: RefusedEmpresa['known']) => {
    context.isError = true
    return noStore<RefusedEmpresa>({ values, errors, known }, status)
  }
  switch (creation.kind) {
    case 'created':
      throw seeOther(`${empresaHref(creation.empresaid)}?feito=nova`)
    case 'invalid':
      return refuse(422, creation.errors, null)
    case 'already-stored': {
      const { empresa, outra } = creation
      const { empresaid, nome } = empresa
      const field = outra === null ? 'empresaid' : 'nome'
      return refuse(409, { [field]: `${nome} já está cadastrada.` }, { empresaid, nome, outra })
    }
    default:
      return creation satisfies never
  }
})

export const meta = painelTitled('Nova empresa')

const TELEFONE = { type: 'tel', inputMode: 'tel', maxLength: 30 } as const
const NUMBERS = { inputMode: 'numeric', maxLength: 9 } as const

const FIELDS = [
  { id: 'nome', label: 'Nome da empresa', required: true, maxLength: 200 },
  { id: 'icredencial', label: 'Total de convites', required: true, ...NUMBERS },
  {
    id: 'numero',
    label: 'Número da mesa',
    hint: 'Opcional. Até 20 letras ou números, como 12, A3 ou Diretoria.',
    maxLength: 30,
  },
  { id: 'contato', label: 'Responsável', hint: 'Opcional. Quem cuida da mesa e recebe o painel dela.' },
  { id: 'telefone', label: 'WhatsApp do responsável', hint: 'Opcional. DDD e número.', ...TELEFONE },
  { id: 'cnpj', label: 'CNPJ', hint: 'Opcional. Serve para distinguir duas empresas de mesmo nome.' },
] as const

const MORE = [
  {
    id: 'empresaid',
    label: 'Fim do link',
    hint: 'Por exemplo: serra-azul. Em branco, criamos um que ninguém adivinha.',
    maxLength: 64,
  },
  { id: 'categoria', label: 'Categoria' },
  { id: 'solicitante', label: 'Solicitante', hint: 'Quem pediu os convites.' },
  { id: 'estacionamento', label: 'Vagas de estacionamento' },
  { id: 'lestacionamento', label: 'Vagas de estacionamento usadas' },
  { id: 'status', label: 'Status', hint: 'Anotação sua: aqui nada muda com ela.' },
  {
    id: 'usuarioid',
    label: 'Usuário',
    hint: 'Código de outro sistema, que vai em cada credencial da empresa.',
  },
] as const

/** Adds one company by hand: what every company needs, and what a spreadsheet may add. */
export default function NovaEmpresa() {
  const refused = useActionData<typeof action>()
  const errors = Object.entries(refused?.errors ?? {}).map(([id, message]) => ({ id, message }))
  const campo = (props: (typeof FIELDS)[number] | (typeof MORE)[number]) => (
    <Field
      key={props.id}
      maxLength={200}
      {...props}
      error={refused?.errors[props.id] ?? null}
      value={refused?.values[props.id] ?? ''}
      spellCheck={false}
    />
  )
  return (
    <Painel current="Empresas" title="Nova empresa" kicker={<a href="/painel/empresas">Empresas</a>}>
      <ErrorSummary title={(count) => `Nada foi gravado. ${countFields(count)}`} errors={errors} />
      <form method="post" className="estreita" noValidate={refused !== undefined}>
        {refused?.known ? (
          <div className="alerta aviso">
            <p>
              {'Já existe: '}
              <a href={empresaHref(refused.known.empresaid)}>{refused.known.nome}</a>.
            </p>
            {refused.known.outra === null ? null : (
              <Option type="checkbox" name="outra" value={refused.known.outra}>
                Não é ela, é outra empresa: gravar assim mesmo.
              </Option>
            )}
          </div>
        ) : null}
        {FIELDS.map(campo)}
        <details className="linha" open={MORE.some(({ id }) => refused?.errors[id])}>
          <summary>Mais campos</summary>
          {MORE.map(campo)}
        </details>
        <button>Gravar empresa</button>
      </form>
    </Painel>
  )
}
