import type { PlanilhaEnviada } from '../../../server/domain/planilha-repo.ts'
import type { Perguntada } from '../../../server/domain/name-rows.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import { decodePasta } from '../../../server/planilhas/pasta.ts'
import type { Effect } from '../../../server/use-cases/effect.ts'
import { openPlanilha, type OpenParts, type OpenPlanilha } from '../../../server/use-cases/planilhas.ts'
import { pageIn } from '~/painel/filtro'
import type { Equipe } from '~/shared/equipe.server'
import { keepDito } from './passos.server.ts'

/** How many rows of each part show at first, and on a page of their own. */
const SHOWN = {
  inserted: 6,
  changed: 20,
  moved: 20,
  limpas: 10,
  perguntas: 60,
  avisos: 20,
  bad: 50,
} satisfies Partial<Record<keyof Effect, number>>

/** How many tables with several companies are named. */
const JUNTAS = 20
export const POR_PAGINA = 200

/** A part of the preview, by its name in the address. */
const PARTS = {
  perguntas: 'perguntas',
  arrumados: 'limpas',
  avisos: 'avisos',
  recusadas: 'bad',
  'mudam-de-empresa': 'moved',
  mudam: 'changed',
  entram: 'inserted',
} as const
export type Parte = keyof typeof PARTS

const isParte = (text: string): text is Parte => Object.hasOwn(PARTS, text)

/** What recording an upload would do now: how many rows each part has, and some of them. */
export function previewShown(open: OpenPlanilha, request: Request) {
  const { tipo, effect, digest, ondeOf, sobra } = open
  const { searchParams } = new URL(request.url)
  const placed = <Row extends { line: number }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, onde: ondeOf(Math.floor(row.line)) }))
  const shown = shownOf(effect, searchParams.get('ver'), searchParams.get('pagina'))
  const { inserted, changed, ...others } = withNumbersMasked(tipo, shown)
  return {
    tipo,
    digest,
    perPage: POR_PAGINA,
    totals: totalsOf(open),
    juntas: effect.juntas.slice(0, JUNTAS),
    sobra: {
      colunas: sobra.colunas,
      ocultas: sobra.ocultas.length,
      linhas: sobra.ocultas.slice(0, SHOWN.bad).map(ondeOf),
    },
    avisos: placed(others.avisos),
    parte: others.parte,
    total: others.parte === null ? 0 : effect[PARTS[others.parte]].length,
    pagina: others.pagina,
    inserted: placed(inserted),
    changed: placed(changed),
    moved: placed(others.moved),
    limpas: placed(others.limpas).map((limpa) => ({
      ...limpa,
      asked: limpa.asked && withField(limpa.asked),
    })),
    perguntas: placed(others.perguntas).map(withField),
    bad: placed(others.bad),
  }
}

/** A holder's contact details belong on their company's page; here it is enough to tell two numbers apart. */
function withNumbersMasked<Shown extends Pick<Effect, 'inserted' | 'changed'>>(
  tipo: OpenPlanilha['tipo'],
  shown: Shown,
): Shown {
  if (tipo !== 'empresas') return shown
  const maskedIn = ({ campo, de, para }: Effect['changed'][number]['changes'][number]) =>
    campo === 'telefone' ? { campo, de: maskTelefone(de), para: maskTelefone(para) } : { campo, de, para }
  return {
    ...shown,
    inserted: shown.inserted.map((row) =>
      row.telefone ? { ...row, telefone: maskTelefone(row.telefone) } : row,
    ),
    changed: shown.changed.map((row) => ({ ...row, changes: row.changes.map(maskedIn) })),
  }
}

/** How many rows each part has, and what the new ones come to. */
function totalsOf(open: OpenPlanilha) {
  const { effect } = open
  const { inserted, changed, moved, equal, avisos, limpas, perguntas, bad, juntas } = effect
  const rows = { inserted, changed, moved, avisos, limpas, perguntas, bad, juntas }
  const counts = Object.fromEntries(
    Object.entries(rows).map(([part, { length }]) => [part, length]),
  ) as Record<keyof typeof rows, number>
  return { ...counts, equal, ...placesOf(open) }
}

/** New personal invitations with their places, and how many new ones have no number. */
function placesOf(open: OpenPlanilha): { convites: number; lugares: number; semWhatsapp: number } {
  const { inserted } = open.effect
  if (open.tipo === 'empresas')
    return { convites: 0, lugares: 0, semWhatsapp: inserted.filter(({ telefone }) => !telefone).length }
  const novos = new Set(inserted.map(({ line }) => line))
  const convites = open.convites.flatMap(({ codigo, novo }) => (codigo === null ? novo : []))
  const pessoas = open.rows.flatMap(({ line, cadastro }) => (novos.has(line) ? cadastro : []))
  return {
    convites: convites.length,
    lugares: convites.reduce((sum, { lugares = 1 }) => sum + lugares, 0),
    semWhatsapp: [...convites, ...pessoas].filter(({ telefone }) => !telefone).length,
  }
}

type Rows = Pick<Effect, (typeof PARTS)[Parte]>

const partsOf = (rowsOf: <Part extends (typeof PARTS)[Parte]>(part: Part) => Effect[Part]): Rows => ({
  inserted: rowsOf('inserted'),
  changed: rowsOf('changed'),
  moved: rowsOf('moved'),
  limpas: rowsOf('limpas'),
  avisos: rowsOf('avisos'),
  perguntas: rowsOf('perguntas'),
  bad: rowsOf('bad'),
})

/** The first rows of each part, or a page of one. */
function shownOf(
  effect: Effect,
  ver: string | null,
  pagina: string | null,
): Rows & { parte: Parte | null; pagina: number } {
  const parte = ver !== null && isParte(ver) ? ver : null
  if (parte === null)
    return {
      parte,
      pagina: 1,
      ...partsOf((part) => effect[part].slice(0, SHOWN[part]) as Effect[typeof part]),
    }
  const asked = /^\d{1,4}$/.test(pagina ?? '') ? Math.max(1, Number(pagina)) : 1
  const page = pageIn<unknown>(effect[PARTS[parte]], asked, POR_PAGINA)
  const none = partsOf((part) => effect[part].slice(0, 0) as Effect[typeof part])
  return { ...none, parte, pagina: page.pagina, [PARTS[parte]]: page.rows }
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
