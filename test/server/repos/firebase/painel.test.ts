import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { credencialOf } from '../../../../server/domain/credencial.ts'
import { EVERYBODY } from '../../../../server/domain/convidado-search.ts'
import type { Storage } from '../../../../server/domain/storage.ts'
import {
  aCadastro,
  aClaim,
  aMerge,
  anAutor,
  anEmpresa,
  anEntrada,
  aRegister,
  NOW,
} from '../../../support/factories.ts'
import { ID, openWithEmpresa, registered } from '../../../support/firebase-convidado.ts'

/** After this long, another process's writes are on this one's board. */
const BOUND_MS = 5_100

const now = performance.now.bind(performance)
let passed = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + passed))
afterEach(() => vi.restoreAllMocks())

/** Lets this much time pass for every process of the test. */
const letPass = (ms: number) => (passed += ms)

const entradaOf = (entradaid: string, credencialid: string, anula: string | null = null) =>
  anEntrada(credencialid, { entradaid, aparelhoid: 'porta', anula })

/** Names with the company that pays; those inside are marked. */
async function listed({ painel }: Storage): Promise<string[]> {
  const { convidados } = await painel.search([EVERYBODY], 0, 1_000)
  return convidados.map(({ credencial, empresa, dentroDesde, versao, desistencia }) =>
    [
      ...[credencial.nome, empresa?.empresaid, versao > 0 && `v${versao}`],
      ...[dentroDesde !== null && 'dentro', desistencia !== null && 'desistiu'],
    ]
      .filter((part) => typeof part === 'string')
      .join(' '),
  )
}

const aDesistencia = (credencialid: string) => ({ credencialid, empresaid: null, now: NOW, isClosed: false })

const named = (nome: string) => aCadastro({ nome, telefone: '11987654321', email: '' })

const BIA = aRegister({ cadastro: named('BIA') })

/** Every act that changes what the board shows of guests ANA and BIA; the company paid for ANA. */
const ACTS: Record<
  string,
  { act: (storage: Storage, ana: string, bia: string) => Promise<unknown>; shown: string[] }
> = {
  'a registration': {
    act: ({ credenciais }) =>
      credenciais.register(aRegister({ cadastro: named('CARLA'), claim: aClaim(ID) })),
    shown: [`ANA ${ID}`, 'BIA', `CARLA ${ID}`],
  },
  'a correction': {
    act: ({ credenciais }, ana) =>
      credenciais.correct(
        { credencialid: ana, cadastro: named('ZÉLIA'), shown: null, chaveOf: () => 'nova' },
        anAutor(),
      ),
    shown: ['BIA', `ZÉLIA ${ID}`],
  },
  'a removal': {
    act: ({ credenciais }, ana) => credenciais.remove(ana, true, anAutor()),
    shown: ['BIA'],
  },
  'a move': {
    act: ({ credenciais }, _ana, bia) =>
      credenciais.move({ credencialid: bia, empresaid: ID, reservaid: 'mudanca', now: NOW }, anAutor()),
    shown: [`ANA ${ID}`, `BIA ${ID}`],
  },
  'a merge': {
    act: ({ credenciais }, ana, bia) => credenciais.merge(aMerge(bia, ana), anAutor()),
    shown: [`BIA ${ID}`],
  },
  'a new link': {
    act: ({ credenciais }, ana) => credenciais.renewLink(ana, anAutor()),
    shown: [`ANA ${ID} v1`, 'BIA'],
  },
  'an admission without a line in the history': {
    act: ({ entradas }, _ana, bia) => entradas.add([entradaOf('e1', bia)], null),
    shown: [`ANA ${ID}`, 'BIA dentro'],
  },
  'a withdrawal': {
    act: ({ desistencias }, ana) => desistencias.withdraw(aDesistencia(ana), anAutor()),
    shown: ['ANA desistiu', 'BIA'],
  },
  'a registration of a guest who withdrew': {
    async act({ desistencias, credenciais }, _ana, bia) {
      await desistencias.withdraw(aDesistencia(bia), anAutor())
      await credenciais.register({ ...BIA, now: NOW + 1 })
    },
    shown: [`ANA ${ID}`, 'BIA'],
  },
  'an erasure': {
    act: ({ credenciais }) => credenciais.erasePersonalData(anAutor()),
    shown: [],
  },
  'a guest of another product': {
    act: async () => {},
    shown: [`ANA ${ID}`, 'BIA', 'OUTRA'],
  },
}

for (const [name, { act, shown }] of Object.entries(ACTS)) {
  test(`${name} is on the board at once where it was made, and within the bound elsewhere`, async () => {
    const on = await openWithEmpresa()
    const another = await on.openAnother()
    const { credencialid: ana } = await registered(
      on,
      aRegister({ cadastro: named('ANA'), claim: aClaim(ID) }),
    )
    const { credencialid: bia } = await registered(on, BIA)
    const before = [`ANA ${ID}`, 'BIA']
    expect(await listed(on.storage)).toEqual(before)
    expect(await listed(another)).toEqual(before)
    await act(on.storage, ana, bia)
    if (name.startsWith('a guest of another'))
      on.fake.put('credencial', 'outra', { ...credencialOf('outra', named('OUTRA')) })
    else expect(await listed(on.storage)).toEqual(shown)
    letPass(BOUND_MS)
    expect(await listed(another)).toEqual(shown)
    const counts = await another.painel.count(NOW)
    expect(counts).toEqual(await on.storage.painel.count(NOW))
    expect(counts.confirmados).toBe(shown.filter((one) => !one.endsWith('desistiu')).length)
    expect(counts.convites - counts.livres).toBe(on.empresa(ID).licredencial)
  })
}

test('holds, companies written and companies of other products are counted in every process', async () => {
  const on = await openWithEmpresa()
  const another = await on.openAnother()
  const zero = {
    convites: 10,
    desistiram: 0,
    semResposta: 0,
    recusaram: 0,
    confirmados: 0,
    reservados: 0,
    pessoais: 0,
    livres: 10,
    dentro: 0,
  }
  expect(await another.painel.count(NOW)).toEqual(zero)
  await on.storage.empresas.claim(aClaim(ID))
  expect(await on.storage.painel.count(NOW)).toEqual({ ...zero, reservados: 1, livres: 9 })
  letPass(BOUND_MS)
  expect(await another.painel.count(NOW)).toEqual({ ...zero, reservados: 1, livres: 9 })
  const row = { nome: 'Mesa', icredencial: 10, licredencial: 0 }
  for (const telefones of [['65998124402'], ['65998124403', '65998124404']]) {
    const rows = telefones.map((telefone, n) => ({ ...row, empresaid: n === 0 ? ID : 'mesa-2', telefone }))
    await on.storage.empresas.importRows(rows, false, anAutor())
    letPass(BOUND_MS)
    const { empresas } = await another.painel.listEmpresas(NOW)
    expect(empresas.map(({ telefone }) => telefone)).toEqual(telefones)
  }
  await on.storage.empresas.remove('mesa-2', anAutor())
  on.fake.put('empresa', 'antiga', anEmpresa({ empresaid: 7, icredencial: 5, licredencial: 9 }))
  on.fake.put('empresa', 'texto', anEmpresa({ empresaid: 'texto', icredencial: '3', licredencial: '1' }))
  letPass(BOUND_MS)
  expect(await another.painel.count(NOW)).toEqual({ ...zero, convites: 18, reservados: 1, livres: 11 })
})
