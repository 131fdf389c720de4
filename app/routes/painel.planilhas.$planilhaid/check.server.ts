import { maskTelefone } from '../../../server/domain/telefone.ts'
import type { Effect } from '../../../server/use-cases/effect.ts'
import type { OpenPlanilha } from '../../../server/use-cases/planilhas.ts'
import { columnsShown } from './columns.server.ts'

/** Rows of each part shown at first, and on a page of their own. */
const SHOWN = { inserted: 6, changed: 20, moved: 20, bad: 50 } satisfies Partial<Record<keyof Effect, number>>
export const POR_PAGINA = 200

/** A part of the preview, by its name in the address. */
const PARTS = {
  recusadas: 'bad',
  'mudam-de-empresa': 'moved',
  mudam: 'changed',
  entram: 'inserted',
} as const
type Parte = keyof typeof PARTS

const isParte = (text: string): text is Parte => Object.hasOwn(PARTS, text)

/** What recording an upload would do now: its columns, how many rows of each part, and some of them. */
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

/** What a holder can be reached by is for the page of their company; here it is enough to tell two numbers apart. */
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
  const rows = { inserted, changed, moved, bad }[PARTS[parte]]
  const last = Math.max(1, Math.ceil(rows.length / POR_PAGINA))
  const page = /^\d{1,4}$/.test(pagina ?? '') ? Math.min(Math.max(1, Number(pagina)), last) : 1
  const from = (page - 1) * POR_PAGINA
  return {
    parte,
    pagina: page,
    inserted: [],
    changed: [],
    moved: [],
    bad: [],
    [PARTS[parte]]: rows.slice(from, from + POR_PAGINA),
  } as Pick<Effect, 'inserted' | 'changed' | 'moved' | 'bad'> & { parte: Parte; pagina: number }
}
