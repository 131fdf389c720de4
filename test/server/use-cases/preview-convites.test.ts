import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CASA, DA_CASA } from '../../../server/domain/casa.ts'
import { NOTHING_DONE } from '../../../server/domain/planilha-repo.ts'
import { convidadosOf } from '../../../server/planilhas/rows.ts'
import { createGivers } from '../../../server/use-cases/givers.ts'
import { previewConvites, writeConvites } from '../../../server/use-cases/preview-convites.ts'
import { anAutor, anEmpresa, NOW } from '../../support/factories.ts'
import { pastaOf } from '../../support/pasta.ts'
import { createStore } from '../../support/stored.ts'

function aHouse() {
  const store = createStore()
  const parts = {
    ...store.open(),
    now: () => NOW,
    empresaidOf: () => 'nova',
    chaveAntigaOf: () => null,
    chaveOf: ({ nome, telefone }: { nome: string; telefone: string }) => `${nome} ${telefone}`,
    conviteIdOf: (purpose: string, seed: string) =>
      createHash('sha256').update(`${purpose} ${seed}`).digest('base64url'),
  }
  const preview = async (csv: string, respostas: Record<string, Record<string, string>> = {}) => {
    const { rows } = await convidadosOf(await pastaOf(csv, { respostas }), null)
    return previewConvites(parts, rows, await createGivers(parts, rows))
  }
  const write = async (csv: string, respostas = {}) => {
    const { rows } = await preview(csv, respostas)
    const planilha = { planilhaid: 'p' }
    const upload = { ...planilha, enviadaem: NOW, tipo: 'convidados' as const, arquivo: 'lista.csv' }
    await parts.planilhas.begin({ ...upload, fase: 'gravando', quem: 'q', vistaem: NOW, ...NOTHING_DONE })
    return writeConvites({ ...parts, autor: () => anAutor(), planilha }, rows, () => true)
  }
  const counts = async (csv: string) => {
    const { effect } = await preview(csv)
    return [effect.inserted, effect.changed, effect.bad].map(({ length }) => length).concat(effect.equal)
  }
  return { store, parts, preview, write, counts }
}

const SHEET = 'Nome;WhatsApp;Obs\nAna Lima;34999110001;\nBia Sá;;\nAna Lima;34999110001;de novo\n'

test('a sheet sent again changes nothing, and a person twice in it is one', async () => {
  const { store, write, counts } = aHouse()
  expect(await counts(SHEET)).toEqual([2, 0, 1, 0])
  expect(await write(SHEET)).toBe(true)
  expect(store.all('convites').map(({ rotulo, telefone }) => [rotulo, telefone])).toEqual([
    ['Ana Lima', '34999110001'],
    ['Bia Sá', ''],
  ])
  expect(await counts(SHEET.replace('de novo', ''))).toEqual([0, 0, 0, 3])
})

test('two of one name without numbers are two where somebody says so, and once however often it is sent', async () => {
  const { store, write, counts } = aHouse()
  const sheet = 'Nome\nJosé Lima\nJosé Lima\n'
  expect(await counts(sheet)).toEqual([1, 0, 1, 0])
  for (let again = 0; again < 2; again += 1) await write(sheet, { 3: { homonimo: 'duas' } })
  expect(store.all('convites').map(({ rotulo }) => rotulo)).toEqual(['José Lima', 'José Lima'])
})

test('what an invitation does not keep is said once', async () => {
  const { preview } = aHouse()
  const { effect } = await preview('Nome;E-mail\nAna Lima;ana@x.com\nBia Sá;bia@x.com\n')
  expect(effect.avisos.map(({ problems }) => problems)).toEqual([
    ['o e-mail de 2 linhas, como “ana@x.com”, não fica guardado: só de quem já confirmou'],
  ])
})

test('a number in a later row of the same person is not lost', async () => {
  const { store, write } = aHouse()
  await write('Nome;WhatsApp\nBia Sá;\nBia Sá;34999110002\n')
  expect(store.all('convites').map(({ telefone }) => telefone)).toEqual(['34999110002'])
})

