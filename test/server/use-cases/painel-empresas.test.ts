import { newMesa } from '../../../server/domain/mesa.ts'
import { expect, test } from 'vitest'
import {
  painelEmpresas,
  createPainelReadings,
  type EmpresasQuery,
} from '../../../server/use-cases/painel-readings.ts'
import { aClaim, anEmpresa, anEvento, NOW } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

const ALL: EmpresasQuery = { ordem: 'nome', texto: '', grupo: null, pagina: 1 }

interface Given {
  total: number
  used?: number
  held?: number
  contato?: string
  telefone?: string
  fechada?: boolean
}

async function painel(names: Record<string, Given>) {
  const store = createStore()
  const storage = store.open()
  for (const [nome, given] of Object.entries(names)) {
    const { total, used = 0, held = 0, contato = '', telefone = '', fechada = false } = given
    store.put(
      'empresas',
      anEmpresa({ empresaid: nome, nome, icredencial: total, licredencial: used, contato }),
    )
    store.put('mesas', { ...newMesa(nome), fechada, telefone })
    for (let index = 0; index < held; index++)
      await storage.empresas.claim(aClaim(nome, { sid: `${nome}-${index}`, now: NOW }))
  }
  return (query: Partial<EmpresasQuery>) =>
    painelEmpresas(createPainelReadings({ ...storage, now: () => NOW }, anEvento()), { ...ALL, ...query })
}

const namesIn = ({ empresas }: { empresas: { nome: string }[] }) => empresas.map(({ nome }) => nome)

test('names are sorted as Portuguese sorts them, numbers from the largest', async () => {
  const ask = await painel({ Zebu: { total: 5 }, Água: { total: 9, used: 3 }, Boi: { total: 9, held: 1 } })
  expect(namesIn(await ask({ ordem: 'nome' }))).toEqual(['Água', 'Boi', 'Zebu'])
  expect(namesIn(await ask({ ordem: 'left' }))).toEqual(['Boi', 'Água', 'Zebu'])
  expect(namesIn(await ask({ ordem: 'total' }))).toEqual(['Água', 'Boi', 'Zebu'])
  expect(namesIn(await ask({ ordem: 'held' }))[0]).toBe('Boi')
})

test('a text finds a name without accents, and the sums are of what was found', async () => {
  const ask = await painel({ 'Água Limpa': { total: 9, used: 3 }, Boi: { total: 4 } })
  const { empresas, sum, found, all } = await ask({ texto: 'agua' })
  expect(empresas.map(({ nome, used, left }) => ({ nome, used, left }))).toEqual([
    { nome: 'Água Limpa', used: 3, left: 6 },
  ])
  expect({ sum, found, all }).toEqual({
    sum: { total: 9, used: 3, held: 0, pessoais: 0, left: 6, dentro: 0 },
    found: 1,
    all: { empresas: 2, convites: 13 },
  })
})

test('a text finds who answers for a company, too', async () => {
  const ask = await painel({ Boi: { total: 4, contato: 'Otávio Rezende' }, Zebu: { total: 4 } })
  expect(namesIn(await ask({ texto: 'otavio' }))).toEqual(['Boi'])
})

test('each group has those one acts on; a search narrows what it counts, and the group does not', async () => {
  const ask = await painel({
    Usou: { total: 9, used: 1, telefone: '65998124402' },
    Segura: { total: 4, held: 1 },
    Parada: { total: 2, fechada: true },
    Cheia: { total: 3, used: 2, held: 1, telefone: '65998124402' },
    Nenhum: { total: 0, telefone: '65998124402' },
  })
  expect(namesIn(await ask({ grupo: 'paradas' }))).toEqual(['Nenhum', 'Parada'])
  expect(namesIn(await ask({ grupo: 'cheias' }))).toEqual(['Cheia'])
  expect(namesIn(await ask({ grupo: 'semWhatsapp' }))).toEqual(['Parada', 'Segura'])
  const fechadas = await ask({ grupo: 'fechadas' })
  expect(fechadas.empresas.map(({ nome, grupos }) => [nome, grupos])).toEqual([
    ['Parada', ['paradas', 'semWhatsapp', 'fechadas']],
  ])
  expect([fechadas.found, fechadas.named]).toEqual([1, 5])
  expect(fechadas.counts).toEqual({ paradas: 2, cheias: 1, semWhatsapp: 2, fechadas: 1 })
  const searched = await ask({ texto: 'chei' })
  expect([searched.named, searched.counts]).toEqual([
    1,
    { paradas: 0, cheias: 1, semWhatsapp: 0, fechadas: 0 },
  ])
})

test('a page has a hundred, and one beyond the last is the last', async () => {
  const names = Array.from({ length: 205 }, (_, index) => `Empresa ${String(index).padStart(3, '0')}`)
  const ask = await painel(Object.fromEntries(names.map((nome) => [nome, { total: 1 }])))
  expect(namesIn(await ask({ pagina: 2 }))[0]).toBe('Empresa 100')
  const last = await ask({ pagina: 99 })
  expect({ pagina: last.pagina, names: namesIn(last) }).toEqual({ pagina: 3, names: names.slice(200) })
  expect((await ask({ pagina: -1 })).pagina).toBe(1)
})
