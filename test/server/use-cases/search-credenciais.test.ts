import { expect, test } from 'vitest'
import type { Credencial } from '../../../server/domain/credencial.ts'
import { createCodeIndex, searchCredenciais } from '../../../server/use-cases/find-convidado.ts'
import { createStore } from '../../support/stored.ts'

const FIELDS = ['empresaid', 'usuarioid', 'qrcode', 'tipo', 'controle', 'email', 'cpf'] as const
const CONVIDADOS = [
  { credencialid: '1', nome: 'ANA JÚLIA D’ÁVILA', telefone: '11987654321', email: 'Ana.Julia@exemplo.com' },
  { credencialid: '2', nome: 'RUI GONÇALVES', telefone: '2133334444', cpf: '529.982.247-25' },
  {
    credencialid: '3',
    nome: 'JÚLIA REIS',
    telefone: '',
    cpf: '52998224725',
    email: '52998224725@exemplo.com',
  },
]

/** Searches among three guests. @returns the ids found, in order, or why nothing was searched for */
async function search(text: string): Promise<string[] | string> {
  const store = createStore()
  const empty = Object.fromEntries(FIELDS.map((field) => [field, '']))
  for (const convidado of CONVIDADOS) store.put('credenciais', { ...empty, ...convidado } as Credencial)
  const { painel } = store.open()
  const codeOf = (credencialid: string) => `K7F3-92Q${'CDF'.charAt(Number(credencialid) - 1)}`
  const findByCode = createCodeIndex({ painel, codeOf })
  const found = await searchCredenciais({ painel, findByCode }, { text }, 0, 50)
  return found.kind === 'found'
    ? found.convidados.map(({ credencial }) => credencial.credencialid)
    : found.kind
}

for (const [text, ids] of [
  ['julia', ['1', '3']],
  ['  Davila ANA ', ['1']],
  ['ana reis', []],
  ['(21) 3333-4444', ['2']],
  ['+55 11 98765-4321', ['1']],
  ['4321', ['1']],
  ['@EXEMPLO', ['1', '3']],
  ['k7f3 92qd', ['2']],
  ['K7F3-92Q', []],
  ['3', 'too-short'],
  [' ?', 'too-short'],
  ['??', []],
  ['000.000.000-00', 'placeholder-cpf'],
  ['00000000000', 'placeholder-cpf'],
  ['529.982.247-26', []],
] as const) {
  test(`a search for "${text}" gives ${typeof ids === 'string' ? ids : `[${ids.join(', ')}]`}`, async () => {
    expect(await search(text)).toEqual(ids)
  })
}

test('a valid CPF finds its guests first, however it was stored, and each of them once', async () => {
  expect(await search('529.982.247-25')).toEqual(['3', '2'])
  expect(await search('52998224725')).toEqual(['3', '2'])
})
