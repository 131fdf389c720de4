import type { Services } from '../../server/composition.ts'
import {
  isCutOff,
  type Ato,
  type LinhaDoHistorico,
  type HistoricoQuery,
} from '../../server/domain/historico.ts'
import { isNamedCasa } from '../../server/domain/casa.ts'
import { juncaoOf, type Juncao } from '../../server/domain/juncao.ts'
import { dayWithYear } from '../../server/domain/quando.ts'
import { readHistorico, type Cursor, type HistoricoPage } from '../../server/use-cases/read-historico.ts'
import { own } from '../../server/domain/own.ts'
import { shortDayOf, dayToldOf, eventTime } from '~/shared/event-clock'
import { countOf, listed } from '~/shared/words'
import { convidadoHref, empresaHref, planilhaHref } from './convidado-told.tsx'

/** Acts as shown, newest first, and where the older ones begin. @throws StorageError */
export async function linhasOf(services: Services, query: HistoricoQuery) {
  const page = await readHistorico(services, query)
  const { inicio } = services.config.evento
  const now = services.now()
  const lines = runsOf(page.linhas).map(({ linha, count }) => {
    const told: Told = { linha, words: linha.detalhe.split(' '), page }
    const [what, assuntoOf] = count === 1 ? ATOS[linha.ato] : [toldRun(linha, count), onNothing]
    return {
      id: linha.historicoid,
      dia: dayToldOf(inicio, linha.em, now),
      data: shortDayOf(inicio, linha.em),
      hora: eventTime(inicio, linha.em),
      iso: new Date(linha.em).toISOString(),
      what: typeof what === 'string' ? what : what(told),
      quem: own(OUTROS, linha.quem) ?? aparelhoIn(page, linha.quem),
      alvo: assuntoOf(told),
    }
  })
  return { lines, next: page.next && `${page.next.em}.${page.next.historicoid}` }
}

/** Acts that an import, its undoing or a list ticked on paper does to many guests at once. */
const EM_SERIE: Partial<Record<Ato, string>> = {
  cadastrou: 'Cadastrou',
  corrigiu: 'Corrigiu',
  excluiu: 'Excluiu',
  admitiu: 'Deu entrada a',
}

/** Between two acts of a series; nobody does two by hand as fast. */
const RUN_MS = 2_000

const toldRun = ({ ato }: LinhaDoHistorico, count: number) =>
  `${EM_SERIE[ato] ?? ''} ${countOf(count, 'convidado', 'convidados')}`

/** Acts of one kind that an author did in quick succession, as one line: the newest, and how many. */
function runsOf(linhas: LinhaDoHistorico[]): { linha: LinhaDoHistorico; count: number }[] {
  const runs: LinhaDoHistorico[][] = []
  for (const linha of linhas) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isSame = last?.ato === linha.ato && last.quem === linha.quem && last.alvo !== linha.alvo
    if (run && isSame && EM_SERIE[linha.ato] !== undefined && last.em - linha.em <= RUN_MS) run.push(linha)
    else runs.push([linha])
  }
  return runs.flatMap(([linha, ...others]) => (linha ? { linha, count: 1 + others.length } : []))
}

/**
 * Reads where a page begins, as {@link linhasOf} wrote it; null for the newest acts and for anything else.
 */
export function cursorFrom(raw: string | null): Cursor | null {
  const [, em, historicoid] = /^(\d{1,15})\.(.{1,100})$/.exec(raw ?? '') ?? []
  return em === undefined || historicoid === undefined ? null : { em: Number(em), historicoid }
}

/** Authors without a paired browser, as named in `server/domain/historico.ts`. */
const OUTROS: Record<string, string> = {
  cli: 'suporte técnico',
  mesa: 'quem cuida da mesa',
  convidado: 'o convidado',
}

/** What an act was done to, in words, with a link to its page if it has one. */
interface Assunto {
  text: string
  href: string | null
}

