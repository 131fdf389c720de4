import { expect, test } from 'vitest'
import type { Storage } from '../../../server/domain/storage.ts'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'
import type { Store } from '../../support/stored.ts'

/** An app on a storage where `other` runs between a page's look-up and its act. */
const startBeside = (other: (storage: Storage) => Promise<unknown>) =>
  startApp((store: Store) => {
    const storage = store.open()
    const { mesas, desistencias } = storage
    return {
      storage: {
        ...storage,
        mesas: {
          ...mesas,
          setFechada: (...asked) => other(storage).then(() => mesas.setFechada(...asked)),
        },
        desistencias: {
          ...desistencias,
          withdraw: (...asked) => other(storage).then(() => desistencias.withdraw(...asked)),
        },
      },
    }
  })

test('a table whose link is renewed while FECHAR is on its way closes nothing, and reads that it was replaced', async () => {
  const app = await startBeside(({ mesas }) => mesas.renewLink('acme', anAutor()))
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const path = `/mesa/${app.services.mesaTokenOf({ empresaid: 'acme', versao: 0 })}`
  const answer = await app.browser().post(path, { ato: 'fechar' })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('A organização deu um link novo')
  expect(await app.services.mesas.find('acme')).toMatchObject({ fechada: false, versao: 1 })
})

test('a guest whose link is renewed while Não vou poder ir is on its way stays, and reads that it was replaced', async () => {
  let id = ''
  const app = await startBeside(({ credenciais }) => credenciais.renewLink(id, anAutor()))
  await app.browser().post('/cadastro', { nome: 'ANA', telefone: '11987654321', email: '' })
  id = app.store.ids('credenciais').at(-1) ?? ''
  const path = `/c/${app.services.tokenOf(id, 0)}/presenca`
  const answer = await app.browser().post(path, { ato: 'desistir' })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('Esta credencial ganhou um link novo')
  expect(await app.services.desistencias.find(id)).toBeNull()
})
