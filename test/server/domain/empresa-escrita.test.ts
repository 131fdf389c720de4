import { expect, test } from 'vitest'
import { readEmpresa } from '../../../server/domain/empresa-escrita.ts'
import type { Respostas } from '../../../server/domain/pergunta.ts'

const labelOf = (field: string) => (field === 'telefone' ? 'CONTATO' : field)

/** The company as it enters, with number, total and WhatsApp; then the questions and the notices. */
function read(record: Record<string, string>, said: Respostas = {}, ddd: string | null = null): string[] {
  const lida = readEmpresa(record, said, { labelOf, ddd })
  if (lida.kind === 'recusada') return lida.problems.map((problem) => `recusada: ${problem}`)
  const { rows, perguntas, avisos } = lida
  return [
    ...rows.map(
      (row) => `${row.nome} | mesa ${row.numero ?? '–'} | ${row.icredencial} | ${row.telefone ?? '–'}`,
    ),
    ...perguntas.map(({ id, respostas }) => `? ${id}: ${respostas.map((one) => one.rotulo).join(' / ')}`),
    ...avisos.map((aviso) => `! ${aviso}`),
  ]
}

const SOMA = 'recusada: parece ser um título, um total ou uma observação da lista: fica de fora'
const QUANTOS = '? quantos: Deixar de fora / Entra com 0 convites'

test.each<[string, string, string, string, ...string[]]>([
  [
    'Cafecoop - Coop. dos Cafeicultores da Serra',
    'Mesa 1 - 10 lugares',
    '10',
    '+55 34 99811-2233',
    'Cafecoop - Coop. dos Cafeicultores da Serra | mesa 1 | 10 | 34998112233',
  ],
  [
    'Credivale',
    'Mesa 2 - 10 lugares',
    '10 (dez)',
    '(34) 9 9922 3344',
    'Credivale | mesa 2 | 10 | 34999223344',
  ],
  [
    'Café da Serra ☕ Ltda.',
    'Mesa 3 - 8 lugares',
    '08',
    '99911-2244',
    'Café da Serra Ltda. | mesa 3 | 8 | ',
    '! CONTATO “99911-2244”: falta o DDD, como em 34 99911-2244; entra sem número',
  ],
  ['Fazenda São Bento', 'Mesa 4', '10', '34988776655', 'Fazenda São Bento | mesa 4 | 10 | 34988776655'],
  [
    'Banco da Serra Ag. Centro',
    'Mesa da Diretoria',
    '10 convites',
    '34 99777-1111 / 34 3831-1234',
    'Banco da Serra Ag. Centro | mesa DIRETORIA | 10 | 34997771111',
    '! CONTATO “34 99777-1111 / 34 3831-1234”: há mais de um número; fica 34 99777-1111',
  ],
  [
    'Prefeitura Municipal',
    'Mesa 5 - 10 lugares',
    '10',
    '(34) 3839-1800',
    'Prefeitura Municipal | mesa 5 | 10 | 3438391800',
  ],
  ['Assistência Rural', 'Mesa 6 - 10 lugares', '6', '', 'Assistência Rural | mesa 6 | 6 | '],
  [
    'Agro Máquinas Cerrado',
    'Mesa 7 - 10 lugares',
    '5',
    '034 99655-4433',
    'Agro Máquinas Cerrado | mesa 7 | 5 | 34996554433',
  ],
  ['Fazenda Boa Esperança', 'Mesa 8', '', '34 98888-0000', QUANTOS],
  [
    'Sementes Aurora',
    '8',
    '8',
    'falar c/ Rita no cel. da filha',
    'Sementes Aurora | mesa 8 | 8 | ',
    '! CONTATO “falar c/ Rita no cel. da filha”: não é um número; entra sem número',
  ],
  ['Construtora XPTO (DESISTIU)', 'Mesa 9', '10', '34 99123-0000', '? entra: Deixar de fora / Entra assim'],
  ['TOTAL', '', '82', '', SOMA],
  ['* 2 mesas reservadas p/ imprensa', '', '', '', SOMA],
])('the secretary’s companies: %s', (nome, numero, icredencial, telefone, ...said) => {
  expect(read({ nome, numero, icredencial, telefone })).toEqual(said)
})

test.each([
  ['Mesa 1 - 10 lugares', 'Cafecoop', '34 99811-2233', 'Cafecoop | mesa 1 | 10 | 34998112233'],
  ['Mesa 2 - 10 lugares', 'Credivale', '34 99922-3344', 'Credivale | mesa 2 | 10 | 34999223344'],
  ['Mesa 3 - 8 lugares', 'Família Queiroz', '34 99911-2244', 'Família Queiroz | mesa 3 | 8 | 34999112244'],
])('the secretary’s map of tables: %s', (numero, nome, telefone, said) => {
  expect(read({ numero, nome, telefone })).toEqual([said])
})

test.each([
  ['10', 10],
  ['10,0', 10],
  ['10 lug.', 10],
  ['10 cadeiras', 10],
  ['10 convites', 10],
  ['08', 8],
])('"%s" is a total', (icredencial, total) => {
  expect(read({ nome: 'Serra', icredencial })).toEqual([`Serra | mesa – | ${total} | –`])
})

