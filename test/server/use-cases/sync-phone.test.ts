import { expect, test } from 'vitest'
import { entradasIn } from '../../../server/domain/entrada.ts'
import { closedAt, type Pareado } from '../../../server/domain/pareamento.ts'
import type { EntradaEnviada } from '../../../server/domain/porta-sync.ts'
import { parseCode, parseToken, tokenOf } from '../../../server/domain/token.ts'
import type { Run } from '../../../server/domain/tx.ts'
import { wordsOf } from '../../../server/domain/words.ts'
import { recordsOf } from '../../../server/repos/memory/records.ts'
import { createCodeIndex } from '../../../server/use-cases/find-convidado.ts'
import { createPortaList } from '../../../server/use-cases/porta-list.ts'
import { syncPhone, takeFromRevoked } from '../../../server/use-cases/sync-phone.ts'
import { aPainel, aConvidadoOf } from '../../support/a-painel.ts'
import { aMerge, anAutor, anEntrada, NOW, unique } from '../../support/factories.ts'

const SECRET = 'a secret of more than thirty-two characters'
const MINUTE = 60_000
const INICIO = '2027-09-16T19:30:00-03:00'

/** A door with one guest and a paired phone. */
async function aPorta() {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const keyed = { ...painel, tokenOf: (id: string, versao: number) => tokenOf(SECRET, id, versao) }
  const parts = {
    ...keyed,
    parseToken: (raw: string) => parseToken(SECRET, raw),
    parseCode,
    findByCode: createCodeIndex(keyed),
    portaListOf: createPortaList(keyed),
    config: { evento: { inicio: INICIO, fim: new Date(NOW).toISOString() } },
  }
  const paired = async (nome: string): Promise<Pareado> => {
    const [codigo, segredo] = [unique('c'), unique('s')]
    const invitation = { aparelhoid: unique('fone'), nome, papel: 'porta' as const, codigo }
    await painel.equipe.invite({ ...invitation, codigoate: NOW + 1 }, anAutor())
    await painel.equipe.pair(codigo, segredo, anAutor({ em: NOW - 40 * 86_400_000 }))
    const pareado = await painel.equipe.findPareamento(segredo)
    if (!pareado) throw new Error('not paired')
    return pareado
  }
  const pareado = await paired('PORTA B')
  const { aparelho } = pareado
  const send = (entradas: EntradaEnviada[], from: Pareado = pareado) => {
    const autor = anAutor({ quem: from.aparelho.aparelhoid })
    return syncPhone(parts, from, { marca: null, entradas, porEnviar: 0 }, autor)
  }
  const stored = () => painel.store.all('entradas')
  return { ...parts, ana, aparelho, pareado, paired, send, stored }
}

const sent = (fields: Partial<EntradaEnviada> = {}): EntradaEnviada => ({
  entradaid: unique('e'),
  credencialid: '',
  seq: 1,
  lidaem: NOW,
  desvio: 0,
  modo: 'camera',
  anula: null,
  anotado: null,
  ...fields,
})

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
  // Under the id of another's admission, in its own batch.
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
  // Each annulment and its admission, at once.
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
  // Of another product a guest may have any id.
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
