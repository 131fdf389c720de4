import { expect } from 'vitest'
import { aCadastro, aClaim, anAutor, anEntrada, HOLD_MS, NOW, unique } from '../support/factories.ts'
import { aConvidado, withEmpresa } from './convidados.ts'
import { LATER, undo, withdraw } from './desistencias.ts'
import { it, type ContractCase } from './harness.ts'

const byCredencial = (a: { credencialid: string }, b: { credencialid: string }) =>
  a.credencialid < b.credencialid ? -1 : 1

/** What a table reads of its places and of its guests. */
export const cases: ContractCase[] = [
  it('a table’s live holds and the withdrawals of its own guests are read together, and nobody else’s', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness, 9), await withEmpresa(harness)]
    const { empresas, mesas, convites } = harness.storage
    const read = (now = NOW) => mesas.readLugares(empresaid, now)
    expect(await read()).toEqual({ reservados: [], guardados: [], desistencias: [] })
    for (const delay of [1000, 0]) await empresas.claim(aClaim(empresaid, { now: NOW + delay }))
    await empresas.claim(aClaim(other))
    const convite = { codigo: 'v'.repeat(20), rotulo: 'Tia', reservaid: unique('r'), sid: unique('sid') }
    await convites.create(empresaid, [convite], NOW, anAutor())
    expect((await read()).reservados).toEqual([NOW + HOLD_MS, NOW + HOLD_MS + 1000])
    expect((await read(NOW + HOLD_MS)).reservados).toEqual([NOW + HOLD_MS + 1000])

    const [first, second] = [await aConvidado(harness, empresaid), await aConvidado(harness, empresaid)]
    for (const id of [await aConvidado(harness, other), await aConvidado(harness)])
      await withdraw(harness, id)
    await withdraw(harness, first)
    await withdraw(harness, second, { empresaid, now: LATER + 1 })
    expect((await read()).desistencias).toMatchObject([
      { credencialid: second, empresaid, por: 'mesa', em: LATER + 1 },
      { credencialid: first, empresaid, por: 'convidado', em: LATER },
    ])
    await undo(harness, first)
    expect((await read()).desistencias.map(({ credencialid }) => credencialid)).toEqual([second])
  }),
  it('the guests a table pays for are read with their first admission that counts, and nobody else’s', async (harness) => {
    const [empresaid, other] = [await withEmpresa(harness, 40), await withEmpresa(harness)]
    const { credenciais, entradas, mesas } = harness.storage
    const read = async () => (await mesas.listPagos(empresaid)).sort(byCredencial)
    expect(await read()).toEqual([])
    const ids: string[] = []
    for (let n = 0; n < 32; n++) {
      const cadastro = aCadastro({ nome: `MARIA ${n}`, telefone: '65987655432', email: '' })
      ids.push(await aConvidado(harness, empresaid, { cadastro, claim: aClaim(empresaid) }))
    }
    const [first = '', second = '', third = '', last = ''] = [...ids.slice(0, 3), ...ids.slice(-1)]
    for (const id of [await aConvidado(harness, other), await aConvidado(harness)])
      await entradas.add([anEntrada(id)], null)
    const annulled = anEntrada(first, { seq: 3 })
    const facts = [annulled, anEntrada(first, { seq: 4, anula: annulled.entradaid })]
    await entradas.add([...facts, anEntrada(last, { seq: 5, lidaem: NOW + 9, desvio: 1 })], null)
    await withdraw(harness, second)
    await credenciais.remove(third, true, anAutor())
    const left = ids.map((credencialid, n) => {
      return { credencialid, nome: `MARIA ${n}`, dentroDesde: credencialid === last ? NOW + 10 : null }
    })
    expect(await read()).toEqual(
      left.filter(({ credencialid }) => ![second, third].includes(credencialid)).sort(byCredencial),
    )
  }),
]