test('a number completes who has none, and one who has answered stays as stored', async () => {
  const { store, write, counts } = aHouse()
  await write(SHEET)
  const completed = 'Nome;WhatsApp\nBia Sá;34999110002\n'
  expect(await counts(completed)).toEqual([0, 1, 0, 0])
  expect(await write(completed)).toBe(true)
  expect(store.all('convites').find(({ rotulo }) => rotulo === 'Bia Sá')).toMatchObject({
    telefone: '34999110002',
  })
  const [ana] = store.all('convites')
  if (ana) store.put('convites', { ...ana, telefone: '', recusadoem: NOW })
  expect(await counts('Nome;WhatsApp\nAna Lima;34999110001\n')).toEqual([0, 0, 0, 1])
})

test('two organisers who send one sheet at once invite each person once', async () => {
  const { store, write } = aHouse()
  expect(await Promise.all([write(SHEET), write(SHEET)])).toEqual([true, true])
  expect(store.count('convites')).toBe(2)
})

test('a person whose invitation was revoked gets another link', async () => {
  const { store, parts, write, counts } = aHouse()
  await write(SHEET)
  const [ana] = store.all('convites')
  await parts.convites.revoke(ana?.codigo ?? '', anAutor())
  expect(await counts(SHEET)).toEqual([1, 0, 1, 1])
  expect(await write(SHEET)).toBe(true)
  expect(new Set(store.all('convites').map(({ codigo }) => codigo)).size).toBe(3)
})

test('where the event has a LOTAÇÃO, the house invites no more than it has', async () => {
  const { store, write, counts } = aHouse()
  store.put('empresas', anEmpresa({ empresaid: CASA, usuarioid: DA_CASA, icredencial: 1, licredencial: 0 }))
  expect(await counts(SHEET)).toEqual([1, 0, 2, 0])
  expect(await write(SHEET)).toBe(true)
  expect(store.get('empresas', CASA)).toMatchObject({ licredencial: 1 })
})

test('a sheet sent again finds an invitation that was renamed or given another number since', async () => {
  const { store, parts, write, counts } = aHouse()
  await write(SHEET)
  const [ana, bia] = store.all('convites')
  await parts.convites.correct(ana?.codigo ?? '', { rotulo: 'Ana Prado', telefone: '', nota: '' }, anAutor())
  const number = { rotulo: 'Bia Sá', telefone: '34999110009', nota: '' }
  await parts.convites.correct(bia?.codigo ?? '', number, anAutor())
  expect(await counts('Nome;WhatsApp\nAna Lima;34999110001\nBia Sá;\n')).toEqual([0, 0, 0, 2])
  await parts.convites.revoke(ana?.codigo ?? '', anAutor())
  expect(await counts(SHEET)).toEqual([1, 0, 1, 1])
  await write(SHEET)
  expect(store.count('convites')).toBe(3)
  const corrected = 'Nome;WhatsApp\nCaio Reis;34999110003\n'
  await write(corrected)
  const caio = store.all('convites').find(({ rotulo }) => rotulo === 'Caio Reis')
  const other = { rotulo: 'Caio Reis', telefone: '34999110004', nota: '' }
  await parts.convites.correct(caio?.codigo ?? '', other, anAutor())
  expect(await counts(corrected)).toEqual([0, 0, 0, 1])
})

test('of two with one name and two numbers the first completes the one without, and the second is new', async () => {
  const { store, write, counts } = aHouse()
  await write('Nome;WhatsApp\nBia Sá;\n')
  const two = 'Nome;WhatsApp\nBia Sá;34999110002\nBia Sá;34999110003\n'
  expect(await counts(two)).toEqual([1, 1, 0, 0])
  await write(two)
  expect(store.all('convites').map(({ telefone }) => telefone)).toEqual(['34999110002', '34999110003'])
  expect(await counts(two)).toEqual([0, 0, 0, 2])
})
