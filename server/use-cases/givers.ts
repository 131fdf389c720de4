import { createHash } from 'node:crypto'
import { mergeEmpresaRow, type ConvidadoRow, type EmpresaRow } from '../domain/planilha-row.ts'
import { NINGUEM } from '../domain/casa.ts'
import type { Empresa } from '../domain/empresa.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { foldNome } from '../domain/empresaid.ts'
import { addTo } from '../domain/group.ts'
import { parseNumero, ordemOf } from '../domain/mesa.ts'
import { FICA_DE_FORA, type Perguntada } from '../domain/name-rows.ts'
import { createNearNames } from '../domain/near-names.ts'
import { counted } from '../domain/quando.ts'
import { FORA, respostaOf, type Respostas } from '../domain/pergunta.ts'
import type { Allotment } from '../domain/reserva.ts'
import { compareText } from '../domain/text.ts'
import { findPayer } from './convites-pessoais.ts'
import { createPauses, inTurns } from './event-loop.ts'
import type { ImportParts } from './import-empresas.ts'

/** A company whose invitations go to one row after another; null for none; or why the row is left out. */
export type Giver = Allotment | null | string

/** What a row says of its company: an id, or a name or the number of its table. */
type Named = Pick<ConvidadoRow, 'empresaid' | 'empresa'> &
  Partial<Pick<ConvidadoRow, 'isConvite' | 'lugares'>>

/** Why a cell names no single company, and those it may mean. */
interface Doubt {
  texto: string
  /** Their ids, the likeliest first, where one of them is likely. */
  ids: string[]
  isLikely: boolean
  /** It is a name, which may be a new company's. */
  isNew?: boolean
}

export interface Givers {
  /** What the house has to give to those without a company, where the event has a LOTAÇÃO; else null. */
  casa: Allotment | null

  giverOf: (row: Named, line: number) => Giver
  /** What was asked so far. */
  asked: () => Perguntada[]
  /** The companies that are to be stored first, because an answer says that they are new. */
  novas: () => EmpresaRow[]
}

/** The group under which answers about names of companies are kept. */
export const EMPRESAS = 'empresas'

/** How many companies are offered for a name like none of theirs. */
const OFFERED = 60

/** The longest name of a new company, as in its form. */
const NOME_MAX = 200

/**
 * Finds the company of a row, by its id, or else by its name, or else by the number of its table. Where that
 * leaves open which one it is, it is asked, once for each name.
 * @param said the answers, by question
 */
