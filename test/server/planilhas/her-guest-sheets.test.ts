import { expect, test } from 'vitest'
import { convidadosOf } from '../../../server/planilhas/rows.ts'
import { newMesa } from '../../../server/domain/mesa.ts'
import { createGivers } from '../../../server/use-cases/givers.ts'
import { previewConvidados } from '../../../server/use-cases/preview-convidados.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { csv, date, inline, latin1, libreOffice, shared } from '../../support/her-sheet.ts'
import { pastaOf } from '../../support/pasta.ts'
import { createStore } from '../../support/stored.ts'

/**
 * The result for a spreadsheet of guests: who enters, with which company, then what is said of the others.
 */
async function convidados(bytes: Buffer): Promise<string[]> {
  const store = createStore()
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
    store.put('empresas', anEmpresa({ empresaid, nome, icredencial: 10, licredencial: 0 }))
    store.put('mesas', { ...newMesa(empresaid), numero })
  }
  const parts = {
    ...store.open(),
    now: () => NOW,
    empresaidOf: ({ nome }: { nome: string }, attempt = 0) => `${nome}-${attempt}`,
    chaveAntigaOf: () => null,
    chaveOf: ({ nome, telefone }: { nome: string; telefone: string }) => `${nome} ${telefone}`,
  }
  const read = await convidadosOf(await pastaOf(bytes, { modo: 'confirmados' }), null)
  const givers = await createGivers(parts, read.rows)
  const { effect, rows } = await previewConvidados(parts, read.rows, givers)
  return [
    ...rows.map(
      ({ line, cadastro, empresaid }) => `${line}: ${cadastro.nome} ${cadastro.telefone} ${empresaid ?? '-'}`,
    ),
    ...[...read.bad, ...effect.bad].map(({ line, problems }) => `${line}: ${problems.join('; ')}`),
    ...read.avisos.map(({ line, problems }) => `${line}! ${problems.join('; ')}`),
    ...givers
      .asked()
      .map(({ nome, pergunta }) => `${nome}? ${pergunta.respostas.map(({ rotulo }) => rotulo).join(' / ')}`),
  ]
}

/** What is offered where a name is like none of theirs. */
const ALL =
  'É 100, mesa 9 / É 7 Estrelas, mesa 8 / É Fazenda Acme, mesa 12 / É Laticínios Serra Azul, mesa A3 / É Sementes Ipê, mesa 07 / É Sítio Boa Vista, mesa 7 / É Sítio Boa Vista / É Zebu Rei, mesa 100'

const ANA = '2: ANA LIMA 65987654321 acme'

test.each([
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
      '2: ANA LIMA  -',
      '2! Telefone “6,59877E+10”: a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo; entra sem número',
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
      '2: ANA LIMA 65987654321 acme',
      '3: BIA 65987654322 acme',
      '4: fica de fora: veja a resposta nas perguntas',
      'Fazenda Acmee? É Fazenda Acme, mesa 12 / Cadastrar, com 1 convite / Sem empresa / Deixar de fora',
      'Acme? É Fazenda Acme, mesa 12 / Cadastrar, com 1 convite / Sem empresa / Deixar de fora',
      `Zebu Forte? Deixar de fora / Cadastrar, com 1 convite / ${ALL} / Sem empresa`,
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
      '4: fica de fora: veja a resposta nas perguntas',
      '5: fica de fora: veja a resposta nas perguntas',
      '7? Deixar de fora / É Sítio Boa Vista, mesa 7 / É Sementes Ipê, mesa 07 / Sem empresa',
      `13? Deixar de fora / ${ALL} / Sem empresa`,
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
      '3: fica de fora: veja a resposta nas perguntas',
      'Sítio Boa Vista? Deixar de fora / É Sítio Boa Vista, mesa 7 / É Sítio Boa Vista / Sem empresa',
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
          '7: BIA  acme',
          '7! Celular “6598765”: o número está incompleto, como em 34 99911-2244; entra sem número',
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
      '2: a linha diz “Laticínios Serra Azul”, e o ID da empresa é o de “Fazenda Acme”: se mudou de empresa, apague o ID; se não mudou, escreva “Fazenda Acme”',
      '3: a linha diz “Laticinio Serra Azul”, e o ID da empresa é o de “Fazenda Acme”: se mudou de empresa, apague o ID; se não mudou, escreva “Fazenda Acme”',
      '6: a linha diz “Serra Azul”, e o ID da empresa é o de “Fazenda Acme”: se mudou de empresa, apague o ID; se não mudou, escreva “Fazenda Acme”',
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
    'Outlook in Portuguese',
    csv('Nome,Segundo nome,Sobrenome,Telefone celular', 'Ana,Maria,Lima,65987654321'),
    ['2: ANA MARIA LIMA 65987654321 -'],
  ],
  [
    'no names of columns, and a company written once for all its rows',
    csv('Fazenda Acme;Ana Lima;65987654321', ';Bia Souza;65987654322'),
    ['1: ANA LIMA 65987654321 -', '2: BIA SOUZA 65987654322 -'],
  ],
  [
    'a phone, the contacts of an older Google',
    csv('Name,Given Name,Additional Name,Family Name', 'Ana Maria Lima,Ana,Maria,Lima'),
    ['2: ANA MARIA LIMA  -'],
  ],
  [
    'a title, and names of one word without names of columns',
    csv('LISTA DE CONVIDADOS', 'Ana;65987654321', 'Zé;65987654322'),
    [
      '2: ANA 65987654321 -',
      '3: ZÉ 65987654322 -',
      '1: parece ser um título, um total ou uma observação da lista: fica de fora',
    ],
  ],
  [
    'Excel, Convite de is whose, and Convites how many',
    csv('Nome;Convites;Convite de', 'Ana Lima;1;Fazenda Acme', 'Bia;2;Fazenda Acme'),
    ['2: ANA LIMA  acme', '3: BIA  acme', '3! 1 acompanhante sem nome não entra: escreva o nome na planilha'],
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
] as const)('guests: %s', async (_, bytes, comes) => {
  expect(await convidados(bytes)).toEqual(comes)
})

