import { ActLink } from '~/shared/page'
import { Paging } from '~/painel/filtro'
import { countOf, grouped, listed } from '~/shared/words'
import type { previewShown } from './check.server.ts'
import { PARTES } from './partes.ts'
import { Perguntas } from './perguntas.tsx'
import { RowsCleaned, RowsToChange, RowsToInsert, RowsTold } from './rows.tsx'

type PlanilhaShown = ReturnType<typeof previewShown>

/** What recording a spreadsheet would do, by line, what is asked about it, and the button that does it. */
export function CheckPlanilha({ isBegun, ...planilha }: PlanilhaShown & { isBegun: boolean }) {
  const { totals, digest, tipo, paging, moved, changed } = planilha
  const answers = { isBegun, isPage: paging !== null }
  return (
    <form method="post" action="?">
      <input type="hidden" name="efeito" value={digest} />
      <section>
        <h2 className="oculto">O que vai acontecer</h2>
        <ul className="contas">
          {contasOf(planilha).map(([count, nome]) => (
            <li key={nome}>
              <b>{grouped(count)}</b> {nome}
            </li>
          ))}
        </ul>
      </section>
      {isBegun ? null : <Perguntas {...planilha.perguntas} {...answers} />}
      <RowsCleaned {...planilha.limpas} {...answers} />
      {paging === null ? <SameTables juntas={planilha.juntas} total={totals.juntas} /> : null}
      <RowsTold parte="avisos" {...planilha.avisos} />
      <RowsTold parte="bad" {...planilha.bad} others={paging === null ? othersOf(planilha.sobra) : []} />
      <RowsToChange parte="moved" {...moved} tipo={tipo} />
      <RowsToChange parte="changed" {...changed} tipo={tipo} />
      <RowsToInsert {...planilha.inserted} tipo={tipo} />
      {paging === null ? null : (
        <>
          <Paging {...paging} hrefOf={(to) => `?ver=${PARTES[paging.parte].ver}&pagina=${to}`} />
          <p>
            <ActLink href="?">Ver o resumo</ActLink>
          </p>
        </>
      )}
      <Record planilha={planilha} isBegun={isBegun} />
    </form>
  )
}

/** The figures above the rows; those of nobody are left out. */
function contasOf({ tipo, totals, ...parts }: PlanilhaShown): [count: number, nome: string][] {
  const { novas, convites, lugares, semWhatsapp, equal } = totals
  const inserted = parts.inserted.total
  const others = lugares - convites
  const named = (count: number, one: string, many: string): [number, string] => [
    count,
    count === 1 ? one : many,
  ]
  const contas = [
    named(novas, 'empresa nova', 'empresas novas'),
    tipo === 'empresas'
      ? named(inserted, 'empresa nova', 'empresas novas')
      : named(inserted - convites, 'convidado', 'convidados'),
    named(convites, 'convite', 'convites'),
    named(others > 0 ? lugares : 0, '', `lugares, com ${countOf(others, 'acompanhante', 'acompanhantes')}`),
    named(parts.changed.total, 'muda', 'mudam'),
    named(parts.moved.total, 'muda de empresa', 'mudam de empresa'),
    named(equal, 'já está igual', 'já estão iguais'),
    named(parts.limpas.total, 'nome arrumado', 'nomes arrumados'),
    named(semWhatsapp, 'sem WhatsApp', 'sem WhatsApp'),
    named(parts.bad.total, 'fica de fora', 'ficam de fora'),
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

function Record({ planilha, isBegun }: { planilha: PlanilhaShown; isBegun: boolean }) {
  const { tipo, totals, inserted, changed, moved, perguntas } = planilha
  const count = inserted.total + changed.total + moved.total
  const [one, many] =
    tipo === 'empresas'
      ? ['empresa', 'empresas']
      : count === totals.convites
        ? ['convite', 'convites']
        : ['convidado', 'convidados']
  const [isGood, good] = [count > 0, countOf(count, one, many)]
  return (
    <div className="fica">
      {isBegun ? (
        <p>{isGood ? `Falta gravar ${good}.` : 'O que podia ser gravado já está gravado.'}</p>
      ) : (
        <p>
          <b>Nada foi gravado ainda.</b>
          {isGood
            ? ' Depois de gravar, dá para desfazer.'
            : perguntas.total > 0
              ? ' Não há o que gravar com estas respostas.'
              : ' Não há o que gravar.'}
        </p>
      )}
      <div>
        {isGood || isBegun ? (
          <button name="ato" value="gravar">
            {isBegun ? 'Continuar' : `Gravar ${good}`}
          </button>
        ) : null}
        {isBegun ? null : <ActLink href="?passo=colunas">Voltar</ActLink>}
      </div>
    </div>
  )
}
