import type { Evento } from './evento.ts'
import {
  ASSINATURAS,
  caixa,
  CARGA,
  DIAS,
  LIVRE,
  MOMENTO,
  PERGUNTAS,
  PRAZO,
  talvez,
  TEXTO,
  type Forma,
} from './formas.ts'

/** One field of the event, as used everywhere except in the pages and pictures that show the event. */
interface AssuntoDoEvento<Value> {
  forma: Forma<Value>
  /** Its inputs, with their values for an event that nobody has described yet. */
  campos: Record<string, string>
  /** The field's name in any sentence about it. */
  nome: string
  /** The label above its input; the name by default. */
  rotulo?: string
  dica?: string
  exemplo?: string
  /** Extra attributes of its input, beyond those of its kind. */
  entrada?: { autoCapitalize: 'none'; spellCheck: false }
  /** The sentence shown when the rules of the event refuse the value. */
  recusa?: string
}

const NO_SUCH_DAY = 'Esta data não existe: confira o dia e o mês.'

/** The fields of the event, in the order their changes are listed. */
export const ASSUNTOS = {
  anfitriao: {
    forma: TEXTO,
    campos: { anfitriao: '' },
    nome: 'Quem convida',
    exemplo: 'Ex.: Sociedade Rural do Vale Dourado',
    recusa: 'Escreva quem convida.',
  },
  ocasiao: {
    forma: TEXTO,
    campos: { ocasiao: '' },
    nome: 'Ocasião',
    dica: 'O que é: palestra, jantar, leilão. Aparece no alto do convite.',
    exemplo: 'Ex.: Palestra comemorativa dos 80 anos',
    recusa: 'Escreva a ocasião.',
  },
  titulo: {
    forma: TEXTO,
    campos: { titulo: '' },
    nome: 'Título',
    dica: 'O nome do evento, sem aspas.',
    exemplo: 'Ex.: A terra, o tempo e o trabalho',
    recusa: 'Escreva o título.',
  },
  inicio: {
    forma: MOMENTO,
    campos: { 'inicio-dia': '', 'inicio-hora': '' },
    nome: 'Começa',
    rotulo: 'Começa em',
    recusa: NO_SUCH_DAY,
  },
  fim: {
    forma: MOMENTO,
    campos: { 'fim-dia': '', 'fim-hora': '' },
    nome: 'Termina',
    rotulo: 'Termina em',
    recusa: NO_SUCH_DAY,
  },
  local: { forma: TEXTO, campos: { local: '' }, nome: 'Local', recusa: 'Escreva o local.' },
  cidade: { forma: TEXTO, campos: { cidade: '' }, nome: 'Cidade', recusa: 'Escreva a cidade.' },
  endereco: {
    forma: talvez(TEXTO, 'não informado'),
    campos: { endereco: '' },
    nome: 'Endereço',
    dica: 'Rua, número e bairro. Com ele, o convite e a credencial ganham o botão Como chegar.',
    exemplo: 'Ex.: Av. dos Ipês, 1200, Centro',
  },
  informacoes: {
    forma: talvez(LIVRE, 'não informadas'),
    campos: { informacoes: '' },
    nome: 'Informações',
    dica: 'Traje, estacionamento, hora de chegar. Vão no convite, na credencial, na agenda e nas mensagens.',
  },
  acessibilidade: {
    forma: talvez(LIVRE, 'não informada'),
    campos: { acessibilidade: '' },
    nome: 'Acessibilidade',
    dica: 'O que o lugar tem: rampa, banheiro acessível, lugar para cadeira de rodas, intérprete de Libras. Vai no convite e na credencial. Por lei, o site do evento precisa dizer isso; veja em Ajuda.',
  },
  contato: {
    forma: TEXTO,
    campos: { contato: '' },
    nome: 'WhatsApp para dúvidas',
    dica: 'Quem não puder ir ou quiser corrigir um dado fala com este número. Também serve um e-mail.',
    entrada: { autoCapitalize: 'none', spellCheck: false },
    recusa: 'Escreva um WhatsApp ou um e-mail.',
  },
  inscricoesAte: {
    forma: PRAZO,
    campos: { ate: 'fim', 'ate-dia': '', 'ate-hora': '' },
    nome: 'Inscrições',
    rotulo: 'Dia',
    recusa: NO_SUCH_DAY,
  },
  diasAteApagar: {
    forma: DIAS,
    campos: { dias: '30' },
    nome: 'Apagar os dados',
    rotulo: 'Apagar os dados dos convidados depois de',
    dica: 'Em dias, contados do fim do evento.',
    recusa: 'Escreva quantos dias, de 1 a 3650.',
  },
  nomesNaMesa: {
    forma: caixa('o responsável vê os nomes', 'o responsável vê “Convidado 1, 2, 3”'),
    campos: { nomes: 'sim' },
    nome: 'Nomes na mesa',
    dica: 'O responsável de cada empresa vê o nome de quem se cadastrou na mesa dele. Sem isso, vê só “Convidado 1, 2, 3”.',
  },
  assinaturas: {
    forma: ASSINATURAS,
    campos: { 'assina-1': '', 'cargo-1': '', 'assina-2': '', 'cargo-2': '' },
    nome: 'Quem assina',
  },
  minutos: {
    forma: CARGA,
    campos: { carga: '' },
    nome: 'Carga horária',
    dica: 'Por exemplo, 2h30. Em branco, vale do começo ao fim do evento.',
  },
  perguntas: { forma: PERGUNTAS, campos: {}, nome: 'Perguntas' },
} as const satisfies { [Name in keyof Evento]-?: AssuntoDoEvento<Evento[Name]> }

