import { expect, onTestFinished, test } from 'vitest'
import { readAlert } from '../support/html.ts'
import { openFaultyProxy } from '../support/faulty-proxy.ts'
import { openJar, readLeft } from '../support/journey.ts'
import { MESA, openHouse } from '../support/sqlite-house.ts'

const CONVIDADO = { nome: 'Convidado A', telefone: '11987654321', email: '' }

/** A browser whose network can lose an answer, and the server behind it. */
async function openBehindProxy() {
  const house = openHouse()
  const { url } = await house.start()
  const proxy = await openFaultyProxy(url.replace('http://', ''))
  onTestFinished(() => proxy.close())
  return { house, url, proxy, jar: openJar(`http://${proxy.host}`) }
}

test('a claim whose answer was lost is sent again and uses one invitation', async () => {
  const { url, proxy, jar } = await openBehindProxy()
  await jar.get(`/${MESA}`)
  for (let n = 0; n < 3; n++) {
    proxy.loseAnswer()
    await expect(jar.post(`/${MESA}`)).rejects.toThrow('fetch failed')
    expect(await readLeft(url, MESA)).toBe(9)
  }
  expect((await jar.post(`/${MESA}`)).status).toBe(303)
  expect(await readLeft(url, MESA)).toBe(9)
  expect((await jar.get('/cadastro')).location).toBe(`/cadastro?empresaid=${MESA}`)
})

test('a registration whose answer was lost is sent again with the link to see, by another phone without, and is one guest', async () => {
  const { house, proxy, jar } = await openBehindProxy()
  await jar.get('/cadastro')
  proxy.loseAnswer()
  await expect(jar.post('/cadastro', CONVIDADO)).rejects.toThrow('fetch failed')
  expect(house.count('credencial')).toBe(1)
  const other = openJar(`http://${proxy.host}`)
  await other.get('/cadastro')
  for (const browser of [jar, other]) {
    expect((await browser.post('/cadastro', CONVIDADO)).status).toBe(303)
    const { html } = await browser.get('/')
    expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(html.includes('Ver minha credencial')).toBe(browser === jar)
  }
  expect(house.count('credencial')).toBe(1)
})
