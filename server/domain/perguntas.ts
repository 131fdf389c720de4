import type { Evento } from './evento.ts'
import { groupBy } from './group.ts'
import { cleanText, foldText } from './text.ts'

/** A question of the organiser to guests: short text, or one of its options. `saude`: it asks about health. */
export type PerguntaAoConvidado = NonNullable<Evento['perguntas']>[number]

/**
 * What a guest answered, with the question as it was asked: a question that is changed is another one, and no
 * answer ever stands under words that nobody read.
 */
export interface RespostaDoConvidado {
  pergunta: string
  resposta: string
  /** When the guest allowed an answer about health to be kept (LGPD, art. 11, I); null for any other. */
  consentidaem: number | null
}

/** The longest answer that is typed, in characters: three fit into a form's 16 KB in any script. */
export const RESPOSTA_MAX = 100

/** Questions about health that are ready to take, by what they are about. */
export const PRONTAS: Readonly<Record<string, PerguntaAoConvidado>> = {
  'Restrições alimentares': {
    texto: 'Você tem alguma restrição alimentar?',
    opcoes: ['Vegetariana', 'Vegana', 'Sem glúten', 'Sem lactose', 'Alergia ou outra: quero que me procurem'],
    saude: true,
  },
  'Mobilidade e acessibilidade': {
    texto: 'Você precisa de algum apoio no dia?',
    opcoes: ['Cadeira de rodas', 'Evitar escadas', 'Intérprete de Libras', 'Outro: falem comigo'],
    saude: true,
  },
}

/** Identifies a question by its words, so that a form of before a change never answers another question. */
const idOf = ({ texto }: PerguntaAoConvidado) =>
  Array.from(texto)
    .reduce((hash, sign) => (hash * 31 + (sign.codePointAt(0) ?? 0)) % 2 ** 48, 0)
    .toString(36)

const CAMPO = 'resposta-'

/** The names of a question's inputs: its answer, and the tick that allows keeping one about health. */
export const camposOf = (pergunta: PerguntaAoConvidado) => ({
  resposta: CAMPO + idOf(pergunta),
  consinto: `consinto-${idOf(pergunta)}`,
})

/**
 * Why an answer was not kept: its tick is missing, its question is no longer asked so, or the guest was
 * registered before, from another browser.
 */
export type Perdida = 'consentimento' | 'mudou' | 'cadastrado'

/** Reads a guest's answers from the form. None of them is needed, and none stops a registration. */
export function readRespostas(
  perguntas: readonly PerguntaAoConvidado[],
  form: Iterable<[string, unknown]>,
  now: number,
): { respostas: RespostaDoConvidado[]; perdida: Perdida | null } {
  const fields = new Map(form)
  const textOf = (name: string) => {
    const typed = fields.get(name)
    return typeof typed === 'string' ? (cleanText(typed) ?? '') : ''
  }
  const respostas: RespostaDoConvidado[] = []
  const asked = new Set(perguntas.map((pergunta) => camposOf(pergunta).resposta))
  const isOther = (name: string) => name.startsWith(CAMPO) && !asked.has(name) && textOf(name) !== ''
  let perdida: Perdida | null = [...fields.keys()].some(isOther) ? 'mudou' : null
  for (const pergunta of perguntas) {
    const { texto, opcoes, saude = false } = pergunta
    const campos = camposOf(pergunta)
    const resposta = textOf(campos.resposta).slice(0, RESPOSTA_MAX)
    if (resposta === '') continue
    if (opcoes && !opcoes.includes(resposta)) perdida ??= 'mudou'
    else if (saude && !fields.has(campos.consinto)) perdida = 'consentimento'
    else respostas.push({ pergunta: texto, resposta, consentidaem: saude ? now : null })
  }
  return { respostas, perdida }
}

/** Answers as they are stored with a guest's key; empty text for none. */
export const storedRespostas = (respostas: RespostaDoConvidado[]) =>
  respostas.length === 0 ? '' : JSON.stringify(respostas)

export const respostasIn = (stored: string) =>
  stored === '' ? [] : (JSON.parse(stored) as RespostaDoConvidado[])

/** A guest's one set of answers: a question once answered keeps its first answer. */
export function joinRespostas(stored: string, said: string): string {
  const first = respostasIn(stored)
  const others = respostasIn(said).filter((one) => first.every(({ pergunta }) => pergunta !== one.pergunta))
  return others.length === 0 ? stored : storedRespostas([...first, ...others])
}

/** A question with how many gave each answer, the commonest first: it names nobody. */
export interface Contada {
  pergunta: string
  isSaude: boolean
  respostas: { resposta: string; total: number }[]
}

/** Counts answers by question, those asked now first; answers that differ only in case or accents are one. */
export function countRespostas(
  perguntas: readonly PerguntaAoConvidado[],
  respostas: RespostaDoConvidado[],
): Contada[] {
  const byPergunta = groupBy(respostas, ({ pergunta }) => pergunta)
  const asked = perguntas.map(({ texto }) => texto)
  return [...new Set([...asked, ...byPergunta.keys()])].map((pergunta) => {
    const given = byPergunta.get(pergunta) ?? []
    const isSaude =
      perguntas.find(({ texto }) => texto === pergunta)?.saude ??
      given.some(({ consentidaem }) => consentidaem !== null)
    const counted = [...groupBy(given, ({ resposta }) => foldText(resposta) || resposta).values()]
    const totals = counted.map((same) => ({ resposta: same[0]?.resposta ?? '', total: same.length }))
    return { pergunta, isSaude, respostas: totals.sort((a, b) => b.total - a.total) }
  })
}

/** A question as the organiser typed it; options stand one a line. */
export type PerguntaTyped = Record<'texto' | 'opcoes' | 'saude', string>

export const PERGUNTAS_MAX = 3
export const PERGUNTA_MAX = 100
export const OPCAO_MAX = 60
export const OPCOES_MAX = 10

/** Reads what was typed; what is wrong by the field and its place: `texto-1`, `opcoes-3`. */
export function readPerguntas(typed: PerguntaTyped[]) {
  const errors: Record<string, string> = {}
  const perguntas = typed.flatMap((one, at): PerguntaAoConvidado[] => {
    const texto = cleanText(one.texto) ?? ''
    const opcoes = one.opcoes.split('\n').flatMap((line) => {
      const said = cleanText(line)
      return said === '' ? [] : (said ?? line)
    })
    if (texto === '' && opcoes.length === 0) return []
    const isTwice = typed
      .slice(0, at)
      .some((other) => foldText(cleanText(other.texto) ?? '') === foldText(texto))
    if (texto === '' || texto.length > PERGUNTA_MAX || isTwice)
      errors[`texto-${at + 1}`] = `Escreva a pergunta, diferente das outras, com até ${PERGUNTA_MAX} letras.`
    const areDistinct = new Set(opcoes.map(foldText)).size === opcoes.length
    const areShort = opcoes.length <= OPCOES_MAX && opcoes.every((opcao) => opcao.length <= OPCAO_MAX)
    if (opcoes.length === 1 || !areDistinct || !areShort)
      errors[`opcoes-${at + 1}`] =
        `Escreva de duas a ${OPCOES_MAX} opções diferentes, com até ${OPCAO_MAX} letras, ou nenhuma.`
    const saude = one.saude === 'sim' ? { saude: true as const } : null
    return [{ texto, ...(opcoes.length > 0 && { opcoes }), ...saude }]
  })
  return { perguntas, errors }
}
