import { NOTHING_DONE } from '../../../server/domain/planilha-repo.ts'
import type { PlanilhaEnviada } from '../../../server/domain/planilha-repo.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import {
  CONVIDADOS_FIELDS,
  EMPRESAS_FIELDS,
  soundsImportant,
  type Field,
} from '../../../server/planilhas/columns.ts'
import { readAgain, decodeTable, encodeTable } from '../../../server/planilhas/stored-table.ts'
import type { Column } from '../../../server/planilhas/table.ts'
import type { Effect } from '../../../server/use-cases/effect.ts'
import { putUnlessErased, type OpenPlanilha } from '../../../server/use-cases/planilhas.ts'
import { pageIn } from '~/painel/filtro'
import type { Equipe } from '~/shared/equipe.server'

/** How many rows of each part show at first, and on a page of their own. */
const SHOWN = { inserted: 6, changed: 20, moved: 20, bad: 50 } satisfies Partial<Record<keyof Effect, number>>
export const POR_PAGINA = 200

/** A part of the preview, by its name in the address. */
const PARTS = {
  recusadas: 'bad',
  'mudam-de-empresa': 'moved',
  mudam: 'changed',
  entram: 'inserted',
} as const
export type Parte = keyof typeof PARTS

const isParte = (text: string): text is Parte => Object.hasOwn(PARTS, text)

