import { expect, test } from 'vitest'
import { readAlert, readText } from '../../support/html.ts'
import { openJar } from '../../support/journey.ts'
import { MESA, openHouse } from '../../support/sqlite-house.ts'

const CONVIDADO = { nome: 'Convidado A', telefone: '11987654321', email: '' }
type Jar = ReturnType<typeof openJar>

/** Registers as a person does. @returns the link of the alert, or null */
async function register(jar: Jar, fields: Record<string, string> = {}): Promise<string | null> {
  await jar.get('/cadastro')
  expect((await jar.post('/cadastro', { ...CONVIDADO, ...fields })).status).toBe(303)
  const { html } = await jar.get('/')
  expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
  const dialog = /<dialog.*<\/dialog>/s.exec(html)?.[0] ?? ''
  return /href="(\/c\/[^"]*)"/.exec(dialog)?.[1] ?? null
}

test('a stranger who registers a guest first keeps neither the place nor the link when the guest comes with an invitation', async () => {
  const { url } = await openHouse().start()
  const [stranger, convidado] = [openJar(url), openJar(url)]
  const old = (await register(stranger)) ?? ''
  expect((await stranger.get(old)).status).toBe(200)

  await convidado.get(`/${MESA}`)
  await convidado.post(`/${MESA}`)
  const link = (await register(convidado, { empresaid: MESA })) ?? ''
  const page = await convidado.get(link)
  expect(page.status).toBe(200)
  expect(readText(page.html)).toContain('CONVIDADO A Fazenda Santa Clara')
  expect((await convidado.get(`${link}/convite.png`)).status).toBe(200)

  for (const path of [old, `${old}/convite.png`]) {
    const gone = await stranger.get(path)
    expect(gone.status).toBe(404)
    expect(gone.html).not.toMatch(/CONVIDADO A|Santa Clara/)
  }
  expect(readText((await stranger.get(old)).html)).toContain('LINK SUBSTITUÍDO')
})

test('a stranger who types a guest’s name and WhatsApp within 15 minutes gets the alert and no link', async () => {
  const { url } = await openHouse().start()
  const convidado = openJar(url)
  const link = await register(convidado)
  expect(link).not.toBeNull()
  const stranger = openJar(url)
  expect(await register(stranger)).toBeNull()
  for (const path of ['/', '/minhas']) expect((await stranger.get(path)).html).not.toContain('href="/c/')
  expect(await register(convidado)).toBe(link)
})
