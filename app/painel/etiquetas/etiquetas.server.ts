import type { Services } from '../../../server/composition.ts'
import type { PapelDeEtiqueta } from '../../../server/domain/papel-de-etiqueta.ts'
import {
  CAMPOS,
  chooseEtiquetas,
  countFolhas,
  FOLHAS,
  marcaIn,
  OUTRO,
  PAPEIS_DE_ETIQUETA,
  parseEscolha,
  parseImpressas,
  sheetsOf,
  unmarkEtiquetas,
  writeImpressas,
  type Celula,
  type Escolha,
} from '../../../server/use-cases/etiquetas.ts'
import { inTurns } from '../../../server/use-cases/event-loop.ts'
import type { Equipe } from '~/shared/equipe.server'
import { whenItWas } from '~/shared/event-clock'
import { qrOf } from '~/shared/links.server'
import { fieldsOf, pageOf, seeOther } from '~/shared/remix.server'
import { styleOf } from './estilo.ts'

const PATH = '/painel/listas/etiquetas'

const typedIn =
  ({ searchParams }: URL) =>
  (field: string) =>
    searchParams.getAll(field).join(' ')

/** The choice of an address, of what can be printed alone. @throws Response back to the form, which says what cannot be */
function printableIn(request: Request): Escolha & { papel: PapelDeEtiqueta } {
  const url = new URL(request.url)
  const escolha = parseEscolha(typedIn(url))
  const { papel, erros } = escolha
  if (!papel || Object.keys(erros).length > 0) throw seeOther(`${PATH}${url.search}`)
  return { ...escolha, papel }
}

/** The form of labels as its address fills it, with how many each choice means and the first sheet. */
export async function escolhaShown(services: Services, request: Request) {
  const url = new URL(request.url)
  const typed = typedIn(url)
  const escolha = parseEscolha(typed)
  const { papel, erros, inicio } = escolha
  const { ditas, counts, mesas, impressas } = await chooseEtiquetas(services, escolha)
  const [first = PAPEIS_DE_ETIQUETA[0]] = papel ? [papel] : []
  const begin = erros.inicio === undefined ? inicio : 1
  const total = ditas.length
  const folhasTotal = countFolhas(total, { papel: first, inicio: begin })
  const ultima = marcaIn(impressas, null)
  const [porFolha, used] = [first.colunas * first.linhas, begin - 1]
  return {
    counts,
    mesas,
    erros,
    total,
    folhasTotal,
    porFolha,
    inicio,
    papeis: PAPEIS_DE_ETIQUETA.map((each) => ({ ...each, ...sheetOf(each) })),
    papel: papel || typed('papel') !== OUTRO ? first.id : OUTRO,
    primeira: { ...first, ...sheetOf(first), used, nomes: ditas.slice(0, porFolha - used).map(shortOf) },
    typed: Object.fromEntries([...CAMPOS, 'folha', 'dx', 'dy'].map((field) => [field, typed(field)])),
    comeco: typed('inicio') === '' ? '1' : typed('inicio'),
    escolha: { quem: escolha.quem, empresa: escolha.empresaid, ordem: escolha.ordem, hasQr: escolha.hasQr },
    ultima: ultima && {
      ...ultima,
      quando: whenItWas(services.config.evento.inicio, ultima.feitaem, services.now()),
    },
    desmarcadas: desmarcadasIn(url),
    isTyped: typed('papel') === OUTRO || typed('dx') !== '' || typed('dy') !== '',
  }
}

const sheetOf = ({ folha }: Pick<PapelDeEtiqueta, 'folha'>) => ({ sheet: FOLHAS[folha] })

/** First and last name, for a drawing of the sheet. */
function shortOf({ nome, numero }: { nome: string; numero: string }) {
  const words = nome.split(' ')
  const short = words.length > 1 ? `${words[0] ?? ''} ${words.at(-1) ?? ''}` : nome
  return { nome: short.length > 18 ? `${short.slice(0, 17)}…` : short, numero }
}

/** What a sheet is drawn from, of all pages that print one. @param sizes of letters, in points */
const paperOf = (
  { papel, ajuste }: { papel: PapelDeEtiqueta } & Pick<Escolha, 'ajuste'>,
  sizes: number[] = [],
) => {
  const sheet = FOLHAS[papel.folha]
  return { papel, ajuste, sheet, estilo: styleOf({ ...papel, sheet }, ajuste, sizes) }
}

