import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { empresasOf, readEmpresas, type EmpresasPlanilha } from '../../../server/planilhas/rows.ts'
import { PlanilhaError } from '../../../server/planilhas/pasta.ts'
import { SheetError } from '../../../server/planilhas/workbook.mjs'
import { pastaOf } from '../../support/pasta.ts'
import { anyText, PROPERTY, upTo } from '../../support/property.ts'
import { aFile } from '../cli/a-cli.ts'
import { aDirectory } from '../../support/temporary.ts'

const HEADER = 'empresaid;nome;icredencial'

/**
 * Does here what the reader does in its own process: a process for each of hundreds of files would take
 * minutes.
 */
const readHere = async (bytes: Buffer) => empresasOf(await pastaOf(bytes), null)
const read = (contents: string | Buffer) => readHere(Buffer.from(contents))
const unreadOf = ({ folha }: EmpresasPlanilha) =>
  folha.colunas.filter(({ field }) => field === null).map(({ nome }) => nome)
const readInProcess = (contents: string | Buffer) => readEmpresas(aFile(contents))
const names = async (contents: string | Buffer) => (await read(contents)).rows.map(({ row }) => row.nome)
const problems = async (contents: string) =>
  (await read(contents)).bad.map(({ line, problems }) => `${line}: ${problems.join('; ')}`)

test('readEmpresas reads the sample, which has nothing wrong', async () => {
  const read = await readEmpresas('exemplos/empresas.csv')
  expect(read.rows.length).toBeGreaterThan(2)
  expect([read.bad, read.perguntas, read.avisos, unreadOf(read)]).toEqual([[], [], [], []])
})

test('readEmpresas takes semicolons and commas, with the names of the columns quoted or not', async () => {
  expect(await names(`${HEADER}\na;Um, Dois;1\n`)).toEqual(['Um, Dois'])
  expect(await names('empresaid,nome,icredencial\na,Um; Dois,1\n')).toEqual(['Um; Dois'])
  expect(await names('"empresaid";"nome";"icredencial"\n"a";"Um";"1"\n')).toEqual(['Um'])
  expect(await names('"empresaid";"nome";"icredencial";"a,b,c,d,e"\n"a";"Um";"1";""\n')).toEqual(['Um'])
})

test('readEmpresas takes UTF-8 with and without BOM, and Windows-1252', async () => {
  const text = `${HEADER}\na;Leilões “São João” – €;1\n`
  expect(await names(text)).toEqual(['Leilões “São João” – €'])
  expect(await names(`\uFEFF${text}`)).toEqual(['Leilões “São João” – €'])
  expect(await names(Buffer.from(`${HEADER}\na;Leilões São João;1\n`, 'latin1'))).toEqual([
    'Leilões São João',
  ])
  const windows = Buffer.concat([
    Buffer.from(`${HEADER}\na;`),
    Buffer.from([0x93, 0xc9, 0x94]),
    Buffer.from(';1'),
  ])
  expect(await names(windows)).toEqual(['“É”'])
})

test('readEmpresas takes the names of the columns in any case and order, and tells those it does not read', async () => {
  const planilha = await read('Nome; ICREDENCIAL ;EmpresaID;contatto\nUm;3;a;x\n')
  const row = { empresaid: 'a', nome: 'Um', icredencial: 3, licredencial: 0 }
  expect(planilha.rows).toEqual([{ line: 2, row }])
  expect(unreadOf(planilha)).toEqual(['contatto'])
})

test('readEmpresas reads counters as text with blanks around, and a row cut short', async () => {
  const { rows } = await read(`${HEADER};licredencial;contato\na;Um;" 10 ";"2";Ana\nb;Dois;5\n`)
  expect(rows.map(({ row }) => row)).toEqual([
    { empresaid: 'a', nome: 'Um', icredencial: 10, licredencial: 2, contato: 'Ana' },
    { empresaid: 'b', nome: 'Dois', icredencial: 5, licredencial: 0, contato: '' },
  ])
})

test('readEmpresas names every bad row by the line it begins on, past blank lines and cells that span lines', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = [HEADER, 'a;"Um', 'nome";1', '', ';;', 'b;"Duas', 'linhas";x', 'd;Três;-1', 'e;;4']
    expect(await problems(lines.join(end))).toEqual([
      '6: fica de fora: veja a resposta nas perguntas',
      '8: fica de fora: veja a resposta nas perguntas',
      '9: falta o nome',
    ])
  }
})

test('readEmpresas refuses an id that a spreadsheet cut to scientific notation, and leaves out another such number', async () => {
  const { rows, avisos, bad } = await read(`${HEADER};cnpj\nd;Três;1;1,12223E+13\n1.2e12;Quatro;1;\n`)
  expect(rows.map(({ row }) => [row.empresaid, row.cnpj])).toEqual([['d', undefined]])
  expect([...avisos, ...bad].map(({ problems }) => problems.join())).toEqual([
    expect.stringContaining('cnpj “1,12223E+13”: a planilha cortou o número'),
    expect.stringContaining('empresaid “1.2e12”: a planilha cortou o número'),
  ])
})

test('readEmpresas refuses an empresaid that is repeated, impossible or the name of a page', async () => {
  const found = await problems(`${HEADER}\na;Um;1\na;Outro;2\ncadastro;Dois;1\nmesa 1;Três;1\n`)
  expect(found[0]).toBe('3: empresaid “a” já é de Um: deixe uma só')
  expect(found.slice(1).map((text) => text.slice(0, 2))).toEqual(['4:', '5:'])
})

