import { newMesa } from '../../server/domain/mesa.ts'
import { expect } from 'vitest'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import type { EmpresaDados } from '../../server/domain/empresa-repo.ts'
import { aClaim, anAutor, anEmpresa, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { aNovo } from './convite.cases.ts'
import { aConvidado, atOnce, kindsOf, linhasDoHistoricoIn, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const SHOWN: EmpresaDados = { nome: 'Serra Azul', contato: 'Otávio', telefone: '', numero: '' }

async function serra(harness: Harness, fields: Parameters<typeof anEmpresa>[0] = {}) {
  const { nome, contato } = SHOWN
  await harness.putEmpresa(anEmpresa({ empresaid: 'serra', nome, contato, ...fields }))
  const { empresas } = harness.storage
  const correct = (given: Partial<EmpresaDados>, shown = SHOWN) =>
    empresas.correct({ empresaid: 'serra', dados: { ...shown, ...given }, shown }, anAutor())
  const stored = async () => {
    const found = await empresas.find('serra', NOW)
    if (!found) return null
    const { empresa, telefone, numero } = found
    return { nome: empresa.nome, contato: empresa.contato, telefone, numero }
  }
  const atos = async () => (await linhasDoHistoricoIn(harness, { alvo: 'serra' })).map(({ ato }) => ato)
  return { empresas, correct, stored, atos, remove: () => empresas.remove('serra', anAutor()) }
}

export const cases: ContractCase[] = [
  it('correct changes the fields of a company and its holder’s number, and tells which; a repeat tells nothing', async (harness) => {
    const { empresas, correct, stored } = await serra(harness, { licredencial: 3, categoria: 'OURO' })
    const given = { nome: 'Laticínios Serra Azul', telefone: '65998124402' }
    for (let n = 0; n < 2; n++) expect(await correct(given)).toEqual({ kind: 'corrected' })
    expect(await stored()).toEqual({ ...SHOWN, ...given })
    expect(await harness.readEmpresa('serra')).toMatchObject({ licredencial: 3, categoria: 'OURO' })
    expect(await linhasDoHistoricoIn(harness)).toMatchObject([
      { ato: 'corrigiu-empresa', alvo: 'serra', detalhe: 'nome telefone' },
    ])
    expect((await empresas.list(NOW)).empresas).toMatchObject([{ telefone: '65998124402' }])
    expect((await harness.storage.painel.listEmpresas(NOW)).empresas).toMatchObject([
      { empresa: { nome: 'Laticínios Serra Azul' }, telefone: '65998124402' },
    ])
    const nobody = { empresaid: 'nenhuma', dados: { ...SHOWN, nome: 'A' }, shown: SHOWN }
    expect(await empresas.correct(nobody, anAutor())).toEqual({ kind: 'empresa-not-found' })
  }),
  it('the holder’s number, the table’s, the link closed and the panel’s link do not touch one another', async (harness) => {
    const { correct } = await serra(harness)
    await correct({ numero: '12' })
    const { mesas } = harness.storage
    await mesas.setFechada('serra', true, anAutor())
    await correct({ telefone: '65998124402' })
    await mesas.renewLink('serra', anAutor())
    expect(await mesas.find('serra')).toEqual({
      ...newMesa('serra'),
      empresaid: 'serra',
      versao: 1,
      fechada: true,
      telefone: '65998124402',
      numero: '12',
    })
  }),
  it('the table’s number is told by company, board, search and guests; a spreadsheet’s empty cell leaves it, and a repeat tells nothing', async (harness) => {
    const { empresas, correct, stored } = await serra(harness)
    const { painel } = harness.storage
    const credencialid = await aConvidado(harness, 'serra')
    for (let n = 0; n < 2; n++) expect(await correct({ numero: '12' })).toEqual({ kind: 'corrected' })
    expect(await linhasDoHistoricoIn(harness, { ato: 'corrigiu-empresa' })).toMatchObject([
      { alvo: 'serra', detalhe: 'numero' },
    ])
    const row = { empresaid: 'serra', nome: 'Serra Azul', icredencial: 10, licredencial: 0 }
    await empresas.importRows(
      [
        { ...row, numero: '' },
        { ...row, empresaid: 'nova', numero: '7' },
      ],
      false,
      anAutor(),
    )
    expect((await stored())?.numero).toBe('12')
    expect((await empresas.list(NOW)).empresas).toMatchObject([{ numero: '7' }, { numero: '12' }])
    expect((await painel.listEmpresas(NOW)).empresas).toMatchObject([{ numero: '7' }, { numero: '12' }])
    const empresa = { empresaid: 'serra', nome: 'Serra Azul', numero: '12' }
    const { convidados } = await painel.search([{ ...EVERYBODY, empresaid: 'serra' }], 0, 9)
    const [listed] = await painel.find([credencialid])
    const all = []
    for await (const one of painel.list()) all.push(one)
    for (const told of [convidados[0], listed, all[0]]) expect(told?.empresa).toEqual(empresa)
    await empresas.importRows([{ ...row, numero: 'A3', telefone: '' }], false, anAutor())
    expect((await stored())?.numero).toBe('A3')
    await correct({ numero: '' }, { ...SHOWN, numero: 'A3' })
    expect((await painel.find([credencialid]))[0]?.empresa?.numero).toBe('')
  }),
  it('of two rows that make one company, at once or later, the second changes nothing, and the history tells nothing', async (harness) => {
    const { empresas } = harness.storage
    const row = { empresaid: 'nova', nome: 'Agro Planalto', licredencial: 0, isNova: true } as const
    const made = await Promise.all(
      [3, 5].map((icredencial) => empresas.importRows([{ ...row, icredencial }], true, anAutor())),
    )
    expect(made.map(({ inserted }) => inserted).sort()).toEqual([0, 1])
    const total = (await empresas.find('nova', NOW))?.empresa.icredencial
    await empresas.importRows([{ ...row, icredencial: 9 }], true, anAutor())
    expect((await empresas.find('nova', NOW))?.empresa.icredencial).toBe(total)
    expect(await linhasDoHistoricoIn(harness, { ato: 'gravou-empresas' })).toHaveLength(1)
  }),
  it('a company nobody is registered with is removed with all that lies beside it, and can be stored again', async (harness) => {
    const { empresas, correct, atos, remove } = await serra(harness, { icredencial: 90 })
    const { convites, mesas, transfer, painel } = harness.storage
    await correct({ telefone: '65998124402', numero: '12' })
    const novos = Array.from({ length: 40 }, (_, n) => aNovo(`tia${n}`))
    await convites.create('serra', novos, NOW, anAutor())
    for (const { codigo } of novos) await convites.revoke(codigo, anAutor())
    // The hold has ended by now, and is not released yet.
    await empresas.claim(aClaim('serra', { now: NOW - 2 * HOLD_MS }))
    expect(await remove()).toEqual({ kind: 'removed' })
    expect(await remove()).toEqual({ kind: 'empresa-not-found' })
    expect(await empresas.find('serra', NOW)).toBeNull()
    expect((await painel.listEmpresas(NOW)).empresas).toEqual([])
    expect([await convites.list('serra'), await harness.readReservas('serra')]).toEqual([[], []])
    expect(await mesas.find('serra')).toMatchObject({ versao: 0, telefone: '', numero: '' })
    expect(await transfer.count()).toMatchObject({ empresas: 0, reservas: 0, convites: 0, mesas: 0 })
    expect((await atos()).at(-1)).toBe('removeu-empresa')
    expect((await empresas.claim(aClaim('serra'))).kind).toBe('empresa-not-found')
    expect(await mesas.setFechada('serra', true, anAutor())).toEqual({ kind: 'empresa-not-found' })
    expect(await mesas.renewLink('serra', anAutor())).toBeNull()
    expect(await transfer.count()).toMatchObject({ mesas: 0 })

    await harness.putEmpresa(anEmpresa({ empresaid: 'serra', icredencial: 1 }))
    expect((await empresas.claim(aClaim('serra'))).kind).toBe('claimed')
    await expectCounterToAgree(harness, 'serra', 0)
  }),
  it('a company is not removed while anything of it is used or held, or a guest who withdrew may come back', async (harness) => {
    const { storage } = harness
    const uses: ((empresaid: string) => Promise<unknown>)[] = [
      (empresaid) => storage.empresas.claim(aClaim(empresaid)),
      (empresaid) => storage.convites.create(empresaid, [aNovo('tia')], NOW, anAutor()),
      (empresaid) => aConvidado(harness, empresaid),
      async (empresaid) => {
        const credencialid = await aConvidado(harness, empresaid)
        const request = { credencialid, empresaid, now: NOW, isClosed: false }
        await storage.desistencias.withdraw(request, anAutor())
      },
    ]
    for (const [n, use] of uses.entries()) {
      const empresaid = `mesa-${n}`
      await harness.putEmpresa(anEmpresa({ empresaid }))
      await use(empresaid)
      expect(await storage.empresas.remove(empresaid, anAutor())).toEqual({ kind: 'in-use' })
      expect(await linhasDoHistoricoIn(harness, { ato: 'removeu-empresa' })).toEqual([])
    }
    const given = await withEmpresa(harness)
    expect(await storage.empresas.remove(given, anAutor())).toEqual({ kind: 'in-use' })
  }),
  it('the holder’s number counts as a contact of the company, and is erased with the contacts alone', async (harness) => {
    const { correct, stored } = await serra(harness, { contato: '', solicitante: '' })
    const { credenciais } = harness.storage
    const shown = { ...SHOWN, contato: '' }
    await correct({ telefone: '65998124402', numero: '12' }, shown)
    expect((await credenciais.countPersonalData()).contatos).toBe(1)
    await correct({ contato: 'Otávio' }, { ...shown, telefone: '65998124402', numero: '12' })
    expect((await credenciais.countPersonalData()).contatos).toBe(1)
    await credenciais.erasePersonalData(anAutor())
    expect(await stored()).toMatchObject({ telefone: '65998124402' })
    await credenciais.erasePersonalData(anAutor(), undefined, {
      isEarlyAllowed: true,
      areContactsErased: true,
    })
    // A table number is about nobody.
    expect(await stored()).toMatchObject({ contato: '', telefone: '', numero: '12' })
    expect((await credenciais.countPersonalData()).contatos).toBe(0)
    const [last] = (await linhasDoHistoricoIn(harness, { ato: 'apagou-tudo' })).slice(-1)
    expect(last?.detalhe).toBe('0 1')
  }),
  it('the holder’s number is carried to another storage, and a company removed from the source leaves the copy', async (harness) => {
    const { correct } = await serra(harness, { icredencial: 90 })
    const { convites, mesas, transfer, empresas } = harness.storage
    const registro = {
      ...newMesa('outra'),
      ...{ versao: 2, fechada: true, telefone: '65998124402', numero: 'A3' },
    }
    await transfer.write([{ kind: 'mesa', mesa: registro }])
    expect(await mesas.find('outra')).toEqual(registro)
    await correct({ telefone: '65998124403', numero: '12' })
    const novos = Array.from({ length: 40 }, (_, n) => aNovo(`tia${n}`))
    await convites.create('serra', novos, NOW, anAutor())
    const carried = []
    for await (const one of transfer.read())
      if (one.kind === 'mesa') carried.push(`${one.mesa.telefone} ${one.mesa.numero}`)
    expect(carried.sort()).toEqual(['65998124402 A3', '65998124403 12'])
    await transfer.erase([], ['serra', 'nenhuma'])
    expect(await empresas.find('serra', NOW)).toBeNull()
    expect(await transfer.count()).toMatchObject({ empresas: 0, reservas: 0, convites: 0, mesas: 1 })
  }),
]

export const races: ContractCase[] = [
  it('of two organisers who add one company at once one does; the other changes nothing of it', async (harness) => {
    const { empresas, mesas } = harness.storage
    const added = await atOnce(2, (n) =>
      empresas.add(
        {
          empresaid: 'nova',
          nome: 'Nova',
          icredencial: n + 5,
          licredencial: 0,
          telefone: `6599812440${n}`,
          numero: `A${n}`,
        },
        anAutor(),
      ),
    )
    expect([...added].sort()).toEqual([false, true])
    const first = added.indexOf(true)
    expect(await harness.readEmpresa('nova')).toMatchObject({ icredencial: first + 5, licredencial: 0 })
    expect(await mesas.find('nova')).toMatchObject({ telefone: `6599812440${first}`, numero: `A${first}` })
    expect(await linhasDoHistoricoIn(harness)).toMatchObject([{ ato: 'gravou-empresas', alvo: 'nova' }])
  }),
  it('two organisers who correct different fields of one company at once, a claim beside them: all stands', async (harness) => {
    const { empresas, correct, stored } = await serra(harness)
    const given = [{ nome: 'Serra' }, { contato: 'Rui' }, { telefone: '65998124402' }, { numero: 'A3' }]
    const [corrections] = await Promise.all([
      atOnce(4, (n) => correct(given[n] ?? {})),
      empresas.claim(aClaim('serra')),
    ])
    expect(kindsOf(corrections)).toEqual(['corrected', 'corrected', 'corrected', 'corrected'])
    expect(await stored()).toEqual({ nome: 'Serra', contato: 'Rui', telefone: '65998124402', numero: 'A3' })
    await expectCounterToAgree(harness, 'serra', 0)
  }),
  it('two organisers who correct one number of a company at once: one stands, the other is told what is stored', async (harness) => {
    const { correct, stored } = await serra(harness)
    for (const field of ['telefone', 'numero'] as const) {
      const numbers = ['65998124402', '65998124403']
      const shown = (await stored()) ?? SHOWN
      const outcomes = await atOnce(2, (n) => correct({ [field]: numbers[n] ?? '' }, shown))
      expect(kindsOf(outcomes)).toEqual(['changed-meanwhile', 'corrected'])
      expect(outcomes).toContainEqual({ kind: 'changed-meanwhile', dados: await stored() })
    }
  }),
  it('a company removed while five claim of it at once: it is gone and nobody holds anything, or it stays', async (harness) => {
    for (let n = 0; n < 4; n++) {
      const empresaid = `mesa-${n}`
      await harness.putEmpresa(anEmpresa({ empresaid }))
      const { empresas, credenciais } = harness.storage
      const before = await atOnce(n, () => empresas.claim(aClaim(empresaid, { now: NOW - 2 * HOLD_MS })))
      const [removal, claims, registration] = await Promise.all([
        empresas.remove(empresaid, anAutor()),
        atOnce(5, () => empresas.claim(aClaim(empresaid))),
        credenciais.register(aRegister({ claim: aClaim(empresaid), now: NOW + n })),
      ])
      expect(before).toHaveLength(n)
      const reservas = await harness.readReservas(empresaid)
      const isGone = removal.kind === 'removed'
      const given = [...claims, registration].filter(
        ({ kind }) => kind === 'claimed' || kind === 'registered',
      )
      if (isGone) expect([given, reservas]).toEqual([[], []])
      else await expectCounterToAgree(harness, empresaid, 0)
      expect((await empresas.find(empresaid, NOW)) === null).toBe(isGone)
    }
  }),
  it('a company removed while its link is closed and its panel’s link replaced at once: nothing of it is left', async (harness) => {
    for (let n = 0; n < 4; n++) {
      const { remove } = await serra(harness)
      const { mesas, transfer } = harness.storage
      const [removal, closing, versao] = await Promise.all([
        remove(),
        mesas.setFechada('serra', true, anAutor()),
        mesas.renewLink('serra', anAutor(), 0),
      ])
      expect(removal).toEqual({ kind: 'removed' })
      expect(['changed', 'empresa-not-found']).toContain(closing.kind)
      expect([1, null]).toContain(versao)
      expect(await transfer.count()).toMatchObject({ empresas: 0, mesas: 0 })
    }
  }),
  it('a company removed five times at once is removed once, and the history says so once', async (harness) => {
    const { atos, remove } = await serra(harness)
    const removals = await atOnce(5, remove)
    expect(kindsOf(removals)).toEqual([...Array<string>(4).fill('empresa-not-found'), 'removed'])
    expect(await atos()).toEqual(['removeu-empresa'])
  }),
]
