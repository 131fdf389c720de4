import { expect, test } from 'vitest'
import { credencialOf } from '../../../server/domain/credencial.ts'
import { aCadastro } from '../../support/factories.ts'

const cadastro = aCadastro({ nome: 'MARIA', telefone: '11987654321', email: 'maria@exemplo.com' })

test('a credencial has exactly its ten fields, with the fixed values of the specification', () => {
  expect(credencialOf('1819000000000', cadastro)).toEqual({
    empresaid: '0000000000001',
    usuarioid: '0000000000001',
    credencialid: '1819000000000',
    cpf: '00000000000',
    nome: 'MARIA',
    telefone: '11987654321',
    email: 'maria@exemplo.com',
    qrcode: '',
    tipo: 'CONVIDADO',
    controle: 'ativo',
  })
})

test('what is smuggled in beside the three fields of the form never reaches a credencial', () => {
  const smuggled = { ...cadastro, controle: 'inativo', tipo: 'VIP', cpf: '11144477735', extra: 'x' }
  expect(credencialOf('1', smuggled)).toEqual(credencialOf('1', cadastro))
})

test('two credentials share nothing', () => {
  const first = credencialOf('1', cadastro)
  first.controle = 'inativo'
  expect(credencialOf('2', cadastro).controle).toBe('ativo')
})
