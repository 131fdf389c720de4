import { foldText } from '../domain/text.ts'

/** A meaning a column may have: the field, what people call it, and its column names, the surest first. */
export interface Field {
  field: string
  label: string
  /** Accents, case, punctuation, particles and plurals make no difference ({@link keyOf}). */
  names: string[]
  /** The place of each name among them, by its key. */
  keys: Map<string, number>
  /** Words that tell it within a longer name, such as a question of a form. */
  words?: RegExp
}

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

const PHONES = `whatsapp, nº do whatsapp, número do whatsapp, whatsapp com ddd, whats, whats app, zap, celular,
  celular com ddd, celular/whatsapp, telefone/whatsapp, telefone celular, cel., telefone, telefone com ddd,
  nº de telefone, número de telefone, fone, tel.`

/** Those of the person who answers for a company. */
const ITS_PHONES = ['responsável', 'resp.', 'contato'].map(
  (who) =>
    `whatsapp do ${who}, whats do ${who}, zap do ${who}, celular do ${who}, telefone do ${who}, fone do ${who}`,
)

const PHONE_WORDS = /\b(WHATS\w*|ZAP|CELULAR|CEL|TELEFONE|TEL|FONE|MOBILE|PHONE)\b/

const IDS = 'id da empresa, empresaid, link da empresa, link de convites, link'

const fieldsOf = (rows: [field: string, label: string, names: string, words?: RegExp][]): Field[] =>
  rows.map(([field, label, listed, words]) => {
    const names = listed.split(/,\s+/)
    const keys = new Map(names.map((name, at) => [keyOf(name), at] as const).reverse())
    return { field, label, names, keys, ...(words && { words }) }
  })

/** One column per meaning: if two could mean the same, the one whose name comes first here is read. */
export const EMPRESAS_FIELDS = fieldsOf([
  ['empresaid', 'ID da empresa', IDS],
  [
    'nome',
    'Empresa',
    `empresa, nome da empresa, nome fantasia, nome, titular da mesa, cliente, patrocinador,
    instituição, entidade, família, fazenda, quem comprou, comprador, parceiro, apoiador, produtor, nome da mesa,
    convidante`,
    /\b(EMPRESA|PATROCINADOR|INSTITUICAO|FAZENDA|PARCEIRO|APOIADOR|CLIENTE|COMPROU|COMPRADOR)\b/,
  ],
  // The name of a row that has no other.
  ['razao', 'Razão social', 'razão social'],
  [
    'icredencial',
    'Convites',
    `icredencial, convites, total de convites, qtd. de convites, qtde. de convites, quantidade de convites,
    nº de convites, número de convites, cota de convites, qtd., qtde., qt., qnt., quant., quantidade, total,
    lugares, nº de lugares, quantidade de lugares, ingressos, qtd. de ingressos, vagas, cortesias, credenciais,
    convidados, nº de convidados, qtd. de convidados, pessoas, nº de pessoas, qtd. de pessoas, cadeiras, assentos,
    total de pessoas, lugares na mesa, cota`,
    /\b(CONVITES?|INGRESSOS?|LUGARES|CADEIRAS|QTDE?|QUANTIDADE|QUANTAS|QUANTOS)\b/,
  ],
  [
    'contato',
    'Responsável',
    `contato, responsável, resp., nome do responsável, pessoa de contato, nome do contato, representante,
    aos cuidados, a/c, gerente, diretor, proprietário`,
    /\b(RESPONSAVEL|CONTATO|REPRESENTANTE)\b/,
  ],
  [
    'telefone',
    'WhatsApp',
    `${ITS_PHONES.join(', ')}, whatsapp para contato, telefone para contato, contato whatsapp, contato telefone,
    ${PHONES}`,
    PHONE_WORDS,
  ],
  [
    'numero',
    'Mesa',
    'nº da mesa, n° da mesa, número da mesa, num. da mesa, mesa nº, mesa número, mesa',
    /\bMESA\b/,
  ],
  ['cnpj', 'CNPJ', 'cnpj, cnpj/cpf, cpf/cnpj, cnpj ou cpf, cpf ou cnpj'],
  ['categoria', 'Categoria', 'categoria, tipo de empresa'],
  ['solicitante', 'Solicitante', 'solicitante, solicitado por, indicação'],
  ['estacionamento', 'Estacionamento', 'estacionamento, vagas de estacionamento, qtd. de estacionamento'],
  ['status', 'Status', 'status, situação'],
  ['lcredencial', 'lcredencial', 'lcredencial'],
  ['llcredencial', 'llcredencial', 'llcredencial'],
  ['licredencial', 'licredencial', 'licredencial'],
  ['lestacionamento', 'lestacionamento', 'lestacionamento'],
  ['usuarioid', 'usuarioid', 'usuarioid'],
])

