import type { RouteArgs } from '~/shared/remix.server'
import { equipeOf, type Equipe } from '~/shared/equipe.server'
import type { Ato } from '../../server/domain/historico.ts'
import { csvOf } from '../../server/planilhas/csv-output.ts'
import { MODELS } from '../../server/planilhas/columns.ts'
import { createModel, createXlsx } from '../../server/planilhas/xlsx-output.ts'
import * as sheets from '../../server/use-cases/exports.ts'
import { readWhereabouts } from '../../server/use-cases/rajadas.ts'
import { COLUNAS, linhasDepois } from '~/painel/depois/depois.server'
import { rajadaFrom, rajadaOf } from '~/painel/rajadas.server'
import { absoluteUrl, convitePath } from '~/shared/links.server'
import { withErrorPage } from '~/shared/failure.server'

type Row = Record<string, string | number>
type Rows = AsyncIterable<Row> | Row[]

/**
 * A spreadsheet to download: the sheet's name, and what the history says of it.
 * @param alvo the empresaid of its company; empty text for the whole event
 */
const of = (nome: string, ato: Ato, columns: string[], rows: Rows, alvo = '') => {
  return { nome, ato, columns, rows, alvo }
}

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Guests, companies or personal invitations as a spreadsheet, sent once the history has the export: a resource
 * without a page. It is called `convidados`, `rajada`, `empresas`, `depois`, `links` or `convites-pessoais`, as
 * `.csv` or `.xlsx`, or as a model.
 */
export async function loader({ request, context, params: { arquivo = '' } }: RouteArgs): Promise<Response> {
  const { services, autor } = await equipeOf(request, context)
  const [nome = '', format = ''] = arquivo.split('.')
  if (arquivo === 'modelo-empresas.xlsx' || arquivo === 'modelo-convidados.xlsx')
    return fileResponse(arquivo, 'xlsx', await createModel(MODELS[nome as keyof typeof MODELS]))
  const isFile = (format === 'csv' || format === 'xlsx') && arquivo === `${nome}.${format}`
  const exportable = isFile && (await withErrorPage(services, exportableOf(nome, request, services)))
  if (!isFile || !exportable) throw new Response(null, { status: 404 })
  const { columns, ato, alvo } = exportable
  const fileOf = (rows: AsyncIterable<Row>) =>
    format === 'csv' ? csvOf(columns, rows) : createXlsx(exportable.nome, columns, rows)
  const whole = sheets.recordExport(services, exportable.rows, fileOf, ato, autor(), alvo)
  return fileResponse(arquivo, format, await withErrorPage(services, whole))
}

const fileResponse = (arquivo: string, format: 'csv' | 'xlsx', bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, {
    headers: {
      'Content-Type': MEDIA_TYPES[format],
      'Content-Disposition': `attachment; filename="${arquivo}"`,
      'Cache-Control': 'no-store',
    },
  })

async function exportableOf(nome: string, request: Request, services: Equipe['services']) {
  const { searchParams } = new URL(request.url)
  switch (nome) {
    case 'convidados': {
      const { columns, rows } = await sheets.exportCredenciais(services)
      return of('Convidados', 'exportou-convidados', columns, rows)
    }
    case 'rajada': {
      const query = rajadaFrom(request, searchParams.get('origem') ?? '')
      const rajada = await readWhereabouts(services, await rajadaOf(services, query))
      return of(
        'Cadastros seguidos',
        'exportou-convidados',
        sheets.COLUMNS,
        sheets.exportRajada(services, rajada),
      )
    }
    case 'empresas':
      return of('Empresas', 'exportou-empresas', sheets.EMPRESA_COLUMNS, sheets.exportEmpresas(services))
    case 'depois': {
      const rows = await linhasDepois(services)
      return rows && of('Depois do evento', 'exportou-empresas', COLUNAS, rows)
    }
    case 'links': {
      const linkOf = (empresaid: string) => absoluteUrl(`/${empresaid}`, request, services)
      return of('Links', 'exportou-links', sheets.LINK_COLUMNS, sheets.exportLinks(services, linkOf))
    }
    case 'convites-pessoais': {
      const empresaid = searchParams.get('empresa')
      // The history records the id from the address, so it must exist.
      if (empresaid !== null && !(await services.empresas.find(empresaid, services.now()))) return null
      const conviteLinkOf = (id: string, codigo: string) =>
        absoluteUrl(convitePath(id, codigo), request, services)
      const rows = sheets.exportConvites({ ...services, conviteLinkOf }, empresaid)
      return of('Convites pessoais', 'exportou-convites', sheets.CONVITE_COLUMNS, rows, empresaid ?? '')
    }
    default:
      return null
  }
}
