import { expect, test } from 'vitest'
import { credencialOf } from '../../../server/domain/credencial.ts'
import {
  PAGE_SIZE,
  PART_SIZE,
  listByName,
  listByTable,
  listPage,
  EMPRESAS_MAX,
  inAlphabet,
  letterOf,
  partsOf,
} from '../../../server/use-cases/list-convidados.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { CASA, DA_CASA, NOME_DA_CASA } from '../../../server/domain/casa.ts'
import { listEmpresas } from '../../../server/use-cases/empresas.ts'
import { aCadastro, aClaim, anEmpresa, aNoPainel, aRegister, NOW } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

const COUNT = 2 * PART_SIZE + 1
/** Pages of a part. */
const IN_A_PART = PART_SIZE / PAGE_SIZE

/** A page has the names of one letter. */
const letterAt = (page: number) => String.fromCharCode(65 + page)

/** More guests than two parts hold, seven hundred of them of a company; found as quickly as in a database. */
function open() {
  const convidados = Array.from({ length: COUNT }, (_, index): ConvidadoNoPainel => {
    const nome = `${letterAt(Math.floor(index / PAGE_SIZE))} ${String(index).padStart(5, '0')}`
    const empresa = index % 3 === 0 && index < 2100 ? { empresaid: 'serra', nome: 'Serra', numero: '' } : null
    const credencial = credencialOf(
      String(NOW + index),
      aCadastro({ nome, telefone: '65912345678', email: '' }),
    )
    return aNoPainel(credencial, { empresa })
  })
  const ofSerra = convidados.filter(({ empresa }) => empresa !== null).length
  const store = createStore()
  store.put('empresas', anEmpresa({ empresaid: 'serra', icredencial: 900, licredencial: ofSerra }))
  const memory = store.open()
  const search: typeof memory.painel.search = async (queries, offset, limit) => {
    const found = convidados.filter(({ empresa }) =>
      queries.some(({ empresaid }) => empresaid === undefined || (empresa?.empresaid ?? null) === empresaid),
    )
    return { convidados: found.slice(offset, offset + limit), total: found.length }
  }
  const now = () => NOW
  const painelReadings = {
    empresas: () => listEmpresas({ list: (at) => memory.painel.listEmpresas(at), now }),
  }
  const parts = { painel: { ...memory.painel, search }, painelReadings }
  return { parts, convidados }
}

const idsOf = (convidados: ConvidadoNoPainel[]) => convidados.map(({ credencial }) => credencial.credencialid)

test('the parts of the list by name have every guest once, in order', async () => {
  const { parts, convidados } = open()
  const lists = await Promise.all([1, 2, 3].map((parte) => listByName(parts, parte)))
  expect(lists.map(({ parte, partes, total }) => [parte, partes, total])).toEqual([
    [1, 3, COUNT],
    [2, 3, COUNT],
    [3, 3, COUNT],
  ])
  expect(lists.flatMap(({ convidados }) => idsOf(convidados))).toEqual(idsOf(convidados))
  expect(await listByName(parts, 99)).toEqual(lists[2])
})