export async function createGivers(
  { empresas, now, empresaidOf }: ImportParts,
  rows: { row: Named }[],
  said: Respostas = {},
): Promise<Givers> {
  const house = await findPayer({ empresas, now }, NINGUEM.empresaid)
  const casa =
    house && allotmentOf({ ...house.empresa, licredencial: house.empresa.icredencial - house.left })
  const isAsked = rows.some(({ row }) => row.empresaid !== null || row.empresa !== '')
  const { empresas: list, broken } = isAsked ? await empresas.list(now()) : { empresas: [], broken: [] }
  const byId = new Map<string, Allotment | string>()
  const byNome = new Map<string, string[]>()
  const byNumero = new Map<string, string[]>()
  const pause = createPauses()
  const listed = new Map(list.map((one) => [one.empresa.empresaid, one]))
  for (const { empresa: stored, left, numero } of list) {
    await pause()
    const empresa = { ...stored, licredencial: stored.icredencial - left }
    const { empresaid } = empresa
    byId.set(empresaid, allotmentOf(empresa))
    addTo(byNome, foldNome(empresa.nome), empresaid)
    if (numero !== '') addTo(byNumero, ordemOf(numero), empresaid)
  }
  for (const { empresaid } of broken)
    byId.set(empresaid, `os dados da empresa “${empresaid}” estão com defeito: avise quem cuida do sistema`)
  const nomes = list.map(({ empresa }) => empresa.nome)
  const near = await createNearNames(nomes, pause)
  const nearly = await createNearNames(nomes, pause, true)
  const few = list.length > OFFERED ? [] : [...list]
  few.sort((a, b) => compareText(a.empresa.nome, b.empresa.nome))
  const idsNamed = (nomes: string[]) => nomes.flatMap((nome) => byNome.get(foldNome(nome)) ?? [])
  const doubtOf = oncePerNome((nome): Doubt => {
    const names = near(nome)
    const isLikely = idsNamed(names.slice(0, 1)).length === 1
    const ids = names.length > 0 ? idsNamed(names) : few.map(({ empresa }) => empresa.empresaid)
    const isNew = /\p{L}/u.test(nome) && nome.length <= NOME_MAX
    return { texto: `Nenhuma empresa se chama “${nome}”. Quem convida?`, ids, isLikely, isNew }
  })
  /** The stored companies that a name given with an id may mean; perhaps none after a renaming. */
  const meantBy = oncePerNome((nome) => {
    const names = byNome.has(foldNome(nome)) ? [nome] : nearly(nome)
    // A short form may be another company's too: it is better to ask than to assume.
    return names.length > 0 ? names : near(nome)
  })
  type Meant = Allotment | string | Doubt | null
  const onlyOf = (ids: string[] = [], textoOf: (count: number) => string): Meant =>
    ids.length > 1 ? { texto: textoOf(ids.length), ids, isLikely: false } : (byId.get(ids[0] ?? '') ?? null)
  /** The company of a table; null when no table has this number. */
  const seatedAt = (cell: string): Meant => {
    const parsed = parseNumero(numeroIn(cell))
    if (parsed.kind === 'invalid') return null
    const { value } = parsed
    return onlyOf(byNumero.get(ordemOf(value)), (n) => `A mesa ${value} é de ${n} empresas. Qual convida?`)
  }
  const namedBy = (empresa: string): Meant =>
    onlyOf(byNome.get(foldNome(empresa)), (n) => `Há ${n} empresas chamadas “${empresa}”. Qual convida?`) ??
    seatedAt(empresa) ??
    doubtOf(empresa)
  const places = new Map<string, number>()
  await inTurns(rows, ({ row: { empresa, isConvite = false, lugares = 1 } }) => {
    const nome = foldNome(empresa)
    places.set(nome, (places.get(nome) ?? 0) + (isConvite ? lugares : 1))
  })
  const novas = new Map<string, EmpresaRow>()
  /** A new company, with as many invitations as the sheet has people of it. */
  const newOf = oncePerNome((nome): Giver => {
    let attempt = 0
    while (byId.has(empresaidOf({ nome, cnpj: '' }, attempt))) attempt++
    const empresaid = empresaidOf({ nome, cnpj: '' }, attempt)
    const icredencial = places.get(foldNome(nome)) ?? 0
    const nova = { empresaid, nome, icredencial, licredencial: 0, isNova: true } as const
    novas.set(empresaid, nova)
    const empresa = mergeEmpresaRow(null, nova)
    return empresa && allotmentOf(empresa)
  })
  const asked = new Map<string, Perguntada>()
  const askedOf = (empresa: string, line: number, doubt: Doubt): Perguntada => {
    // A name may be as long as a cell: its place in a form is short.
    const key = createHash('sha256').update(foldNome(empresa)).digest('base64url').slice(0, 10)
    const before = asked.get(key)
    if (before) return before
    const { texto, ids, isLikely, isNew = false } = doubt
    const named = toldApart(ids.flatMap((id) => listed.get(id) ?? []))
    const companies = ids.map((id, at) => ({ valor: `e-${id}`, rotulo: `É ${named[at] ?? ''}` }))
    const count = counted(places.get(foldNome(empresa)) ?? 0, 'convite')
    const nova = isNew ? [{ valor: 'nova', rotulo: `Cadastrar, com ${count}` }] : []
    const sem = { valor: 'sem', rotulo: 'Sem empresa' }
    const respostas = isLikely ? [...companies, ...nova, sem, FORA] : [FORA, ...nova, ...companies, sem]
    const pergunta = { id: key, texto, respostas }
    const one = { line, nome: empresa, grupo: EMPRESAS, pergunta, escolhida: respostaOf(pergunta, said) }
    asked.set(key, one)
    return one
  }
  const answerTo = (empresa: string, line: number, doubt: Doubt): Giver => {
    const { escolhida } = askedOf(empresa, line, doubt)
    if (escolhida === FORA.valor) return FICA_DE_FORA
    if (escolhida === 'sem') return null
    if (escolhida === 'nova') return newOf(empresa)
    return byId.get(escolhida.slice('e-'.length)) ?? null
  }
  return {
    casa,
    asked: () => [...asked.values()],
    novas: () => [...novas.values()],
    giverOf({ empresaid, empresa }, line) {
      if (empresaid === null) {
        const named = empresa === '' ? null : namedBy(empresa)
        return named !== null && typeof named === 'object' && 'ids' in named
          ? answerTo(empresa, line, named)
          : named
      }
      const giver = byId.get(empresaid)
      if (giver === undefined)
        return `não há empresa com o ID “${empresaid}”: confira o ID, ou cadastre a empresa antes`
      if (typeof giver === 'string' || empresa === '') return giver
      const { nome } = giver.empresa
      const names = meantBy(empresa)
      if (names.length === 0 || names.some((one) => foldNome(one) === foldNome(nome))) return giver
      return `a linha diz “${empresa}”, e o ID da empresa é o de “${nome}”: se mudou de empresa, apague o ID; se não mudou, escreva “${nome}”`
    },
  }
}