/** What recording an upload would do now: its columns, how many rows each part has, and some of them. */
export function previewShown(open: OpenPlanilha, request: Request) {
  const { tipo, effect, digest, line } = open
  const { searchParams } = new URL(request.url)
  return {
    tipo,
    digest,
    line,
    ...columnsShown(open),
    perPage: POR_PAGINA,
    totals: totalsOf(open),
    juntas: effect.juntas.slice(0, SHOWN.bad),
    avisos: effect.avisos.slice(0, SHOWN.bad),
    ...withNumbersMasked(tipo, shownOf(effect, searchParams.get('ver'), searchParams.get('pagina'))),
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

function totalsOf({ effect: { inserted, changed, moved, equal, avisos, bad } }: OpenPlanilha) {
  return {
    inserted: inserted.length,
    changed: changed.length,
    moved: moved.length,
    equal,
    avisos: avisos.length,
    bad: bad.length,
  }
}

/** The first rows of each part, or a page of one. */
function shownOf({ inserted, changed, moved, bad }: Effect, ver: string | null, pagina: string | null) {
  const parte = ver !== null && isParte(ver) ? ver : null
  if (parte === null) {
    return {
      parte,
      pagina: 1,
      inserted: inserted.slice(0, SHOWN.inserted),
      changed: changed.slice(0, SHOWN.changed),
      moved: moved.slice(0, SHOWN.moved),
      bad: bad.slice(0, SHOWN.bad),
    }
  }
  const asked = /^\d{1,4}$/.test(pagina ?? '') ? Math.max(1, Number(pagina)) : 1
  const page = pageIn<unknown>({ inserted, changed, moved, bad }[PARTS[parte]], asked, POR_PAGINA)
  const none = { inserted: [], changed: [], moved: [], bad: [] }
  return { ...none, parte, pagina: page.pagina, [PARTS[parte]]: page.rows } as Pick<
    Effect,
    'inserted' | 'changed' | 'moved' | 'bad'
  > & { parte: Parte; pagina: number }
}

const FIELDS: Record<PlanilhaEnviada['tipo'], Field[]> = {
  empresas: EMPRESAS_FIELDS,
  convidados: CONVIDADOS_FIELDS,
}

/** The fields every row needs. */
const REQUIRED = { empresas: ['nome', 'icredencial'], convidados: ['nome', 'telefone'] }

/** The most columns whose meaning can be chosen: a list has about twenty. */
const OFFERED_MAX = 100

/** What a column of a spreadsheet may be read as. Fields of other products have no everyday name. */
const choicesOf = (tipo: PlanilhaEnviada['tipo']) =>
  FIELDS[tipo].flatMap(({ field, label }) => (label === field ? [] : [{ field, label }]))

/** Columns by how they were read, and what each may be read as instead, if all of them are stored. */
function columnsShown({ tipo, columns, isWhole }: OpenPlanilha) {
  const labels = new Map(FIELDS[tipo].map(({ field, label }) => [field, label]))
  const unread = columns.filter(({ field }) => field === null)
  const named = unread.flatMap(({ name }) => (name === '' ? [] : [name]))
  return {
    read: columns.flatMap(({ name, field }) =>
      field === null ? [] : [{ name, label: labels.get(field) ?? field }],
    ),
    missed: named.filter(soundsImportant),
    unread: named.filter((name) => !soundsImportant(name)),
    offered: isWhole ? offeredIn(columns) : [],
    choices: choicesOf(tipo),
  }
}

/** The columns whose meaning can be chosen, by position. */
const offeredIn = (columns: Column[]) =>
  columns
    .map(({ name, field }, at) => ({ id: `c${at}`, name, field }))
    .filter(({ name }) => name !== '')
    .slice(0, OFFERED_MAX)

/** Columns that cannot be read this way: the choice for each, and a sentence. */
export interface RefusedColumns {
  said: [id: string, choice: string][]
  error: { id: string; message: string }
}

/**
 * Reads an upload again, with its columns as a form assigns them.
 * @returns what is wrong with that; null if it is read that way from now on, is being recorded, or no longer
 *   exists
 */
export async function columnsSaid(
  planilhaid: string,
  form: FormData,
  { planilhas, now, newId }: Equipe['services'],
): Promise<RefusedColumns | null> {
  const planilha = await planilhas.find(planilhaid)
  const table = planilha && (await decodeTable(planilha.bytes))
  if (!planilha || !table?.isWhole) return null
  const choices = new Map(choicesOf(planilha.tipo).map(({ field, label }) => [field, label]))
  const offered = offeredIn(table.columns)
  const said = new Map<string, string>()
  const fields = table.columns.map(({ field }) => field)
  for (const { id, field } of offered) {
    const value = form.get(id)
    const choice = typeof value === 'string' ? value : (field ?? '')
    said.set(id, choice)
    // A column already read as a field that is not on offer keeps it.
    fields[Number(id.slice(1))] = choices.has(choice) || choice === field ? choice : null
  }
  const twice = offered.find(
    ({ id }, index) =>
      said.get(id) !== '' && offered.slice(0, index).some((one) => said.get(one.id) === said.get(id)),
  )
  if (twice) {
    const label = choices.get(said.get(twice.id) ?? '') ?? ''
    return {
      said: [...said],
      error: { id: twice.id, message: `Duas colunas estão como ${label}: deixe uma só.` },
    }
  }
  const missing = REQUIRED[planilha.tipo].find((field) => !fields.includes(field))
  if (missing !== undefined) {
    const message = `Nenhuma coluna está como ${choices.get(missing) ?? missing}: escolha qual é.`
    return { said: [...said], error: { id: offered[0]?.id ?? 'c0', message } }
  }
  const { enviadaem, tipo, arquivo } = planilha
  const begun = await planilhas.begin({
    planilhaid,
    enviadaem,
    tipo,
    arquivo,
    fase: 'lendo',
    quem: newId(),
    vistaem: now(),
    ...NOTHING_DONE,
  })
  if (begun.kind !== 'begun') return null
  const { quem } = begun.andamento
  // A partly recorded upload keeps its reading.
  const isRecorded = begun.andamento.total > 0
  if (!isRecorded) {
    const bytes = await encodeTable(await readAgain(table, fields))
    await putUnlessErased(planilhas, { ...planilha, bytes })
  }
  await planilhas.note(quem, { ...begun.andamento, quem: '', fase: isRecorded ? 'mudou' : 'lida' })
  return null
}
