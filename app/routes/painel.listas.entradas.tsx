import { noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Field, ErrorSummary, Message } from '~/shared/field'
import { countOf } from '~/shared/words'
import { NamesToTick } from '~/painel/listas'
import { Paging, Painel, painelTitled } from '~/painel/painel'
import { entradasShown, admitTicked } from '~/painel/listas.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request }) => {
  const novas = /^\d{1,3}$/.exec(new URL(request.url).searchParams.get('novas') ?? '')?.[0] ?? null
  return { novas: novas === null ? null : Number(novas), ...(await entradasShown(services, request)) }
})

export const action = painelAction(async ({ services, autor }, { request }) => {
  const form = await request.formData()
  const result = await admitTicked(services, form, autor())
  if (result.kind === 'lancado') {
    const { pathname, searchParams } = new URL(request.url)
    searchParams.set('novas', String(result.novas))
    throw seeOther(`${pathname}?${searchParams.toString()}`)
  }
  const ticked = form
    .getAll('entrada')
    .flatMap((value) => (typeof value === 'string' ? value.split(' ').slice(1) : []))
  const hora = form.get('hora')
  return noStore({ ...result, ticked, hora: typeof hora === 'string' ? hora : '' }, 422)
})

export const meta = painelTitled('Lançar entradas')

/** Names ticked on paper, entered in a row afterwards. */
export default function Entradas() {
  const { novas, nomes, letras, pagina, total, text, filter } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
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
      {novas === null || refused ? null : (
        <Message>{`${countOf(novas, 'entrada nova', 'entradas novas')}.`}</Message>
      )}
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
        <form method="post" id="lista">
          <NamesToTick nomes={nomes} ticked={refused?.ticked ?? []} />
          <div className="estreita lancar">
            <Field
              id="hora"
              label="Quando entraram"
              hint="Em branco: agora. No relógio do evento."
              type="datetime-local"
              error={refused?.campo === 'hora' ? refused.message : null}
              value={refused?.hora ?? ''}
            />
            <button id="lancar">LANÇAR OS MARCADOS</button>
          </div>
        </form>
      )}
      <Paging pagina={pagina} perPage={100} total={total} hrefOf={hrefOf} />
    </Painel>
  )
}
