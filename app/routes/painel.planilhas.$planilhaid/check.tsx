import { ActLink } from '~/shared/page'
import { Paging } from '~/painel/filtro'
import { countOf, grouped, listed } from '~/shared/words'
import type { previewShown } from './check.server.ts'
import { Perguntas, RowsCleaned, RowsToChange, RowsToInsert, RowsTold } from './rows.tsx'

type PlanilhaShown = ReturnType<typeof previewShown>

/** What recording a spreadsheet would do, by line, what is asked about it, and the button that does it. */
export function CheckPlanilha({ isBegun, ...planilha }: PlanilhaShown & { isBegun: boolean }) {
  const { totals, digest, tipo, parte, pagina, perPage } = planilha
  return (
    <form method="post" action="?">
      <input type="hidden" name="efeito" value={digest} />
      <section>
        <h2 className="oculto">O que vai acontecer</h2>
        <ul className="contas">
          {contasOf(totals, tipo).map(([count, nome]) => (
            <li key={nome}>
              <b>{grouped(count)}</b> {nome}
            </li>
          ))}
        </ul>
      </section>
      {isBegun ? null : (
        <Perguntas rows={planilha.perguntas} total={totals.perguntas} isPage={parte !== null} />
      )}
      <RowsCleaned rows={planilha.limpas} total={totals.limpas} isBegun={isBegun} isPage={parte !== null} />
      {parte === null ? <SameTables juntas={planilha.juntas} total={totals.juntas} /> : null}
      <RowsTold
        nome="Entram com uma mudança"
        estado="meio"
        parte="avisos"
        rows={planilha.avisos}
        total={totals.avisos}
      />
      <RowsTold
        nome="O que não entra"
        estado="fim"
        parte="recusadas"
        rows={planilha.bad}
        total={totals.bad}
        others={parte === null ? othersOf(planilha.sobra) : []}
      />
      <RowsToChange
        rows={planilha.moved}
        total={totals.moved}
        tipo={tipo}
        nome="Mudam de empresa"
        parte="mudam-de-empresa"
      />
      <RowsToChange rows={planilha.changed} total={totals.changed} tipo={tipo} nome="Mudam" parte="mudam" />
      <RowsToInsert rows={planilha.inserted} total={totals.inserted} tipo={tipo} />
      {parte === null ? null : (
        <>
          <Paging
            pagina={pagina}
            perPage={perPage}
            total={planilha.total}
            hrefOf={(to) => `?ver=${parte}&pagina=${to}`}
          />
          <p>
            <ActLink href="?">Ver o resumo</ActLink>
          </p>
        </>
      )}
      <Record totals={totals} tipo={tipo} isBegun={isBegun} />
    </form>
  )
}

/** The figures above the rows; those of nobody are left out. */
function contasOf(
  totals: PlanilhaShown['totals'],
  tipo: PlanilhaShown['tipo'],
): [count: number, nome: string][] {
  const { inserted, convites, lugares, semWhatsapp, changed, moved, equal, limpas, bad } = totals
  const others = lugares - convites
  const named = (count: number, one: string, many: string): [number, string] => [
    count,
    count === 1 ? one : many,
  ]
  const contas = [
    tipo === 'empresas'
      ? named(inserted, 'empresa nova', 'empresas novas')
      : named(inserted - convites, 'convidado', 'convidados'),
    named(convites, 'convite', 'convites'),
    named(others > 0 ? lugares : 0, '', `lugares, com ${countOf(others, 'acompanhante', 'acompanhantes')}`),
    named(changed, 'muda', 'mudam'),
    named(moved, 'muda de empresa', 'mudam de empresa'),
    named(equal, 'já está igual', 'já estão iguais'),
    named(limpas, 'nome arrumado', 'nomes arrumados'),
    named(semWhatsapp, 'sem WhatsApp', 'sem WhatsApp'),
    named(bad, 'fica de fora', 'ficam de fora'),
  ]
  return contas.filter(([count]) => count > 0)
}

/** The hidden rows and the columns nobody uses, as rows of what does not enter. */
function othersOf({ linhas, ocultas, colunas }: PlanilhaShown['sobra']): [where: string, what: string][] {
  const more = ocultas - linhas.length
  const lines = more > 0 ? [...linhas, `mais ${grouped(more)}`] : linhas
  const hidden: [string, string][] =
    ocultas === 0 ? [] : [[listed(lines), ocultas === 1 ? 'escondida' : 'escondidas']]
  return [
    ...hidden,
    ...colunas.map(({ letra, nome }): [string, string] => [
      `coluna ${letra}`,
      nome === '' ? 'sem título' : nome,
    ]),
  ]
}

/** Companies that would share a number, on purpose or by mistake. */
function SameTables({ juntas, total }: Pick<PlanilhaShown, 'juntas'> & { total: number }) {
  if (total === 0) return null
  return (
    <div className="alerta aviso">
      <p>Mais de uma empresa na mesma mesa. Pode ser assim mesmo.</p>
      <ul>
        {juntas.map(({ numero, nomes }) => (
          <li key={numero}>{`Mesa ${numero}: ${listed(nomes)}`}</li>
        ))}
        {total > juntas.length ? (
          <li>{`e mais ${countOf(total - juntas.length, 'mesa', 'mesas')}`}</li>
        ) : null}
      </ul>
    </div>
  )
}

/** What the button records: `59 convites`. */
function goodWords({ inserted, convites, changed, moved }: PlanilhaShown['totals'], tipo: string): string {
  const good = inserted + changed + moved
  if (tipo === 'empresas') return countOf(good, 'empresa', 'empresas')
  return good === convites ? countOf(good, 'convite', 'convites') : countOf(good, 'convidado', 'convidados')
}

function Record({ totals, tipo, isBegun }: Pick<PlanilhaShown, 'totals' | 'tipo'> & { isBegun: boolean }) {
  const isGood = totals.inserted + totals.changed + totals.moved > 0
  const good = goodWords(totals, tipo)
  return (
    <div className="fica">
      <p>
        {isBegun ? (
          isGood ? (
            `Falta gravar ${good}.`
          ) : (
            'O que podia ser gravado já está gravado.'
          )
        ) : (
          <>
            <b>Nada foi gravado ainda.</b>
            {isGood ? ' Depois de gravar, dá para desfazer.' : ' Não há o que gravar.'}
          </>
        )}
      </p>
      <div>
        {isGood || isBegun || totals.perguntas > 0 ? (
          <button name="ato" value="gravar">
            {isBegun ? 'Continuar' : isGood ? `Gravar ${good}` : 'Gravar'}
          </button>
        ) : null}
        {isBegun ? null : <ActLink href="?passo=colunas">Voltar</ActLink>}
      </div>
    </div>
  )
}