export const CONVIDADOS_FIELDS = fieldsOf([
  [
    'nome',
    'Nome',
    `nome do convidado, nome completo, nome, convidado, nome e sobrenome, first name, primeiro nome, nome do participante,
    participante, nome do ocupante, ocupante, pessoa, name`,
    /\b(NOME|CONVIDADO|PARTICIPANTE|ATTENDEE)\b/,
  ],
  [
    'sobrenome',
    'Sobrenome',
    `sobrenome, middle name, last name, family name, apellido, segundo nome, nome do meio, último nome`,
    /\bSOBRENOME\b/,
  ],
  [
    'telefone',
    'WhatsApp',
    `${PHONES}, phone 1 - value, phone 2 - value, phone 3 - value, mobile phone, phone`,
    PHONE_WORDS,
  ],
  [
    'email',
    'E-mail',
    `email, e-mail, endereço de e-mail, correio eletrônico, e-mail 1 - value, e-mail address, email address`,
    /\bE ?MAIL\b/,
  ],
  // In exports of earlier versions `empresaid` is the same for all, and `convite_empresaid` is the company.
  ['empresaid', 'ID da empresa', `id da empresa, convite_empresaid, ${IDS}`],
  [
    'empresa',
    'Empresa ou mesa',
    `empresa, convite_empresa, nome da empresa, empresa que convida, convidado por, convite de, titular da mesa,
    patrocinador, convidante, anfitrião, organização, entidade, órgão, cooperativa, sindicato, quem convidou,
    cliente, razão social, nome fantasia, titular, parceiro, apoiador, empresa / mesa, mesa, nº da mesa, n° da mesa, número da mesa, company,
    organization name`,
    /\b(EMPRESA|MESA|FAZENDA|INSTITUICAO|GRUPO|COMPANY|PATROCINADOR)\b/,
  ],
  ['acompanha', 'Vem com', 'acompanha, vem com, junto com'],
  [
    'acompanhantes',
    'Acompanhantes',
    'acompanhantes, acomp., nº de acompanhantes, qtd. de acompanhantes',
    /\b(ACOMPANHANTES?|QUANTAS PESSOAS|QUANTOS)\b/,
  ],
  [
    'lugares',
    'Convites',
    `convites, nº de convites, qtd. de convites, qtde. de convites, quantidade de convites, lugares, nº de lugares,
    qtd. de lugares, nº de pessoas, qtd. de pessoas, total de pessoas, ingressos, cadeiras, vagas, qtd., qtde., quantidade`,
  ],
  [
    'confirmou',
    'Já confirmou?',
    'confirmou, confirmado, confirmação, resposta, rsvp, vem, vai, você vai, vai comparecer, ok, sim/não',
    /\b(CONFIRM\w*|RSVP|VAI|VEM|IRA|PRESENCA|COMPARECER\w*)\b/,
  ],
  // A Brazilian address has an `estado` too, so only our own words count.
  ['estado', 'Situação', 'estado, situação, presença'],
  [
    'status',
    'Status da inscrição',
    `status, estado de pagamento, estado do pagamento, status de pagamento, status do pagamento, situação do pagamento,
    situação da inscrição, status da inscrição, status do ingresso, situação do ingresso, status do pedido`,
  ],
  ['nota', 'Observação', 'observações, observação, obs, nota, comentário, notes', /\b(OBSERVAC\w*|OBS)\b/],
])

/** Fields whose cells are put together where several columns have them, and what stands between. */
export const JOINED = new Map([
  ['nome', ' '],
  ['telefone', ' / '],
  ['nota', ' · '],
])

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
      'Convites: só o número, como 10.',
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
