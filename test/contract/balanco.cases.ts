import { expect } from 'vitest'
import type { EventoGravado } from '../../server/domain/evento-gravado.ts'
import type { ComecarRequest } from '../../server/domain/outro-evento.ts'
import { readBalanco } from '../../server/use-cases/balanco.ts'
import {
  aGravar,
  aMerge,
  anAutor,
  anEmpresa,
  anEntrada,
  anEventoGravado,
  NOW,
  unique,
} from '../support/factories.ts'
import { aConvidado } from './convidados.ts'
import { withdraw } from './desistencia.cases.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

const { inicio, fim } = anEventoGravado().evento
const OVER = Date.parse(fim) + 60_000
/** A time on the day of the event, by its clock. */
const at = (hora: string) => Date.parse(inicio.replace('19:30', hora))

async function readIn({ storage }: Harness) {
  const gravado = (await storage.eventos.find()) as EventoGravado
  await storage.painel.renew()
  return readBalanco({ ...storage, now: () => OVER }, gravado)
}

/** The event in numbers, and how many guests of each company were confirmed and came. */
async function balancoIn(harness: Harness) {
  const { balanco, empresas } = await readIn(harness)
  const of = empresas.map(({ empresaid, confirmados, vieram }) => [empresaid, confirmados, vieram])
  return { ...balanco, of: Object.fromEntries(of.map(([id, ...counts]) => [id, counts])) as object }
}

async function withEvento({ storage, ...harness }: Harness, gravado = anEventoGravado()) {
  await storage.eventos.adotar(gravado, NOW)
  await harness.putEmpresa(anEmpresa({ empresaid: 'grande', icredencial: 30 }))
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 10 }))
}

const admit = ({ storage }: Harness, credencialid: string, hora: string, fields = {}) =>
  storage.entradas.add(
    [anEntrada(credencialid, { lidaem: at(hora), desvio: 0, recebidaem: OVER, ...fields })],
    null,
  )

const erase = ({ storage }: Harness, em = OVER) => storage.credenciais.erasePersonalData(anAutor({ em }))

