import { expect, test } from 'vitest'
import { closedAt } from '../../../server/domain/pareamento.ts'
import type { Run } from '../../../server/domain/tx.ts'
import { wordsOf } from '../../../server/domain/words.ts'
import { recordsOf } from '../../../server/repos/memory/records.ts'
import { syncPhone, takeFromRevoked } from '../../../server/use-cases/sync-phone.ts'
import { anAutor, anEntrada, NOW } from '../../support/factories.ts'
import { aPorta, sent, MINUTE, INICIO } from '../../support/a-phone-sync.ts'

test('a batch sent again stores nothing more, and its answer names the same facts', async () => {
  const { ana, send, stored, aparelho } = await aPorta()
  const batch = [sent({ credencialid: ana }), sent({ anotado: 'João', modo: 'busca' })]
  const first = await send(batch)
  const again = await send(batch)
  expect(first.guardadas).toEqual(batch.map(({ entradaid }) => entradaid))
  expect(again.guardadas).toEqual(first.guardadas)
  expect(stored()).toMatchObject([
    { credencialid: ana, aparelhoid: aparelho.aparelhoid, recebidaem: NOW, modo: 'camera' },
    { credencialid: '', anotado: 'João', modo: 'busca' },
  ])
  expect(again.lista.entradas).toEqual([[batch[0]?.entradaid, 0, aparelho.aparelhoid, 1, NOW, null]])
  expect(again).toMatchObject({
    nome: 'PORTA B',
    apagarem: NOW + 12 * 60 * MINUTE,
    inicio: INICIO,
    agora: NOW,
  })
  expect(again.aparelhos).toEqual({ [aparelho.aparelhoid]: 'PORTA B' })
})

test('the answer tells as of when its list is: what it is made of may be minutes old', async () => {
  const { pareado, porta, ...parts } = await aPorta()
  const lote = { marca: null, entradas: [], porEnviar: 0 }
  const old = { since: async () => ({ ...(await porta.since(null)), age: 2 * MINUTE + 0.4 }) }
  const answers = [
    await syncPhone({ ...parts, porta }, pareado, lote, anAutor()),
    await syncPhone({ ...parts, porta: old }, pareado, lote, anAutor()),
  ]
  expect(answers.map(({ agora, de }) => [agora, de])).toEqual([
    [NOW, NOW],
    [NOW, NOW - 2 * MINUTE],
  ])
})

test('the history says once who admitted whom', async () => {
  const { ana, send, linhasOf } = await aPorta()
  const batch = [sent({ credencialid: ana })]
  await send(batch)
  await send(batch)
  expect(linhasOf(ana)).toContain('admitiu')
  expect(linhasOf(ana).filter((ato) => ato === 'admitiu')).toHaveLength(1)
})

test('what a batch of a hundred annulments reads is bounded by the batch', async () => {
  const { send, store, pareado, ...parts } = await aPorta()
  const noted = Array.from({ length: 100 }, () => sent({ anotado: 'João', modo: 'busca' }))
  await send(noted)
  const reads: number[] = []
  const unbounded = () => {
    throw new Error('all facts of somebody')
  }
  const counting: Run = async (_about, _autor, act) => {
    const tx = wordsOf(recordsOf(store.memory))
    const entradas = (ids: string[]) => (reads.push(ids.length), tx.entradas(ids))
    return act({ ...tx, entradas, entradasOf: unbounded, entradasFollowing: unbounded })
  }
  const listAnotadas = () => Promise.reject(new Error('all facts'))
  const entradas = { ...store.open(counting).entradas, listOf: unbounded, listAnotadas }
  const annulments = noted.map(({ entradaid }) => sent({ anula: entradaid }))
  const lote = { marca: null, entradas: annulments, porEnviar: 0 }
  const autor = anAutor({ quem: pareado.aparelho.aparelhoid })
  expect((await syncPhone({ ...parts, entradas }, pareado, lote, autor)).guardadas).toHaveLength(100)
  // All annulments and their admissions, at once.
  expect(reads).toEqual([200])
})