test('the parts of the list by table have every guest once, those of no company last', async () => {
  const { parts, convidados } = open()
  const lists = await Promise.all([1, 2, 3].map((parte) => listByTable(parts, parte)))
  const mesas = lists.flatMap((list) => list.mesas)
  expect(lists.map(({ parte, partes }) => [parte, partes])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  expect(mesas.map(({ empresa }) => empresa?.empresaid ?? null)).toEqual(['serra', null, null])
  expect(mesas.flatMap(({ convidados }) => idsOf(convidados)).sort()).toEqual(idsOf(convidados).sort())
})

test('the pages to tick names on follow the parts, and tell on which page of a part each letter begins', async () => {
  const { parts, convidados } = open()
  const pages = await Promise.all(
    [1, IN_A_PART, IN_A_PART + 1, 2 * IN_A_PART + 1].map((n) =>
      listPage(parts, n, { texto: '', empresaid: undefined }),
    ),
  )
  expect(pages.map(({ convidados }) => idsOf(convidados))).toEqual([
    idsOf(convidados.slice(0, PAGE_SIZE)),
    idsOf(convidados.slice(PART_SIZE - PAGE_SIZE, PART_SIZE)),
    idsOf(convidados.slice(PART_SIZE, PART_SIZE + PAGE_SIZE)),
    idsOf(convidados.slice(2 * PART_SIZE)),
  ])
  expect(pages[2]?.letras.slice(0, 2)).toEqual([
    { letra: letterAt(IN_A_PART), pagina: IN_A_PART + 1 },
    { letra: letterAt(IN_A_PART + 1), pagina: IN_A_PART + 2 },
  ])
  expect((await listPage(parts, 999, { texto: '', empresaid: undefined })).pagina).toBe(2 * IN_A_PART + 1)
})

test('guests of a company whose invitations cannot be counted stand on the list by table', async () => {
  const store = createStore()
  const memory = store.open()
  for (const empresaid of ['inteira', 'quebrada']) {
    store.put('empresas', anEmpresa({ empresaid, nome: `Mesa ${empresaid}` }))
    await memory.credenciais.register(aRegister({ claim: aClaim(empresaid) }))
  }
  store.change('empresas', 'quebrada', { licredencial: 'abc' })
  const now = () => NOW
  const painelReadings = {
    empresas: () => listEmpresas({ list: (at) => memory.painel.listEmpresas(at), now }),
  }
  const { mesas } = await listByTable({ painel: memory.painel, painelReadings }, 1)
  expect(
    mesas.map(({ empresa, convidados }) => [empresa?.nome, empresa?.numbers?.used, convidados.length]),
  ).toEqual([
    ['Mesa inteira', 1, 1],
    ['Mesa quebrada', undefined, 1],
  ])
})

test('guests of the house, and those of nobody, stand last on the list by table', async () => {
  const store = createStore()
  const memory = store.open()
  store.put('empresas', anEmpresa({ empresaid: CASA, nome: NOME_DA_CASA, usuarioid: DA_CASA }))
  store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Acme' }))
  for (const claim of [null, aClaim('acme')]) await memory.credenciais.register(aRegister({ claim }))
  const painelReadings = {
    empresas: () => listEmpresas({ list: (at) => memory.painel.listEmpresas(at), now: () => NOW }),
  }
  const { mesas } = await listByTable({ painel: memory.painel, painelReadings }, 1)
  expect(
    mesas.map(({ empresa, isDaCasa, convidados }) => [empresa?.nome, isDaCasa, convidados.length]),
  ).toEqual([
    ['Acme', false, 1],
    [undefined, true, 1],
  ])
})

test('names stand in the order of the Portuguese alphabet, accents or none', () => {
  const names = ['ZILDA', 'ÁLVARO B', 'ALVARO C', 'ÉDSON', 'BRUNO', 'Ana', 'D’ÁVILA', 'CÍCERO', 'CELSO']
  const sorted = inAlphabet(names.map((nome) => ({ credencial: { nome } })))
  expect(sorted.map(({ credencial }) => credencial.nome)).toEqual([
    ...['ÁLVARO B', 'ALVARO C', 'Ana', 'BRUNO', 'CELSO', 'CÍCERO', 'D’ÁVILA', 'ÉDSON', 'ZILDA'],
  ])
})

test('a name is filed under its first letter without accent, and one without a letter under #', () => {
  expect(['Álvaro', 'érica', '“Zé”', '4 Irmãos', '…'].map(letterOf)).toEqual(['A', 'E', 'Z', '#', '#'])
})

test('companies without guests are left out, and a part is no larger than it may be', () => {
  const groups = [
    { empresaid: 'a', count: 600 },
    { empresaid: 'b', count: 0 },
    { empresaid: 'c', count: 500 },
    { empresaid: null, count: PART_SIZE + 5 },
  ]
  expect(partsOf(groups)).toEqual([
    [{ empresaid: 'a', offset: 0 }],
    [{ empresaid: 'c', offset: 0 }],
    [{ empresaid: null, offset: 0 }],
    [{ empresaid: null, offset: PART_SIZE }],
  ])
  expect(partsOf([])).toEqual([])
})

test('many small companies are divided by their number', () => {
  const groups = Array.from({ length: EMPRESAS_MAX + 1 }, (_, i) => ({ empresaid: `e${i}`, count: 1 }))
  expect(partsOf(groups).map((part) => part.length)).toEqual([EMPRESAS_MAX, 1])
})
