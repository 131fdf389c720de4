import { expect, test } from 'vitest'
import { readPasta } from '../../../server/planilhas/workbook.mjs'
import { convidadosOf, empresasOf } from '../../../server/planilhas/rows.ts'
import { anXlsx } from '../../support/an-xlsx.ts'
import { csv, inline, shared } from '../../support/her-sheet.ts'
import { pastaOf } from '../../support/pasta.ts'

/** Each person as read, then the questions, then the rows left out. */
async function pessoas(bytes: Buffer, modo: 'convidar' | 'confirmados' = 'convidar') {
  const { rows, perguntas, bad } = await convidadosOf(await pastaOf(bytes, { modo }), null)
  return [
    ...rows.map(({ row: { cadastro, empresa, lugares } }) =>
      [cadastro.nome, cadastro.telefone, cadastro.email, empresa, lugares > 1 ? `${lugares} lugares` : '']
        .filter((part) => part !== '')
        .join(' · '),
    ),
    ...perguntas.map(({ escolhida, pergunta }) => `? ${pergunta.id}: ${escolhida}`),
    ...bad.map(({ line, nome }) => `${line}- ${nome}`),
  ]
}

async function empresas(bytes: Buffer) {
  const { rows, perguntas, bad } = await empresasOf(await pastaOf(bytes), null)
  return [
    ...rows.map(({ row: { nome, icredencial, numero = '', contato = '', telefone = '' } }) =>
      [nome, icredencial, numero, contato, telefone].filter((part) => part !== '').join(' · '),
    ),
    ...perguntas.map(({ escolhida, pergunta }) => `? ${pergunta.id}: ${escolhida}`),
    ...bad.map(({ line, nome }) => `${line}- ${nome}`),
  ]
}

test.each([
  [
    'CPF is no phone',
    csv('Nome;CPF;Contato', 'Ana Lima;349.981.123-45;34999110001'),
    ['ANA LIMA · 34999110001'],
  ],
  [
    'a birthday is no phone',
    csv('Nome;Nascimento;Contato', 'Ana;05/12/1980;34999110001'),
    ['ANA · 34999110001'],
  ],
  [
    'people and companies without headings',
    inline([
      ['Ana Lima', 'Fazenda Santa Clara'],
      ['Bia Rocha', 'Sementes Aurora'],
      ['Caio Melo', 'Fazenda Santa Clara'],
    ]),
    ['ANA LIMA · Fazenda Santa Clara', 'BIA ROCHA · Sementes Aurora', 'CAIO MELO · Fazenda Santa Clara'],
  ],
  [
    'tables and people without headings',
    inline([
      ['Mesa 1', 'Ana Lima'],
      ['Mesa 2', 'Bia Rocha'],
    ]),
    ['ANA LIMA · Mesa 1', 'BIA ROCHA · Mesa 2'],
  ],
  [
    'a title of one cell above the headings',
    inline([
      ['CONVIDADOS', '', ''],
      ['Jantar'],
      ['Convidado', 'Qtde', 'Contato'],
      ['Ana Lima', '2', '34999110001'],
    ]),
    ['ANA LIMA · 34999110001 · 2 lugares'],
  ],
  [
    'a title of one cell above a list without headings',
    csv('Convidados', 'Ana Lima;34999110001', 'Bia Sá;34999110002'),
    ['ANA LIMA · 34999110001', 'BIA SÁ · 34999110002', '? entra: fora', '1- Convidados'],
  ],
  [
    'companies as titles between their guests',
    csv(
      'Nome;Celular',
      'FAZENDA SANTA CLARA;',
      'Ana Lima;34999110001',
      'Bia Sá;34999110002',
      'Mesa 3;',
      'Caio Melo;34999110003',
    ),
    [
      'ANA LIMA · 34999110001 · FAZENDA SANTA CLARA',
      'BIA SÁ · 34999110002 · FAZENDA SANTA CLARA',
      'CAIO MELO · 34999110003 · Mesa 3',
      '? entra: secao',
      '? entra: secao',
    ],
  ],
  [
    'a foot below the list',
    csv(
      'Nome;Celular',
      'Ana Lima;34999110001',
      'Bia Sá;34999110002',
      'Caio Sá;34999110003',
      'Assinatura do presidente;',
    ),
    [
      'ANA LIMA · 34999110001',
      'BIA SÁ · 34999110002',
      'CAIO SÁ · 34999110003',
      '? entra: fora',
      '5- Assinatura do presidente',
    ],
  ],
  [
    'the marks of the same company again',
    csv(
      'Nome;Celular;Empresa',
      'Ana Lima;34999110001;Credivale',
      "Bia;34999110002;''",
      'Caio;34999110003;idem',
    ),
    ['ANA LIMA · 34999110001 · Credivale', 'BIA · 34999110002 · Credivale', 'CAIO · 34999110003 · Credivale'],
  ],
  [
    'a bar between the cells, and words for no company',
    csv('Nome|Celular|Empresa', 'Ana Lima|34999110001|não tem', 'Bia|34999110002|Credivale'),
    ['ANA LIMA · 34999110001', 'BIA · 34999110002 · Credivale'],
  ],
  [
    'two of one name and company without numbers',
    csv('Nome;Empresa', 'José Lima;Credivale', 'José Lima;Credivale', 'José Lima;Acme'),
    ['JOSÉ LIMA · Credivale', 'JOSÉ LIMA · Credivale', 'JOSÉ LIMA · Acme', '? homonimo: uma'],
  ],
  [
    'an e-mail beside the name',
    csv('Nome;Celular', 'Ana Lima <ana@x.com>;34999110001', 'bia@x.com;34999110002'),
    ['ANA LIMA · 34999110001 · ana@x.com', '3- bia@x.com'],
  ],
  [
    'lost letters',
    csv('Nome;Celular', 'Jo?o Reis;34999110001', 'Ana Lima?;34999110002'),
    ['ANA LIMA · 34999110002', '? entra: fora', '2- Jo?o Reis'],
  ],
  [
    'an empty column beside the one with the names',
    csv('Nome;Nome completo do convidado;Fone', ';Ana Lima;34999110001', ';Bia Sá;34999110002'),
    ['ANA LIMA · 34999110001', 'BIA SÁ · 34999110002'],
  ],
  [
    'the contacts of Google, the mobile second',
    csv('First Name,Phone 1 - Value,Phone 2 - Value', 'Ana,(34) 3831-1234,+55 34 99911-0001'),
    ['ANA · 34999110001'],
  ],
  [
    'a ticket that was cancelled abroad',
    csv('Attendee name;Status', 'Ana Lima;canceled', 'Bia Rocha;paid'),
    ['BIA ROCHA', '2- Ana Lima'],
  ],
  [
    'a line break parts two names, or folds one',
    shared([
      ['Nome', 'Celular'],
      ['Ana Lima\nBia Rocha', '34 99911-0001\n34 3831-1234'],
      ['Maria\nRocha', '34999110002'],
    ]),
    ['ANA LIMA · 34999110001', 'BIA ROCHA', 'MARIA ROCHA · 34999110002', '? duas-pessoas: varias'],
  ],
])('guests: %s', async (_, bytes, comes) => {
  expect(await pessoas(bytes)).toEqual(comes)
})

