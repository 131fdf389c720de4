import { expect, test } from 'vitest'
import { empresasOf } from '../../../server/planilhas/rows.ts'
import { CONVIDADOS_FIELDS, EMPRESAS_FIELDS, type Field } from '../../../server/planilhas/columns.ts'
import { folhaOf, type Tipo } from '../../../server/planilhas/folha.ts'
import { readPlanilha } from '../../../server/planilhas/sheet-process.ts'
import { pastaOf } from '../../support/pasta.ts'
import { csv, date, formula, inline, latin1, libreOffice, shared } from '../../support/her-sheet.ts'

/** The result for a spreadsheet of companies: name and total of each row, then what is said of the others. */
async function empresas(bytes: Buffer): Promise<string[]> {
  const { rows, bad, perguntas } = await empresasOf(await pastaOf(bytes), null)
  return [
    ...rows.map(
      ({ line, row }) => `${line}: ${row.nome} ${row.icredencial}${row.contato ? ` ${row.contato}` : ''}`,
    ),
    ...bad.map(({ line, problems }) => `${line}: ${problems.join('; ')}`),
    ...perguntas.map(({ line, pergunta }) => `${line}? ${pergunta.texto}`),
  ]
}

test.each([
  [
    'Excel, a merged title and a blank row above the names',
    shared([['MESAS 2027'], [null, null], ['Empresa', 'Qtd. de convites'], ['Fazenda Acme', 10]]),
    ['4: Fazenda Acme 10'],
  ],
  [
    'Excel, decimals, words and a sum at the end',
    shared([
      ['EMPRESA', 'CONVITES'],
      ['Um', '10,0'],
      ['Dois', '10 convites'],
      ['Três', 12],
      ['TOTAL', 32],
    ]),
    [
      '2: Um 10',
      '3: Dois 10',
      '4: Três 12',
      '5: parece ser um título, um total ou uma observação da lista: fica de fora',
    ],
  ],
  [
    'Excel, a count that became a date, and one in words',
    shared([
      ['Empresa', 'Qtde'],
      ['Um', date(46646)],
      ['Dois', 'umas vinte'],
    ]),
    [
      '2: fica de fora: veja a resposta nas perguntas',
      '3: fica de fora: veja a resposta nas perguntas',
      '2? Não conseguimos ler o total de convites de “Um”: “16/09/2027”. Fica de fora?',
      '3? Não conseguimos ler o total de convites de “Dois”: “umas vinte”. Fica de fora?',
    ],
  ],
  [
    'Excel, a count by a formula, and the responsible person',
    shared([
      ['Razão Social', 'Resp.', 'Nº de convites'],
      ['Um Ltda.', 'Célia Prado', formula('15')],
    ]),
    ['2: Um Ltda. 15 Célia Prado'],
  ],
  [
    'Excel, CSV with semicolons in Windows-1252',
    latin1('Instituição;Quantidade', 'Leilões São João;8', ';'),
    ['2: Leilões São João 8'],
  ],
  [
    'Excel, “Texto Unicode”: UTF-16 and tabs',
    Buffer.from('\uFEFFEmpresa\tConvites\r\nFazenda Água\t7\r\n', 'utf16le'),
    ['2: Fazenda Água 7'],
  ],
  ['Excel, CSV that says its separator', csv('sep=;', 'Empresa;Convites', 'Um, Dois;3'), ['3: Um, Dois 3']],
  ...[
    ['.xlsx, a merged title, numbers with decimals, formulas and a sum', 'empresas.xlsx'],
    ['CSV in Windows-1252, as shown', 'empresas-1252.csv'],
    ['CSV with its texts quoted', 'empresas-aspas.csv'],
  ].map(
    ([what = '', file = '']) =>
      [
        `made by LibreOffice, ${what}`,
        libreOffice(file),
        [
          '4: Haras Três Águas 4 Célia & Rui',
          '5: Leilões São João 12',
          '9: parece ser um título, um total ou uma observação da lista: fica de fora',
        ],
      ] as const,
  ),
  [
    'formatted empty cells between, as LibreOffice and Excel leave them',
    shared([[null], ['Cliente', null, 'Lugares'], [null, null, null], ['Haras', null, 4], [null]]),
    ['4: Haras 4'],
  ],
  [
    'CSV with everything quoted',
    csv('"Empresa","Total de convites"', '"Um","10"', '"Dois, e Filhos","12"'),
    ['2: Um 10', '3: Dois, e Filhos 12'],
  ],
  [
    'CSV with titles above that have no separator',
    csv('Sociedade Rural', 'Mesas do jantar', '', 'Empresa;Convites', 'Um;10,00'),
    ['5: Um 10'],
  ],
  [
    'Google, .xlsx with nine hundred empty rows below',
    inline([
      ['Nome da empresa', 'Qtd.', 'Contato'],
      ['Rádio Campo', '6', 'Rui'],
    ]),
    ['2: Rádio Campo 6 Rui'],
  ],
  [
    'no names of columns, and rows with numbers of their own',
    csv('1;Haras Três Águas;4', '2;Leilões São João;12'),
    ['1: Haras Três Águas 4', '2: Leilões São João 12'],
  ],
  [
    'a share by its name, and the count after it',
    csv('Patrocinador;Cota;Ingressos', 'Haras Três Águas;Ouro;20'),
    ['2: Haras Três Águas 20'],
  ],
  ['Google, CSV with commas', csv('Empresa,Convites', '"Silva, Souza",5'), ['2: Silva, Souza 5']],
  [
    'Google, a thousand with its point',
    csv('Empresa,Convites', 'Um,1.000'),
    ['2: Um 1000', '2? Não conseguimos ler o total de convites de “Um”: “1.000”. Fica de fora?'],
  ],
  ['a phone (Numbers), CSV with old line ends', Buffer.from('Empresa;Ingressos\rUm;5\r'), ['2: Um 5']],
  [
    'the links of companies in place of their ids',
    csv(
      'Link;Empresa;Convites',
      'https://convites.exemplo/acme;Fazenda Acme;11',
      'convites.exemplo/x y;Dois;1',
    ),
    [
      '2: Fazenda Acme 11',
      expect.stringMatching(/^3: Link “convites.exemplo\/x y”: use de 1 a 64 letras/) as string,
    ],
  ],
] as const)('companies: %s', async (_, bytes, comes) => {
  expect(await empresas(bytes)).toEqual(comes)
})

