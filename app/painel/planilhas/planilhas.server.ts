import type { PlanilhaEnviada } from '../../../server/domain/planilha-repo.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import { printable } from '../../../server/domain/text.ts'
import { CONVIDADOS_FIELDS, EMPRESAS_FIELDS, soundsImportant } from '../../../server/planilhas/columns.ts'
import { CONVIDADOS_NAMES, convidadosOf } from '../../../server/planilhas/convidados.ts'
import { EMPRESAS_NAMES, empresasOf } from '../../../server/planilhas/empresas.ts'
import { readTable } from '../../../server/planilhas/sheet-process.ts'
import { decodeTable, encodeTable } from '../../../server/planilhas/stored-table.ts'
import { PlanilhaError } from '../../../server/planilhas/table.ts'
import { UPLOAD } from '../../../server/route.ts'
import type { Effect } from '../../../server/use-cases/effect.ts'
import {
  openPlanilha,
  type OpenParts,
  type OpenPlanilha,
  recordPlanilha,
} from '../../../server/use-cases/planilhas.ts'
import { withErrorPage } from '~/shared/failure.server'
import { noStore, seeOther } from '~/shared/remix.server'
import type { Equipe } from '~/shared/equipe.server'

const NAMES = { empresas: EMPRESAS_NAMES, convidados: CONVIDADOS_NAMES }
const FIELDS = { empresas: EMPRESAS_FIELDS, convidados: CONVIDADOS_FIELDS }
const ROWS = { empresas: empresasOf, convidados: convidadosOf }

/** What was stored of an upload, as it was read then. */
const READ: OpenParts['read'] = {
  async empresas(bytes) {
    const table = await decodeTable(bytes)
    return table && empresasOf(table)
  },
  async convidados(bytes) {
    const table = await decodeTable(bytes)
    return table && convidadosOf(table)
  },
}

/** Rows of each part shown at first, and on a page of their own. */
const SHOWN = { inserted: 6, changed: 20, moved: 20, bad: 50 } satisfies Partial<Record<keyof Effect, number>>
const POR_PAGINA = 200

/** A part of the preview, by its name in the address. */
const PARTS = {
  recusadas: 'bad',
  'mudam-de-empresa': 'moved',
  mudam: 'changed',
  entram: 'inserted',
} as const
type Parte = keyof typeof PARTS

/** What is wrong with what was sent, by field. */
export interface RefusedUpload {
  tipo: Upload['tipo']
  errors: { id: 'tipo' | 'arquivo'; message: string }[]
}

/** Reads a spreadsheet, and keeps what it read. @returns its address, or what is wrong with it */
export async function planilhaSent(request: Request, { services }: Equipe): Promise<string | RefusedUpload> {
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
  const read = await readUploaded(tipo, bytes)
  if (read.kind === 'refused') return { tipo, errors: [{ id: 'arquivo', message: read.problem }] }
  const planilhaid = services.newId()
  const planilha = { planilhaid, enviadaem: services.now(), tipo, arquivo, bytes: read.stored }
  await withErrorPage(services, services.planilhas.put(planilha))
  return `/painel/planilhas/${planilhaid}`
}

async function readUploaded(
  tipo: keyof typeof ROWS,
  bytes: Buffer,
): Promise<{ kind: 'read'; stored: Uint8Array } | { kind: 'refused'; problem: string }> {
  try {
    const table = await readTable(bytes, NAMES[tipo])
    const { rows, bad } = await ROWS[tipo](table)
    if (rows.length + bad.length > 0) return { kind: 'read', stored: await encodeTable(table) }
    const problem = 'A planilha só tem o cabeçalho: acrescente uma linha para cada um e envie de novo.'
    return { kind: 'refused', problem }
  } catch (error) {
    if (error instanceof PlanilhaError) return { kind: 'refused', problem: error.message }
    throw error
  }
}