test('a phone hears all that concerns its own admissions, and of a guest others admitted a thousand times the first alone', async () => {
  const { ana, send, paired, entradas } = await aPorta()
  const other = await paired('PORTA C')
  const flood = Array.from({ length: 1_000 }, (_, n) => sent({ credencialid: ana, lidaem: NOW + n + 5 }))
  for (let from = 0; from < 1_000; from += 100) await send(flood.slice(from, from + 100), other)
  const mine = sent({ credencialid: ana, lidaem: NOW + 9_999 })
  await send([mine])
  const undone = anEntrada(ana, { anula: mine.entradaid })
  await entradas.add([undone], anAutor())
  const told = (await send([])).lista.entradas.map(([entradaid]) => entradaid)
  expect(told.sort()).toEqual([mine.entradaid, undone.entradaid, flood[0]?.entradaid].sort())
})

test('a revoked phone delivers what it told of and 300 more, then waits for an organiser, and nothing is acknowledged', async () => {
  const { ana, pareado, equipe, stored, ...parts } = await aPorta()
  const { segredo, aparelhoid } = pareado.pareamento
  await equipe.notePendentes(segredo, 250, NOW)
  await equipe.revoke(aparelhoid, anAutor({ em: NOW + MINUTE }))
  const facts = Array.from({ length: 700 }, () => sent({ credencialid: ana }))
  const deliver = async (from: number) => {
    const closed = (await equipe.findPareamento(segredo))?.pareamento
    if (!closed) throw new Error('not known')
    const lote = { entradas: facts.slice(from, from + 100), porEnviar: 600 - from }
    return takeFromRevoked({ ...parts, equipe }, closed, lote, anAutor())
  }
  const taken: number[] = []
  for (let from = 0; from < 700; from += 100) taken.push((await deliver(from)).guardadas.length)
  expect(taken).toEqual([100, 100, 100, 100, 100, 50, 0])
  expect(await deliver(600)).toMatchObject({ guardadas: [], recusadas: [], retidas: 100 })
  expect((await deliver(0)).guardadas).toHaveLength(100)
  expect(stored()).toHaveLength(550)
  await deliver(500)
  expect(await equipe.receive(segredo, anAutor())).toBe(150)
  expect([(await deliver(500)).retidas, (await deliver(600)).retidas]).toEqual([0, 0])
  expect(stored()).toHaveLength(700)
})

test('a live phone delivers five thousand, and no more than ten', async () => {
  const { ana, send, stored } = await aPorta()
  const batch = () => Array.from({ length: 5_000 }, () => sent({ credencialid: ana }))
  for (let n = 0; n < 2; n++) expect((await send(batch())).retidas).toBe(0)
  expect((await send(batch())).retidas).toBe(5_000)
  expect(stored()).toHaveLength(10_000)
})

test('a revoked phone hands in what it dates before, and nothing dated later or absurdly', async () => {
  const { ana, stored, pareado, ...parts } = await aPorta()
  const [before, at, absurd] = [NOW - 1, NOW, 5].map((lidaem) => sent({ credencialid: ana, lidaem }))
  const revoked = closedAt(pareado.pareamento, NOW)
  const entradas = [before, at, absurd].flatMap((one) => one ?? [])
  const answered = await takeFromRevoked(parts, revoked, { entradas, porEnviar: 0 }, anAutor())
  expect(answered).toEqual({ revogadoem: NOW, guardadas: [before?.entradaid], recusadas: [], retidas: 0 })
  expect(stored()).toHaveLength(1)
})

test('what a phone has not sent is noted when it changes', async () => {
  const { pareado, equipe, ...parts } = await aPorta()
  const notes: number[] = []
  const noting = {
    ...equipe,
    notePendentes: async (_: string, pendentes: number) => void notes.push(pendentes),
  }
  const syncing = { ...parts, equipe: noting }
  const seen = { ...pareado, pareamento: { ...pareado.pareamento, enviouem: NOW, pendentes: 3 } }
  for (const porEnviar of [3, 5]) {
    await syncPhone(syncing, seen, { marca: null, entradas: [], porEnviar }, anAutor())
  }
  expect(notes).toEqual([5])
})