/** An act, the words of its details, and the names it mentions. */
interface Told {
  linha: LinhaDoHistorico
  words: string[]
  page: HistoricoPage
}

const plain = (text: string): Assunto => ({ text, href: null })

const onAparelho = ({ linha, page }: Told) => plain(aparelhoIn(page, linha.alvo))

/** A guest by name, or `convidado excluído`. */
function onConvidado({ linha: { alvo }, page }: Told): Assunto {
  if (alvo === '') return plain('pessoa fora da lista')
  const nome = page.convidados.get(alvo)
  return nome === undefined ? plain('convidado excluído') : { text: nome, href: convidadoHref(alvo) }
}

function onEmpresa({ linha: { alvo }, words: [inserted = '', updated = ''], page }: Told): Assunto {
  if (alvo !== '')
    return { text: empresaIn(page, alvo), href: page.empresas.has(alvo) ? empresaHref(alvo) : null }
  // Without a company the act was an import of companies, or was done to the house.
  const isImport = updated !== ''
  return plain(isImport ? countOf(Number(inserted) + Number(updated), 'empresa', 'empresas') : 'da casa')
}

/** What an import made can be taken back on its page, until the erasure. */
function onPlanilha({ linha: { ato, alvo }, page }: Told): Assunto {
  if (!page.planilhas.has(alvo)) return plain('')
  const text = ato === 'gravou-planilha' ? 'desfazer esta importação' : 'ver quem ficou'
  return { text, href: planilhaHref(alvo) }
}

const onLinhas = ({ linha: { detalhe } }: Told) =>
  plain(/^\d+$/.test(detalhe) ? counted(detalhe, 'linha', 'linhas') : '')

const onEmpresaOrLinhas = (told: Told) => (told.linha.alvo === '' ? onLinhas(told) : onEmpresa(told))

const onNothing = () => plain('')

const onEverybody = ({ linha, words: [convidados = '', contacts] }: Told) => {
  const said = counted(convidados.replace('+', ''), 'convidado', 'convidados')
  const all =
    contacts === undefined ? said : `${said}, contatos de ${counted(contacts, 'empresa', 'empresas')}`
  return plain(isCutOff(linha) ? `${all}; parou antes do fim` : all)
}

/** `o de 16 de setembro de 2027: 391 convidados apagados, 248 entradas` */
function onAnterior({ words: [inicio = '', convidados = '', entradas = ''] }: Told): Assunto {
  if (Number.isNaN(Date.parse(inicio))) return plain('')
  const apagados = counted(convidados, 'convidado apagado', 'convidados apagados')
  return plain(`o de ${dayWithYear(inicio)}: ${apagados}, ${counted(entradas, 'entrada', 'entradas')}`)
}

/**
 * `Avisou que não vai; o convite era de Serra Azul` if its first detail is a company; else only the first
 * half.
 */
const withEmpresa =
  (alone: string, more: string, before: Before = 'de') =>
  ({ words: [empresaid = ''], page }: Told) =>
    empresaid === '' ? alone : `${alone}${more} ${empresaAfter(before, page, empresaid)}`

/** `Fez 2 convites pessoais`: its first detail is how many. */
const withCount =
  (did: string, one: string, many: string, more = '') =>
  ({ words: [count = ''] }: Told) =>
    `${did} ${counted(count, one, many)}${more}`