test('readEmpresas refuses a row with more cells than columns', async () => {
  expect((await problems(`${HEADER}\na;Um;Dois;3;4\nb;Um;3;;\n`))[0]).toMatch(/^2: .*há mais células/)
})

test('readEmpresas says what is wrong with a file that is no spreadsheet of companies', async () => {
  await expect(readInProcess('Cor;Preço\nazul;1\n')).rejects.toThrow(
    'Falta a coluna Empresa: dê esse nome à coluna certa e envie de novo. Na linha',
  )
  await expect(read(`${HEADER}\na;Um;1\n\nb;"Dois;1\nc;Três;1\n`)).rejects.toThrow('Linha 4: as aspas')
  await expect(read(`${HEADER}\na;"Um" x;1\nc;Três;1\n`)).rejects.toThrow('Linha 2: as aspas')
  await expect(readInProcess(Buffer.from('PK\u0003\u0004planilha'))).rejects.toThrow('está com defeito')
  await expect(readEmpresas('nenhum.csv')).rejects.toThrow('O arquivo nenhum.csv não existe')
  await expect(readEmpresas(aDirectory())).rejects.toThrow('EISDIR')
})

test('readEmpresas reads a header alone as no rows', async () => {
  expect(await read(`${HEADER}\n`)).toMatchObject({ folha: { cabecalho: 1 }, rows: [], bad: [] })
})

test('what a CSV library writes is read back, whatever the separator, the quotes and the line ends', async () => {
  const nome = fc.stringMatching(/^[A-Za-zÀ-ú0-9;,"'\n.-]{1,12}$/).map((text) => `N${text}N`)
  const rows = fc.array(fc.record({ nome, icredencial: fc.nat(1000), blank: fc.nat(2) }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(';', ','),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      async (given, delimiter, end, bom, quoted) => {
        const options = { delimiter, record_delimiter: end, quote_record_delimiter: true, quoted }
        let csv = stringify([['empresaid', 'nome', 'icredencial']], { ...options, bom })
        const expected = given.map(({ nome, icredencial, blank }, index) => {
          csv += end.repeat(blank)
          const line = csv.split('\n').length
          const empresaid = `mesa-${index}`
          csv += stringify([[empresaid, nome, icredencial]], options)
          const read = nome.replace(/\s+/g, ' ')
          return { line, row: { empresaid, nome: read, icredencial, licredencial: 0 } }
        })
        const { rows, bad } = await readHere(Buffer.from(csv))
        expect(bad).toEqual([])
        expect(rows).toEqual(expected)
      },
    ),
    { ...PROPERTY, numRuns: upTo(60) },
  )
})

test('whatever file is given is read row by row or refused with a sentence, and no row breaks the rules', async () => {
  const cell = fc.oneof(anyText, fc.constantFrom('mesa-1', 'Um', '10', '"', ';', '\n', '1e3', '__proto__'))
  const almost = fc.tuple(
    fc.constantFrom('mesa-1', 'mesa 1', ''),
    fc.constantFrom('Um', '', 'U\u0007m', '\u202eUm'),
    fc.constantFrom('10', '-1', '1.5'),
  )
  const rows = fc.array(fc.oneof(almost, fc.array(cell, { maxLength: 5 })), { maxLength: 6 })
  const contents = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => Buffer.from([...Buffer.from('PK\u0003\u0004'), ...bytes])),
    fc
      .tuple(fc.constantFrom(HEADER, `${HEADER};contato`), rows)
      .map(([header, cells]) => Buffer.from([header, ...cells.map((row) => row.join(';'))].join('\n'))),
  )
  await fc.assert(
    fc.asyncProperty(contents, async (bytes) => {
      const read = await readHere(bytes).catch((error: unknown) => error)
      if (read instanceof SheetError || read instanceof PlanilhaError) {
        expect(read.message).toMatch(/\.$/)
        return
      }
      const { rows, bad } = read as Awaited<ReturnType<typeof readHere>>
      for (const { row } of rows) {
        expect(row.empresaid ?? 'vazio').toMatch(/^[A-Za-z0-9._-]{1,64}$/)
        expect(row.nome).not.toMatch(/^$|[\p{Cc}\u202e]/u)
        expect([Number.isSafeInteger(row.icredencial), row.icredencial >= 0]).toEqual([true, true])
      }
      for (const { problems } of bad) expect(problems.length).toBeGreaterThan(0)
    }),
    { ...PROPERTY, numRuns: upTo(120) },
  )
})

test('readEmpresas takes the number of a table from a column of any of its names, beside those of the holder', async () => {
  for (const name of [
    'Mesa',
    'MESA',
    'Nº da mesa',
    'N° da Mesa',
    'Número da mesa',
    'Nr. da mesa',
    'numero',
  ]) {
    const planilha = await read(`Empresa;Convites;WhatsApp;${name}\nUm;5;65998124402;A3\n`)
    const isRead = name !== 'numero'
    expect([name, planilha.rows[0]?.row.numero, unreadOf(planilha).length]).toEqual([
      ...[name, isRead ? 'A3' : undefined, isRead ? 0 : 1],
    ])
  }
  const both = await read('Empresa;Titular da mesa;Convites;Mesa\nUm;Ana;5;12\n')
  expect(both.rows[0]?.row).toMatchObject({ nome: 'Um', numero: '12' })
})
