import { expect, test } from 'vitest'
import { CODIGO_MS } from '../../../server/domain/aparelho.ts'
import {
  inviteAtStart,
  inviteToEquipe,
  NOME_MAX,
  reconnectAparelho,
  findInvitation,
  pairBrowser,
} from '../../../server/use-cases/equipe.ts'
import { NOW, unique } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

const FIM = '2027-09-16T22:00:00-03:00'
const DAY_MS = 86_400_000
/** When the pairings of each role end: the erasure is due ten days after the event. */
const OVER = {
  porta: Date.parse(FIM) + 3 * DAY_MS,
  organizacao: Date.parse(FIM) + (10 + 30) * DAY_MS,
}

/** The dependencies of the acts, in memory, with a clock the test sets. */
function anEquipe(now = NOW) {
  const store = createStore()
  let instant = now
  const parts = {
    equipe: store.open().equipe,
    config: { evento: { fim: FIM, diasAteApagar: 10 } },
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
async function paired(equipe: ReturnType<typeof anEquipe>, nome: string, papel = 'organizacao') {
  const invited = await inviteToEquipe(equipe.parts, { nome, papel }, equipe.autor())
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const found = await findInvitation(equipe.parts, invited.code)
  if (found.kind !== 'open') throw new Error(found.kind)
  const result = await pairBrowser(equipe.parts, found)
  if (result.kind !== 'paired') throw new Error(result.kind)
  return result.aparelho
}

const states = ({ store }: ReturnType<typeof anEquipe>) =>
  store.all('aparelhos').map(({ segredo, revogadoem }) => [segredo !== null, revogadoem !== null])

test('an invitation has a code of 8 characters that ends in 30 minutes, and storage has its hash alone', async () => {
  const equipe = anEquipe()
  const result = await inviteToEquipe(equipe.parts, CIDA, equipe.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  expect(result.code).toMatch(/^[2-9CDFGHJKMNPQRTVWXY]{4}-[2-9CDFGHJKMNPQRTVWXY]{4}$/)
  expect(result.aparelho).toMatchObject({
    nome: 'Cida Moreira',
    papel: 'organizacao',
    codigo: `codigo of ${result.code}`,
    codigoate: NOW + CODIGO_MS,
    segredo: null,
  })
  expect(equipe.store.all('historico')).toMatchObject([
    { ato: 'convidou', quem: 'cida', alvo: result.aparelho.aparelhoid, detalhe: 'organizacao' },
  ])
})

test('no two invitations have one code', async () => {
  const equipe = anEquipe()
  const codes = new Set<string>()
  for (let n = 0; n < 200; n++) {
    const result = await inviteToEquipe(equipe.parts, CIDA, equipe.autor())
    if (result.kind === 'invited') codes.add(result.code)
  }
  expect(codes.size).toBe(200)
})

test.each([
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
] as const)('an invitation with %s is refused and nothing is stored', async (_, typed, errors) => {
  const equipe = anEquipe()
  expect(await inviteToEquipe(equipe.parts, typed, equipe.autor())).toEqual({ kind: 'invalid', errors })
  expect(equipe.store.count('aparelhos') + equipe.store.count('historico')).toBe(0)
})

test.each(['porta', 'organizacao'] as const)(
  'once the pairings of %s end nobody is invited for it, and a code that is still open pairs nothing',
  async (papel) => {
    const equipe = anEquipe(OVER[papel] - 1)
    const typed = { nome: 'Cida', papel }
    const result = await inviteToEquipe(equipe.parts, typed, equipe.autor())
    if (result.kind !== 'invited') throw new Error(result.kind)
    expect((await findInvitation(equipe.parts, result.code)).kind).toBe('open')
    equipe.moveTo(OVER[papel])
    const over = { kind: 'over', papel }
    expect(await inviteToEquipe(equipe.parts, typed, equipe.autor())).toEqual(over)
    expect(await reconnectAparelho(equipe.parts, result.aparelho.aparelhoid, equipe.autor())).toEqual(over)
    expect((await findInvitation(equipe.parts, result.code)).kind).toBe('ended')
    expect(equipe.store.count('aparelhos')).toBe(1)
  },
)

test('the start that comes after the organisation has ended invites nobody', async () => {
  const equipe = anEquipe(OVER.organizacao)
  expect(await inviteAtStart(equipe.parts, equipe.autor(), true)).toBeNull()
  expect(equipe.store.count('aparelhos')).toBe(0)
})

test('a code is read as people type it, and read again and again it stays open', async () => {
  const equipe = anEquipe()
  const result = await inviteToEquipe(equipe.parts, CIDA, equipe.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  const before = equipe.store.copy()
  for (const typed of [
    result.code,
    result.code.toLowerCase().replace('-', ''),
    ` ${result.code.replace('-', ' – ')} `,
  ]) {
    expect(await findInvitation(equipe.parts, typed)).toMatchObject({ kind: 'open', code: result.code })
  }
  for (const typed of ['', 'AAAA-AAAA', 'x', '../..', '2222-2222']) {
    expect(await findInvitation(equipe.parts, typed)).toEqual({ kind: 'not-found' })
  }
  expect(equipe.store.copy()).toEqual(before)
})

test('of ten browsers that bring one code at once, one is paired; storage has the hash of its secret alone', async () => {
  const equipe = anEquipe()
  const invited = await inviteToEquipe(equipe.parts, CIDA, equipe.autor())
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const found = await findInvitation(equipe.parts, invited.code)
  if (found.kind !== 'open') throw new Error(found.kind)
  const results = await Promise.all(Array.from({ length: 10 }, () => pairBrowser(equipe.parts, found)))
  const [winner, ...others] = results.flatMap((one) => (one.kind === 'paired' ? [one] : []))
  expect(others).toEqual([])
  expect(results.filter(({ kind }) => kind === 'used')).toHaveLength(9)
  const { aparelhoid } = invited.aparelho
  expect(winner?.secret).toMatch(/^[\w-]{43}$/)
  expect(equipe.store.get('aparelhos', aparelhoid)?.segredo).toBe(`segredo of ${winner?.secret}`)
  expect(equipe.store.all('historico').map(({ ato, quem }) => [ato, quem])).toEqual([
    ['convidou', 'cida'],
    ['pareou', aparelhoid],
  ])
})

for (const [kind, act] of [
  ['used', async () => {}],
  ['revoked', (equipe, id) => equipe.parts.equipe.revoke(id, equipe.autor(), false)],
] as [string, (equipe: ReturnType<typeof anEquipe>, aparelhoid: string) => Promise<unknown>][]) {
  test(`a code that is ${kind} says so and pairs nothing`, async () => {
    const equipe = anEquipe()
    const invited = await inviteToEquipe(equipe.parts, CIDA, equipe.autor())
    if (invited.kind !== 'invited') throw new Error(invited.kind)
    const found = await findInvitation(equipe.parts, invited.code)
    if (found.kind !== 'open') throw new Error(found.kind)
    await pairBrowser(equipe.parts, found)
    await act(equipe, invited.aparelho.aparelhoid)
    expect((await findInvitation(equipe.parts, invited.code)).kind).toBe(kind)
    expect(await pairBrowser(equipe.parts, found)).toEqual({ kind })
  })
}

test('a code ends after 30 minutes to the millisecond', async () => {
  const equipe = anEquipe()
  const invited = await inviteToEquipe(equipe.parts, CIDA, equipe.autor())
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  equipe.moveTo(NOW + CODIGO_MS - 1)
  expect((await findInvitation(equipe.parts, invited.code)).kind).toBe('open')
  equipe.moveTo(NOW + CODIGO_MS)
  expect((await findInvitation(equipe.parts, invited.code)).kind).toBe('ended')
})

test('reconnecting closes what the browser had, and its new code pairs another under the same name', async () => {
  const equipe = anEquipe()
  const { aparelhoid } = await paired(equipe, 'Rafael Pires', 'porta')
  const result = await reconnectAparelho(equipe.parts, aparelhoid, equipe.autor())
  if (result.kind !== 'invited') throw new Error(result.kind)
  expect(states(equipe)).toEqual([[false, false]])
  const found = await findInvitation(equipe.parts, result.code)
  expect(found).toMatchObject({
    kind: 'open',
    aparelho: { aparelhoid, nome: 'Rafael Pires', papel: 'porta' },
  })
  expect(await reconnectAparelho(equipe.parts, 'nobody', equipe.autor())).toEqual({ kind: 'not-found' })
})

test('the last organiser is revoked only when that was confirmed; a door does not count as one', async () => {
  const equipe = anEquipe()
  const cida = await paired(equipe, 'Cida')
  await paired(equipe, 'Rafael', 'porta')
  await inviteToEquipe(equipe.parts, { nome: 'Nobody yet', papel: 'organizacao' }, equipe.autor())
  const before = equipe.store.copy()
  expect(await equipe.parts.equipe.revoke(cida.aparelhoid, equipe.autor(), true)).toEqual({
    kind: 'last-organiser',
  })
  expect(equipe.store.copy()).toEqual(before)
  expect(await equipe.parts.equipe.revoke(cida.aparelhoid, equipe.autor(), false)).toEqual({
    kind: 'revoked',
  })
  expect(await equipe.parts.equipe.revoke(cida.aparelhoid, equipe.autor(), false)).toEqual({
    kind: 'not-found',
  })
})

test('one of two organisers is revoked without a word', async () => {
  const equipe = anEquipe()
  const cida = await paired(equipe, 'Cida')
  await paired(equipe, 'Luana')
  expect(await equipe.parts.equipe.revoke(cida.aparelhoid, equipe.autor(), true)).toEqual({ kind: 'revoked' })
})

test('each start of a demonstration makes another code, of one invitation until somebody uses it', async () => {
  const equipe = anEquipe()
  const first = await inviteAtStart(equipe.parts, equipe.autor(), true)
  equipe.moveTo(NOW + 2 * CODIGO_MS)
  const second = await inviteAtStart(equipe.parts, equipe.autor(), true)
  expect(second).not.toBe(first)
  expect(equipe.store.all('aparelhos')).toMatchObject([{ nome: 'Secretaria', papel: 'organizacao' }])
  expect((await findInvitation(equipe.parts, first ?? '')).kind).toBe('not-found')
  const found = await findInvitation(equipe.parts, second ?? '')
  if (found.kind !== 'open') throw new Error(found.kind)
  await pairBrowser(equipe.parts, found)
  await inviteAtStart(equipe.parts, equipe.autor(), true)
  expect(states(equipe)).toEqual([
    [true, false],
    [false, false],
  ])
})

test('a start invites nobody beside an organiser who is paired, and somebody once none is left', async () => {
  const equipe = anEquipe()
  const start = () => inviteAtStart(equipe.parts, equipe.autor(), false)
  await paired(equipe, 'Rafael', 'porta')
  const code = await start()
  const found = await findInvitation(equipe.parts, code ?? '')
  if (found.kind !== 'open') throw new Error(found.kind)
  await pairBrowser(equipe.parts, found)
  const before = equipe.store.copy()
  expect(await start()).toBeNull()
  expect(equipe.store.copy()).toEqual(before)
  await equipe.parts.equipe.revoke(found.aparelho.aparelhoid, equipe.autor(), false)
  expect(await start()).toMatch(/^\w{4}-\w{4}$/)
})

test('a browser that pairs while another server starts stays paired, and that start invites nobody', async () => {
  const equipe = anEquipe()
  const code = await inviteAtStart(equipe.parts, equipe.autor(), true)
  const found = await findInvitation(equipe.parts, code ?? '')
  if (found.kind !== 'open') throw new Error(found.kind)
  const list = async () => {
    const listed = await equipe.parts.equipe.list()
    await pairBrowser(equipe.parts, found)
    return listed
  }
  const starting = { ...equipe.parts, equipe: { ...equipe.parts.equipe, list } }
  expect(await inviteAtStart(starting, equipe.autor(), true)).toBeNull()
  expect(states(equipe)).toEqual([[true, false]])
})

test('a start takes no place at the door that happens to have the name of its own invitation', async () => {
  const equipe = anEquipe()
  await inviteToEquipe(equipe.parts, { nome: 'Secretaria', papel: 'porta' }, equipe.autor())
  const code = await inviteAtStart(equipe.parts, equipe.autor(), false)
  expect(await findInvitation(equipe.parts, code ?? '')).toMatchObject({ aparelho: { papel: 'organizacao' } })
})