/** Each act as a sentence, and what it was done to. */
const ATOS: Record<Ato, [what: string | ((told: Told) => string), alvo: (told: Told) => Assunto]> = {
  convidou: [
    ({ linha }) => `Convidou para a ${linha.detalhe === 'porta' ? 'porta' : 'organização'}`,
    onAparelho,
  ],
  pareou: ['Entrou na equipe', onAparelho],
  revogou: ['Tirou um aparelho da equipe', onAparelho],
  saiu: ['Saiu da equipe', onAparelho],
  reconectou: ['Deu um novo código a um aparelho', onAparelho],
  recebeu: [withCount('Recebeu', 'entrada', 'entradas', ' de um celular'), onAparelho],
  cadastrou: [withEmpresa('Cadastrou', ' com um convite'), onConvidado],
  corrigiu: [toldCorrection, onConvidado],
  'mudou-de-empresa': [
    ({ words: [from = '', to = ''], page }) =>
      `Mudou de empresa: ${empresaAfter('de', page, from)} ${empresaAfter('para', page, to)}`,
    onConvidado,
  ],
  excluiu: [withEmpresa('Excluiu', ' e devolveu o convite', 'a'), onConvidado],
  juntou: [({ linha, page }) => toldMerge(juncaoOf(linha), page), onConvidado],
  separou: ['Separou dois cadastros parecidos', onConvidado],
  'renovou-link': ['Trocou o link da credencial', onConvidado],
  'apagou-respostas': ['Apagou as respostas do cadastro', onConvidado],
  admitiu: ['Deu entrada', onConvidado],
  anulou: ['Anulou uma entrada', onConvidado],
  desistiu: [withEmpresa('Avisou que não vai', '; o convite era'), onConvidado],
  liberou: [
    ({ words: [empresaid = ''], page }) =>
      `Tirou da mesa; o convite voltou ${empresaAfter('para', page, empresaid)}`,
    onConvidado,
  ],
  voltou: [withEmpresa('Voltou a confirmar', ', com um convite'), onConvidado],
  'gravou-planilha': [
    ({ words: [rows = ''] }) =>
      rows === '' ? 'Importou uma planilha' : `Importou uma planilha: ${counted(rows, 'linha', 'linhas')}`,
    onPlanilha,
  ],
  'desfez-importacao': [
    ({ words: [saem = '', ficam = ''] }) =>
      `Desfez uma importação: ${counted(saem, 'saiu', 'saíram')}, ${counted(ficam, 'ficou', 'ficaram')}`,
    onPlanilha,
  ],
  'gravou-empresas': [toldEmpresas, onEmpresa],
  'corrigiu-empresa': [toldDados, onEmpresa],
  'removeu-empresa': ['Removeu a empresa', onEmpresa],
  'criou-convites': [withCount('Fez', 'convite pessoal', 'convites pessoais'), onEmpresa],
  'renomeou-convite': ['Mudou o nome de um convite pessoal', onEmpresa],
  'recusou-convite': ['Respondeu no convite que não vem', onEmpresa],
  'voltou-ao-convite': ['Desfez no convite o “não vem”', onEmpresa],
  'revogou-convite': ['Cancelou um convite pessoal', onEmpresa],
  'fechou-link': ['Fechou o link público', onEmpresa],
  'abriu-link': ['Abriu o link público', onEmpresa],
  'pediu-convites': [withCount('Pediu mais', 'convite', 'convites'), onEmpresa],
  'negou-convites': ['Respondeu “agora não” ao pedido de convites', onEmpresa],
  'renovou-mesa': ['Trocou o link do painel da mesa', onEmpresa],
  'exportou-convidados': ['Exportou os convidados', onLinhas],
  'exportou-empresas': ['Exportou as empresas', onLinhas],
  'exportou-links': ['Exportou os links públicos', onLinhas],
  'exportou-convites': ['Exportou convites pessoais', onEmpresaOrLinhas],
  'exportou-mesa': ['Exportou a lista da mesa', onEmpresaOrLinhas],
  'comecou-ensaio': ['Começou um ensaio da porta', onNothing],
  'encerrou-ensaio': ['Encerrou o ensaio da porta', onNothing],
  'mudou-texto': [
    ({ linha }) => `Mudou o texto ${own(TEXTOS, linha.detalhe) ?? 'de uma mensagem'}`,
    onNothing,
  ],
  'marcou-etiquetas': [withCount('Marcou', 'etiqueta como impressa', 'etiquetas como impressas'), onNothing],
  'desmarcou-etiquetas': [withCount('Desmarcou', 'etiqueta impressa', 'etiquetas impressas'), onNothing],
  'descreveu-evento': ['Descreveu o evento', onNothing],
  'corrigiu-evento': ['Corrigiu o evento', onNothing],
  'mudou-evento': ['Mudou o evento', onNothing],
  'mudou-lotacao': [
    ({ words: [lotacao = ''] }) =>
      lotacao === '' ? 'Tirou a lotação' : `Mudou a lotação para ${lotacao} lugares`,
    onNothing,
  ],
  'cancelou-evento': ['Cancelou o evento', onNothing],
  'retomou-evento': ['Retomou o evento cancelado', onNothing],
  'apagou-tudo': ['Apagou os dados pessoais', onEverybody],
  'comecou-evento': ['Começou outro evento', onAnterior],
}

