import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folhaOf, type Tipo } from '../../../server/planilhas/folha.ts'
import { decodePasta, NADA_DITO, withDito, type Pasta } from '../../../server/planilhas/pasta.ts'
import { linesOf } from '../../../server/planilhas/workbook.mjs'
import { pastaOf, storedOf } from '../../support/pasta.ts'
import { anyText, PROPERTY, upTo } from '../../support/property.ts'

const storedLines = (pasta: Omit<Pasta, 'dito'>) => Buffer.from([...linesOf(pasta)].join(''))

test('tabs are stored and found again as they were read, whatever stands in their cells and whatever is said', async () => {
  const linha = fc.record({
    line: fc.nat(),
    cells: fc.array(anyText, { maxLength: 4 }),
    isOculta: fc.boolean(),
  })
  const linhas = fc.array(linha, { maxLength: 4 })
  const aba = fc.record({ nome: anyText, isOculta: fc.boolean(), linhas })
  const said = fc.dictionary(fc.nat().map(String), fc.dictionary(anyText, anyText))
  await fc.assert(
    fc.asyncProperty(
      fc.array(aba, { maxLength: 3 }),
      fc.boolean(),
      said,
      async (abas, isDuvidosa, respostas) => {
        const dito = { ...NADA_DITO, respostas }
        const stored = storedLines({ abas, isDuvidosa })
        expect(await decodePasta(stored)).toEqual({ abas, isDuvidosa, dito: NADA_DITO })
        expect(await decodePasta(withDito(stored, dito))).toEqual({ abas, isDuvidosa, dito })
      },
    ),
    { ...PROPERTY, numRuns: upTo(200) },
  )
})

test('a file itself, or half of what is stored, is no upload', async () => {
  const whole = await storedOf('Nome\nAna\n')
  for (const bytes of [
    Buffer.from('nome;telefone\nAna;11987654321\n'),
    Buffer.from('PK\u0003\u0004'),
    Buffer.from('[]\n'),
    Buffer.alloc(0),
    whole.subarray(0, -2),
  ])
    expect(await decodePasta(bytes)).toBeNull()
})

const fieldsIn = async (
  csv: string,
  tipo: Tipo = 'convidados',
  colunas: Record<string, string> | null = null,
) => (await folhaOf(await pastaOf(csv, { colunas }), tipo)).colunas.map(({ field }) => field)

test('a column is what its cells are where its name says nothing, and what one says of it', async () => {
  const csv = 'Quem;x;;Cor\nAna Lima;34 99999-0000;ana@exemplo.com;azul\nBia Sá;34 98888-0000;;\n'
  expect(await fieldsIn(csv)).toEqual(['nome', 'telefone', 'email', null])
  expect(await fieldsIn(csv, 'convidados', { 0: '', 3: 'nome' })).toEqual([null, 'telefone', 'email', 'nome'])
})

test('a list without names of columns begins with its first row', async () => {
  const folha = await folhaOf(await pastaOf('Ana Lima;34 99999-0000\nBia Sá;34 98888-0000\n'), 'convidados')
  expect([folha.cabecalho, folha.linhas.length]).toEqual([0, 2])
  expect(folha.colunas.map(({ field, isCerta }) => [field, isCerta])).toEqual([
    ['nome', false],
    ['telefone', false],
  ])
})

test('a title of one word above a list is no row of it when the names of the columns follow', async () => {
  const folha = await folhaOf(
    await pastaOf('CONVIDADOS\n\nNome;Fone\nAna Lima;34 99999-0000\n'),
    'convidados',
  )
  expect([folha.cabecalho, folha.linhas.length]).toEqual([3, 1])
})

const linhasOf = async (contents: string, tipo: Tipo = 'convidados') =>
  (await folhaOf(await pastaOf(contents), tipo)).linhas.map(({ cells }) => cells)

test('of two columns of one name each keeps its cells', async () => {
  expect(await linhasOf('Nome;Telefone;Telefone\nAna Lima;34 99999-0000;34 3333-0000\n')).toEqual([
    ['Ana Lima', '34 99999-0000', '34 3333-0000'],
  ])
})

test('a list without names of columns, with a count or a table in each row, begins with its first row', async () => {
  expect(await linhasOf('Ana Souza;34 99999-0000;Mesa 4\nBia Sá;34 98888-0000;Mesa 4\n')).toHaveLength(2)
  const companies = 'Agro X;10\nSementes Y;5\nFazenda Boa Vista;10\n'
  expect(await linhasOf(companies, 'empresas')).toHaveLength(3)
})

test('tabs with other columns keep their cells in place, and the name of each tab in its own', async () => {
  const abaOf = (nome: string, ...rows: string[][]) => ({
    nome,
    isOculta: false,
    linhas: rows.map((cells, at) => ({ line: at + 1, cells, isOculta: false })),
  })
  const LONG = ['Caio', '34999110003', '', 'a note', 'another']
  const abas = [
    // Nobody looks at the hundredth row for more columns.
    abaOf('Fazenda A', ['Nome', 'Fone'], ...Array.from({ length: 100 }, () => ['Ana', '34999110001']), LONG),
    abaOf('Fazenda B', ['Fone', 'Nome', 'Idade'], ['34999110002', 'Bia', '40']),
  ]
  const stored = storedLines({ abas, isDuvidosa: false })
  const pasta = await decodePasta(withDito(stored, { ...NADA_DITO, abas: [0, 1] }))
  const folha = pasta && (await folhaOf(pasta, 'convidados'))
  expect(folha?.colunas.map(({ nome }) => nome)).toEqual(['Nome', 'Fone', 'Idade', 'Nome da aba'])
  expect(folha?.linhas.slice(99).map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['Ana', '34999110001', '', 'Fazenda A'],
    ['Caio', '34999110003', '', 'Fazenda A'],
    ['Bia', '34999110002', '40', 'Fazenda B'],
  ])
})
