import { foldText } from '../domain/text.ts'

/** A meaning a column may have: the field, what people call it, and its column names, the surest first. */
export interface Field {
  field: string
  label: string
  /** Accents, case, punctuation, particles and plurals make no difference ({@link keyOf}). */
  names: string[]
  /** Words that tell it within a longer name, such as a question of a form. */
  words?: RegExp
}

const PHONES = [
  ...['whatsapp', 'nº do whatsapp', 'número do whatsapp', 'whatsapp com ddd', 'whats', 'whats app', 'zap'],
  ...['celular', 'celular com ddd', 'celular/whatsapp', 'telefone/whatsapp', 'telefone celular', 'cel.'],
  ...['telefone', 'telefone com ddd', 'nº de telefone', 'número de telefone', 'fone', 'tel.'],
]

const PHONE_WORDS = /\b(WHATS\w*|ZAP|CELULAR|CEL|TELEFONE|TEL|FONE|MOBILE|PHONE)\b/

const IDS = ['id da empresa', 'empresaid', 'link da empresa', 'link de convites', 'link']

/** One column per meaning: if two could mean the same, the one whose name comes first here is read. */
export const EMPRESAS_FIELDS: Field[] = [
  { field: 'empresaid', label: 'ID da empresa', names: IDS },
  {
    field: 'nome',
    label: 'Empresa',
    names: [
      ...['empresa', 'nome da empresa', 'nome fantasia', 'nome', 'razão social', 'titular da mesa'],
      ...['cliente', 'patrocinador', 'instituição', 'entidade', 'família', 'fazenda'],
      ...['quem comprou', 'comprador', 'parceiro', 'apoiador', 'produtor', 'nome da mesa', 'convidante'],
    ],
    words: /\b(EMPRESA|PATROCINADOR|INSTITUICAO|FAZENDA|PARCEIRO|APOIADOR|CLIENTE|COMPROU|COMPRADOR)\b/,
  },
  {
    field: 'icredencial',
    label: 'Convites',
    names: [
      ...['icredencial', 'convites', 'total de convites', 'qtd. de convites', 'qtde. de convites'],
      ...['quantidade de convites', 'nº de convites', 'número de convites', 'cota de convites', 'cota'],
      ...['qtd.', 'qtde.', 'qt.', 'qnt.', 'quant.', 'quantidade', 'total', 'lugares', 'nº de lugares'],
      ...['quantidade de lugares', 'ingressos', 'qtd. de ingressos', 'vagas', 'cortesias', 'credenciais'],
      ...[
        'convidados',
        'nº de convidados',
        'qtd. de convidados',
        'pessoas',
        'nº de pessoas',
        'qtd. de pessoas',
      ],
      ...['cadeiras', 'assentos', 'total de pessoas', 'lugares na mesa'],
    ],
    words: /\b(CONVITES?|INGRESSOS?|LUGARES|CADEIRAS|QTDE?|QUANTIDADE|QUANTAS|QUANTOS)\b/,
  },
  {
    field: 'contato',
    label: 'Responsável',
    names: [
      ...['contato', 'responsável', 'resp.', 'nome do responsável', 'pessoa de contato', 'nome do contato'],
      ...['representante', 'aos cuidados'],
    ],
    words: /\b(RESPONSAVEL|CONTATO|REPRESENTANTE)\b/,
  },
  {
    field: 'telefone',
    label: 'WhatsApp',
    names: [
      ...['whatsapp', 'whats', 'zap', 'celular', 'telefone', 'fone'].flatMap((one) =>
        ['responsável', 'resp.', 'contato'].map((who) => `${one} do ${who}`),
      ),
      ...['whatsapp para contato', 'telefone para contato', 'contato whatsapp', 'contato telefone'],
      ...PHONES,
    ],
    words: PHONE_WORDS,
  },
  {
    field: 'numero',
    label: 'Mesa',
    names: ['nº da mesa', 'n° da mesa', 'número da mesa', 'num. da mesa', 'mesa nº', 'mesa número', 'mesa'],
    words: /\bMESA\b/,
  },
  { field: 'cnpj', label: 'CNPJ', names: ['cnpj', 'cnpj/cpf', 'cpf/cnpj', 'cnpj ou cpf', 'cpf ou cnpj'] },
  { field: 'categoria', label: 'Categoria', names: ['categoria', 'tipo de empresa'] },
  { field: 'solicitante', label: 'Solicitante', names: ['solicitante', 'solicitado por', 'indicação'] },
  {
    field: 'estacionamento',
    label: 'Estacionamento',
    names: ['estacionamento', 'vagas de estacionamento', 'qtd. de estacionamento'],
  },
  { field: 'status', label: 'Status', names: ['status', 'situação'] },
  ...['lcredencial', 'llcredencial', 'licredencial', 'lestacionamento', 'usuarioid'].map((field) => ({
    field,
    label: field,
    names: [field],
  })),
]

