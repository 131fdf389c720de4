import { expect, test } from 'vitest'
import { openJar } from '../../support/journey.ts'
import { MESA, openHouse } from '../../support/sqlite-house.ts'

const CONVIDADO = { nome: 'Zulmira Sigilosa', telefone: '21912345678', email: 'zulmira@segredo.example' }

test('the log of a whole journey, at its most talkative, names nobody and opens nothing', async () => {
  const house = openHouse()
  const server = await house.start({ LOG_LEVEL: 'trace' })
  const jar = openJar(server.url)
  await jar.get(`/${MESA}?nome=Zulmira`)
  await jar.post(`/${MESA}`)
  await jar.post(`/cadastro?empresaid=${MESA}`, { ...CONVIDADO, telefone: '2191234567' })
  await jar.get('/cadastro?convite=zulmirazulmirazulmir')
  await jar.post('/cadastro', { ...CONVIDADO, empresaid: MESA })
  const [, token = ''] = /href="\/c\/([^"]+)"/.exec((await jar.get('/')).html) ?? []
  expect(token).not.toBe('')
  expect((await jar.get(`/c/${token}`)).html).toContain('ZULMIRA SIGILOSA')
  await jar.get(`/c/${token}x`)
  await jar.get(`/zulmira-sigilosa`)
  await jar.post('/cadastro', { ...CONVIDADO, empresaid: 'zulmira-sigilosa' })
  await server.stop()

  const log = server.printed()
  expect(log).toContain('REGISTRADO!')
  expect(log.match(/"msg":"request"/g)?.length).toBeGreaterThanOrEqual(9)
  expect(log).not.toMatch(/zulmira|sigilosa|2191234567|segredo\.example/i)
  expect(log).not.toContain(token.slice(-22))
  expect(log).not.toContain('convite=')
})