/** What is said of companies after their name, one after another while several are called the same. */
const DETAILS: ((one: EmpresaConvites) => string)[] = [
  ({ empresa }) => empresa.contato,
  ({ empresa }) => empresa.cnpj,
  ({ empresa }) => empresa.categoria,
  ({ empresa }) => empresa.solicitante,
  ({ empresa }) => counted(empresa.icredencial, 'convite'),
  ({ left }) => counted(left, 'livre'),
]

/** What each company is called, with its table and what tells it from others of its name. */
function toldApart(companies: EmpresaConvites[]): string[] {
  let said = companies.map(({ empresa, numero }) => empresa.nome + (numero === '' ? '' : `, mesa ${numero}`))
  const twinsOf = (text: string) => companies.filter((_, at) => said[at] === text)
  for (const detailOf of DETAILS)
    said = companies.map((company, at) => {
      const [text = '', detail] = [said[at], detailOf(company)]
      const isShared = twinsOf(text).every((one) => detailOf(one) === detail)
      return detail === '' || isShared ? text : `${text}, ${detail}`
    })
  return said.map((text, at) => {
    const before = said.slice(0, at).filter((one) => one === text).length
    return twinsOf(text).length > 1 ? `${text}, ${before + 1}ª da lista` : text
  })
}

/** What a company has to give, as counted here. */
export const allotmentOf = (empresa: Empresa): Allotment => ({
  empresa,
  isFechada: false,
  mine: null,
  ended: [],
  heldFromOrigem: 0,
  takenFromOrigem: 0,
})

/** `4` in `Mesa 4 - 10 lugares`, `4 (Agro)`, `M4` and `4.0`; a cell that names no table so, unchanged. */
const numeroIn = (cell: string) =>
  /^\s*(?:mesa\s+|m(?=\d))?(?:n[º°.o]+\s*)?([^\s(–—-]+?)(?:\.0)?(?:\s+[-–—]\s.*|\s*\(.*)?$/i.exec(
    cell,
  )?.[1] ?? cell

/**
 * Computes an answer once for each name, however it is typed: comparing names is many times slower than
 * remembering them.
 */
function oncePerNome<Answer>(answerTo: (nome: string) => Answer): (nome: string) => Answer {
  const answers = new Map<string, Answer>()
  return (nome) => {
    const key = foldNome(nome)
    const answer = answers.get(key) ?? answerTo(nome)
    answers.set(key, answer)
    return answer
  }
}
