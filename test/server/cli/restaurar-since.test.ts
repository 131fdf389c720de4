import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anAutor, anEventoGravado, aGravar, NOW } from '../../support/factories.ts'
import { lookAt, halfWrittenIn, valueOf } from '../../support/sqlite-value.ts'
import { aHouse } from './a-restore.ts'

test('an erasure made since is repeated, whether the database or the folder of copies tells of it', async () => {
  const { path, folder, copy, storage, close, run, names, contacts, carry, lose } = await aHouse()
  const carried = carry()
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }), undefined, {
    isEarlyAllowed: true,
    areContactsErased: true,
  })
  await storage.backups?.erase()
  await close()
  expect(existsSync(copy)).toBe(false)
  const said =
    'Os dados foram apagados em 1 de setembro de 2027, 12h, depois da cópia: foram apagados nela também.'

  const first = run(carried)
  expect([first.exit, first.out.includes(said), names(), contacts()]).toEqual([0, true, [], ''])
  expect(readFileSync(path).includes('ANTES')).toBe(false)

  // With the database's disk lost, the folder of copies still knows.
  lose()
  const second = run(carried)
  expect([second.exit, second.out.includes(said), names(), contacts()]).toEqual([0, true, [], ''])

  rmSync(path)
  rmSync(join(folder, 'expurgo.json'))
  const third = run(carried)
  expect([third.exit, third.out.includes('não se sabe quem foi apagado'), names()]).toEqual([
    0,
    true,
    ['ANTES'],
  ])
})

test('where the event was described otherwise since, it is told that it is the copy’s again', async () => {
  const { storage, close, run, copied } = await aHouse()
  const gravado = anEventoGravado()
  await storage.eventos.adotar(gravado, NOW)
  const copy = await copied(NOW + 10)
  const told = 'O evento voltou a ser o da cópia: confira data e lugar em /painel/evento.\n'
  const evento = { ...gravado.evento, local: 'Tatersal do Parque' }
  await storage.eventos.gravar(aGravar({ versao: gravado.versao, evento }), anAutor())
  await close()
  expect(run(copy).out).toContain(told)
  expect(run(copy).out).not.toContain(told)
})

test('contacts erased with the guests stay erased when another event was begun since, too', async () => {
  const { storage, close, run, names, contacts, carry } = await aHouse()
  const carried = carry()
  const gravado = anEventoGravado()
  await storage.eventos.adotar(gravado, NOW)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }), undefined, {
    isEarlyAllowed: true,
    areContactsErased: true,
  })
  await storage.backups?.erase()
  const next = {
    de: gravado.eventoid,
    eventoid: 'proximo',
    areContactsErased: false,
    balanco: null,
    entradas: null,
  }
  expect((await storage.eventos.comecarOutro(next, anAutor({ em: NOW + 2_000 }))).kind).toBe('comecou')
  // As another erasure does, which rewrites what the folder of copies knows.
  await storage.backups?.erase()
  await close()
  expect(run(carried).exit).toBe(0)
  expect([names(), contacts()]).toEqual([[], ''])
})

test('a copy made after an erasure is put back whole', async () => {
  const { storage, register, close, run, names, copied } = await aHouse()
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }))
  await storage.backups?.erase()
  await register('DEPOIS DO TESTE', 2)
  const since = await copied(NOW + 2_000)
  await close()
  const { exit, out } = run(since)
  expect([exit, out.includes('apagados'), names()]).toEqual([0, false, ['DEPOIS DO TESTE']])
})

test('an erasure with the clock a day ahead hides no later one: who was erased last does not come back', async () => {
  const { storage, register, close, run, names, copied, carry, lose } = await aHouse()
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 86_400_000 }))
  await storage.backups?.erase()
  await register('PRIMEIRA', 2)
  await register('SEGUNDA', 3)
  const copy = await copied(NOW + 10)
  const carried = carry(copy)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 20 }))
  await storage.backups?.erase()
  await close()
  const first = run(carried)
  expect([first.exit, first.out.includes('foram apagados nela também'), names()]).toEqual([0, true, []])
  // The folder of copies alone knows as much.
  lose()
  const second = run(carried)
  expect([second.exit, second.out.includes('foram apagados nela também'), names()]).toEqual([0, true, []])
})

test('a note of erasures that cannot be read refuses with a sentence, and nothing changes', async () => {
  const { folder, copy, register, close, run, names } = await aHouse()
  await register('DEPOIS', 2)
  await close()
  // The second form is that of releases before 1.2.0.
  for (const note of ['', `{"apagadoem":${NOW + 1_000},"contatosem":null}\n`]) {
    writeFileSync(join(folder, 'expurgo.json'), note)
    const { exit, out, err } = run(copy)
    expect([exit, out, names()]).toEqual([1, '', ['ANTES', 'DEPOIS']])
    expect(err).toMatch(/expurgo\.json, que diz quando os dados foram apagados, não se consegue ler/)
    expect(err.endsWith('Nada mudou.\n')).toBe(true)
  }
})

test('guests removed one by one since do not come back, and their invitations are as they were left', async () => {
  const { path, storage, register, close, run, names, copied } = await aHouse()
  await register('EXCLUÍDA', 2)
  await register('EXCLUÍDO SEM DEVOLVER', 3)
  const since = await copied(NOW + 10)
  await storage.credenciais.remove(String(NOW + 2), true, anAutor({ em: NOW + 20 }))
  await storage.credenciais.remove(String(NOW + 3), false, anAutor({ em: NOW + 21 }))
  await close()
  const { out } = run(since)
  expect(out).toContain('com 1 convidado.\n')
  expect(out).toContain('2 convidados excluídos depois da cópia não voltaram.')
  expect([names(), halfWrittenIn(path)]).toEqual([['ANTES'], []])
  expect(lookAt(path, (db) => valueOf(db, 'SELECT licredencial FROM empresa'))).toBe(2)
  expect(readFileSync(path).includes('EXCLUÍD')).toBe(false)
})
