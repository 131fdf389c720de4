import { expect, test } from 'vitest'
import { CODIGO_MS } from '../../../server/domain/aparelho.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { createMemoryStore } from '../../../server/repos/memory/store.ts'
import {
  inviteDemonstration,
  inviteToTeam,
  NOME_MAX,
  reconnectAparelho,
  findInvitation,
  pairBrowser,
} from '../../../server/use-cases/equipe.ts'
import { NOW, unique } from '../../support/factories.ts'

const FIM = '2027-09-16T22:00:00-03:00'
const OVER = Date.parse(FIM) + 3 * 86_400_000

/** What the acts need, on memory, with a clock that is set by hand. */
function aTeam(now = NOW) {
  const store = createMemoryStore()
  let instant = now
  const parts = {
    equipe: openMemory(store).equipe,
    config: { evento: { fim: FIM } },
    codigoOf: (code: string) => `codigo of ${code}`,
    segredoOf: (secret: string) => `segredo of ${secret}`,
    newId: () => unique('aparelho'),
    now: () => instant,
    autorOf: (quem: string) => ({ historicoid: unique('feito'), quem, em: instant }),
  }
  return { store, parts, moveTo: (at: number) => void (instant = at), autor: () => parts.autorOf('cida') }
}

const CIDA = { nome: '  Cida\u200B   Moreira ', papel: 'organizacao' }

/** Invites and pairs. @returns the aparelho */
async function paired(team: ReturnType<typeof aTeam>, nome: string, papel = 'organizacao') {
  const invited = await inviteToTeam(team.parts, { nome, papel }, team.autor())
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const found = await findInvitation(team.parts, invited.code)
  if (found.kind !== 'open') throw new Error(found.kind)
  const result = await pairBrowser(team.parts, found)
  if (result.kind !== 'paired') throw new Error(result.kind)
  return result.aparelho
}

const states = ({ store }: ReturnType<typeof aTeam>) =>
  [...store.aparelhos.values()].map(({ segredo, revogadoem }) => [segredo !== null, revogadoem !== null])

