import { expect, test } from 'vitest'
import { CLI } from '../../server/domain/historico.ts'
import { inviteToEquipe } from '../../server/use-cases/equipe.ts'
import { anEmpresa } from '../support/factories.ts'
import { readText } from '../support/html.ts'
import { startApp } from '../support/remix.ts'
import { CONVIDADO } from '../support/session.ts'

test('a hundred GETs and prefetches use no invitation', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  for (let i = 0; i < 50; i++) {
    await app.browser().get('/acme')
    await app.browser().get('/acme', { 'Sec-Purpose': 'prefetch' })
  }
  expect([app.store.get('empresas', 'acme')?.licredencial, app.store.count('reservas')]).toEqual([0, 0])
})

test('a cookie replayed a hundred times pays for one registration', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial: 1 }))
  const browser = app.browser()
  await browser.post('/acme')
  const stolen = browser.cookie()
  await browser.post('/cadastro', { ...CONVIDADO, empresaid: 'acme' })
  for (let i = 0; i < 100; i++) {
    const thief = app.browser()
    thief.steal(stolen)
    const nome = `Outro ${'ABCDEFGHIJ'[i % 10] ?? ''}${'ABCDEFGHIJ'[Math.floor(i / 10)] ?? ''}`
    expect((await thief.post('/cadastro', { ...CONVIDADO, nome, empresaid: 'acme' })).status).toBe(409)
  }
  expect(app.store.get('empresas', 'acme')?.licredencial).toBe(1)
  expect(app.store.count('credenciais')).toBe(1)
})

test('any number of codes may be opened behind one address, and one code is asked for 30 times in ten minutes at most', async () => {
  const app = await startApp()
  const invite = async () => {
    const invited = await inviteToEquipe(
      app.services,
      { nome: 'Osvaldo Lemes', papel: 'porta' },
      app.services.autorOf(CLI),
    )
    return invited.kind === 'invited' ? `/equipe/${invited.code}` : ''
  }
  for (let n = 0; n < 60; n++) expect((await app.browser().get(await invite())).status).toBe(200)
  const path = await invite()
  for (let n = 0; n < 30; n++) expect((await app.browser(`198.51.100.${n}`).get(path)).status).toBe(200)
  const refused = await app.browser('203.0.113.9').get(path)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500)
  expect(readText(await refused.text())).toContain('AGUARDE UM POUCO')
}, 60_000)
