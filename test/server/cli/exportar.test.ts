import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/credenciais.ts'
import { createCsv, neutralise } from '../../../server/planilhas/csv-output.ts'
import { credencialOf } from '../../../server/domain/credencial.ts'
import type { Convidado } from '../../../server/domain/credencial-repo.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { COLUMNS, rowOf } from '../../../server/use-cases/exports.ts'
import { PROPERTY } from '../../support/property.ts'
import { aCli, aConvidado } from './a-cli.ts'
import { aDirectory } from '../../support/temporary.ts'
import { aCadastro, aNoPainel } from '../../support/factories.ts'

const ANA = aCadastro({ nome: 'ANA LIMA', telefone: '11987654321', email: 'ana@exemplo.com' })

test('exportar writes the ten fields, the company that invited and the code, for Brazilian spreadsheets', async () => {
  const test = await aCli()
  const credencialid = await aConvidado(test, ANA, { empresaid: 'mesa-1', nome: 'Sítio; "Boa Vista"' })
  const path = join(aDirectory(), 'lista.csv')
  const { exit, out } = await test.run(credenciais, 'exportar', path)
  expect(exit).toBe(0)
  expect(out).toContain(`1 credencial gravada em ${path}`)
  expect(readFileSync(path, 'utf8')).toBe(
    '\uFEFFNome;Empresa;ID da empresa;WhatsApp;E-mail;Estado;Dentro desde;Desistiu em;Código;Nº da mesa;Acompanha;empresaid;usuarioid;credencialid;cpf;qrcode;tipo;controle\r\n' +
      `ANA LIMA;"Sítio; ""Boa Vista""";mesa-1;11987654321;ana@exemplo.com;confirmado;;;${test.services.codeOf(credencialid, 0)};;;0000000000001;0000000000001;${credencialid};00000000000;;CONVIDADO;ativo\r\n`,
  )
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('exportar writes the header when there is nobody yet', async () => {
  const { run } = await aCli()
  const path = join(aDirectory(), 'lista.csv')
  expect((await run(credenciais, 'exportar', path)).out).toContain('0 credenciais gravadas')
  expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFFNome;.*\r\n$/)
})

test('exportar refuses a file that exists, and replaces it with --sobrescrever', async () => {
  const { run } = await aCli()
  const path = join(aDirectory(), 'lista.csv')
  writeFileSync(path, 'meu')
  const { exit, err } = await run(credenciais, 'exportar', path)
  expect(exit).toBe(1)
  expect(err).toContain('--sobrescrever')
  expect(readFileSync(path, 'utf8')).toBe('meu')
  expect((await run(credenciais, 'exportar', path, '--sobrescrever')).exit).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFFNome/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('exportar that fails halfway leaves nothing behind', async () => {
  const { run, cli } = await aCli()
  const directory = aDirectory()
  cli.services.painel.list = async function* () {
    yield aNoPainel(credencialOf('1', ANA))
    throw new StorageError('gone')
  }
  await expect(run(credenciais, 'exportar', join(directory, 'lista.csv'))).rejects.toThrow('gone')
  expect(readdirSync(directory)).toEqual([])
})

test('exportar interrupted leaves nothing behind', async () => {
  const interruption = new AbortController()
  const { run, cli } = await aCli({ signal: interruption.signal })
  const directory = aDirectory()
  cli.services.painel.list = async function* () {
    for (let id = 1; ; id++) {
      if (id === 100) interruption.abort()
      yield aNoPainel(credencialOf(String(id), ANA))
    }
  }
  await expect(run(credenciais, 'exportar', join(directory, 'lista.csv'))).rejects.toThrow('abort')
  expect(readdirSync(directory)).toEqual([])
})

test('exportar into a directory that does not exist says so', async () => {
  const { run } = await aCli()
  const { exit, err } = await run(credenciais, 'exportar', join(aDirectory(), 'nenhuma', 'lista.csv'))
  expect(exit).toBe(1)
  expect(err).toMatch(/Não foi possível gravar .* \(ENOENT\)/)
})

/**
 * Characters a spreadsheet may take for the start of a formula, as OWASP lists them, and their look-alikes.
 */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
const BLANKS = ['', ' ', '\n', '\u00A0', '\u3000', '\uFEFF', '\u200B', '\u0000']

test('no cell that begins like a formula is exported as one, full-width and small signs included', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BLANKS),
      fc.constantFrom(...SIGNS),
      fc.string({ unit: 'binary' }),
      (a, b, c) => {
        expect(neutralise(a + b + c)).toBe(`'${a}${b}${c}`)
      },
    ),
    PROPERTY,
  )
})

test('a cell that does not begin like a formula is exported as it stands', () => {
  expect(['', 'ANA', "D'ÁVILA", '11987654321', 'ana=b@c.com', "'=1"].map(neutralise)).toEqual([
    ...['', 'ANA', "D'ÁVILA", '11987654321', 'ana=b@c.com', "'=1"],
  ])
})

test('whatever is stored comes back from the exported file, neutralised and nothing else', async () => {
  const parts = { codeOf: () => 'K7F3-92QD', config: { evento: { inicio: '2027-09-16T19:30:00-03:00' } } }
  const coded = (convidado: Convidado) => rowOf(parts, convidado, { dentroDesde: null, desistencia: null })
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(';', '"', '\r', '\n', '=', ',', 'a') }),
  )
  const convidado = fc
    .record({
      cadastro: fc.record({ nome: cell, telefone: cell, email: cell }),
      versao: fc.nat(),
      empresa: fc.option(fc.record({ empresaid: cell, nome: cell, numero: cell })),
    })
    .map(({ cadastro, ...fields }) => aNoPainel(credencialOf('1', aCadastro(cadastro)), fields))
  await fc.assert(
    fc.asyncProperty(fc.array(convidado, { maxLength: 5 }), async (convidados) => {
      const csv = await text(Readable.from(convidados.map(coded)).pipe(createCsv(COLUMNS)))
      const read: Record<string, string>[] = parse(csv, {
        bom: true,
        delimiter: ';',
        columns: true,
        record_delimiter: '\r\n',
      })
      const neutralised = (row: Record<string, string>) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, neutralise(value)]))
      expect(read).toEqual(convidados.map((convidado) => neutralised(coded(convidado))))
    }),
    { ...PROPERTY, numRuns: 60 },
  )
})
