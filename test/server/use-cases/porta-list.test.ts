import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Alteracoes, ConvidadoNaPorta } from '../../../server/domain/porta-repo.ts'
import { codeOf, tokenOf } from '../../../server/domain/token.ts'
import { createPortaList } from '../../../server/use-cases/porta-list.ts'
import { aPainel, aConvidadoOf } from '../../support/a-painel.ts'
import { anEntrada } from '../../support/factories.ts'

const SECRET = 'a secret of more than thirty-two characters'
const token = (id: string, versao: number) => tokenOf(SECRET, id, versao)
const code = (id: string, versao: number) => codeOf(SECRET, id, versao)

const aConvidado = (fields: Partial<ConvidadoNaPorta> = {}): ConvidadoNaPorta => ({
  credencialid: '1',
  nome: 'ANA LIMA',
  telefone: '65987655432',
  versao: 0,
  outros: [],
  grupo: null,
  mesa: null,
  isRetirado: false,
  entradas: [],
  ...fields,
})
const changed = (...convidados: ConvidadoNaPorta[]): Alteracoes => ({
  marca: 'm.1',
  hasMore: false,
  isInteira: true,
  convidados,
  removidos: ['9'],
  age: 0,
})
const hash = (text: string, size: number) => createHash('sha256').update(text).digest().subarray(0, size)

test('a list says of each guest name, table, four digits, and the first bytes of the hash of token and code', async () => {
  const portaListOf = createPortaList({ tokenOf: token, codeOf: code })
  const fact = anEntrada('2', { entradaid: 'e1', aparelhoid: 'fone', seq: 4, lidaem: 10, desvio: 5 })
  const lista = await portaListOf(
    changed(
      aConvidado(),
      aConvidado({
        credencialid: '2/é',
        versao: 3,
        mesa: { empresaid: 'acme', nome: 'ACME', numero: 'A3' },
        isRetirado: true,
        grupo: '1',
        telefone: '12',
        entradas: [fact],
      }),
    ),
    'outro',
  )
  expect(lista).toEqual({
    marca: 'm.1',
    isInteira: true,
    ids: ['1', '2/é'],
    nomes: ['ANA LIMA', 'ANA LIMA'],
    mesas: ['', 'ACME'],
    numeros: ['', 'A3'],
    mesa: [0, 1],
    finais: ['5432', '12'],
    versoes: [0, 3],
    tokens: Buffer.concat([hash(token('1', 0), 11), hash(token('2/é', 3), 11)]).toString('base64'),
    codigos: Buffer.concat([hash(code('1', 0), 5), hash(code('2/é', 3), 5)]).toString('base64'),
    mesaids: ['', hash('acme', 6).toString('base64')],
    outros: [],
    grupos: [[1, '1']],
    retirados: [1],
    removidos: ['9'],
    entradas: [['e1', 1, 'fone', 4, 15, null]],
  })
})

test('two companies of one name are two tables, and a phone hears the empresaid of none', async () => {
  const portaListOf = createPortaList({ tokenOf: token, codeOf: code })
  const at = (credencialid: string, empresaid: string) =>
    aConvidado({ credencialid, mesa: { empresaid, nome: 'ACME', numero: '' } })
  const lista = await portaListOf(
    changed(at('1', 'acme-um'), at('2', 'acme-dois'), at('3', 'acme-um')),
    'fone',
  )
  expect([lista.mesas, lista.mesa]).toEqual([
    ['', 'ACME', 'ACME'],
    [1, 2, 1],
  ])
  expect(new Set(lista.mesaids).size).toBe(3)
  expect(JSON.stringify(lista)).not.toContain('acme-')
})

test('the other links of a guest stand beside theirs, by their hashes', async () => {
  const portaListOf = createPortaList({ tokenOf: token, codeOf: code })
  const ana = aConvidado({ credencialid: '2', outros: [{ credencialid: '7', versao: 4 }] })
  expect((await portaListOf(changed(aConvidado(), ana), 'fone')).outros).toEqual([
    [1, hash(token('7', 4), 11).toString('base64'), hash(code('7', 4), 5).toString('base64')],
  ])
})

test('hashes are made once, and again when a link was replaced', async () => {
  let made = 0
  const portaListOf = createPortaList({ tokenOf: (...of) => (made++, token(...of)), codeOf: code })
  for (const versao of [0, 0, 1, 1]) await portaListOf(changed(aConvidado({ versao })), 'fone')
  expect(made).toBe(2)
})

test('the bytes of a list hold no e-mail, CPF, whole phone, code or token', async () => {
  const painel = aPainel()
  const fields = { nome: 'ANA LIMA', telefone: '65987655432', email: 'ana.lima@example.org' }
  const ana = await aConvidadoOf(painel, fields)
  const stored = painel.store.get('credenciais', ana)
  expect(stored?.email).toBe(fields.email)
  const bytes = JSON.stringify(
    await createPortaList({ tokenOf: token, codeOf: code })(await painel.porta.since(null), 'fone'),
  )
  expect(bytes).toContain('ANA LIMA')
  const { cpf = '' } = { ...stored } as { cpf?: string }
  const secrets = [fields.email, '@', fields.telefone, '9876', token(ana, 0), code(ana, 0), cpf]
  for (const secret of secrets.filter((one) => one !== '')) expect(bytes).not.toContain(secret)
})
