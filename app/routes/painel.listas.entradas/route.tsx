import { noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary, Failure, Message } from '~/shared/field'
import { Script } from '~/shared/script'
import { countOf } from '~/shared/words'
import { NamesToTick } from '~/painel/listas'
import keep from './guardar-marcas.js?url'
import { Paging, Painel, painelTitled } from '~/painel/painel'
import { entradasShown, admitTicked, tickedIn } from '~/painel/listas.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request }) => {
  const novas = /^\d{1,3}$/.exec(new URL(request.url).searchParams.get('novas') ?? '')?.[0] ?? null
  return { novas: novas === null ? null : Number(novas), ...(await entradasShown(services, request)) }
})

export const action = painelAction(async ({ services, autor }, { request }) => {
  const form = await request.formData()
  const result = await admitTicked(services, form, autor())
  if (result.kind === 'lancado') {
    const { searchParams } = new URL(request.url)
    searchParams.set('novas', String(result.novas))
    throw seeOther(`/painel/listas/entradas?${searchParams.toString()}`)
  }
  const ticked = tickedIn(form).map(({ credencialid }) => credencialid)
  const hora = form.get('hora')
  return noStore(
    { ...result, ticked, hora: typeof hora === 'string' ? hora : '' },
    result.kind === 'early' ? 409 : 422,
  )
})

export const meta = painelTitled('Lançar entradas')

/** Names ticked on paper, entered in a row afterwards. */
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
      {refused ? (
        <ErrorSummary
          title="Nada foi lançado"
          errors={[{ id: refused.campo === 'hora' ? 'hora' : 'lancar', message: refused.message }]}
        />
      ) : null}
      {early ? (
        <Message isWarning>
          {`o evento só começa em ${early.comeco}. Nada foi lançado agora. Se essas pessoas já entraram, confirme em LANÇAR ANTES DO DIA.`}
        </Message>
      ) : null}
      {novas === null || answer ? null : (
        <Message>{`${countOf(novas, 'entrada nova', 'entradas novas')}.`}</Message>
      )}
      <p className="nota">Marque aqui quem está marcado no papel. Os nomes estão na mesma ordem.</p>
      <form className="filtro" role="search">
        <div>
          <label htmlFor="q">Buscar nome ou empresa</label>
          <input id="q" name="q" type="search" defaultValue={text} autoComplete="off" spellCheck={false} />
        </div>
        <button className="contorno">BUSCAR</button>
      </form>
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
            <button id="lancar">{early ? 'LANÇAR ANTES DO DIA' : 'LANÇAR OS MARCADOS'}</button>
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

/** When those ticked went in, in the bar that stays: a line high. */
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