export const CONVIDADOS_FIELDS: Field[] = [
  {
    field: 'nome',
    label: 'Nome',
    names: [
      ...['nome do convidado', 'nome completo', 'nome', 'convidado', 'nome e sobrenome', 'first name'],
      ...['nome do participante', 'participante', 'nome do ocupante', 'ocupante', 'pessoa', 'name'],
    ],
    words: /\b(NOME|CONVIDADO|PARTICIPANTE|ATTENDEE)\b/,
  },
  {
    field: 'sobrenome',
    label: 'Sobrenome',
    names: ['sobrenome', 'middle name', 'last name', 'family name', 'apellido'],
    words: /\bSOBRENOME\b/,
  },
  {
    field: 'telefone',
    label: 'WhatsApp',
    names: [...PHONES, 'phone 1 - value', 'mobile phone', 'phone'],
    words: PHONE_WORDS,
  },
  {
    field: 'email',
    label: 'E-mail',
    names: [
      ...['email', 'e-mail', 'endereço de e-mail', 'correio eletrônico', 'e-mail 1 - value'],
      ...['e-mail address', 'email address'],
    ],
    words: /\bE ?MAIL\b/,
  },
  // In exports of earlier versions `empresaid` is the same for all, and `convite_empresaid` is the company.
  { field: 'empresaid', label: 'ID da empresa', names: ['id da empresa', 'convite_empresaid', ...IDS] },
  {
    field: 'empresa',
    label: 'Empresa ou mesa',
    names: [
      ...['empresa', 'convite_empresa', 'nome da empresa', 'empresa que convida', 'convidado por'],
      ...['convite de', 'titular da mesa', 'patrocinador', 'convidante', 'anfitrião', 'empresa / mesa'],
      ...['mesa', 'nº da mesa', 'n° da mesa', 'número da mesa', 'company', 'organization name'],
    ],
    words: /\b(EMPRESA|MESA|FAZENDA|INSTITUICAO|GRUPO|COMPANY|PATROCINADOR)\b/,
  },
  {
    field: 'acompanha',
    label: 'Vem com',
    names: ['acompanha', 'vem com', 'junto com'],
  },
  {
    field: 'acompanhantes',
    label: 'Acompanhantes',
    names: ['acompanhantes', 'acompanhante', 'nº de acompanhantes', 'qtd. de acompanhantes'],
    words: /\b(ACOMPANHANTES?|QUANTAS PESSOAS|QUANTOS)\b/,
  },
  {
    field: 'confirmou',
    label: 'Já confirmou?',
    names: ['confirmou', 'confirmado', 'confirmação', 'resposta', 'rsvp', 'vem', 'vai'],
    words: /\b(CONFIRM\w*|RSVP)\b/,
  },
  // A Brazilian address has an `estado` too, so only our own words count.
  { field: 'estado', label: 'Situação', names: ['estado', 'situação', 'presença'] },
  {
    field: 'nota',
    label: 'Observação',
    names: ['observações', 'observação', 'obs', 'nota', 'notas', 'comentário', 'notes'],
    words: /\b(OBSERVAC\w*|OBS)\b/,
  },
]

