import { empresaHref } from '~/painel/convidado-told'
import { useActionData } from '@remix-run/react'
import { empresaCreated, type RefusedEmpresa } from '~/painel/empresas/empresa.server'
import { Painel, painelTitled } from '~/painel/painel'
import { Field, countFields, ErrorSummary } from '~/shared/field'
import { noStore, refuseOtherMethods, seeOther, type RouteArgs } from '~/shared/remix.server'
import { equipeOf } from '~/shared/equipe.server'

export async function loader({ request, context }: RouteArgs) {
  const { painel } = await equipeOf(request, context)
  return noStore(painel)
}

/** Stores the company, and shows its page. */
export async function action({ request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const { services, autor } = await equipeOf(request, context)
  const created = await empresaCreated(services, await request.formData(), autor())
  if (typeof created === 'string') throw seeOther(`${empresaHref(created)}?feito=nova`)
  context.isError = true
  return created
}

export const meta = painelTitled('Nova empresa')

/** A company typed by hand; many at once come by spreadsheet. */
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
  { id: 'numero', label: 'Número da mesa', hint: 'Opcional. Até 8 sinais, como 12 ou A3.', maxLength: 20 },
  { id: 'contato', label: 'Responsável', hint: 'Opcional. Quem cuida da mesa e recebe o painel dela.' },
  { id: 'telefone', label: 'WhatsApp do responsável', hint: 'Opcional. DDD e número.', ...TELEFONE },
  { id: 'cnpj', label: 'CNPJ', hint: 'Opcional. Separa duas empresas de mesmo nome.' },
] as const

const MORE = [
  {
    id: 'empresaid',
    label: 'ID da empresa',
    hint: 'O fim do link, como serra-azul. Em branco, fazemos um que ninguém adivinha.',
    maxLength: 64,
  },
  { id: 'categoria', label: 'Categoria' },
  { id: 'solicitante', label: 'Solicitante' },
  { id: 'estacionamento', label: 'Vagas de estacionamento' },
  { id: 'lestacionamento', label: 'Vagas de estacionamento usadas' },
  { id: 'status', label: 'Status' },
  { id: 'usuarioid', label: 'Usuário' },
] as const

/** A new company: what every one needs, and what a spreadsheet may have besides. */
function EmpresaForm({ refused }: { refused: RefusedEmpresa | null }) {
  const errors = Object.entries(refused?.errors ?? {}).map(([id, message]) => ({ id, message }))
  const campo = (props: (typeof FIELDS)[number] | (typeof MORE)[number]) => (
    <Field
      key={props.id}
      maxLength={200}
      {...props}
      error={refused?.errors[props.id] ?? null}
      value={refused?.values[props.id] ?? ''}
      autoComplete="off"
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
          <summary>MAIS CAMPOS</summary>
          {MORE.map(campo)}
        </details>
        <button>GRAVAR EMPRESA</button>
      </form>
    </>
  )
}
