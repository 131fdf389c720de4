import { expect } from 'vitest'
import { aRegister, NOW } from '../support/factories.ts'
import { it, type ContractCase } from './harness.ts'
import { idOf } from './registrations.ts'

export const cases: ContractCase[] = [
  it('a millisecond taken by someone else is followed by the next one, and nothing is overwritten', async (harness) => {
    const before = {
      empresaid: 'x',
      usuarioid: 'x',
      cpf: 'x',
      nome: 'ANTES',
      telefone: '',
      email: '',
      qrcode: '',
      tipo: '',
      controle: '',
    }
    await harness.putCredencial({ ...before, credencialid: String(NOW) })
    const registrations = [
      await harness.storage.credenciais.register(aRegister()),
      await harness.storage.credenciais.register(aRegister()),
    ]
    expect(registrations.map(idOf)).toEqual([String(NOW + 1), String(NOW + 2)])
    expect((await harness.readCredenciais()).find((c) => c.credencialid === String(NOW))).toMatchObject(
      before,
    )
  }),
  it('ids of other products that begin like ours neither give theirs nor stop ours', async (harness) => {
    const blank = { empresaid: '', usuarioid: '', cpf: '', nome: 'ANTES', telefone: '', email: '' }
    for (const credencialid of [String(NOW), `${NOW + 5}-b`, `${NOW + 6}a`])
      await harness.putCredencial({ ...blank, qrcode: '', tipo: '', controle: '', credencialid })
    const ids = []
    for (let n = 0; n < 3; n++) ids.push(idOf(await harness.storage.credenciais.register(aRegister())))
    expect(ids).toEqual([1, 2, 3].map((n) => String(NOW + n)))
  }),
  it('longer numbers of other products in the range of our ids are never taken for ours, however many there are', async (harness) => {
    const blank = { empresaid: '', usuarioid: '', cpf: '', nome: 'ANTES', telefone: '', email: '' }
    const foreign = Array.from({ length: 45 }, (_, n) => `${NOW + 6 + n}0000`)
    for (const credencialid of [String(NOW), ...foreign])
      await harness.putCredencial({ ...blank, qrcode: '', tipo: '', controle: '', credencialid })
    const ids = []
    for (let n = 0; n < 3; n++) ids.push(idOf(await harness.storage.credenciais.register(aRegister())))
    expect(ids).toEqual([1, 2, 3].map((n) => String(NOW + n)))
    expect(await harness.readCredenciais()).toHaveLength(foreign.length + 4)
  }),
  it('a clock that goes back makes new ids all the same', async (harness) => {
    const ids = []
    for (const now of [NOW, NOW - 1, NOW - 1, NOW])
      ids.push(idOf(await harness.storage.credenciais.register(aRegister({ now }))))
    expect(new Set(ids).size).toBe(4)
  }),
]

export const races: ContractCase[] = [
  it('40 guests at once in one millisecond get 40 ids', async (harness) => {
    const registrations = await Promise.all(
      Array.from({ length: 40 }, () => harness.storage.credenciais.register(aRegister())),
    )
    expect(new Set(registrations.map(idOf)).size).toBe(40)
    expect(await harness.readCredenciais()).toHaveLength(40)
  }),
]
