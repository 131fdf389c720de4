/** A spreadsheet to fill in: its columns, a row that shows how, and what to know. */
export interface Model {
  nome: string
  columns: string[]
  example: Record<string, string | number>
  notes: string[]
}

/** What the name in the row that shows how begins with: such a row is left out of an import. */
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
      'Mesa: o número da mesa, se houver, como 12 ou A3.',
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
      'Nome e WhatsApp, com DDD, são obrigatórios; as outras podem ficar vazias.',
      'Empresa: o nome como está aqui, ou o número da mesa. Cada convidado usa um convite dela; vazia, não usa nenhum.',
      'Duas empresas com o mesmo nome? Acrescente a coluna ID da empresa, com o que está na planilha de empresas que se baixa daqui.',
      ...NOTES,
    ],
  },
}