test('who comes along by name is a guest, too', async () => {
  const sheet = csv('Nome;Acompanhante', 'Ana Lima;Beto Lima', 'Bia Rocha;1')
  expect(await pessoas(sheet, 'confirmados')).toEqual(['ANA LIMA', 'BETO LIMA', 'BIA ROCHA · 2 lugares'])
})

test.each([
  [
    'numbers in words, sums, and places in brackets',
    csv(
      'Empresa;Mesa;Convites',
      'Um;Mesa 12 – dez lugares;',
      'Dois;Mesa de honra (8);',
      'Três;;10 + 2',
      'Quatro;;dez (10)',
    ),
    ['Um · 10 · 12', 'Dois · 8 · HONRA', 'Três · 12', 'Quatro · 10'],
  ],
  [
    'tables without headings',
    inline([
      ['Mesa 1 - 10 lugares', 'Alfa Agro'],
      ['Mesa 2 - 8 lugares', 'Beta Leite'],
    ]),
    ['Alfa Agro · 10 · 1', 'Beta Leite · 8 · 2'],
  ],
  [
    'the number beside who answers, and what is left over',
    csv('Empresa;Convites;Responsável', 'Alfa;10;Lia 34 99911-0003', 'Saldo;5;'),
    ['Alfa · 10 · Lia · 34999110003', '? entra: fora', '3- Saldo'],
  ],
])('companies: %s', async (_, bytes, comes) => {
  expect(await empresas(bytes)).toEqual(comes)
})

test('a merged range stands for all its rows: a table by its number, but a count once', async () => {
  const { abas } = await readPasta(
    anXlsx({
      rows: [
        '<c r="A1" t="inlineStr"><is><t>Empresa</t></is></c><c r="B1" t="inlineStr"><is><t>Mesa</t></is></c><c r="C1" t="inlineStr"><is><t>Convites</t></is></c>',
        '<c r="A2" t="inlineStr"><is><t>Alfa</t></is></c><c r="B2"><v>1</v></c><c r="C2"><v>10</v></c>',
        '<c r="A3" t="inlineStr"><is><t>Beta</t></is></c>',
      ],
      after: '<mergeCells count="2"><mergeCell ref="B2:B3"/><mergeCell ref="C2:C3"/></mergeCells>',
    }),
  )
  expect(abas[0]?.linhas.map(({ cells, repetidas }) => [cells, repetidas])).toEqual([
    [['Empresa', 'Mesa', 'Convites'], []],
    [['Alfa', '1', '10'], []],
    [
      ['Beta', '1', '10'],
      [1, 2],
    ],
  ])
})