export const cases: ContractCase[] = [
  it('an event is counted the same before its guests are erased and after: trials, annulled and merged ones, withdrawals, removals', async (harness) => {
    const { credenciais, entradas } = harness.storage
    await withEvento(harness)
    await admit(harness, await aConvidado(harness, 'mesa'), '18:10', { recebidaem: NOW })
    await admit(harness, '', '18:10', { recebidaem: NOW, anotado: 'Ensaio' })
    await erase(harness, NOW + 100)

    const guest = (empresaid: string | null) => aConvidado(harness, empresaid, { now: NOW + 1_000 })
    const [came, absent, other] = [await guest('grande'), await guest('grande'), await guest('mesa')]
    const [kept, gone, annulled] = [await guest('mesa'), await guest('grande'), await guest('mesa')]
    const [withdrawn, withdrawnInside, removed] = [
      await guest('mesa'),
      await guest('mesa'),
      await guest('mesa'),
    ]
    const [free, ...rest] = [await guest(null), await guest(null)]
    expect([absent, ...rest]).toHaveLength(2)
    await admit(harness, came, '18:05')
    await admit(harness, came, '21:00')
    await admit(harness, other, '19:59')
    // Admitted under the record that is merged away, and once more as the guest who stays.
    await admit(harness, gone, '18:30')
    await credenciais.merge(aMerge(kept, gone), anAutor())
    await admit(harness, kept, '20:15')
    const entradaid = unique('entrada')
    await admit(harness, annulled, '19:00', { entradaid })
    await entradas.annul({ entradaid: unique('anula'), credencialid: annulled, anula: entradaid }, anAutor())
    for (const id of [withdrawn, withdrawnInside]) await withdraw(harness, id)
    await admit(harness, withdrawnInside, '19:10')
    await admit(harness, removed, '19:20')
    await credenciais.remove(removed, false, anAutor())
    await admit(harness, free, '20:00')
    await admit(harness, '', '20:05', { anotado: 'Tia Zezé' })

    const said = {
      convites: 40,
      confirmados: 8,
      vieram: 5,
      foraDaLista: 2,
      porHora: [
        { from: at('18:00'), count: 2 },
        { from: at('19:00'), count: 2 },
        { from: at('20:00'), count: 1 },
      ],
      faixas: [
        { de: 6, ate: 10, empresas: 1, convites: 10, confirmados: 3, vieram: 2 },
        { de: 21, ate: 50, empresas: 1, convites: 30, confirmados: 2, vieram: 1 },
      ],
      semEmpresa: { confirmados: 3, vieram: 2 },
      of: { grande: [2, 1], mesa: [3, 2] },
    }
    expect(await balancoIn(harness)).toEqual({ ...said, naoVem: 1, semResposta: 0 })
    await erase(harness)
    expect(await harness.readCredenciais()).toEqual([])
    expect(await balancoIn(harness)).toEqual(said)
    await erase(harness, OVER + 9)
    expect(await balancoIn(harness)).toEqual(said)

    // A phone that was offline delivers late: the admission counts at the time it was made, and once.
    await admit(harness, absent, '18:40', { recebidaem: OVER + 20, anotado: 'lida' })
    await admit(harness, other, '18:20', { recebidaem: OVER + 20 })
    expect(await balancoIn(harness)).toMatchObject({
      confirmados: 8,
      vieram: 6,
      foraDaLista: 2,
      porHora: [{ count: 4 }, { count: 1 }, { count: 1 }],
      of: { grande: [2, 2], mesa: [3, 2] },
    })
  }),
  it('how many were confirmed is kept by the first erasure after the end, and by none before', async (harness) => {
    const { eventos } = harness.storage
    await withEvento(harness)
    await aConvidado(harness)
    await erase(harness, Date.parse(fim) - 9_000)
    expect(await eventos.find()).toMatchObject({ versao: 1 })
    expect((await eventos.find()) as EventoGravado).not.toHaveProperty('confirmados')
    for (let n = 0; n < 3; n++) await aConvidado(harness, null, { now: Date.parse(fim) - 5_000 })
    await erase(harness)
    // Added by an organiser who sees the page of the erasure.
    await aConvidado(harness, null, { now: OVER + 1, autor: anAutor() })
    await erase(harness, OVER + 2)
    expect(await eventos.find()).toMatchObject({ versao: 2, confirmados: 3 })
    expect(await balancoIn(harness)).toMatchObject({
      confirmados: 3,
      vieram: 0,
      semEmpresa: { confirmados: 3 },
    })

    const { evento } = anEventoGravado()
    const corrected = { versao: 2, evento: { ...evento, contato: '' }, now: OVER + 3 }
    expect(await eventos.gravar(aGravar(corrected), anAutor())).toMatchObject({
      gravado: { versao: 3, confirmados: 3 },
    })
  }),
  it('guests admitted while everything is erased at once are counted, once each', async (harness) => {
    await withEvento(harness)
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await aConvidado(harness, n % 2 === 0 ? 'grande' : null))
    for (const id of ids.slice(0, 4)) await admit(harness, id, '18:00')
    await Promise.all([erase(harness), ...ids.slice(2, 9).map((id) => admit(harness, id, '19:00'))])
    expect(await harness.readCredenciais()).toEqual([])
    expect(await balancoIn(harness)).toMatchObject({
      confirmados: 12,
      vieram: 9,
      foraDaLista: 0,
      of: { grande: [6, 5], mesa: [0, 0] },
      porHora: [
        { from: at('18:00'), count: 4 },
        { from: at('19:00'), count: 5 },
      ],
    })
  }),
  it('a phone that delivers between the count and another event: nothing is begun, and counted again it is in', async (harness) => {
    const { eventos } = harness.storage
    await withEvento(harness)
    const [early, late] = [await aConvidado(harness, 'mesa'), await aConvidado(harness, 'mesa')]
    await admit(harness, early, '18:00')
    await erase(harness)
    const asked = { de: 'evento-1', eventoid: unique('outro'), areContactsErased: false }
    const begin = (counted: Pick<ComecarRequest, 'balanco' | 'entradas'>) =>
      eventos.comecarOutro({ ...asked, ...counted }, anAutor())
    const before = await readIn(harness)
    await admit(harness, late, '18:30')
    expect(await begin(before)).toEqual({ kind: 'entrou-mais' })
    expect(await eventos.find()).toMatchObject({ eventoid: 'evento-1', evento: {} })
    expect(await begin(await readIn(harness))).toMatchObject({
      kind: 'comecou',
      guardado: { anteriores: [{ balanco: { vieram: 2 } }] },
    })
  }),
  it('another event takes the numbers of the former along, and nothing it was counted by', async (harness) => {
    const { eventos, painel } = harness.storage
    await withEvento(harness)
    await admit(harness, await aConvidado(harness, 'mesa'), '18:00')
    await erase(harness)
    const { balanco } = await readIn(harness)
    const request = { de: 'evento-1', eventoid: unique('outro'), areContactsErased: false }
    await eventos.comecarOutro({ ...request, balanco, entradas: null }, anAutor())
    await eventos.comecarOutro({ ...request, balanco: null, entradas: null }, anAutor())
    expect(await eventos.find()).toMatchObject({ anteriores: [{ eventoid: 'evento-1', balanco }] })
    await painel.renew()
    expect(await painel.readBalancoInput()).toMatchObject({
      pagas: [],
      entradas: [],
      linhas: [{ ato: 'comecou-evento' }],
    })
    const stored = await eventos.find()
    expect(JSON.stringify(stored?.anteriores)).not.toMatch(/mesa|confirmados":null/)
  }),
]

export const races: ContractCase[] = [
  it('the event corrected and everything erased at once: what was confirmed is kept, and so is what was stored', async (harness) => {
    const { eventos } = harness.storage
    const { evento } = anEventoGravado()
    await withEvento(harness)
    await aConvidado(harness)
    const corrected = { versao: 1, evento: { ...evento, contato: 'outra@x.example' }, now: OVER }
    const [gravacao] = await Promise.all([eventos.gravar(aGravar(corrected), anAutor()), erase(harness)])
    expect(['gravado', 'mudou-entretanto']).toContain(gravacao.kind)
    expect(await eventos.find()).toMatchObject({
      versao: gravacao.kind === 'gravado' ? 3 : 2,
      confirmados: 1,
      evento: { contato: gravacao.kind === 'gravado' ? 'outra@x.example' : evento.contato },
    })
  }),
]