/** The messages whose text can be edited, by kind. */
const TEXTOS: Record<string, string> = {
  mesa: 'do link do painel da mesa',
  pessoal: 'dos convites pessoais',
  relance: 'do lembrete a quem não respondeu',
  lembrete: 'do lembrete',
  mudanca: 'do aviso de mudança',
  certificado: 'do certificado',
}

const FIELDS: Record<string, string> = { nome: 'nome', telefone: 'WhatsApp', email: 'e-mail' }

function toldCorrection({ words }: Told): string {
  const fields = words.flatMap((field) => own(FIELDS, field) ?? [])
  return fields.length === 0 ? 'Conferiu, sem mudar nada' : `Corrigiu ${listed(fields)}`
}

/** The fields of a company that a correction may change. */
const DADOS: Record<string, string> = {
  nome: 'nome',
  numero: 'número da mesa',
  contato: 'responsável',
  telefone: 'WhatsApp do responsável',
}

function toldDados({ words }: Told): string {
  return `Corrigiu os dados da empresa: ${listed(words.flatMap((field) => own(DADOS, field) ?? []))}`
}

function toldMerge({ returned, elo }: Juncao, page: HistoricoPage): string {
  const told = elo ? 'Juntou dois cadastros, com o link dos dois' : 'Juntou dois cadastros'
  return returned === null ? told : `${told}; um convite voltou ${empresaAfter('a', page, returned)}`
}

/** What became of one company, with its total if that changed; or of many. */
function toldEmpresas({ linha: { alvo }, words: [first = '', second = '', was, is] }: Told): string {
  if (alvo === '') {
    const mudadas = second === '0' ? [] : [counted(second, 'mudada', 'mudadas')]
    const novas = first === '0' && mudadas.length > 0 ? [] : [counted(first, 'nova', 'novas')]
    return `Gravou empresas: ${[...novas, ...mudadas].join(', ')}`
  }
  if (first === '1') return 'Criou a empresa'
  return was === undefined || is === undefined ? 'Gravou a empresa' : `Mudou o total, de ${was} para ${is}`
}

function aparelhoIn({ aparelhos }: HistoricoPage, id: string): string {
  const nome = aparelhos.get(id) ?? ''
  return nome === '' ? 'aparelho sem nome' : nome
}

/** A company's name, or its id once it is gone. */
const empresaIn = ({ empresas }: HistoricoPage, id: string) =>
  id === '-' ? 'nenhuma' : (empresas.get(id) ?? id)

/** Words that go before a company's name; those before the house's have its article in them. */
const DA_CASA = { de: 'da casa', a: 'à casa', para: 'para a casa' }

type Before = keyof typeof DA_CASA

function empresaAfter(before: Before, page: HistoricoPage, empresaid: string): string {
  const nome = empresaIn(page, empresaid)
  return isNamedCasa({ empresaid, nome }) ? DA_CASA[before] : `${before} ${nome}`
}

const counted = (count: string, one: string, many: string) => countOf(Number(count), one, many)