/** What the page of an uploaded spreadsheet shows of it; null once it is gone. */
export async function planilhaShown(planilhaid: string, request: Request, { services }: Equipe) {
  const open = await withErrorPage(services, openPlanilha({ ...services, read: READ }, planilhaid))
  if (!open) return null
  const { arquivo, enviadaem, tipo, effect, digest, line } = open
  const { searchParams } = new URL(request.url)
  return {
    ...{ arquivo, tipo, digest, line },
    ...columnsOf(open),
    perPage: POR_PAGINA,
    lida: quandoOf(services.config.evento.inicio, enviadaem).hora,
    totals: totalsOf(open),
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

/** Columns by what became of them: what they are read as, or how much they would be missed. */
function columnsOf({ tipo, columns }: OpenPlanilha) {
  const labels = new Map(FIELDS[tipo].map(({ field, label }) => [field, label]))
  const unread = columns.filter(({ field }) => field === null)
  const named = unread.flatMap(({ name }) => (name === '' ? [] : [name]))
  return {
    read: columns.flatMap(({ name, field }) =>
      field === null ? [] : [{ name, label: labels.get(field) ?? field }],
    ),
    missed: named.filter(soundsImportant),
    unread: named.filter((name) => !soundsImportant(name)),
  }
}

function totalsOf({ effect: { inserted, changed, moved, equal, bad } }: OpenPlanilha) {
  return {
    ...{ inserted: inserted.length, changed: changed.length, moved: moved.length },
    ...{ equal, bad: bad.length },
  }
}

/** The first rows of each part, or a page of one. */
function shownOf({ inserted, changed, moved, bad }: Effect, ver: string | null, pagina: string | null) {
  const parte = ver !== null && ver in PARTS ? (ver as Parte) : null
  if (parte === null) {
    return {
      ...{ parte, pagina: 1 },
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
    ...{ parte, pagina: page, inserted: [], changed: [], moved: [], bad: [] },
    [PARTS[parte]]: rows.slice(from, from + POR_PAGINA),
  } as Pick<Effect, 'inserted' | 'changed' | 'moved' | 'bad'> & { parte: Parte; pagina: number }
}

/**
 * Records a spreadsheet as it was seen.
 * @returns `isChanged` when it would do something else by now
 * @throws Response 303 to the next page
 */
export async function planilhaRecorded(planilhaid: string, request: Request, equipe: Equipe) {
  const { services, autor } = equipe
  const digest = (await request.formData()).get('efeito')
  const parts = { ...services, autor, read: READ }
  const recorded = await withErrorPage(
    services,
    recordPlanilha(parts, planilhaid, typeof digest === 'string' ? digest : ''),
  )
  switch (recorded.kind) {
    case 'changed':
      return noStore({ isChanged: true }, 409)
    case 'gone':
      throw seeOther(`/painel/planilhas/${encodeURIComponent(planilhaid)}`)
    case 'partly':
      throw seeOther(`/painel/planilhas/${planilhaid}?gravadas=${recorded.written}`)
    case 'recorded': {
      const { inserted, changed, bad } = recorded
      const query = new URLSearchParams({
        ...{ feito: 'gravada', entraram: String(inserted), mudaram: String(changed) },
        recusadas: String(bad),
      })
      throw seeOther(`/painel/planilhas?${query.toString()}`)
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

/** What a browser sent of the form for spreadsheets; null for what it did not send. */
interface Upload {
  tipo: PlanilhaEnviada['tipo'] | null
  /** Null also for an empty file, which browsers send where none was chosen. */
  file: { arquivo: string; bytes: Buffer } | null
}

const ARQUIVO_MAX = 120

/**
 * Reads the form for spreadsheets up to its limit: stock remix-serve has not checked its size.
 * @returns null when it cannot be read as a form, or is too large
 */
async function readUpload(request: Request): Promise<Upload | null> {
  const form = await formOf(request)
  if (!form) return null
  const [tipo, file] = [form.get('tipo'), form.get('arquivo')]
  const isFile = file !== null && typeof file !== 'string' && file.size > 0
  return {
    tipo: tipo === 'empresas' || tipo === 'convidados' ? tipo : null,
    file: isFile ? { arquivo: nameOf(file.name), bytes: Buffer.from(await file.arrayBuffer()) } : null,
  }
}

async function formOf(request: Request): Promise<FormData | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > UPLOAD.maxBytes) return null
    chunks.push(read.value)
  }
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  try {
    return await new Response(Buffer.concat(chunks), { headers }).formData()
  } catch {
    // Cut short, or no form at all.
    return null
  }
}

/** Some browsers send the whole path. */
function nameOf(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return printable(last).slice(0, ARQUIVO_MAX) || 'planilha'
}
