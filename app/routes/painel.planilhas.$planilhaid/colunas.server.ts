import { isCasa } from '../../../server/domain/casa.ts'
import { compareNomes } from '../../../server/domain/painel-repo.ts'
import { foldText } from '../../../server/domain/text.ts'
import { abasOf, FIELDS, folhaOf, letterOf, type Coluna, type Tipo } from '../../../server/planilhas/folha.ts'
import { ACIMA, type Linha, type Pasta } from '../../../server/planilhas/pasta.ts'
import { comoIn, outroTipoOf } from '../../../server/planilhas/guess.ts'
import { dddOf } from '../../../server/planilhas/rows.ts'
import { inTurns } from '../../../server/use-cases/event-loop.ts'
import type { Equipe } from '~/shared/equipe.server'
import { lembrar } from './lembradas.server.ts'

/** The most columns that are offered: a list has about twenty. */
const OFFERED_MAX = 60

/** How many rows may be chosen as the one with the names of the columns. */
const TITULOS_MAX = 12

/** What each step's menu offers, in this order; what else a column is stays named while it is that. */
const MENU = {
  empresas: null,
  convidados: [
    ...['nome', 'sobrenome', 'telefone', 'empresa', 'lugares', 'acompanhantes', 'confirmou', 'email', 'nota'],
  ],
} satisfies Record<Tipo, string[] | null>

/** Each column with its first cells, what it may be, and who pays for guests that name nobody. */
export async function colunasShown(pasta: Pasta, tipo: Tipo, request: Request, { services }: Equipe) {
  const folha = await folhaOf(pasta, tipo)
  const { colunas, cabecalho, linhas } = folha
  const aba = pasta.abas[(await abasOf(pasta, tipo))[0] ?? 0]
  const { empresas } =
    tipo === 'convidados' ? await services.painel.listEmpresas(services.now()) : { empresas: [] }
  const { modo, empresaid, comDdd } = pasta.dito
  const isFirst = pasta.dito.colunas === null
  const outro = outroTipoOf(folha, tipo)
  const known = new Set(FIELDS[tipo].map(({ field }) => field))
  const said = isFirst ? await lembrar(tipo, colunas, request, services) : null
  for (const [at, coluna] of colunas.entries()) {
    const field = said?.[at]
    if (field === '' || (field !== undefined && known.has(field)))
      Object.assign(coluna, { field: field || null, isCerta: true })
  }
  const empresaAt = colunas.findIndex(({ field }) => field === 'empresa')
  const empresaCells = empresaAt < 0 ? [] : linhas.map(({ cells }) => cells[empresaAt] ?? '')
  return {
    tipo,
    outro,
    cabecalho,
    // What was exported here comes back as it was.
    modo: isFirst && colunas.some(isOfOurs) ? ('confirmados' as const) : modo,
    empresaid: isFirst && isByBlocks(empresaCells) ? ACIMA : empresaid,
    /** The answer that the company is that of the row above; null in a list without companies. */
    acima: empresaAt < 0 ? null : ACIMA,
    comDdd,
    linhas: linhas.length,
    respostas: await respostasIn(
      linhas,
      colunas.findIndex(({ field }) => field === 'confirmou'),
    ),
    ddd: dddOf(services.config.evento.contato),
    titulos: (aba?.linhas ?? [])
      .filter(({ isOculta }) => !isOculta)
      .slice(0, TITULOS_MAX)
      .map(({ line, cells }) => ({
        line,
        texto: cells
          .filter((cell) => cell !== '')
          .join(', ')
          .slice(0, 80),
      })),
    colunas: colunas.slice(0, OFFERED_MAX).map((coluna, at) => ({
      ...coluna,
      letra: letterOf(at),
      id: `c${at}`,
      achada: achadaIn(coluna, tipo),
    })),
    choices: choicesOf(tipo),
    empresas: empresas
      .filter(({ empresa }) => !isCasa(empresa))
      .map(({ empresa }) => ({ empresaid: empresa.empresaid, nome: empresa.nome }))
      .sort((a, b) => compareNomes(a.nome, b.nome)),
  }
}

/** Whether companies are named once each, in the first row of their people. */
function isByBlocks(cells: string[]): boolean {
  const named = cells.filter((cell) => cell !== '')
  const isOnceEach = named.length > 1 && new Set(named).size === named.length
  return isOnceEach && cells[0] !== '' && named.length * 2 < cells.length
}

/** How many rows of a column say yes, no, something else, or nothing. */
async function respostasIn(linhas: Linha[], at: number) {
  const counts = { confirmados: 0, nao: 0, outra: 0, branco: 0 }
  await inTurns(at < 0 ? [] : linhas, ({ cells }) => {
    const cell = cells[at] ?? ''
    const como = comoIn(cell)
    counts[como !== 'convidar' ? como : cell === '' ? 'branco' : 'outra'] += 1
  })
  return counts
}

/** The fields that are offered, and those that only a column read as such is called. */
function choicesOf(tipo: Tipo) {
  const order = MENU[tipo]
  const all = FIELDS[tipo].map(({ field, label }) => ({
    field,
    label: field === label ? 'Do sistema' : field === 'empresaid' ? 'Código da empresa' : label,
    isOffered: order?.includes(field) ?? (field !== label && field !== 'empresaid'),
  }))
  return order ? all.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) : all
}

const ACHADOS = new Map([
  ['telefone', 'números'],
  ['email', 'e-mails'],
  ['nome', 'nomes'],
])

/** What the cells of a column are, where its name says something else. */
function achadaIn({ nome, field, isCerta }: Coluna, tipo: Tipo): string | null {
  if (isCerta || nome === '' || field === null) return null
  const words = FIELDS[tipo].find((one) => one.field === field)?.words
  return words?.test(foldText(nome).replace(/[^\p{L}\p{N}]+/gu, ' ')) ? null : (ACHADOS.get(field) ?? null)
}

/** Whether a column says of each guest what our own export says. */
const isOfOurs = ({ field, amostra }: Coluna) =>
  field === 'estado' && amostra.some((cell) => /^(confirmado|dentro|desistiu|retirado)/i.test(cell))