/** The sheets of the part an address asks for, each label with its code drawn, and what is to be noted of them. */
export async function folhasShown(services: Services, request: Request) {
  const escolha = printableIn(request)
  const { ditas, feitaem, impressas: noted } = await chooseEtiquetas(services, escolha)
  const parte = pageOf(request, 'parte')
  const { folhas, impressas, ...part } = await sheetsOf(ditas, escolha, parte, services.codeOf)
  const url = new URL(request.url)
  const sizes = folhas.flat().flatMap((cell) => (cell ? [cell.nome.pt, cell.empresa.pt, cell.numero.pt] : []))
  return {
    ...paperOf(escolha, sizes),
    ...part,
    folhas: await drawn(folhas),
    voltar: `${PATH}${searchWithout(url, ...OF_A_PART)}`,
    partHref: `${searchWithout(url, ...OF_A_PART)}&lista=${part.lista}&parte=`,
    hasMoved: part.lista !== (url.searchParams.get('lista') ?? part.lista),
    marcar: { feitaem, quantas: impressas.length, impressas: writeImpressas(impressas) },
    // As it is noted by now: an address may be older than a DESMARCAR.
    marcada: marcaIn(noted, feitaemOf(url.searchParams.get('marcada')) ?? NaN),
    desmarcadas: desmarcadasIn(url),
    isRecusada: url.searchParams.has('recusada'),
  }
}

/** How many an address says were unmarked; null where it says nothing. */
function desmarcadasIn({ searchParams }: URL): number | null {
  const said = searchParams.get('desmarcadas') ?? ''
  return /^\d{1,3}$/.test(said) ? Number(said) : null
}

/** When a sheet was made, as a form or an address says it; null for what is none. */
const feitaemOf = (raw: string | null) => (/^\d{1,15}$/.test(raw ?? '') ? Number(raw) : null)

/** Draws the codes, a little at a time. */
async function drawn(folhas: Celula[][]) {
  const cells = await inTurns(
    folhas.flat(),
    (cell) => cell && { ...cell, codigo: null, qr: cell.codigo === null ? null : qrOf(cell.codigo) },
  )
  let at = 0
  return folhas.map(({ length }) => cells.slice(at, (at += length)))
}

/** What an address of sheets says beside the choice. */
const TOLD = ['marcada', 'desmarcadas', 'recusada']
const OF_A_PART = ['parte', 'lista', ...TOLD]

/** Frames alone, to be laid over the paper. */
export function molduraShown(_services: Services, request: Request) {
  const escolha = printableIn(request)
  return { ...paperOf(escolha), voltar: `${PATH}${searchWithout(new URL(request.url))}` }
}

function searchWithout({ searchParams }: URL, ...names: string[]): string {
  const left = [...searchParams].filter(([name]) => !names.includes(name))
  return `?${new URLSearchParams(left).toString()}`
}

/** MARCAR COMO IMPRESSAS: notes what the sheet showed, whatever was changed since; or DESMARCAR. */
export async function marked(
  { services, autor }: Equipe,
  request: Request,
  page: '' | '/folhas',
): Promise<Response> {
  const url = new URL(request.url)
  const fields = await fieldsOf(request)
  const unmarked = fields('desmarcar')
  const made = feitaemOf(unmarked ?? fields('feitaem') ?? '')
  const impressas = parseImpressas(fields('impressas') ?? '')
  if (made === null) throw new Response(null, { status: 400 })
  if (unmarked !== null) {
    const desmarcadas = await unmarkEtiquetas(services, made, autor())
    return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD)}&desmarcadas=${desmarcadas}`)
  }
  if (!impressas) throw new Response(null, { status: 400 })
  // No sheet was made after now, whatever the form says: a later one would be noted in vain.
  const feitaem = Math.min(made, services.now())
  const { kind } = await services.envios.mark(impressas, feitaem, autor())
  if (kind === 'desmarcada') return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD)}&recusada=1`)
  // Of the new ones those of this part are new no longer, and what is left begins on a sheet of its own.
  const others = url.searchParams.getAll('quem').includes('novos') ? ['parte', 'lista', 'inicio'] : []
  return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD, ...others)}&marcada=${feitaem}`)
}