test.each([
  ['an .xls of LibreOffice, renamed to .xlsx', libreOffice('empresas-xls.xlsx'), 'um .xls antigo'],
  ['a page of a system, saved as .xls', Buffer.from('<html><table><tr><td>Empresa'), 'escolha .xlsx'],
  ['a sheet of an iPhone, .numbers', Buffer.from('PK\u0003\u0004 Index/Document.iwa'), 'Numbers'],
] as const)('%s is refused with what to do', async (_, bytes, says) => {
  await expect(readPlanilha(bytes)).rejects.toThrow(says)
})

for (const [tipo, fields] of [
  ['empresas', EMPRESAS_FIELDS],
  ['convidados', CONVIDADOS_FIELDS],
] as [Tipo, Field[]][]) {
  test(`every name of a column of ${tipo} is understood, written in any way, and means one thing`, async () => {
    for (const { field, names } of fields)
      for (const name of names) {
        const typed = ` ${name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '  ')}: `
        const cell = field === 'empresa' ? 'Um' : 1
        const { colunas } = await folhaOf(await pastaOf(`"${typed}";x\n;\n${cell};2\n`), tipo)
        // Alone, the legal name is the company's.
        expect([name, colunas[0]?.field]).toEqual([name, field === 'razao' ? 'nome' : field])
      }
  })
}

test('of two columns of one meaning the surer is read, and a column of numbers is no name, whatever it is called', async () => {
  const fieldsOf = async (sheet: Buffer, tipo: Tipo) =>
    (await folhaOf(await pastaOf(sheet), tipo)).colunas.map(({ field }) => field)
  expect(
    await fieldsOf(csv('Nome;Telefone;Celular;Cor', 'Ana;34 99999-0000;34 98888-0000;azul'), 'convidados'),
  ).toEqual([...['nome', null, 'telefone', null]])
  const swapped = csv('Empresa;Contato;Responsável;Qtde', 'Um;34 99999-0000;Rita;10', 'Dois;34 3333-0000;;5')
  expect(await fieldsOf(swapped, 'empresas')).toEqual(['nome', 'telefone', 'contato', 'icredencial'])
})
