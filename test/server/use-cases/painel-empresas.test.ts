import { expect, test } from 'vitest'
import {
  painelEmpresas,
  createPainelReadings,
  type EmpresasQuery,
} from '../../../server/use-cases/painel-readings.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { createMemoryStore } from '../../../server/repos/memory/store.ts'
import { aClaim, anEmpresa, NOW } from '../../support/factories.ts'

const ALL: EmpresasQuery = { ordem: 'nome', texto: '', isParada: false, pagina: 1 }

async function painel(names: Record<string, { total: number; used?: number; held?: number }>) {
  const store = createMemoryStore()
  const storage = openMemory(store)
  for (const [nome, { total, used = 0, held = 0 }] of Object.entries(names)) {
    store.empresas.set(nome, anEmpresa({ empresaid: nome, nome, icredencial: total, licredencial: used }))
    for (let index = 0; index < held; index++)
      await storage.empresas.claim(aClaim(nome, { sid: `${nome}-${index}`, now: NOW }))
  }
  return (query: Partial<EmpresasQuery>) =>
    painelEmpresas(
      createPainelReadings({ ...storage, now: () => NOW }, { inicio: '2027-09-16T19:30:00-03:00' }),
      { ...ALL, ...query },
    )
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
  const { empresas, sum, found, total } = await ask({ texto: 'agua' })
  expect(empresas.map(({ nome, used, left }) => ({ nome, used, left }))).toEqual([
    { nome: 'Água Limpa', used: 3, left: 6 },
  ])
  expect({ sum, found, total }).toEqual({
    sum: { total: 9, used: 3, held: 0, pessoais: 0, left: 6, dentro: 0 },
    found: 1,
    total: 2,
  })
})

test('those that have not begun have nothing used and nothing held', async () => {
  const ask = await painel({
    Usou: { total: 9, used: 1 },
    Segura: { total: 4, held: 1 },
    Parada: { total: 2 },
  })
  expect(namesIn(await ask({ isParada: true }))).toEqual(['Parada'])
})

test('a page has a hundred, and one beyond the last is the last', async () => {
  const names = Array.from({ length: 205 }, (_, index) => `Empresa ${String(index).padStart(3, '0')}`)
  const ask = await painel(Object.fromEntries(names.map((nome) => [nome, { total: 1 }])))
  expect(namesIn(await ask({ pagina: 2 }))[0]).toBe('Empresa 100')
  const last = await ask({ pagina: 99 })
  expect({ pagina: last.pagina, names: namesIn(last) }).toEqual({ pagina: 3, names: names.slice(200) })
  expect((await ask({ pagina: -1 })).pagina).toBe(1)
})
