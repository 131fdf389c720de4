import { noStore, seeOther, pageOf, UUID } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary, Failure, Message } from '~/shared/field'
import { Script } from '~/shared/page'
import { countOf, whenAt } from '~/shared/words'
import keep from './guardar-marcas.js?url'
import { Paging, SearchForm } from '~/painel/filtro'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { Ticked } from '../../../server/domain/entrada.ts'
import { admitFromPaper } from '../../../server/use-cases/admit.ts'
import { listPage } from '../../../server/use-cases/list-convidados.ts'
import { isEarly } from '~/shared/closing.server'
import { Table } from '~/shared/table'
import { WhereaboutsTold } from '~/painel/convidado-told'
import { whereaboutsOf } from '~/painel/convidados/convidado.server'

/**
 * The name of a box in the form. Each has its own, so that a browser that restores ticks after a reload ticks
 * no other guest's box. Its value is the id the admission would have.
 */
const BOX = /^entrada\.(.{1,128})$/s

const boxOf = (credencialid: string) => `entrada.${credencialid}`

/** A page of the list to tick names on, each with the id its admission would have. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const { searchParams } = new URL(request.url)
  const novas = /^\d{1,3}$/.exec(searchParams.get('novas') ?? '')?.[0]
  const text = (searchParams.get('q') ?? '').trim()
  const empresaid = searchParams.get('empresa') ?? undefined
  const page = await listPage(services, pageOf(request), { texto: text, empresaid })
  const nomes = page.convidados.map((convidado) => {
    const { credencial, versao, empresa } = convidado
    const { credencialid, nome } = credencial
    return {
      credencialid,
      nome,
      empresa: empresa?.nome ?? '',
      codigo: services.codeOf(credencialid, versao),
      ...whereaboutsOf(convidado, services),
      // What ticking it sends: the name of its box, and the id of the admission.
      name: boxOf(credencialid),
      value: services.newId(),
    }
  })
  const filter = { ...(text && { q: text }), ...(empresaid !== undefined && { empresa: empresaid }) }
  const told = novas === undefined ? null : Number(novas)
  return { novas: told, ...page, convidados: undefined, nomes, text, filter }
})

/** Why the form is shown again. */
type Again =
  /** The day of the event has not come: asks once more, and writes nothing. */
  { kind: 'early'; comeco: string } | { kind: 'recusado'; campo: 'hora' | 'nomes'; message: string }

export const action = painelAction(async ({ services, autor }, { request }) => {
  const form = await request.formData()
  const names = tickedIn(form)
  const [said, { inicio }] = [form.get('hora'), services.config.evento]
  const hora = typeof said === 'string' ? said : ''
  const ticked = names.map(({ credencialid }) => credencialid)
  const again = (why: Again) => noStore({ ...why, ticked, hora }, why.kind === 'early' ? 409 : 422)
  if (names.length === 0)
    return again({ kind: 'recusado', campo: 'nomes', message: 'Marque ao menos um nome.' })
  if (isEarly(services) && form.get('antes') !== '1') return again({ kind: 'early', comeco: whenAt(inicio) })
  const entrada = await admitFromPaper(services, names, { typed: hora, inicio }, autor())
  if (entrada.kind === 'bad-time')
    return again({ kind: 'recusado', campo: 'hora', message: 'Digite um dia e uma hora que já passaram.' })
  const { searchParams } = new URL(request.url)
  searchParams.set('novas', String(entrada.count))
  throw seeOther(`/painel/listas/entradas?${searchParams.toString()}`)
})

/** The guests whose names a form ticked, each with the id of its admission. */
function tickedIn(form: FormData): Ticked[] {
  return [...form].flatMap(([name, entradaid]): Ticked[] => {
    const [, credencialid] = BOX.exec(name) ?? []
    const isTicked = credencialid !== undefined && typeof entradaid === 'string' && UUID.test(entradaid)
    return isTicked ? [{ entradaid, credencialid }] : []
  })
}

export const meta = painelTitled('Lançar entradas')

