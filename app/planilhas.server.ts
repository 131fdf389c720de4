import { json, redirect } from './remix.server.ts'
import { quandoOf } from '../server/domain/quando.ts'
import { convidadosIn } from '../server/planilhas/convidados.ts'
import { empresasIn } from '../server/planilhas/empresas.ts'
import { PlanilhaError } from '../server/planilhas/planilha-error.ts'
import type { Effect } from '../server/use-cases/effect.ts'
import { openPlanilha, type OpenPlanilha } from '../server/use-cases/open-planilha.ts'
import { recordPlanilha } from '../server/use-cases/record-planilha.ts'
import { withErrorPage } from './failure.server.ts'
import type { Team } from './team.server.ts'
import { readUpload, type Upload } from './upload.server.ts'

const READ = { empresas: empresasIn, convidados: convidadosIn }

/** Rows of each part shown at first, and on a page of their own. */
const SHOWN = { inserted: 6, changed: 20, bad: 50 } satisfies Partial<Record<keyof Effect, number>>
const POR_PAGINA = 200

/** A part of the preview, by its name in the address. */
const PARTS = { recusadas: 'bad', mudam: 'changed', entram: 'inserted' } as const
type Parte = keyof typeof PARTS

/** What is wrong with what was sent, by field. */
export interface RefusedUpload {
  tipo: Upload['tipo']
  errors: { id: 'tipo' | 'arquivo'; message: string }[]
}

/** Keeps a spreadsheet that can be read. @returns its address, or what is wrong with it */
export async function planilhaSent(request: Request, { services }: Team): Promise<string | RefusedUpload> {
  const upload = await readUpload(request)
  const tipo = upload?.tipo ?? null
  const errors: RefusedUpload['errors'] = []
  if (upload && tipo === null) errors.push({ id: 'tipo', message: 'Escolha o que a planilha tem.' })
  if (!upload?.file)
    errors.push({
      id: 'arquivo',
      message: upload
        ? 'Escolha a planilha, em .xlsx ou CSV.'
        : 'O arquivo não chegou inteiro ou tem mais de 5 MB: escolha-o de novo.',
    })
  if (!upload?.file || tipo === null) return { tipo, errors }
  const { arquivo, bytes } = upload.file
  const problem = await problemOf(READ[tipo], bytes)
  if (problem !== null) return { tipo, errors: [{ id: 'arquivo', message: problem }] }
  const planilhaid = services.newId()
  const planilha = { planilhaid, enviadaem: services.now(), tipo, arquivo, bytes: new Uint8Array(bytes) }
  await withErrorPage(services, services.planilhas.put(planilha))
  return `/painel/planilhas/${planilhaid}`
}

async function problemOf(read: (typeof READ)[keyof typeof READ], bytes: Buffer): Promise<string | null> {
  try {
    const { rows, bad } = await read(bytes)
    return rows.length + bad.length === 0
      ? 'A planilha só tem o cabeçalho: acrescente uma linha para cada um e envie de novo.'
      : null
  } catch (error) {
    if (error instanceof PlanilhaError) return error.message
    throw error
  }
}

/** What the page of an uploaded spreadsheet shows of it; null once it is gone. */
export async function planilhaShown(planilhaid: string, request: Request, { services }: Team) {
  const open = await withErrorPage(services, openPlanilha({ ...services, read: READ }, planilhaid))
  if (!open) return null
  const { arquivo, enviadaem, tipo, effect, digest, ignored } = open
  const { searchParams } = new URL(request.url)
  return {
    ...{ arquivo, tipo, digest, ignored },
    perPage: POR_PAGINA,
    lida: quandoOf(services.config.evento.inicio, enviadaem).hora,
    totals: totalsOf(open),
    ...shownOf(effect, searchParams.get('ver'), searchParams.get('pagina')),
  }
}

function totalsOf({ effect: { inserted, changed, equal, bad } }: OpenPlanilha) {
  return { inserted: inserted.length, changed: changed.length, equal, bad: bad.length }
}

/** The first rows of each part, or a page of one. */
function shownOf({ inserted, changed, bad }: Effect, ver: string | null, pagina: string | null) {
  const parte = ver !== null && ver in PARTS ? (ver as Parte) : null
  if (parte === null) {
    return {
      ...{ parte, pagina: 1 },
      inserted: inserted.slice(0, SHOWN.inserted),
      changed: changed.slice(0, SHOWN.changed),
      bad: bad.slice(0, SHOWN.bad),
    }
  }
  const rows = { inserted, changed, bad }[PARTS[parte]]
  const last = Math.max(1, Math.ceil(rows.length / POR_PAGINA))
  const page = /^\d{1,4}$/.test(pagina ?? '') ? Math.min(Math.max(1, Number(pagina)), last) : 1
  const from = (page - 1) * POR_PAGINA
  return {
    ...{ parte, pagina: page, inserted: [], changed: [], bad: [] },
    [PARTS[parte]]: rows.slice(from, from + POR_PAGINA),
  } as Pick<Effect, 'inserted' | 'changed' | 'bad'> & { parte: Parte; pagina: number }
}

/**
 * Records a spreadsheet as it was seen.
 * @returns `isChanged` when it would do something else by now
 * @throws Response 303 to the next page
 */
export async function planilhaRecorded(planilhaid: string, request: Request, team: Team) {
  const { services, autor } = team
  const digest = (await request.formData()).get('efeito')
  const parts = { ...services, autor, read: READ }
  const recorded = await withErrorPage(
    services,
    recordPlanilha(parts, planilhaid, typeof digest === 'string' ? digest : ''),
  )
  switch (recorded.kind) {
    case 'changed':
      return json({ isChanged: true }, { status: 409, headers: { 'Cache-Control': 'no-store' } })
    case 'gone':
      throw redirect(`/painel/planilhas/${encodeURIComponent(planilhaid)}`, { status: 303 })
    case 'partly':
      throw redirect(`/painel/planilhas/${planilhaid}?gravadas=${recorded.written}`, { status: 303 })
    case 'recorded': {
      const { inserted, changed, bad } = recorded
      const query = new URLSearchParams({
        ...{ feito: 'gravada', entraram: String(inserted), mudaram: String(changed) },
        recusadas: String(bad),
      })
      throw redirect(`/painel/planilhas?${query.toString()}`, { status: 303 })
    }
    default:
      return recorded satisfies never
  }
}

/** A count from an address; null for anything else. */
export function countFrom(url: string, name: string): number | null {
  const raw = new URL(url).searchParams.get(name) ?? ''
  return /^\d{1,5}$/.test(raw) ? Number(raw) : null
}
