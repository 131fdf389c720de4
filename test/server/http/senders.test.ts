import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { invitedWith } from '../../../app/equipe/members.server.ts'
import { commitSession, convidadoIn, hasSession, readSession } from '../../../app/shared/session.server.ts'
import { hasEquipeCookie, segredoIn, equipeCookie } from '../../../app/shared/equipe.server.ts'
import type { Services } from '../../../server/composition.ts'
import { CLI } from '../../../server/domain/historico.ts'
import { createSenderOf } from '../../../server/http/sender.ts'
import { inviteToEquipe, pairBrowser } from '../../../server/use-cases/equipe.ts'
import { FORM, PUBLIC_ORIGIN, startServer, type Ask, type RunningServer } from '../../support/http-server.ts'

const POSTS = 5

/** The server with a limit of five posts, which knows its browsers as the app does. */
const start = () =>
  startServer({
    env: { POSTS_PER_MINUTE: String(POSTS) },
    hasSession,
    hasEquipeCookie,
    segredoIn,
    convidadoIn,
    invitedWith,
  })

const post = async ({ ask }: RunningServer, path: string, headers: Ask['headers'] = {}) =>
  (await ask({ method: 'POST', path, body: 'a=1', headers: { ...FORM, origin: PUBLIC_ORIGIN, ...headers } }))
    .status

/** Posts until strangers at the address are refused. */
async function crowd(running: RunningServer) {
  for (let n = 0; n < POSTS; n++) expect(await post(running, '/cadastro')).toBe(200)
  expect(await post(running, '/cadastro')).toBe(429)
}

const pairOf = (line: string) => line.split(';')[0] ?? ''

async function invite(services: Services) {
  const invited = await inviteToEquipe(services, { nome: 'Cida', papel: 'porta' }, services.autorOf(CLI))
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  return invited
}

async function anEquipeCookie(services: Services) {
  const paired = await pairBrowser(services, { ...(await invite(services)), kind: 'open' })
  if (paired.kind !== 'paired') throw new Error(paired.kind)
  return pairOf(await equipeCookie(paired.secret, services))
}

async function aSession(services: Services, fields: Record<string, string | number | string[]>) {
  const session = await readSession(new Request('https://x.test'), services)
  for (const [name, value] of Object.entries(fields)) session.set(name as 'sid', value as string)
  return pairOf(await commitSession(session, services))
}

for (const [what, senders] of [
  ['a cookie of the team', async (services) => ({ cookie: await anEquipeCookie(services) })],
  [
    'a session that holds an invitation',
    async (services) => ({ cookie: await aSession(services, { sid: services.newId(), ativo: 'acme' }) }),
  ],
  [
    'a session that has registered',
    async (services) => ({
      cookie: await aSession(services, { credenciais: [services.tokenOf(services.newId(), 0)] }),
    }),
  ],
  [
    'the token of a credencial',
    async (services) => ({ path: `/c/${services.tokenOf(services.newId(), 0)}/presenca` }),
  ],
  [
    'the token of a table',
    async (services) => ({
      path: `/mesa/${services.mesaTokenOf({ empresaid: services.newId(), versao: 0 })}`,
    }),
  ],
  ['a right code', async (services) => ({ path: `/equipe/${(await invite(services)).code}` })],
] as [string, (services: Services) => Promise<{ cookie?: string; path?: string }>][]) {
  test(`${what} has a limit of its own behind an address whose strangers are refused`, async () => {
    const running = await start()
    await crowd(running)
    const [one, two] = [await senders(running.services), await senders(running.services)]
    const as = ({ cookie, path = '/painel/equipe' }: typeof one) =>
      post(running, path, cookie === undefined ? {} : { cookie })
    for (let n = 0; n < POSTS; n++) expect(await as(one)).toBe(200)
    expect(await as(one)).toBe(429)
    expect(await as(two)).toBe(200)
  })
}