/** Names ticked on paper, entered together afterwards. */
export default function Entradas() {
  const { novas, nomes, letras, pagina, total, text, filter } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer?.kind === 'recusado' ? answer : null
  const early = answer?.kind === 'early' ? answer : null
  const hrefOf = (page: number) => `?${new URLSearchParams({ ...filter, pagina: String(page) }).toString()}`
  return (
    <Painel
      current="Listas"
      title="Lançar entradas"
      kicker={<a href="/painel/listas">Listas</a>}
      gauge={<span>{countOf(total, 'convidado', 'convidados')}</span>}
    >
      <ErrorSummary
        title="Nada foi lançado"
        errors={[{ id: refused?.campo === 'hora' ? 'hora' : 'lancar', message: refused?.message }]}
      />
      {early ? (
        <Message isWarning>
          {`o evento só começa em ${early.comeco}. Nada foi lançado agora. Se essas pessoas já entraram, confirme em Lançar antes do dia.`}
        </Message>
      ) : null}
      {novas === null || answer ? null : (
        <Message>{`${countOf(novas, 'entrada nova', 'entradas novas')}.`}</Message>
      )}
      <p className="nota">Marque aqui quem está marcado no papel. Os nomes estão na mesma ordem.</p>
      <SearchForm label="Buscar nome ou empresa" q={text} isOutlined />
      {letras.length > 1 ? (
        <nav className="letras" aria-label="Letras">
          {letras.map(({ letra, pagina: page }) => (
            <a key={letra} href={hrefOf(page)}>
              {letra}
            </a>
          ))}
        </nav>
      ) : null}
      {nomes.length === 0 ? (
        <p>Nenhum nome encontrado.</p>
      ) : (
        <form method="post" id="lista" data-guardar="entradas">
          <NamesToTick nomes={nomes} ticked={answer?.ticked ?? []} />
          <div className="fica">
            {early ? <input type="hidden" name="antes" value="1" /> : null}
            <Hora value={answer?.hora ?? ''} error={refused?.campo === 'hora' ? refused.message : null} />
            <button id="lancar">{early ? 'Lançar antes do dia' : 'Lançar os marcados'}</button>
          </div>
          <p className="nota">Lance antes de mudar de página. Enviar duas vezes não conta duas vezes.</p>
          <noscript>
            <p className="nota">Sem JavaScript, recarregar a página desmarca os nomes.</p>
          </noscript>
          <Script src={keep} />
        </form>
      )}
      <Paging pagina={pagina} perPage={100} total={total} hrefOf={hrefOf} />
    </Painel>
  )
}

/** When those ticked went in, in the fixed bar: one line high. */
function Hora({ value, error }: { value: string; error: string | null }) {
  return (
    <div className="quando">
      <label htmlFor="hora">
        Entraram em <span className="opcional">(vazio: agora)</span>
      </label>
      <Failure id="hora" error={error} />
      <input
        id="hora"
        name="hora"
        type="datetime-local"
        defaultValue={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : 'hora-falha'}
      />
    </div>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

/** Names in the order of the printed list; those inside are already ticked. */
function NamesToTick({ nomes, ticked }: Pick<Shown, 'nomes'> & { ticked: readonly string[] }) {
  return (
    <Table
      className="dobra marcar"
      caption="Nomes, na ordem da lista impressa"
      isCaptionHidden
      heads={['Nome', 'Empresa', { number: 'Código' }]}
    >
      {nomes.map(({ credencialid, nome, empresa, codigo, dentro, retirada, name, value }) => (
        <tr key={credencialid} className={dentro === null ? undefined : 'apagada'}>
          <th scope="row">
            <label className="opcao">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={dentro !== null || ticked.includes(credencialid)}
                disabled={dentro !== null}
              />
              <span>{nome}</span>
              {dentro === null && retirada === null ? null : (
                <WhereaboutsTold dentro={dentro} retirada={retirada} />
              )}
            </label>
          </th>
          <td>{empresa}</td>
          <td className="n codigo">{codigo}</td>
        </tr>
      ))}
    </Table>
  )
}
