import { expect, test } from 'vitest'
import type { Aparelho } from '../../../server/domain/aparelho.ts'
import { admissionsIn } from '../../../server/domain/entrada.ts'
import type { EntradaEnviada } from '../../../server/domain/porta-sync.ts'
import { parseCode, parseToken, tokenOf } from '../../../server/domain/token.ts'
import { createCodeIndex } from '../../../server/use-cases/code-index.ts'
import { createDoorList } from '../../../server/use-cases/door-list.ts'
import { syncPhone, takeFromRevoked } from '../../../server/use-cases/sync-phone.ts'
import { aBoard, aGuestOf } from '../../support/a-board.ts'
import { anAutor, NOW, unique } from '../../support/factories.ts'

const SECRET = 'a secret of more than thirty-two characters'
const MINUTE = 60_000

/** A door with one guest and a paired phone. */
async function aDoor() {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const keyed = { ...board, tokenOf: (id: string, versao: number) => tokenOf(SECRET, id, versao) }
  const parts = {
    ...keyed,
    parseToken: (raw: string) => parseToken(SECRET, raw),
    parseCode,
    findByCode: createCodeIndex(keyed),
    doorListOf: createDoorList(keyed),
    config: { evento: { fim: new Date(NOW).toISOString() } },
  }
  const invited = { aparelhoid: unique('fone'), nome: 'PORTA B', papel: 'porta' as const }
  const aparelho = await board.equipe.invite({ ...invited, codigo: unique('c'), codigoate: NOW }, anAutor())
  const send = (entradas: EntradaEnviada[], from: Aparelho = aparelho) =>
    syncPhone(parts, from, { marca: null, entradas, porEnviar: 0 }, anAutor({ quem: from.aparelhoid }))
  const stored = () => [...board.store.entradas.values()]
  return { ...parts, ana, aparelho, send, stored }
}

const sent = (fields: Partial<EntradaEnviada> = {}): EntradaEnviada => ({
  ...{ entradaid: unique('e'), credencialid: '', seq: 1, lidaem: NOW, desvio: 0, modo: 'camera' },
  ...{ anula: null, anotado: null },
  ...fields,
})

test('a batch sent again stores nothing more, and its answer names the same facts', async () => {
  const { ana, send, stored, aparelho } = await aDoor()
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
  expect(again).toMatchObject({ nome: 'PORTA B', apagarem: NOW + 12 * 60 * MINUTE, agora: NOW })
  expect(again.aparelhos).toEqual({ [aparelho.aparelhoid]: 'PORTA B' })
})

test('the history says once who admitted whom', async () => {
  const { ana, send, acts } = await aDoor()
  const batch = [sent({ credencialid: ana })]
  await send(batch)
  await send(batch)
  expect(acts(ana)).toContain('admitiu')
  expect(acts(ana).filter((ato) => ato === 'admitiu')).toHaveLength(1)
})

test('a token whatever its versao, and a code of one guest, are the guest’s; a typed name and an invention stay noted', async () => {
  const { ana, send, stored, tokenOf: token, codeOf } = await aDoor()
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
  const { ana, send, stored, tokenOf: token } = await aDoor()
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
  const { ana, send, stored, aparelho } = await aDoor()
  const theirs = sent({ credencialid: ana })
  await send([theirs], { ...aparelho, aparelhoid: 'other' })
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
  const { ana, send, stored } = await aDoor()
  const day = 86_400_000
  const all = [NOW + day, NOW - 30 * day, NOW + 8 * day, 0, -1].map((lidaem) =>
    sent({ credencialid: ana, lidaem }),
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

test('a revoked phone hands in what it dates before, and nothing dated later or absurdly', async () => {
  const { ana, stored, aparelho, ...parts } = await aDoor()
  const [before, at, absurd] = [NOW - 1, NOW, 5].map((lidaem) => sent({ credencialid: ana, lidaem }))
  const revoked = { ...aparelho, segredorevogadoem: NOW }
  const batch = [before, at, absurd].flatMap((one) => one ?? [])
  const answered = await takeFromRevoked(parts, revoked, batch, anAutor())
  expect(answered).toEqual({ revogadoem: NOW, guardadas: [before?.entradaid], recusadas: [] })
  expect(stored()).toHaveLength(1)
})

test('what a phone has not sent is noted when it changes', async () => {
  const { aparelho, equipe, ...parts } = await aDoor()
  const notes: number[] = []
  const noting = {
    ...equipe,
    notePendentes: async (_: string, pendentes: number) => void notes.push(pendentes),
  }
  const syncing = { ...parts, equipe: noting }
  const seen = { ...aparelho, vistoem: NOW, pendentes: 3 }
  for (const porEnviar of [3, 5]) {
    await syncPhone(syncing, seen, { marca: null, entradas: [], porEnviar }, anAutor())
  }
  expect(notes).toEqual([5])
})

test('a guest admitted by a phone that had not heard of a merge is inside as the one who was kept, once, undone with it', async () => {
  const door = await aDoor()
  const { ana, send, credenciais, entradas } = door
  const bia = await aGuestOf(door, { nome: 'BIA REIS', telefone: '65987651111' })
  const leo = await aGuestOf(door, { nome: 'LEO REIS', telefone: '65987652222' })
  await credenciais.merge(bia, ana, anAutor())
  await credenciais.merge(leo, bia, anAutor())
  const admission = sent({ credencialid: ana })
  for (const batch of [[admission], [admission]]) await send(batch)
  const inside = async () => admissionsIn(await entradas.listOf(leo))
  expect(await inside()).toHaveLength(1)
  await send([sent({ credencialid: ana, anula: admission.entradaid })])
  expect(await inside()).toEqual([])
})

test('a removed guest who was let in all the same is inside off the list', async () => {
  const { ana, send, credenciais, entradas } = await aDoor()
  await credenciais.remove(ana, true, anAutor())
  const admission = sent({ credencialid: ana })
  for (const batch of [[admission], [admission]]) await send(batch)
  expect(admissionsIn(await entradas.listAnotadas())).toMatchObject([{ anotado: 'convidado excluído' }])
  await send([sent({ credencialid: ana, anula: admission.entradaid })])
  expect(admissionsIn(await entradas.listAnotadas())).toEqual([])
})
