import { expect, test } from 'vitest'
import { credencialOf } from '../../../../server/domain/credencial.ts'
import { aCadastro, anEmpresa, HOLD_MS, NOW } from '../../../support/factories.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'

/** More than the first page, which has 300. */
const CONVIDADOS = 700

test('guests of companies are listed with their companies, however many, and no query reads all of them', async () => {
  const { fake, storage } = await openOnFakes()
  for (const empresaid of ['a', 'b'])
    fake.put('empresa', empresaid, anEmpresa({ empresaid, nome: `Mesa ${empresaid}` }))
  for (let n = 0; n < CONVIDADOS; n++) {
    const credencialid = String(NOW + n)
    const cadastro = aCadastro({ nome: `ANA ${n}`, telefone: '11987654321', email: '' })
    fake.put('credencial', credencialid, { ...credencialOf(credencialid, cadastro) })
    fake.put('reserva', `r${n}`, {
      reservaid: `r${n}`,
      empresaid: n % 2 === 0 ? 'a' : 'b',
      sid: `s${n}`,
      origem: null,
      estado: 'usada',
      criadaem: NOW,
      expiraem: NOW + HOLD_MS,
      credencialid,
    })
  }
  const nomes = new Map<string, number>()
  for await (const { empresa } of storage.painel.list())
    nomes.set(empresa?.nome ?? '', (nomes.get(empresa?.nome ?? '') ?? 0) + 1)
  expect([...nomes]).toEqual([
    ['Mesa a', CONVIDADOS / 2],
    ['Mesa b', CONVIDADOS / 2],
  ])
  expect(fake.largestQuery()).toBeLessThan(CONVIDADOS)
})