test.each(['', '-', 'umas vinte', '10,5', '10 a 12', '2 mesas', '10/02/2027', '#N/D'])(
  'without a total that can be read, "%s", the company is asked about',
  (icredencial) => {
    expect(read({ nome: 'Serra', icredencial })).toEqual([QUANTOS])
    expect(read({ nome: 'Serra', icredencial }, { quantos: '0' })).toEqual([
      'Serra | mesa – | 0 | –',
      QUANTOS,
    ])
  },
)

test('thousands with a point are asked, the likeliest first', () => {
  expect(read({ nome: 'Serra', icredencial: '1.000' })).toEqual([
    'Serra | mesa – | 1000 | –',
    '? quantos: Entra com 1000 convites / Deixar de fora / Entra com 0 convites',
  ])
})

test.each<[string, string, string, ...string[]]>([
  ['Mesa 12.0', '', '12'],
  ['Mesa', '', ''],
  ['Mesa VIP', '', 'VIP'],
  ['ao lado do palco', '', 'ao lado do palco'],
  ['Mesa 1 e 2 (20 lugares)', '20', '1 e 2'],
  ['10 lugares', '10', ''],
  ['2026-12-03', '', '–', '! numero “2026-12-03”: a planilha transformou o número em data; entra sem mesa'],
  ['#REF!', '', '–', '! numero “#REF!”: a fórmula não deu resultado; entra sem mesa'],
  [
    'do lado esquerdo do palco',
    '',
    '–',
    '! numero “do lado esquerdo do palco”: o número da mesa tem até 20 letras ou números, como 12, A3 ou Diretoria; entra sem mesa',
  ],
])(
  'a table refuses no company, and its places are the total where none is given: %s',
  (numero, total, said, ...avisos) => {
    expect(read({ nome: 'Serra', icredencial: '7', numero })).toEqual([
      `Serra | mesa ${said} | 7 | –`,
      ...avisos,
    ])
    const alone = read({ nome: 'Serra', numero })
    expect(alone).toEqual(total === '' ? [QUANTOS, ...avisos] : [`Serra | mesa ${said} | ${total} | –`])
  },
)

test('other cells that cannot be read are left out and told', () => {
  const record = { nome: 'Serra', icredencial: '1', licredencial: 'x', cnpj: '1,12E+13', contato: '#N/D' }
  const cells = { ...record, categoria: 'a\ud83d', empresaid: '', status: ' ok ', cor: 'azul' }
  const lida = readEmpresa(cells, {}, { labelOf, ddd: null })
  expect(lida).toEqual({
    kind: 'lida',
    rows: [{ empresaid: null, nome: 'Serra', icredencial: 1, licredencial: 0, status: 'ok' }],
    limpo: null,
    perguntas: [],
    avisos: [
      'licredencial “x”: não é um número; fica 0',
      'cnpj “1,12E+13”: a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo',
      'contato “#N/D”: a fórmula não deu resultado; fica vazio',
      'categoria “a�”: tem um caractere que não conseguimos ler; fica vazio',
    ],
  })
})

test('an id is kept, or taken from a link', () => {
  for (const empresaid of ['acme', 'https://convites.exemplo.com/acme'])
    expect(
      readEmpresa({ nome: 'Acme', icredencial: '1', empresaid }, {}, { labelOf, ddd: null }),
    ).toMatchObject({
      rows: [{ empresaid: 'acme' }],
      avisos: [],
    })
})

test('a picture in a name is taken off and shown, and a sign stays', () => {
  const limpoOf = (nome: string) => {
    const lida = readEmpresa({ nome, icredencial: '1' }, {}, { labelOf, ddd: null })
    return lida.kind === 'lida' && lida.limpo
  }
  expect(limpoOf('Café ☕ Ltda.')).toMatchObject({ de: 'Café ☕ Ltda.', para: 'Café Ltda.' })
  for (const nome of ['Café® Ltda.', 'Fazenda  Acme ', 'Acme (Matriz)', '100', 'Total Energia'])
    expect(limpoOf(nome)).toBeNull()
})

test.each([
  ['', 'falta o nome'],
  ['☕', '“☕” não é um nome'],
  ['#N/D', 'o nome é “#N/D”: a fórmula não deu resultado'],
])('a company without a name is refused: "%s"', (nome, problem) => {
  expect(read({ nome, icredencial: '1' })).toEqual([`recusada: ${problem}`])
})

test('a company that gave up enters when the answer says so', () => {
  expect(read({ nome: 'Acme (desistiu)', icredencial: '5' }, { entra: 'entra' })[0]).toBe(
    'Acme | mesa – | 5 | –',
  )
})

test('the holder’s number gets the event’s own area code, and its ninth digit is asked', () => {
  const acme = (telefone: string) => read({ nome: 'Acme', icredencial: '5', telefone }, {}, '34')
  expect(acme('99911-2244')).toEqual([
    'Acme | mesa – | 5 | 34999112244',
    '! CONTATO “99911-2244”: faltava o DDD; entra com o 34',
  ])
  expect(acme('3499112244')).toEqual([
    'Acme | mesa – | 5 | 34999112244',
    '? nono-digito: É 34 99911-2244 / Deixar sem número',
  ])
})

test('cells made to be read for hours are read at once', () => {
  const started = performance.now()
  for (const sign of [' ', '1 ', '(', '10 lugares ', 'Mesa - ', '☕', '/'])
    read({
      nome: `A${sign.repeat(50_000)}`,
      icredencial: sign.repeat(50_000),
      numero: sign.repeat(50_000),
      telefone: sign.repeat(50_000),
    })
  expect(performance.now() - started).toBeLessThan(2_000)
})
