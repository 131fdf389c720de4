import { expect, test } from 'vitest'
import { NOW } from '../../support/factories.ts'
import { startApp, type TestApp } from '../../support/remix.ts'

const start = () => startApp(undefined, undefined, { isDrawn: true })

/** Registers a guest. @returns the path of the credencial */
async function aCredencial(app: TestApp, telefone = '11987654321'): Promise<string> {
  await app.browser().post('/cadastro', { nome: 'Maria d’Ávila', telefone, email: '' })
  return `/c/${app.services.tokenOf(app.store.ids('credenciais').at(-1) ?? '', 0)}`
}

test('the picture of a credencial is an uncached PNG for anyone with its link', async () => {
  const app = await start()
  const path = await aCredencial(app)
  expect(await app.browser().body(path)).toContain(`href="${path}/convite.png"`)
  const response = await app.browser().get(`${path}/convite.png`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

test('the picture has of the WhatsApp no more than the page shows', async () => {
  const app = await start()
  const path = await aCredencial(app)
  const drawnWith = async (telefone: string) => {
    for (const id of app.store.ids('credenciais')) app.store.change('credenciais', id, { telefone })
    const response = await app.browser().get(`${path}/convite.png`)
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  const drawn = await drawnWith('11987654321')
  expect((await drawnWith('11900004321')) === drawn).toBe(true)
  expect((await drawnWith('11987654322')) === drawn).toBe(false)
})

test('there is no picture without the token', async () => {
  const app = await start()
  const path = await aCredencial(app)
  const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`
  const refused = await app.browser().get(`${wrong}/convite.png`)
  expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  expect(await refused.text()).toMatch(/^Não encontramos/)
  expect((await app.browser().post(`${path}/convite.png`)).status).toBe(404)
  expect((await app.browser().get(`/c/${NOW}/convite.png`)).status).toBe(404)
})

test('of 30 pictures requested at once eight are drawn, the others get 503 with Retry-After, and a later request succeeds', async () => {
  const app = await start()
  const paths: string[] = []
  for (let n = 0; n < 30; n++) paths.push(`${await aCredencial(app, String(11987654300 + n))}/convite.png`)
  const answers = await Promise.all(paths.map((path) => app.browser().get(path)))
  const drawn = answers.filter(({ status }) => status === 200)
  expect(drawn).toHaveLength(8)
  for (const answer of answers) {
    if (answer.status === 200) continue
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(await answer.text()).toMatch(/^Muita gente/)
  }
  expect((await app.browser().get(paths.at(-1) ?? '')).status).toBe(200)
})