test('companies of one name are all offered, told apart by what is stored of them, and an answer is one of them', async () => {
  const store = createStore()
  for (const [empresaid, fields] of Object.entries({
    um: { contato: 'Ana' },
    dois: { contato: 'Bia', icredencial: 5 },
    tres: { contato: 'Bia', icredencial: 8 },
    quatro: { contato: '', categoria: 'OURO' },
    cinco: { contato: '' },
    seis: { contato: '' },
  }))
    store.put('empresas', anEmpresa({ nome: 'Ipê', cnpj: '', ...fields, empresaid }))
  const parts = { ...store.open(), now: () => NOW, empresaidOf: () => 'nova' }
  const rows = [{ row: { empresaid: null, empresa: 'ipe' } }]
  const answered = async (said = {}) => {
    const givers = await createGivers(parts, rows, said)
    const giver = givers.giverOf(rows[0]?.row ?? { empresaid: null, empresa: '' }, 2)
    return { giver, asked: givers.asked()[0] }
  }
  const { giver, asked } = await answered()
  expect(giver).toContain('fica de fora')
  const respostas = asked?.pergunta.respostas ?? []
  expect(respostas.map(({ rotulo }) => rotulo).sort()).toEqual([
    'Deixar de fora',
    'Sem empresa',
    'É Ipê, Ana',
    'É Ipê, Bia, 5 convites',
    'É Ipê, Bia, 8 convites',
    'É Ipê, MESA, 1ª da lista',
    'É Ipê, MESA, 2ª da lista',
    'É Ipê, OURO',
  ])
  const valor = respostas.find(({ rotulo }) => rotulo.endsWith('8 convites'))?.valor ?? ''
  store.put('empresas', anEmpresa({ empresaid: 'antes', nome: 'IPÊ' }))
  const later = await answered({ [asked?.pergunta.id ?? '']: valor })
  expect(later.giver).toMatchObject({ empresa: { empresaid: 'tres' } })
})

test('a title between the rows of a list is asked, and left out unless one says that it is somebody', async () => {
  const rows = (...lines: string[]) => csv('Nome;WhatsApp;Empresa', ...lines)
  const listed = rows(
    'Ana Lima;65987654321;Fazenda Acme',
    'DIRETORIA;;',
    'Bia Souza;65987654322;Fazenda Acme',
    'Família da noiva;;',
    'Caio Melo;65987654323;Fazenda Acme',
    'Zeca;;',
    'Davi Reis;65987654324;Fazenda Acme',
    'Edu Prado;;',
    'Fábio Nunes;65987654325;Fazenda Acme',
  )
  const read = async (respostas = {}) =>
    convidadosOf(await pastaOf(listed, { modo: 'confirmados', respostas }), null)
  const { rows: people, bad, perguntas } = await read()
  expect(people.map(({ line }) => line)).toEqual([2, 4, 6, 7, 8, 9, 10])
  expect(bad.map(({ line, nome }) => [line, nome])).toEqual([
    [3, 'DIRETORIA'],
    [5, 'Família da noiva'],
  ])
  expect(perguntas.filter(({ pergunta }) => pergunta.id === 'entra')).toMatchObject([
    { line: 3, escolhida: 'fora' },
    { line: 5, escolhida: 'fora' },
    { line: 7, escolhida: 'entra' },
  ])
  expect((await read({ 3: { entra: 'entra' } })).rows.map(({ line }) => line)).toContain(3)
  // Where every row has one cell, it is a list of names.
  const names = await convidadosOf(await pastaOf(csv('Nome', 'Ana Lima', 'ZECA', 'Bia')), null)
  expect(names.perguntas).toEqual([])
})