test('what is forged, replaced or anybody’s counts as a stranger’s', async () => {
  const running = await start()
  const { services } = running
  await crowd(running)
  const cookies = [
    pairOf(await equipeCookie('x'.repeat(43), services)),
    // These come with any page, as many as anybody requests.
    await aSession(services, { sid: services.newId() }),
    (await aSession(services, { sid: services.newId(), ativo: 'acme' })).replace(/.{6}$/, 'AAAAAA'),
    '__Host-convite=x; __Host-equipe=x',
  ]
  for (const cookie of cookies) expect(await post(running, '/painel/equipe', { cookie }), cookie).toBe(429)
  const token = services.tokenOf('1', 0)
  for (const path of [`/c/${token}x/presenca`, `/mesa/${token}`, '/equipe/2222-2222', '/equipe/%25'])
    expect(await post(running, path), path).toBe(429)
  const cookie = await anEquipeCookie(services)
  expect(await post(running, '/painel/equipe', { cookie })).toBe(200)
  const [paired] = (await services.equipe.list()).filter(({ segredo }) => segredo !== null)
  await services.equipe.revoke(paired?.aparelhoid ?? '', services.autorOf(CLI))
  for (let n = 0; n < POSTS; n++) await post(running, '/painel/equipe', { cookie })
  expect(await post(running, '/painel/equipe', { cookie })).toBe(429)
})

test('a browser of the door counts as a stranger’s once the pairings of the door have ended', async () => {
  const running = await start()
  const { services } = running
  const cookie = await anEquipeCookie(services)
  const { fim } = services.config.evento
  await crowd(running)
  services.now = () => Date.parse(fim) + 3 * 86_400_000 - 1
  expect(await post(running, '/painel/equipe', { cookie })).toBe(200)
  const other = await start()
  const late = await anEquipeCookie(other.services)
  await crowd(other)
  other.services.now = () => Date.parse(fim) + 3 * 86_400_000
  expect(await post(other, '/painel/equipe', { cookie: late })).toBe(429)
})

test('all guests who are known behind one address share ten full buckets, of which the team takes none', async () => {
  const running = await start()
  const { services } = running
  const asConvidado = async () =>
    post(running, '/cadastro', { cookie: await aSession(services, { sid: services.newId(), ativo: 'acme' }) })
  for (let n = 0; n < 10 * POSTS; n++) expect(await asConvidado()).toBe(200)
  expect(await asConvidado()).toBe(429)
  expect(await post(running, '/painel/equipe', { cookie: await anEquipeCookie(services) })).toBe(200)
  expect(await post(running, `/equipe/${(await invite(services)).code}`)).toBe(200)
  expect(await post(running, '/cadastro')).toBe(200)
})

test('cookies of the team that open nothing are looked up 12,000 times in a minute, and who was verified before goes on', async () => {
  const { services } = await start()
  const known = { hasSession, hasEquipeCookie, segredoIn, convidadoIn, invitedWith }
  const senderOf = createSenderOf(services, known)
  const target = { origin: PUBLIC_ORIGIN, pathname: '/painel/equipe', search: '' }
  const bringing = (cookie: string) => {
    const req = new IncomingMessage(new Socket())
    req.headers.cookie = cookie
    return senderOf(req, target, services)
  }
  const cookie = await anEquipeCookie(services)
  const verified = await bringing(cookie)
  expect(verified.known?.room).toBe('equipe')
  const intact = { ...services.equipe }
  let asked = 0
  services.equipe.findBySegredo = (segredo) => {
    asked += 1
    return intact.findBySegredo(segredo)
  }
  for (let n = 0; n < 12_100; n++) {
    const forged = pairOf(await equipeCookie(String(n).padEnd(43, 'x'), services))
    expect((await bringing(forged)).known).toBeNull()
  }
  expect(asked).toBe(12_000)
  expect(await bringing(cookie)).toEqual(verified)
  expect(asked).toBe(12_000)
})

test('a part of somebody else’s page is refused and not counted, and a code is asked for by navigations alone', async () => {
  let lookedUp = 0
  const running = await startServer({
    env: { POSTS_PER_MINUTE: String(POSTS) },
    invitedWith: async () => {
      lookedUp += 1
      return null
    },
  })
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await running.ask({ path, headers })).status
  for (let n = 0; n < 1_300; n += 50) {
    const told = await Promise.all(Array.from({ length: 50 }, () => statusOf('/mesa/x', image)))
    expect(new Set(told)).toEqual(new Set([403]))
  }
  for (const headers of [image, { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }])
    for (const path of ['/equipe/2222-2222', '/equipe?codigo=2222-2222'])
      expect(await statusOf(path, headers)).toBe(403)
  expect([lookedUp, running.seen.length]).toEqual([0, 0])
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const path of ['/mesa/x', '/equipe/2222-2222', '/equipe?codigo=2222-2222'])
    expect(await statusOf(path, link)).toBe(200)
  expect(lookedUp).toBe(2)
})
