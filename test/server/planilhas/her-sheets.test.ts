import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONVIDADOS_NAMES, convidadosOf } from '../../../server/planilhas/convidados.ts'
import { newMesa } from '../../../server/domain/mesa.ts'
import { EMPRESAS_NAMES, empresasOf } from '../../../server/planilhas/empresas.ts'
import {
  CONVIDADOS_FIELDS,
  EMPRESAS_FIELDS,
  soundsImportant,
  type Field,
} from '../../../server/planilhas/columns.ts'
import { readTable } from '../../../server/planilhas/sheet-process.ts'
import { readSheet } from '../../../server/planilhas/sheet.mjs'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { createMemoryStore } from '../../../server/repos/memory/store.ts'
import { previewConvidados } from '../../../server/use-cases/preview-convidados.ts'
import { anXlsx } from '../../support/an-xlsx.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'

type Cell = string | number | null | { xml: string }
const at = (column: number, row: number) => `${'ABCDEFGHIJ'[column] ?? ''}${row + 1}`
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** As Excel writes it: texts shared, numbers bare, cells that are formatted and empty. */
function shared(rows: Cell[][]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const cellOf = (cell: Cell, address: string) => {
    if (cell === null) return `<c r="${address}" s="0"/>`
    if (typeof cell === 'object') return cell.xml.replace('@', address)
    return typeof cell === 'number'
      ? `<c r="${address}" t="n"><v>${cell}</v></c>`
      : `<c r="${address}" t="s"><v>${texts.indexOf(cell)}</v></c>`
  }
  return anXlsx({
    shared: texts.map(escaped),
    rows: rows.map((cells, row) => cells.map((cell, column) => cellOf(cell, at(column, row))).join('')),
  })
}