test('an invitation has a code of 8 characters that ends in 30 minutes, and storage has its hash alone', async () => {
  const team = aTeam()
  const result = await inviteToTeam(team.parts, CIDA, team.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  expect(result.code).toMatch(/^[2-9CDFGHJKMNPQRTVWXY]{4}-[2-9CDFGHJKMNPQRTVWXY]{4}$/)
  expect(result.aparelho).toMatchObject({
    ...{ nome: 'Cida Moreira', papel: 'organizacao', codigo: `codigo of ${result.code}` },
    ...{ codigoate: NOW + CODIGO_MS, segredo: null },
  })
  expect([...team.store.historico.values()]).toMatchObject([
    { ato: 'convidou', quem: 'cida', alvo: result.aparelho.aparelhoid, detalhe: 'organizacao' },
  ])
})

test('no two invitations have one code', async () => {
  const team = aTeam()
  const codes = new Set<string>()
  for (let n = 0; n < 200; n++) {
    const result = await inviteToTeam(team.parts, CIDA, team.autor())
    if (result.kind === 'invited') codes.add(result.code)
  }
  expect(codes.size).toBe(200)
})

for (const [what, typed, errors] of [
  ['no name', { nome: ' \u200B ', papel: 'porta' }, { nome: 'Digite o nome da pessoa.' }],
  [
    'half a surrogate pair for a name',
    { nome: 'Ana \uD800', papel: 'porta' },
    { nome: 'Digite o nome da pessoa.' },
  ],
  [
    'a name that is too long',
    { nome: 'a'.repeat(NOME_MAX + 1), papel: 'porta' },
    { nome: 'Encurte o nome: cabem 80 letras.' },
  ],
  ['a role there is not', { nome: 'Ana', papel: 'dona' }, { papel: 'Escolha o que a pessoa pode fazer.' }],
  [
    'nothing at all',
    { nome: '', papel: '' },
    { nome: 'Digite o nome da pessoa.', papel: 'Escolha o que a pessoa pode fazer.' },
  ],
] as const) {
  test(`an invitation with ${what} is refused and nothing is stored`, async () => {
    const team = aTeam()
    expect(await inviteToTeam(team.parts, typed, team.autor())).toEqual({ kind: 'invalid', errors })
    expect(team.store.aparelhos.size + team.store.historico.size).toBe(0)
  })
}

test('three days after the event nobody is invited, and a code that is still open pairs nothing', async () => {
  const team = aTeam(OVER - 1)
  const result = await inviteToTeam(team.parts, CIDA, team.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  team.moveTo(OVER)
  expect(await inviteToTeam(team.parts, CIDA, team.autor())).toEqual({ kind: 'over' })
  expect(await reconnectAparelho(team.parts, result.aparelho.aparelhoid, team.autor())).toEqual({
    kind: 'over',
  })
  expect((await findInvitation(team.parts, result.code)).kind).toBe('ended')
  expect(await inviteDemonstration(team.parts, team.autor())).toBeNull()
  expect(team.store.aparelhos.size).toBe(1)
})

test('a code is read as people type it, and read again and again it stays open', async () => {
  const team = aTeam()
  const result = await inviteToTeam(team.parts, CIDA, team.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  const before = structuredClone(team.store)
  for (const typed of [
    result.code,
    result.code.toLowerCase().replace('-', ''),
    ` ${result.code.replace('-', ' – ')} `,
  ]) {
    expect(await findInvitation(team.parts, typed)).toMatchObject({ kind: 'open', code: result.code })
  }
  for (const typed of ['', 'AAAA-AAAA', 'x', '../..', '2222-2222']) {
    expect(await findInvitation(team.parts, typed)).toEqual({ kind: 'not-found' })
  }
  expect(team.store).toEqual(before)
})

test('of ten browsers that bring one code at once, one is paired; storage has the hash of its secret alone', async () => {
  const team = aTeam()
  const invited = await inviteToTeam(team.parts, CIDA, team.autor())
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const found = await findInvitation(team.parts, invited.code)
  if (found.kind !== 'open') throw new Error(found.kind)
  const results = await Promise.all(Array.from({ length: 10 }, () => pairBrowser(team.parts, found)))
  const [winner, ...others] = results.flatMap((one) => (one.kind === 'paired' ? [one] : []))
  expect(others).toEqual([])
  expect(results.filter(({ kind }) => kind === 'used')).toHaveLength(9)
  const { aparelhoid } = invited.aparelho
  expect(winner?.secret).toMatch(/^[\w-]{43}$/)
  expect(team.store.aparelhos.get(aparelhoid)?.segredo).toBe(`segredo of ${winner?.secret}`)
  expect([...team.store.historico.values()].map(({ ato, quem }) => [ato, quem])).toEqual([
    ['convidou', 'cida'],
    ['pareou', aparelhoid],
  ])
})

for (const [kind, act] of [
  ['used', async () => {}],
  ['revoked', (team, id) => team.parts.equipe.revoke(id, team.autor(), false)],
] as [string, (team: ReturnType<typeof aTeam>, aparelhoid: string) => Promise<unknown>][]) {
  test(`a code that is ${kind} says so and pairs nothing`, async () => {
    const team = aTeam()
    const invited = await inviteToTeam(team.parts, CIDA, team.autor())
    if (invited.kind !== 'invited') throw new Error(invited.kind)
    const found = await findInvitation(team.parts, invited.code)
    if (found.kind !== 'open') throw new Error(found.kind)
    await pairBrowser(team.parts, found)
    await act(team, invited.aparelho.aparelhoid)
    expect((await findInvitation(team.parts, invited.code)).kind).toBe(kind)
    expect(await pairBrowser(team.parts, found)).toEqual({ kind })
  })
}

test('a code ends after 30 minutes to the millisecond', async () => {
  const team = aTeam()
  const invited = await inviteToTeam(team.parts, CIDA, team.autor())
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  team.moveTo(NOW + CODIGO_MS - 1)
  expect((await findInvitation(team.parts, invited.code)).kind).toBe('open')
  team.moveTo(NOW + CODIGO_MS)
  expect((await findInvitation(team.parts, invited.code)).kind).toBe('ended')
})

test('reconnecting closes what the browser had, and its new code pairs another under the same name', async () => {
  const team = aTeam()
  const { aparelhoid } = await paired(team, 'Rafael Pires', 'porta')
  const result = await reconnectAparelho(team.parts, aparelhoid, team.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  expect(states(team)).toEqual([[false, false]])
  const found = await findInvitation(team.parts, result.code)
  expect(found).toMatchObject({
    kind: 'open',
    aparelho: { aparelhoid, nome: 'Rafael Pires', papel: 'porta' },
  })
  expect(await reconnectAparelho(team.parts, 'nobody', team.autor())).toEqual({ kind: 'not-found' })
})

test('the last organiser is revoked only when that was confirmed; a door does not count as one', async () => {
  const team = aTeam()
  const cida = await paired(team, 'Cida')
  await paired(team, 'Rafael', 'porta')
  await inviteToTeam(team.parts, { nome: 'Nobody yet', papel: 'organizacao' }, team.autor())
  const before = structuredClone(team.store)
  expect(await team.parts.equipe.revoke(cida.aparelhoid, team.autor(), true)).toEqual({
    kind: 'last-organiser',
  })
  expect(team.store).toEqual(before)
  expect(await team.parts.equipe.revoke(cida.aparelhoid, team.autor(), false)).toEqual({ kind: 'revoked' })
  expect(await team.parts.equipe.revoke(cida.aparelhoid, team.autor(), false)).toEqual({ kind: 'not-found' })
})

test('one of two organisers is revoked without a word', async () => {
  const team = aTeam()
  const cida = await paired(team, 'Cida')
  await paired(team, 'Luana')
  expect(await team.parts.equipe.revoke(cida.aparelhoid, team.autor(), true)).toEqual({ kind: 'revoked' })
})

test('each start of a demonstration makes another code, of one invitation until somebody uses it', async () => {
  const team = aTeam()
  const first = await inviteDemonstration(team.parts, team.autor())
  team.moveTo(NOW + 2 * CODIGO_MS)
  const second = await inviteDemonstration(team.parts, team.autor())
  expect(second).not.toBe(first)
  expect([...team.store.aparelhos.values()]).toMatchObject([{ nome: 'Secretaria', papel: 'organizacao' }])
  expect((await findInvitation(team.parts, first ?? '')).kind).toBe('not-found')
  const found = await findInvitation(team.parts, second ?? '')
  if (found.kind !== 'open') throw new Error(found.kind)
  await pairBrowser(team.parts, found)
  await inviteDemonstration(team.parts, team.autor())
  expect(states(team)).toEqual([
    [true, false],
    [false, false],
  ])
})