test('without a company of their own, people are of the row above, or of the title above, where one says so', async () => {
  const people = [
    ';Zilda;34999110000',
    'Clara;Ana;34999110001',
    ';Bia;34999110002',
    ';Mesa 3;',
    ';Davi;34999110003',
  ]
  const file = csv('Empresa;Nome;Celular', ...people, 'Aurora;Eva;34999110004')
  const { rows } = await convidadosOf(await pastaOf(file, { modo: 'convidar', empresaid: '^' }), null)
  expect(rows.map(({ row }) => [row.cadastro.nome, row.empresa, row.empresaid])).toEqual([
    ['ZILDA', '', null],
    ['ANA', 'Clara', null],
    ['BIA', 'Clara', null],
    ['DAVI', 'Mesa 3', null],
    ['EVA', 'Aurora', null],
  ])
})

test('a name longer than an invitation has room for is abbreviated inside, shown so, and whole in the note', async () => {
  const nome = 'Maria Aparecida Conceição dos Santos Figueiredo Cavalcanti Albuquerque'
  const file = csv('Nome;Obs', `${nome};vem cedo`, `Bia Rocha;${'longa '.repeat(50)}`)
  const { rows, limpas, avisos } = await convidadosOf(await pastaOf(file), null)
  const para = 'Maria A. C. dos Santos Figueiredo Cavalcanti Albuquerque'
  expect(rows[0]?.row).toMatchObject({ rotulo: para, nota: `${nome} · vem cedo` })
  expect(limpas).toEqual([{ line: 2, de: nome, para, asked: null }])
  expect(avisos.map(({ line, problems }) => [line, problems.join()])).toEqual([
    [3, expect.stringMatching(/ficam as primeiras 200 letras$/)],
  ])
  const confirmados = await convidadosOf(await pastaOf(file, { modo: 'confirmados' }), null)
  const [{ row } = { row: null }] = confirmados.rows
  expect([row?.cadastro.nome, row?.nota, confirmados.limpas]).toEqual([nome.toUpperCase(), 'vem cedo', []])
})

test.each([
  [
    'numbered, the total and the number before them',
    csv(
      'Empresa;Total;Fone;Convidado 1;Convidado 2;Convidado 10',
      'Alfa;3;34999110001;Ana Lima;Bia;Caio Melo',
      'Beta;1;;;;Davi Sá',
      'Gama;2;;João e Maria Reis;;Lia Sá',
    ),
    [
      'ANA LIMA · 34999110001 · Alfa',
      'BIA · Alfa',
      'CAIO MELO · Alfa',
      'DAVI SÁ · Beta',
      'JOÃO REIS · Gama',
      'MARIA REIS · Gama',
      'LIA SÁ · Gama',
      '? duas-pessoas: varias',
    ],
  ],
  [
    'with a number each',
    csv('Mesa;Nome;Celular;Nome;Celular', '1;Ana Lima;34999110001;Bia Sá;34999110002', '2;Caio;;;'),
    ['ANA LIMA · 34999110001 · 1', 'BIA SÁ · 34999110002 · 1', 'CAIO · 2'],
  ],
  [
    'ordinals in words of a form, and surnames',
    csv('Nome do 1º convidado;Sobrenome;Nome do 2º convidado;Sobrenome;Empresa', 'Ana;Lima;Bia;Sá;Alfa'),
    ['ANA LIMA · Alfa', 'BIA SÁ · Alfa'],
  ],
])('people side by side: %s', async (_, bytes, comes) => {
  expect(await pessoas(bytes)).toEqual(comes)
})

test.each([
  ['Sr. e Sra. Caio Melo', 'Sr. e Sra. Caio Melo', 2, ''],
  ['Gil Vaz 2 lugares', 'Gil Vaz', 2, ''],
  ['Gil Vaz - 3 pessoas', 'Gil Vaz', 3, ''],
  ['Caio Melo {vem cedo}', 'Caio Melo', 1, 'vem cedo'],
  ['Hugo Sá <cadeirante>', 'Hugo Sá', 1, 'cadeirante'],
])('%s is invited as %s', async (typed, rotulo, lugares, nota) => {
  const { rows } = await convidadosOf(await pastaOf(csv('Nome;Celular', `${typed};`)), null)
  expect(rows.map(({ row }) => row)).toMatchObject([{ rotulo, lugares, nota }])
})
