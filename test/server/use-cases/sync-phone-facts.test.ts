import { expect, test } from 'vitest'
import { entradasIn } from '../../../server/domain/entrada.ts'
import type { EntradaEnviada } from '../../../server/domain/porta-sync.ts'
import { aConvidadoOf } from '../../support/a-painel.ts'
import { aMerge, anAutor, NOW, unique } from '../../support/factories.ts'
import { aPorta, sent, MINUTE } from '../../support/a-phone-sync.ts'

test('a token whatever its versao, and a code of one guest, are the guest’s; a typed name and an invention stay noted', async () => {
  const { ana, send, stored, tokenOf: token, codeOf } = await aPorta()
  await send([
    sent({ anotado: token(ana, 0) }),
    sent({ anotado: token(ana, 7) }),
    sent({ anotado: codeOf(ana, 0).toLowerCase(), modo: 'codigo' }),
    sent({ anotado: codeOf(ana, 0), modo: 'busca' }),
    sent({ anotado: `${token(ana, 0)}x` }),
  ])
  const known = { credencialid: ana, anotado: null }
  expect(stored()).toMatchObject([known, known, known, { credencialid: '' }, { credencialid: '' }])
  expect(stored().at(-1)?.anotado).toBe(`${token(ana, 0)}x`)
})

test('a phone annuls its own admission within two minutes, in the same batch or later, noted or not', async () => {
  const { ana, send, stored, tokenOf: token } = await aPorta()
  const known = sent({ credencialid: ana })
  const typed = sent({ modo: 'busca', anotado: 'João' })
  const scanned = sent({ anotado: token(ana, 0) })
  const undo = (of: EntradaEnviada, fields: Partial<EntradaEnviada> = {}) =>
    sent({ ...of, entradaid: unique('e'), anula: of.entradaid, lidaem: NOW + 2 * MINUTE, ...fields })
  const late = undo(scanned, { lidaem: NOW + 3 * MINUTE })
  expect((await send([])).recusadas).toEqual([])
  const guardadas = [
    ...(await send([known, undo(known), typed])).guardadas,
    ...(await send([undo(typed), scanned])).guardadas,
    ...(await send([undo(scanned), late])).guardadas,
  ]
  expect(guardadas).toHaveLength(6)
  expect(guardadas).not.toContain(late.entradaid)
  const annulments = stored().filter(({ anula }) => anula !== null)
  expect(annulments.map(({ credencialid }) => credencialid)).toEqual([ana, '', ana])
})

test('a phone annuls no other’s admission, no annulment, and nothing that is not there', async () => {
  const { ana, send, stored, paired } = await aPorta()
  const theirs = sent({ credencialid: ana })
  await send([theirs], await paired('PORTA C'))
  const mine = sent({ credencialid: ana })
  const undone = sent({ credencialid: ana, anula: mine.entradaid })
  await send([mine, undone])
  const refused = [
    sent({ credencialid: ana, anula: theirs.entradaid }),
    sent({ credencialid: ana, anula: undone.entradaid }),
    sent({ credencialid: ana, anula: 'nothing' }),
    sent({ credencialid: 'nobody', anula: theirs.entradaid }),
  ]
  expect(await send(refused)).toMatchObject({
    guardadas: [],
    recusadas: refused.map(({ entradaid }) => entradaid),
  })
  // Under the id of another phone's admission, in this phone's own batch.
  const forged = [{ ...theirs }, sent({ credencialid: ana, anula: theirs.entradaid })]
  expect((await send(forged)).guardadas).toEqual([theirs.entradaid])
  expect(stored()).toHaveLength(3)
})

test('a clock that is wrong by days is stored as sent; an instant that cannot be is that of its arrival', async () => {
  const { send, stored } = await aPorta()
  const day = 86_400_000
  const all = [NOW + day, NOW - 30 * day, NOW + 8 * day, 0, -1].map((lidaem) =>
    sent({ anotado: 'João', modo: 'busca', lidaem }),
  )
  expect((await send(all)).guardadas).toHaveLength(5)
  expect(stored().map(({ lidaem }) => lidaem)).toEqual(all.map(({ lidaem }) => lidaem))
  expect(stored().map(({ lidaem, desvio }) => lidaem + desvio)).toEqual([
    NOW + day,
    NOW - 30 * day,
    NOW,
    NOW,
    NOW,
  ])
})

