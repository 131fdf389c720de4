import { ALVOS, type LinhaDoHistorico, type HistoricoQuery } from '../domain/historico.ts'
import { juncaoOf } from '../domain/juncao.ts'
import type { Storage } from '../domain/storage.ts'
import { askForEach } from './event-loop.ts'

/** Where a page of the history begins: after this act. */
export type Cursor = NonNullable<HistoricoQuery['after']>

export type HistoricoPage = Awaited<ReturnType<typeof readHistorico>>

type HistoricoParts = Pick<Storage, 'historico' | 'equipe' | 'empresas' | 'credenciais' | 'planilhas'> & {
  now: () => number
}

/** Reads a page of the history, and looks up the names it does not store. */
export async function readHistorico(parts: HistoricoParts, query: HistoricoQuery) {
  const { historico, equipe, empresas, credenciais, planilhas, now } = parts
  const found = await historico.list({ ...query, limit: query.limit + 1 })
  const linhas = found.slice(0, query.limit)
  const last = found.length > linhas.length ? linhas.at(-1) : undefined
  const mentioned = linhas.map(idsOf)
  const instant = now()
  return {
    linhas,
    /** Names by aparelhoid: empty text after an erasure. */
    aparelhos: await equipe.nomesOf([...new Set(mentioned.flatMap((ids) => ids.aparelhos))]),
    empresas: await lookUp(
      mentioned.flatMap((ids) => ids.empresas),
      async (id) => (await empresas.find(id, instant))?.empresa.nome,
    ),
    /** The name of each guest who was not erased, by credencialid. */
    convidados: await lookUp(
      mentioned.flatMap((ids) => ids.convidados),
      async (id) => (await credenciais.findById(id))?.credencial.nome,
    ),
    /** The uploads of which something can be taken back, by planilhaid. */
    planilhas: await lookUp(
      linhas.flatMap(({ ato, alvo }) => (ALVOS[ato] === 'planilha' ? alvo : [])),
      async (id) => (await planilhas.hasImportados(id)) || undefined,
    ),
    /** The last line of this page, if there are older ones. */
    next: last ? { em: last.em, historicoid: last.historicoid } : null,
  }
}

function idsOf(linha: LinhaDoHistorico): { aparelhos: string[]; convidados: string[]; empresas: string[] } {
  const { quem, ato, alvo, detalhe } = linha
  const aparelhos = ALVOS[ato] === 'aparelho' ? [quem, alvo] : [quem]
  const details = detalhe.split(' ').filter((word) => word !== '' && word !== '-')
  switch (ato) {
    case 'cadastrou':
    case 'mudou-de-empresa':
    case 'excluiu':
    case 'desistiu':
    case 'liberou':
    case 'voltou':
      return { aparelhos, convidados: [alvo], empresas: details }
    case 'juntou':
      return { aparelhos, convidados: [alvo], empresas: [juncaoOf({ alvo, detalhe }).returned ?? []].flat() }
    default: {
      const ids = (kind: string) => (ALVOS[ato] === kind && alvo !== '' ? [alvo] : [])
      return { aparelhos, convidados: ids('convidado'), empresas: ids('empresa') }
    }
  }
}

/** Looks each id up once; an id that is not found has no entry. */
async function lookUp<Value>(
  ids: string[],
  find: (id: string) => Promise<Value | undefined>,
): Promise<Map<string, Value>> {
  const found = await askForEach([...new Set(ids)], async (id) => ({ id, value: await find(id) }))
  return new Map(found.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value] as const])))
}
