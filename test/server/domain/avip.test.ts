import { expect, test } from 'vitest'
import { avipOf } from '../../../server/domain/avip.ts'
import { credencialOf } from '../../../server/domain/credencial.ts'
import { aCadastro } from '../../support/factories.ts'

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