test('an admission dated before its guest registered, or before anybody stood at the door, is that of its arrival', async () => {
  const { ana, send, stored } = await aPorta()
  const [day, year] = [86_400_000, Date.UTC(2020, 5, 1)]
  const dated: [string, number][] = [
    [ana, NOW - 1],
    [ana, year],
    [ana, NOW],
    ['', year],
    ['', NOW - 41 * day],
    ['', NOW - 39 * day],
    ['outro-produto', year],
  ]
  const all = dated.map(([credencialid, lidaem]) => sent({ credencialid, lidaem, anotado: 'João' }))
  await send(all)
  const instants = stored()
    .filter(({ entradaid }) => !entradaid.includes('~'))
    .map(({ lidaem, desvio }) => lidaem + desvio)
  expect(instants).toEqual([NOW, NOW, NOW, NOW, NOW, NOW - 39 * day, NOW])
})

test('a phone annuls what it admitted by a clock that stood before the registration, in the same batch or later', async () => {
  const { ana, send, stored } = await aPorta()
  const entrada = sent({ credencialid: ana, lidaem: NOW - 20 * MINUTE })
  await send([entrada])
  const annulment = sent({ ...entrada, entradaid: unique('e'), anula: entrada.entradaid })
  expect((await send([{ ...annulment, lidaem: NOW - 19 * MINUTE }])).recusadas).toEqual([])
  expect(stored()).toHaveLength(2)
})

test('a guest admitted by a phone that had not heard of a merge is inside as the one who was kept, once, undone with it', async () => {
  const porta = await aPorta()
  const { ana, send, credenciais, entradas } = porta
  const bia = await aConvidadoOf(porta, { nome: 'BIA REIS', telefone: '65987651111' })
  const leo = await aConvidadoOf(porta, { nome: 'LEO REIS', telefone: '65987652222' })
  await credenciais.merge(aMerge(bia, ana), anAutor())
  await credenciais.merge(aMerge(leo, bia), anAutor())
  const entrada = sent({ credencialid: ana })
  for (const batch of [[entrada], [entrada]]) await send(batch)
  const inside = async () => entradasIn(await entradas.listOf(leo))
  expect(await inside()).toHaveLength(1)
  await send([sent({ credencialid: ana, anula: entrada.entradaid })])
  expect(await inside()).toEqual([])
})

test('a removed guest who was let in all the same is inside off the list', async () => {
  const { ana, send, credenciais, entradas } = await aPorta()
  await credenciais.remove(ana, true, anAutor())
  const entrada = sent({ credencialid: ana })
  for (const batch of [[entrada], [entrada]]) await send(batch)
  expect((await entradas.listAnotadas(0, 9)).entradas).toMatchObject([{ anotado: 'convidado excluído' }])
  await send([sent({ credencialid: ana, anula: entrada.entradaid })])
  expect((await entradas.listAnotadas(0, 9)).entradas).toEqual([])
})

test('text where the id of a guest belongs is kept nowhere: somebody off the list is inside', async () => {
  const { send, store, credenciais, entradas, ana } = await aPorta()
  const batch = [sent({ credencialid: 'Tia Zezé' }), sent({ credencialid: ana })]
  expect((await send(batch)).guardadas).toEqual(batch.map(({ entradaid }) => entradaid))
  expect((await entradas.listAnotadas(0, 9)).entradas).toMatchObject([{ anotado: 'convidado excluído' }])
  expect(JSON.stringify([...store.all('entradas'), ...store.all('historico')])).not.toContain('Zezé')
  // A guest of another product may have any id.
  const { credencial } = (await credenciais.findById(ana)) ?? {}
  if (credencial) store.put('credenciais', { ...credencial, credencialid: 'joao.silva' })
  await send([sent({ credencialid: 'joao.silva' })])
  expect(await entradas.listOf('joao.silva')).toHaveLength(1)
})

test('a phone number or a CPF where the id of a guest belongs is kept nowhere, a removed guest’s id is', async () => {
  const { send, stored, store } = await aPorta()
  const typed = ['65987654321', '5565987654321', '0156533334444', '52998224725', '1234567890123456']
  await send([...typed, String(NOW - MINUTE)].map((credencialid) => sent({ credencialid })))
  expect(new Set(stored().map(({ credencialid }) => credencialid))).toEqual(
    new Set(['', String(NOW - MINUTE)]),
  )
  const all = JSON.stringify([...stored(), ...store.all('historico')])
  for (const one of typed) expect(all).not.toContain(one)
})