/** Fields whose cells are put together where several columns have them, and what stands between. */
export const JOINED = new Map([
  ['nome', ' '],
  ['telefone', ' / '],
  ['nota', ' · '],
])

/** Small words that the name of a column may have or lack. */
const PARTICLES = new Set(['DE', 'DA', 'DO', 'DAS', 'DOS', 'A', 'O', 'E'])

/**
 * The name of a column without accents, case, punctuation, particles and plurals: `Qtd. de Convites` becomes
 * `QTD CONVITE`.
 */
export function keyOf(name: string): string {
  const words = foldText(name.slice(0, 80))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word))
  return words.map((word) => (word.length > 3 ? word.replace(/S$/, '') : word)).join(' ')
}

/** Names a field in a sentence: by its column in this spreadsheet, or by what people call it. */
export function labelsOf(
  columns: { nome: string; field: string }[],
  fields: Field[],
): (field: string) => string {
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  for (const { nome, field } of columns) if (nome !== '') labels.set(field, nome)
  return (field) => labels.get(field) ?? field
}

/** A spreadsheet to fill in: its columns, an example row, and notes. */
export interface Model {
  nome: string
  columns: string[]
  example: Record<string, string | number>
  notes: string[]
}

/** The start of the name in the example row, which an import leaves out. */
export const EXAMPLE = 'EXEMPLO '

const NOTES = [
  'Uma linha por nome. Apague a linha de exemplo, ou deixe-a: ela fica de fora.',
  'Colunas a mais não atrapalham, e a ordem delas não importa.',
  'Enviar a mesma planilha outra vez não muda nada: só entra o que é novo e muda o que está diferente.',
  'Antes de gravar, o sistema mostra, linha por linha, o que vai acontecer.',
]

export const MODELS: Record<'modelo-empresas' | 'modelo-convidados', Model> = {
  'modelo-empresas': {
    nome: 'Empresas',
    columns: ['Empresa', 'Convites', 'Responsável', 'WhatsApp', 'Mesa', 'CNPJ', 'Categoria'],
    example: {
      Empresa: `${EXAMPLE}Fazenda Boa Vista`,
      Convites: 10,
      Responsável: 'Nome de quem responde',
      WhatsApp: '(65) 98765-4321',
      Mesa: '12',
      CNPJ: '',
      Categoria: 'MESA',
    },
    notes: [
      'Empresa e Convites são obrigatórias; as outras podem ficar vazias.',
      'Convites: só o número, com algarismos.',
      'WhatsApp: o de quem responde pela empresa, com DDD, a quem vai o painel da mesa.',
      'Mesa: o número da mesa, se houver, como 12, A3 ou Mesa de honra.',
      'Duas empresas com o mesmo nome? Preencha o CNPJ de cada uma.',
      ...NOTES,
    ],
  },
  'modelo-convidados': {
    nome: 'Convidados',
    columns: ['Nome', 'WhatsApp', 'E-mail', 'Empresa'],
    example: {
      Nome: `${EXAMPLE}Maria Souza`,
      WhatsApp: '(65) 98765-4321',
      'E-mail': 'maria@exemplo.com',
      Empresa: '',
    },
    notes: [
      'Nome é obrigatório; as outras podem ficar vazias. WhatsApp: com DDD.',
      'Empresa: o nome como está aqui, ou o número da mesa. Cada convidado usa um convite dela; vazia, não usa nenhum.',
      'Duas empresas com o mesmo nome? Acrescente a coluna ID da empresa, com o que está na planilha de empresas que se baixa daqui.',
      ...NOTES,
    ],
  },
}