/** A field of the event that can be told in one line. */
export type Assunto = keyof typeof ASSUNTOS

export type Campo = { [Name in Assunto]: keyof (typeof ASSUNTOS)[Name]['campos'] }[Assunto]

export const TODOS = Object.keys(ASSUNTOS) as Assunto[]

export const isAssunto = (name: string): name is Assunto => Object.hasOwn(ASSUNTOS, name)

export const assuntoOf = (name: Assunto): AssuntoDoEvento<unknown> => ASSUNTOS[name]

export const camposOf = (name: Assunto) => Object.keys(ASSUNTOS[name].campos) as Campo[]

/** The parts of the form; each line has one field, or two. */
export const GRUPOS = {
  'O convite': [['anfitriao'], ['ocasiao'], ['titulo']],
  'Quando e onde': [
    ['inicio'],
    ['fim'],
    ['local', 'cidade'],
    ['endereco'],
    ['informacoes'],
    ['acessibilidade'],
    ['contato'],
  ],
  Certificado: [['assinaturas'], ['minutos']],
  'Inscrições e dados': [['inscricoesAte'], ['diasAteApagar'], ['nomesNaMesa']],
} satisfies Record<string, Assunto[][]>

/** The fields in the invitation with all its pictures, and in calendar entries: a change remakes those. */
export const NO_CONVITE: readonly Assunto[] = ['anfitriao', 'ocasiao', 'titulo', 'inicio', 'local', 'cidade']
export const NA_AGENDA: readonly Assunto[] = [
  ...(['ocasiao', 'titulo', 'inicio', 'fim', 'local', 'cidade'] as const),
  ...(['endereco', 'informacoes'] as const),
]

/** The fields that name a person: they are erased with the companies' contacts. */
const PESSOAIS: readonly string[] = ['contato', 'assinaturas'] satisfies Assunto[]

/** What the next event is offered of this one (decision 0062); titles and dates are its own. */
const OFERECIDOS: readonly string[] = [
  ...(['anfitriao', 'local', 'cidade', 'endereco', 'informacoes', 'acessibilidade'] as const),
  ...(['contato', 'nomesNaMesa', 'assinaturas', 'perguntas'] as const),
] satisfies Assunto[]

export const offeredOf = (evento: Evento): Partial<Evento> =>
  Object.fromEntries(Object.entries(evento).filter(([name]) => OFERECIDOS.includes(name)))

export const toldIn = (evento: Evento, name: Assunto) => assuntoOf(name).forma.told(evento[name], evento)

/** Tells whether any of these fields reads differently; an instant is the same at any offset. */
export function isRetold(fields: readonly Assunto[], was: Evento, is: Evento): boolean {
  const comparable = (name: Assunto, value: unknown) =>
    assuntoOf(name).forma.kind === 'momento' && typeof value === 'string'
      ? Date.parse(value)
      : JSON.stringify(value)
  return fields.some((name) => comparable(name, was[name]) !== comparable(name, is[name]))
}

/** The event without the people it names: a text becomes empty, any other value is left out. */
export function withoutPessoais<Some extends Partial<Evento>>(evento: Some): Some {
  const isKept = ([name, value]: [string, unknown]) => !PESSOAIS.includes(name) || typeof value === 'string'
  const kept = Object.entries(evento).filter(isKept)
  return Object.fromEntries(kept.map(([name, value]) => [name, PESSOAIS.includes(name) ? '' : value])) as Some
}

/** The event with the people that another event names. */
export function withPessoaisOf(evento: Evento, other: Evento): Evento {
  const theirs = Object.entries(other).filter(([name]) => PESSOAIS.includes(name))
  return Object.assign(withoutPessoais(evento), Object.fromEntries(theirs))
}