/** As Google and programs without a table of texts write it, with rows that are there and empty. */
const inline = (rows: string[][]): Buffer =>
  anXlsx({
    rows: [
      ...rows.map((cells, row) =>
        cells
          .map(
            (cell, column) => `<c r="${at(column, row)}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
          )
          .join(''),
      ),
      ...Array.from(
        { length: 900 },
        (_, n) => `<c r="A${rows.length + n + 1}" s="0"/><c r="B${rows.length + n + 1}"/>`,
      ),
    ],
  })

const date = (serial: number): Cell => ({ xml: `<c r="@" s="1"><v>${serial}</v></c>` })
const formula = (text: string): Cell => ({ xml: `<c r="@" t="str"><f>A1</f><v>${text}</v></c>` })
/** Made by LibreOffice 7.4 from the .fods beside it, as one saves it in another format. */
const libreOffice = (name: string) => readFileSync(`test/fixtures/libreoffice/${name}`)
const csv = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)
const latin1 = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')

/** What comes of a spreadsheet of companies: name and total of each row, then what is told of the others. */
async function empresas(bytes: Buffer): Promise<string[]> {
  const { rows, bad } = await empresasOf(await readSheet(bytes, EMPRESAS_NAMES))
  return [
    ...rows.map(
      ({ line, row }) => `${line}: ${row.nome} ${row.icredencial}${row.contato ? ` ${row.contato}` : ''}`,
    ),
    ...bad.map(({ line, problems }) => `${line}: ${problems.join('; ')}`),
  ]
}

/** What comes of a spreadsheet of guests: who enters, by which company, then what is told of the others. */
async function convidados(bytes: Buffer): Promise<string[]> {
  const store = createMemoryStore()
  for (const [empresaid, nome, numero] of [
    ['acme', 'Fazenda Acme', '12'],
    ['serra', 'Laticínios Serra Azul', 'A3'],
    ['bv1', 'Sítio Boa Vista', '7'],
    ['bv2', 'Sítio Boa Vista', ''],
    ['ipe', 'Sementes Ipê', '07'],
    ['estrelas', '7 Estrelas', '8'],
    ['cem', '100', '9'],
    ['zebu', 'Zebu Rei', '100'],
  ] as const) {
    store.empresas.set(empresaid, anEmpresa({ empresaid, nome, icredencial: 10, licredencial: 0 }))
    store.mesas.set(empresaid, { ...newMesa(empresaid), numero })
  }
  const parts = {
    ...openMemory(store),
    ...{ now: () => NOW, chaveAntigaOf: () => null },
    chaveOf: ({ nome, telefone }: { nome: string; telefone: string }) => `${nome} ${telefone}`,
  }
  const { effect, rows } = await previewConvidados(
    parts,
    await convidadosOf(await readSheet(bytes, CONVIDADOS_NAMES)),
  )
  return [
    ...rows.map(
      ({ line, cadastro, empresaid }) => `${line}: ${cadastro.nome} ${cadastro.telefone} ${empresaid ?? '-'}`,
    ),
    ...effect.bad.map(({ line, problems }) => `${line}: ${problems.join('; ')}`),
  ]
}

const ANA = '2: ANA LIMA 65987654321 acme'
const NUMBER = 'escreva só o número inteiro, com algarismos, por exemplo 20'

for (const [what, bytes, comes] of [
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
    ['2: Um 10', '3: Dois 10', '4: Três 12', '5: parece ser a soma das outras linhas: fica de fora'],
  ],
  [
    'Excel, a count that became a date, and one in words',
    shared([
      ['Empresa', 'Qtde'],
      ['Um', date(46646)],
      ['Dois', 'vinte'],
    ]),
    [
      '2: Qtde "16/09/2027": a planilha transformou o número em data; mude o formato da célula para Número e digite-o de novo',
      `3: Qtde "vinte": ${NUMBER}`,
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
          '9: parece ser a soma das outras linhas: fica de fora',
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
  ['Google, CSV with commas', csv('Empresa,Convites', '"Silva, Souza",5'), ['2: Silva, Souza 5']],
  [
    'Google, a thousand with its point',
    csv('Empresa,Convites', 'Um,1.000'),
    ['2: Convites "1.000": escreva sem ponto nem vírgula: 1000'],
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
      expect.stringMatching(/^3: Link "convites.exemplo\/x y": use de 1 a 64 letras/) as string,
    ],
  ],
] as const) {
  test(`companies: ${what}`, async () => {
    expect(await empresas(bytes)).toEqual(comes)
  })
}

for (const [what, bytes, comes] of [
  [
    'Excel, phones as numbers and the company by its name',
    shared([
      ['Nome do(a) Convidado(a)', 'Celular', 'EMPRESA'],
      ['Ana Lima', 65987654321, 'FAZENDA  ACME'],
    ]),
    [ANA],
  ],
  [
    'Excel, a merged title, and the company without accents',
    shared([
      ['Convidados', null, null],
      ['Nome', 'Tel.', 'Mesa'],
      ['Ana Lima', '(65) 98765-4321', 'laticinios serra-azul'],
    ]),
    ['3: ANA LIMA 65987654321 serra'],
  ],
  [
    'Excel, a long number cut in CSV',
    csv('Nome;Telefone', 'Ana Lima;6,59877E+10'),
    [
      '2: Telefone "6,59877E+10": a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo',
    ],
  ],
  [
    'Excel, Windows-1252',
    latin1('Nome;WhatsApp;Convidado por', 'José Conceição;65987654321;Laticínios Serra Azul'),
    ['2: JOSÉ CONCEIÇÃO 65987654321 serra'],
  ],
  [
    'Excel, a name near one that is there',
    csv(
      'Nome;Celular;Empresa',
      'Ana Lima;65987654321;Fazenda Acmee',
      'Bia;65987654322;Acme',
      'Caio;65987654323;Zebu Forte',
    ),
    [
      '2: nenhuma empresa se chama "Fazenda Acmee". Você quis dizer "Fazenda Acme"? Escreva o nome como está aqui, ou cadastre a empresa antes',
      '3: nenhuma empresa se chama "Acme". Você quis dizer "Fazenda Acme"? Escreva o nome como está aqui, ou cadastre a empresa antes',
      '4: nenhuma empresa se chama "Zebu Forte": confira o nome, ou cadastre a empresa antes',
    ],
  ],
  [
    'Excel, the number of the table for the company',
    csv(
      'Nome;Celular;Mesa',
      'Ana Lima;65987654321;12',
      'Bia;65987654322;Mesa a3',
      'Caio;65987654323;7',
      'Davi;65987654324;13',
      'Edu;65987654325;100',
      'Fábio;65987654326;012',
    ),
    [
      ANA,
      '3: BIA 65987654322 serra',
      '6: EDU 65987654325 cem',
      '7: FÁBIO 65987654326 acme',
      '4: há 2 empresas na mesa 7: escreva o nome da que convida, "Sítio Boa Vista" ou "Sementes Ipê"',
      '5: nenhuma empresa se chama "13", nem tem mesa deste número: confira o nome, ou cadastre a empresa antes',
    ],
  ],
  [
    'Excel, Nº da mesa as a number, and nothing else of the company',
    shared([
      ['Nome', 'Celular', 'Nº da mesa'],
      ['Ana Lima', '(65) 98765-4321', 12],
    ]),
    [ANA],
  ],
  [
    'Excel, the company beside the number of its table, or of another',
    csv('Nome;Celular;Empresa;Mesa', 'Ana Lima;65987654321;Fazenda Acme;A3'),
    [ANA],
  ],
  [
    'Excel, two companies of one name, with an id and without',
    csv(
      'Nome;Celular;Empresa;ID da empresa',
      'Ana Lima;65987654321;Sítio Boa Vista;bv2',
      'Bia;65987654322;Sítio Boa Vista;',
    ),
    [
      '2: ANA LIMA 65987654321 bv2',
      '3: há 2 empresas chamadas "Sítio Boa Vista": ponha na coluna ID da empresa a que convida, bv1 ou bv2',
    ],
  ],
  ...[
    ['.xlsx, phones as numbers', 'convidados.xlsx'],
    ['CSV with semicolons', 'convidados.csv'],
    ['text with tabs', 'convidados-tabs.csv'],
  ].map(
    ([what = '', file = '']) =>
      [
        `made by LibreOffice, ${what}`,
        libreOffice(file),
        [
          ANA,
          '3: JOSÉ CONCEIÇÃO 65987654322 serra',
          '7: Celular "6598765": Digite DDD + número, só os 11 dígitos',
        ],
      ] as const,
  ),
  [
    'Excel, what was exported here with another company written over, the ID left',
    csv(
      'Nome;Empresa;ID da empresa;WhatsApp',
      'Ana Lima;Laticínios Serra Azul;acme;65987654321',
      'Bia;Laticinio Serra Azul;acme;65987654322',
      'Caio;Fazenda Acme;acme;65987654323',
      'Davi;O nome que teve antes;acme;65987654324',
      'Edu;Serra Azul;acme;65987654325',
    ),
    [
      '4: CAIO 65987654323 acme',
      '5: DAVI 65987654324 acme',
      '2: a linha diz "Laticínios Serra Azul", e o ID é de "Fazenda Acme": apague o ID, se mudou de empresa, ou escreva "Fazenda Acme" de novo',
      '3: a linha diz "Laticinio Serra Azul", e o ID é de "Fazenda Acme": apague o ID, se mudou de empresa, ou escreva "Fazenda Acme" de novo',
      '6: a linha diz "Serra Azul", e o ID é de "Fazenda Acme": apague o ID, se mudou de empresa, ou escreva "Fazenda Acme" de novo',
    ],
  ],
  ['phones that became decimals', csv('Nome,Fone,Empresa', 'Ana Lima,65987654321.0,Fazenda Acme'), [ANA]],
  [
    'Excel, a date of birth that is not read',
    shared([
      ['Nome', 'Nascimento', 'Whats', 'Empresa'],
      ['Ana Lima', date(30000), '+55 65 98765-4321', 'Fazenda Acme'],
    ]),
    [ANA],
  ],
  [
    'tabs in UTF-8 with its mark',
    Buffer.from('\uFEFFNome\tCelular\tEmpresa\nAna Lima\t65987654321\tFazenda Acme\n'),
    [ANA],
  ],
  [
    'Google, the answers of a form',
    inline([
      [
        'Carimbo de data/hora',
        'Nome completo',
        'Número de WhatsApp',
        'Endereço de e-mail',
        'Empresa que convida',
      ],
      ['16/09/2027 10:00:00', 'Ana Lima', '65 98765 4321', 'ana@exemplo.com', 'Fazenda Acme'],
    ]),
    [ANA],
  ],
  [
    'a phone, the contacts of Google',
    csv('Name,Given Name,Phone 1 - Type,Phone 1 - Value', 'Ana Lima,Ana,Mobile,+55 65 98765-4321'),
    ['2: ANA LIMA 65987654321 -'],
  ],
  [
    'a phone, no company but the link of one',
    csv('Nome;Zap;Link da empresa', 'Ana Lima;065987654321;https://convites.exemplo/acme'),
    [ANA],
  ],
  [
    'the state of an address, which is none of ours',
    csv('Nome;Celular;Estado;Empresa', 'Ana Lima;65987654321;MT;Fazenda Acme'),
    [ANA],
  ],
  [
    'what an earlier version of ours exported',
    csv(
      'empresaid;usuarioid;nome;telefone;email;convite_empresaid;convite_empresa;estado',
      '0000000000001;0000000000001;ANA LIMA;65987654321;;acme;Fazenda Acme;confirmado',
    ),
    [ANA],
  ],
] as const) {
  test(`guests: ${what}`, async () => {
    expect(await convidados(bytes)).toEqual(comes)
  })
}

for (const [what, bytes, says] of [
  ['an .xls of LibreOffice, renamed to .xlsx', libreOffice('empresas-xls.xlsx'), 'um .xls antigo'],
  ['a page of a system, saved as .xls', Buffer.from('<html><table><tr><td>Empresa'), 'escolha .xlsx'],
  ['a sheet of LibreOffice, .ods', libreOffice('empresas.ods'), '.ods'],
  ['a sheet of an iPhone, .numbers', Buffer.from('PK\u0003\u0004 Index/Document.iwa'), 'Numbers'],
] as const) {
  test(`${what} is refused with what to do`, async () => {
    await expect(readTable(bytes, EMPRESAS_NAMES)).rejects.toThrow(says)
  })
}

for (const [tipo, fields] of [
  ['companies', EMPRESAS_FIELDS],
  ['guests', CONVIDADOS_FIELDS],
] as [string, Field[]][]) {
  test(`every name of a column of ${tipo} is understood, written in any way, and means one thing`, async () => {
    const names = Object.fromEntries(fields.map(({ field, names }) => [field, names]))
    for (const { field, names: own } of fields)
      for (const name of own) {
        const typed = ` ${name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '  ')}: `
        const { columns } = await readSheet(Buffer.from(`x\n"${typed}"\n`), names)
        expect([name, columns[0]?.field]).toEqual([name, field])
      }
  })
}

test('of two columns of one meaning the surer is read, and the other is missed aloud', async () => {
  const { columns } = await readSheet(
    csv('Nome;Telefone;Celular;Obs;Confirmou?;Obs', 'Ana;1;2;;;'),
    CONVIDADOS_NAMES,
  )
  expect(columns.map(({ field }) => field)).toEqual(['nome', null, 'telefone', null, null, null])
  expect(columns.map(({ name }) => soundsImportant(name))).toEqual([true, true, true, false, true, false])
})
