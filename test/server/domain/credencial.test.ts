import { expect, test } from 'vitest'
import { credencialOf, REGISTRO_VAZIO, avipOf } from '../../../server/domain/credencial.ts'
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

test('the empty record has the five fields of the specification, all empty text', () => {
  expect(REGISTRO_VAZIO).toEqual({ id: '', codigo: '', nome: '', valor: '', controle: '' })
})

const credencial = credencialOf(
  '1819000000000',
  aCadastro({
    nome: 'MARIA',
    telefone: '11987654321',
    email: 'm@exemplo.com',
  }),
)

test('an avip has exactly six fields, its vipid the credencialid, and neither phone nor e-mail', () => {
  expect(avipOf(credencial)).toEqual({
    vipid: '1819000000000',
    cpf: '00000000000',
    nome: 'MARIA',
    tipo: 'CONVIDADO',
    controle: 'ativo',
    usuarioid: '0000000000001',
  })
})

test('the avip of another product’s credencial mirrors its values, not the fixed ones', () => {
  expect(avipOf({ ...credencial, cpf: '11144477735', tipo: 'VIP', usuarioid: '7' })).toMatchObject({
    cpf: '11144477735',
    tipo: 'VIP',
    usuarioid: '7',
  })
})
