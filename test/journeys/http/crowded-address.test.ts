import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createCookies } from '../../support/cookies.ts'
import { EVENTO_POR_VIR } from '../../support/environment.ts'
import { readField } from '../../support/html.ts'
import { convidado } from '../../support/journey.ts'
import { MESA, openHouse, type House } from '../../support/sqlite-house.ts'

/** A browser whose posts say that a page of ours sent them. */
function openBrowser(url: string) {
  const cookies = createCookies()
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { Cookie: cookies.header(), 'Sec-Fetch-Site': 'same-origin' }
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    cookies.keep(response.headers.getSetCookie())
    return { status: response.status, html: await response.text() }
  }
  return {
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

/** Asks many times, fifty at once. */
async function ask(times: number, once: (n: number) => Promise<unknown>) {
  for (let n = 0; n < times; n += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => once(n + at)))
}

const SIGNS = 'CDFGHJKMNP'
/** A code that almost surely nobody has. */
const wrongCode = (n: number) => `2222-22${SIGNS.charAt(Math.floor(n / 10) % 10)}${SIGNS.charAt(n % 10)}`

/**
 * What a hostile phone sends: wrong codes, pages and forms, until strangers behind its address are refused.
 */
async function attack(url: string) {
  const get = (path: string) => fetch(url + path).then((answer) => answer.arrayBuffer())
  await ask(50, (n) => get(`/equipe/${wrongCode(n)}`))
  await ask(1_200, (n) => get(`/mesa/x${n}`))
  // Counted before it is read.
  await ask(600, () => fetch(`${url}/cadastro`, { method: 'POST', body: 'x' }).then((it) => it.arrayBuffer()))
}

function invite({ path }: House): string {
  const env = { PATH: process.env.PATH, SQLITE_PATH: path, EVENTO: resolve(EVENTO_POR_VIR) }
  const { stdout } = spawnSync(
    process.execPath,
    [resolve('build/node/cli/main.js'), 'equipe', 'convidar', 'Osvaldo Lemes', '--papel', 'porta'],
    { cwd: resolve(path, '..'), encoding: 'utf8', env: { ...env, NODE_ENV: 'production' as const } },
  )
  return /código (\S{9}),/.exec(stdout)?.[1] ?? ''
}

test('after 1,200 pages, 600 forms and 50 wrong codes of one address, everybody who is known behind it goes on', async () => {
  const house = openHouse()
  const server = await house.start({ POSTS_PER_MINUTE: '' })
  const { url } = server
  const organiser = openBrowser(url)
  const link = /\/equipe\/\S+/.exec(server.printed())?.[0] ?? ''
  expect((await organiser.post(link)).status).toBe(303)
  const mesa = /\/mesa\/\S+/.exec(server.printed())?.[0] ?? ''
  const registered = openBrowser(url)
  expect((await registered.post('/cadastro', convidado(1))).status).toBe(303)
  const credencial = /\/c\/[\w-]+/.exec((await registered.get('/')).html)?.[0] ?? ''
  const holding = openBrowser(url)
  expect((await holding.post(`/${MESA}`)).status).toBe(303)
  const code = invite(house)

  const stranger = openBrowser(url)
  const refused = async () => [
    (await stranger.get('/mesa/x')).status,
    (await stranger.post('/cadastro')).status,
  ]
  // On a machine so slow that a minute has passed, the attack is repeated.
  for (let n = 0; n < 5 && (await refused()).some((status) => status !== 429); n++) await attack(url)
  expect(await refused()).toEqual([429, 429])

  const told: Record<string, number> = {}
  const tell = async (what: string, asked: Promise<{ status: number }>) => {
    told[what] = (await asked).status
  }
  await tell('the board', organiser.get('/painel'))
  await tell('its search', organiser.get('/painel/convidados?busca=maria'))
  const admitir = credencial.replace('/c/', '/porta/admitir/')
  await tell('the page of Dar entrada', organiser.get(admitir))
  // Before its day.
  const { html } = await organiser.get(`${admitir}?antes`)
  const field = (name: string) => readField(html, name) ?? ''
  await tell('Dar entrada', organiser.post(admitir, { entradaid: field('entradaid'), antes: field('antes') }))
  expect((await organiser.get(admitir)).html).toContain('JÁ ENTROU')
  await tell('a credencial, opened by its link', openBrowser(url).get(credencial))
  await tell('the credenciais of a browser', registered.get('/minhas'))
  await tell('the panel of a holder', openBrowser(url).get(mesa))
  await tell('the list of a holder', openBrowser(url).get(`${mesa}/lista`))
  const phone = openBrowser(url)
  await tell('the page of the team', phone.get('/equipe'))
  await tell('a code that is typed', phone.get(`/equipe?codigo=${code}`))
  await tell('a code', phone.get(`/equipe/${code}`))
  await tell('pairing', phone.post(`/equipe/${code}`))
  await tell('the door', phone.get('/porta'))
  await tell('the form of who holds an invitation', holding.get(`/cadastro?empresaid=${MESA}`))
  await tell('registering', holding.post('/cadastro', convidado(2, MESA)))
  await tell('the confirmation', holding.get('/'))
  expect(await refused()).toEqual([429, 429])
  expect(told).toEqual({
    'the board': 200,
    'its search': 200,
    'the page of Dar entrada': 200,
    'Dar entrada': 303,
    'a credencial, opened by its link': 200,
    'the credenciais of a browser': 200,
    'the panel of a holder': 200,
    'the list of a holder': 200,
    'the page of the team': 200,
    'a code that is typed': 303,
    'a code': 200,
    pairing: 303,
    'the door': 200,
    'the form of who holds an invitation': 200,
    registering: 303,
    'the confirmation': 200,
  })
}, 240_000)
