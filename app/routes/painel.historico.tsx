import { OutlineLink, ActLink } from '~/shared/page'
import { useLoaderData } from '@remix-run/react'
import { AssuntoTold } from '~/painel/historico'
import { Painel, painelTitled } from '~/painel/painel'
import { cursorFrom, linhasOf } from '~/painel/historico.server'
import { painelLoader } from '~/shared/equipe.server'

const POR_PAGINA = 100

/** A hundred acts, by everyone or by one author, on anything or on one thing. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const { searchParams } = new URL(request.url)
  const quem = searchParams.get('quem') ?? ''
  const alvo = searchParams.get('alvo') ?? ''
  const after = cursorFrom(searchParams.get('depois'))
  const query = { quem: quem || undefined, alvo: alvo || undefined, after, limit: POR_PAGINA }
  const [{ lines, next }, equipe] = await Promise.all([linhasOf(services, query), services.equipe.list()])
  const filter = { ...(quem && { quem }), ...(alvo && { alvo }) }
  const older = next && `?${new URLSearchParams({ ...filter, depois: next }).toString()}`
  const newest = after && `?${new URLSearchParams(filter).toString()}`
  const autores = equipe.map(({ aparelhoid, nome }) => ({
    id: aparelhoid,
    nome: nome || 'aparelho sem nome',
  }))
  return { lines, older, newest, autores, autor: quem, alvo }
})

export const meta = painelTitled('Histórico')

export default function Historico() {
  const { lines, older, newest, autores, autor, alvo } = useLoaderData<typeof loader>()
  const dias = [...new Set(lines.map(({ dia }) => dia))]
  return (
    <Painel
      current="Histórico"
      title="Histórico"
      kicker="Quem fez o quê, e quando. Fica guardado até começar outro evento."
      gauge={
        <>
          <ActLink href="/painel/rajadas">Cadastros seguidos</ActLink>
          <a className="ato perigo" href="/painel/expurgo">
            Apagar os dados
          </a>
        </>
      }
    >
      <form className="filtro">
        <div>
          <label htmlFor="quem">Quem</label>
          <select id="quem" name="quem" defaultValue={autor}>
            <option value="">todos</option>
            <option value="cli">suporte técnico</option>
            <option value="mesa">quem cuida da mesa</option>
            <option value="convidado">o convidado</option>
            {autores.map(({ id, nome }) => (
              <option key={id} value={id}>
                {nome}
              </option>
            ))}
          </select>
        </div>
        {alvo ? <input type="hidden" name="alvo" value={alvo} /> : null}
        <button className="contorno">Filtrar</button>
      </form>
      {lines.length === 0 ? (
        <p className="nota">Nada foi feito ainda.</p>
      ) : (
        <table className="dobra com-hora">
          <caption className="oculto">O que foi feito, do mais novo ao mais antigo</caption>
          <thead>
            <tr>
              <th scope="col">Hora</th>
              <th scope="col">O quê</th>
              <th scope="col">Quem</th>
              <th scope="col">Sobre</th>
            </tr>
          </thead>
          {dias.map((dia) => (
            <tbody key={dia}>
              <tr className="dia">
                <th scope="rowgroup" colSpan={4}>
                  {dia}
                </th>
              </tr>
              {lines
                .filter((linha) => linha.dia === dia)
                .map((linha) => (
                  <tr key={linha.id}>
                    <th scope="row" className="hora">
                      {linha.hora}
                    </th>
                    <td className="larga">{linha.what}</td>
                    <td className="quem">{linha.quem}</td>
                    <td className="alvo">
                      <AssuntoTold {...linha.alvo} />
                    </td>
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      )}
      {older || newest ? (
        <nav className="pagina" aria-label="Páginas">
          {newest ? <a href={newest}>Mais novos</a> : <span>{`${lines.length} atos mais novos`}</span>}
          {older ? <OutlineLink href={older}>Mais antigos</OutlineLink> : null}
        </nav>
      ) : null}
    </Painel>
  )
}
