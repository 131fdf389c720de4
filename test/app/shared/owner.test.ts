import { expect, test } from 'vitest'
import { CLI } from '../../../server/domain/historico.ts'
import { inviteToEquipe } from '../../../server/use-cases/equipe.ts'
import { anEmpresa } from '../../support/factories.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { sessionOf } from '../../support/session.ts'
import { changeEvento } from '../../support/change-evento.ts'

/** Stores the event with another venue. @returns the services of the version stored by then */
async function moveEvento({ services }: TestApp) {
  await changeEvento(services, { local: 'Outro' })
  const latest = await services.latest(0)
  expect(latest.config.evento.local).toBe('Outro')
  return latest
}

test('a code that was asked for too often is refused after the event moved, too', async () => {
  const app = await startApp()
  const { services } = app
  const invited = await inviteToEquipe(services, { nome: 'Ivo', papel: 'porta' }, services.autorOf(CLI))
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const ask = async (n: number) => (await app.browser(`203.0.113.${n}`).get(`/equipe/${invited.code}`)).status
  for (let n = 0; n < 30; n++) expect(await ask(n)).toBe(200)
  expect(await ask(30)).toBe(429)
  await moveEvento(app)
  expect(await ask(31)).toBe(429)
})

test('a session of before the event moved is read after it, and what came after is read with the services of before', async () => {
  const app = await startApp(undefined, { POSTS_PER_MINUTE: '0' })
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const [before, after] = [app.browser(), app.browser()]
  await before.post('/acme')
  const sid = (await sessionOf(app, before)).sid
  const latest = await moveEvento(app)
  await after.post('/acme')
  expect(await sessionOf({ ...app, services: latest }, before)).toMatchObject({ sid, ativo: 'acme' })
  expect(await sessionOf(app, after)).toMatchObject({ ativo: 'acme' })
  expect(app.store.count('reservas')).toBe(2)
  await before.post('/acme')
  expect(app.store.count('reservas')).toBe(2)
})
