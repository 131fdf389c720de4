import type { PlanilhaEnviada } from '../../../server/domain/planilha-repo.ts'
import type { Perguntada } from '../../../server/domain/name-rows.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import { decodePasta } from '../../../server/planilhas/pasta.ts'
import type { Change, Effect } from '../../../server/use-cases/effect.ts'
import { openPlanilha, type OpenParts, type OpenPlanilha } from '../../../server/use-cases/planilhas.ts'
import { pageIn } from '~/painel/filtro'
import type { Equipe } from '~/shared/equipe.server'
import { PARTES, type Chave } from './partes.ts'
import { keepDito } from './passos.server.ts'

/** How many tables with several companies are named. */
const JUNTAS = 20
export const POR_PAGINA = 200

/** What recording an upload would do now: how many rows each part has, and the first of them or a page of one. */
export function previewShown(open: OpenPlanilha, request: Request) {
  const { tipo, effect, digest, ondeOf, sobra } = open
  const { searchParams } = new URL(request.url)
  const [ver, pagina] = [searchParams.get('ver'), searchParams.get('pagina') ?? '']
  const parte = (Object.keys(PARTES) as Chave[]).find((one) => PARTES[one].ver === ver) ?? null
  const page = /^\d{1,4}$/.test(pagina) ? Math.max(1, Number(pagina)) : 1
  const part = <Key extends Chave>(
    key: Key,
  ): { total: number; rows: (Effect[Key][number] & { onde: string })[] } => {
    const all: Effect[Key][number][] = effect[key]
    const first = parte === null ? all.slice(0, PARTES[key].first) : []
    const shown = parte === key ? pageIn(all, page, POR_PAGINA).rows : first
    return { total: all.length, rows: shown.map((row) => ({ ...row, onde: ondeOf(Math.floor(row.line)) })) }
  }
  const [inserted, changed] = [part('inserted'), part('changed')]
  const [limpas, perguntas] = [part('limpas'), part('perguntas')]
  if (tipo === 'empresas') {
    for (const row of inserted.rows) if (row.telefone) row.telefone = maskTelefone(row.telefone)
    for (const row of changed.rows) row.changes = row.changes.map(masked)
  }
  return {
    tipo,
    digest,
    totals: { equal: effect.equal, juntas: effect.juntas.length, ...placesOf(open) },
    juntas: effect.juntas.slice(0, JUNTAS),
    sobra: {
      colunas: sobra.colunas,
      ocultas: sobra.ocultas.length,
      linhas: sobra.ocultas.slice(0, PARTES.bad.first).map(ondeOf),
    },
    paging: parte && { parte, ...pageIn<unknown>(effect[parte], page, POR_PAGINA), rows: null },
    inserted,
    changed,
    moved: part('moved'),
    avisos: part('avisos'),
    bad: part('bad'),
    limpas: {
      ...limpas,
      rows: limpas.rows.map((row) => ({ ...row, asked: row.asked && withField(row.asked) })),
    },
    perguntas: { ...perguntas, rows: perguntas.rows.map(withField) },
  }
}

/** A holder's contact details belong on their company's page; here it is enough to tell two numbers apart. */
const masked = (change: Change): Change =>
  change.campo === 'telefone'
    ? { ...change, de: maskTelefone(change.de), para: maskTelefone(change.para) }
    : change

/** New companies, new personal invitations with their places, and how many new ones have no number. */
function placesOf(open: OpenPlanilha) {
  const { inserted } = open.effect
  if (open.tipo === 'empresas')
    return {
      novas: 0,
      convites: 0,
      lugares: 0,
      semWhatsapp: inserted.filter(({ telefone }) => !telefone).length,
    }
  const novos = new Set(inserted.map(({ line }) => line))
  const convites = open.convites.flatMap(({ codigo, novo }) => (codigo === null ? novo : []))
  const pessoas = open.rows.flatMap(({ line, cadastro }) => (novos.has(line) ? cadastro : []))
  return {
    novas: open.novas.length,
    convites: convites.length,
    lugares: convites.reduce((sum, { lugares = 1 }) => sum + lugares, 0),
    semWhatsapp: [...convites, ...pessoas].filter(({ telefone }) => !telefone).length,
  }
}

/** A question's field in a form. */
const fieldOf = ({ grupo, pergunta }: Perguntada) => `p.${grupo}.${pergunta.id}`
const withField = <Asked extends Perguntada>(asked: Asked) => ({ ...asked, id: fieldOf(asked) })

/**
 * Keeps the answers of a form, if the upload would still do what was shown.
 * @returns the digest of what it does with them; null where it would do something else by now
 */
export async function answersSaid(
  planilha: PlanilhaEnviada,
  form: FormData,
  digest: string,
  parts: OpenParts & Pick<Equipe['services'], 'planilhas' | 'newId'>,
): Promise<string | null> {
  const { planilhaid } = planilha
  const pasta = await decodePasta(planilha.bytes)
  const open = pasta && (await openPlanilha(parts, planilhaid))
  if (!open) return digest
  const respostas = new Map(Object.entries(pasta.dito.respostas))
  let isChanged = false
  const { perguntas, limpas } = open.effect
  for (const asked of [...perguntas, ...limpas.flatMap(({ asked }) => asked ?? [])]) {
    const value = form.get(fieldOf(asked))
    if (typeof value !== 'string' || value === asked.escolhida) continue
    respostas.set(asked.grupo, { ...respostas.get(asked.grupo), [asked.pergunta.id]: value })
    isChanged = true
  }
  if (!isChanged) return digest
  if (open.digest !== digest) return null
  const dito = { ...pasta.dito, respostas: Object.fromEntries(respostas) }
  await keepDito(planilha, dito, parts)
  return (await openPlanilha(parts, planilhaid))?.digest ?? null
}
