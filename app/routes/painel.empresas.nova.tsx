import { empresaHref } from '~/painel/convidado-told'
import { useActionData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import { Field, countFields, ErrorSummary } from '~/shared/field'
import { noStore, refuseOtherMethods, seeOther, type RouteArgs, json } from '~/shared/remix.server'
import { equipeOf, painelLoader } from '~/shared/equipe.server'
import type { Services } from '../../server/composition.ts'
import type { Autor } from '../../server/domain/historico.ts'
import {
  createEmpresa,
  OPTIONAL_FIELDS,
  type EmpresaErrors,
  type EmpresaFields,
} from '../../server/use-cases/create-empresa.ts'
import { withErrorPage } from '~/shared/failure.server'

export const loader = painelLoader(() => Promise.resolve({}))

/** Stores the company, and shows its page. */
export async function action({ request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const { services, autor } = await equipeOf(request, context)
  const created = await empresaCreated(services, await request.formData(), autor())
  if (typeof created === 'string') throw seeOther(`${empresaHref(created)}?feito=nova`)
  context.isError = true
  return created
}

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

const NO_FIELDS = Object.fromEntries(
  ['nome', 'icredencial', 'empresaid', 'telefone', 'numero', ...OPTIONAL_FIELDS].map((field) => [field, '']),
) as EmpresaFields

/**
 * Stores the company a form describes.
 * @returns its id, or the form again as an answer
 */
async function empresaCreated(
  services: Services,
  form: FormData,
  autor: Autor,
): Promise<string | ReturnType<typeof json<RefusedEmpresa>>> {
  const values = { ...NO_FIELDS }
  for (const field of Object.keys(NO_FIELDS) as (keyof EmpresaFields)[]) {
    const typed = form.get(field)
    if (typeof typed === 'string') values[field] = typed
  }
  const said = form.get('outra')
  const outra = typeof said === 'string' && /^[1-9]\d{0,3}$/.test(said) ? Number(said) : 0
  const creation = await withErrorPage(services, createEmpresa(services, values, outra, autor))
  const refuse = (status: number, errors: EmpresaErrors, known: RefusedEmpresa['known']) =>
    noStore<RefusedEmpresa>({ values, errors, known }, status)
  switch (creation.kind) {
    case 'created':
      return creation.empresaid
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
}

export const meta = painelTitled('Nova empresa')

/** Adds one company by hand; a spreadsheet adds many. */
export default function NovaEmpresa() {
  const refused = useActionData<typeof action>()
  return (
    <Painel current="Empresas" title="Nova empresa" kicker={<a href="/painel/empresas">Empresas</a>}>
      <EmpresaForm refused={refused ?? null} />
    </Painel>
  )
}

const TELEFONE = { type: 'tel', inputMode: 'tel', maxLength: 30 } as const
const NUMBERS = { inputMode: 'numeric', maxLength: 9 } as const

const FIELDS = [
  { id: 'nome', label: 'Nome da empresa', required: true, maxLength: 200 },
  { id: 'icredencial', label: 'Total de convites', required: true, ...NUMBERS },
  {
    id: 'numero',
    label: 'Número da mesa',
    hint: 'Opcional. Até 20 sinais, como 12, A3 ou Diretoria.',
    maxLength: 30,
  },
  { id: 'contato', label: 'Responsável', hint: 'Opcional. Quem cuida da mesa e recebe o painel dela.' },
  { id: 'telefone', label: 'WhatsApp do responsável', hint: 'Opcional. DDD e número.', ...TELEFONE },
  { id: 'cnpj', label: 'CNPJ', hint: 'Opcional. Separa duas empresas de mesmo nome.' },
] as const

const MORE = [
  {
    id: 'empresaid',
    label: 'Fim do link',
    hint: 'Como serra-azul. Em branco, fazemos um que ninguém adivinha.',
    maxLength: 64,
  },
  { id: 'categoria', label: 'Categoria' },
  { id: 'solicitante', label: 'Solicitante' },
  { id: 'estacionamento', label: 'Vagas de estacionamento' },
  { id: 'lestacionamento', label: 'Vagas de estacionamento usadas' },
  { id: 'status', label: 'Status' },
  { id: 'usuarioid', label: 'Usuário' },
] as const

/** A new company: what every company needs, and what a spreadsheet may add. */
function EmpresaForm({ refused }: { refused: RefusedEmpresa | null }) {
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
    <>
      <ErrorSummary title={(count) => `Nada foi gravado. ${countFields(count)}`} errors={errors} />
      <form method="post" className="estreita" noValidate={refused !== null}>
        {refused?.known ? (
          <div className="alerta aviso">
            <p>
              {'Já existe: '}
              <a href={empresaHref(refused.known.empresaid)}>{refused.known.nome}</a>.
            </p>
            {refused.known.outra === null ? null : (
              <label className="opcao">
                <input type="checkbox" name="outra" value={refused.known.outra} />
                <span>Não é ela, é outra empresa: gravar assim mesmo.</span>
              </label>
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
    </>
  )
}
