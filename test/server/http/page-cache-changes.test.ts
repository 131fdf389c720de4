import { expect, test } from 'vitest'
import { anEmpresa } from '../../support/factories.ts'
import { FORM } from '../../support/http-server.ts'
import { cookieOf, leftOf, start } from '../../support/page-server.ts'

test('n is read each time: a claim shows in the next page, for that company only', async () => {
  const { ask, seen } = await start()
  expect([leftOf(await ask({ path: '/clara' })), leftOf(await ask({ path: '/vale' }))]).toEqual([10, 10])
  await ask({ method: 'POST', path: '/clara', headers: FORM })
  expect([leftOf(await ask({ path: '/clara' })), leftOf(await ask({ path: '/vale' }))]).toEqual([9, 10])
  const asked = seen.length
  expect(leftOf(await ask({ path: '/clara' }))).toBe(9)
  expect(seen).toHaveLength(asked)
})

test('a company renamed, and one just imported, show at once', async () => {
  const { ask, store } = await start()
  expect((await ask({ path: '/clara' })).body).toContain('Fazenda Santa Clara')
  store.put('empresas', anEmpresa({ empresaid: 'clara', nome: 'Sítio Novo' }))
  expect((await ask({ path: '/clara' })).body).not.toContain('Fazenda Santa Clara')
  expect((await ask({ path: '/nova' })).status).toBe(404)
  store.put('empresas', anEmpresa({ empresaid: 'nova' }))
  expect((await ask({ path: '/nova' })).status).toBe(200)
})

test('a page made while n changes shows the n it is kept under', async () => {
  const { ask, store, services } = await start()
  let icredencial = 9
  const find = services.empresas.find.bind(services.empresas)
  services.empresas.find = (empresaid, now) => {
    store.change('empresas', empresaid, { icredencial: (icredencial -= 1) })
    return find(empresaid, now)
  }
  const shown = []
  for (let n = 0; n < 4; n++) shown.push(leftOf(await ask({ path: '/vale' })))
  // Read once for each request, and shown as read.
  expect(shown).toEqual([8, 7, 6, 5])
})

test('while storage fails every page that needs it says so, and is there again with it', async () => {
  const { ask, services } = await start()
  await ask({ path: '/clara' })
  const find = services.empresas.find.bind(services.empresas)
  const failure = Object.assign(new Error('down'), { name: 'StorageError' })
  let reads = 0
  services.empresas.find = async () => {
    reads += 1
    throw failure
  }
  expect((await ask({ path: '/clara' })).status).toBe(503)
  // Remix learns of the failure: asked again, storage would make the guest wait twice.
  expect(reads).toBe(1)
  services.empresas.find = find
  expect((await ask({ path: '/clara' })).status).toBe(200)
})

test('a page kept while registrations were open is not shown once they are closed', async () => {
  let now = Date.parse('2027-09-17T01:00:00Z') - 1
  const { ask, seen } = await start({ now: () => now })
  const [cookie = ''] = cookieOf(await ask({ path: '/vale' }))
  await ask({ method: 'POST', path: '/vale', headers: { ...FORM, cookie } })
  for (const path of ['/cadastro', '/item', '/clara'])
    expect((await ask({ path })).body).not.toContain('ENCERRADAS')
  now += 1
  for (const path of ['/cadastro', '/item', '/clara']) {
    const first = await ask({ path })
    const asked = seen.length
    expect(first.body).toContain('INSCRIÇÕES ENCERRADAS')
    expect((await ask({ path })).body).toBe(first.body)
    expect(seen).toHaveLength(asked)
  }
  // The browser that holds an invitation has a page of its own.
  expect((await ask({ path: '/vale', headers: { cookie } })).body).toContain('Usar o convite reservado')
  expect((await ask({ path: '/vale' })).body).toContain('INSCRIÇÕES ENCERRADAS')
})

test('the ribbon of a moved event goes from cached pages when the event ends, without another version', async () => {
  const fim = '2027-09-24T01:00:00Z'
  let now = Date.parse(fim) - 1
  const { ask, services, seen } = await start({ now: () => now })
  const { versao = 0, evento } = (await services.eventos.find()) ?? {}
  await services.eventos.gravar(
    {
      // Registrations close some days later.
      evento: {
        ...(evento ?? services.config.evento),
        inicio: '2027-09-23T22:30:00Z',
        fim,
        inscricoesAte: '2027-09-30T01:00:00Z',
      },
      versao,
      avisar: true,
      cancelado: false,
      imagemid: null,
      eventoid: 'x',
      now: Date.parse(fim) - 9e8,
    },
    services.autorOf('cli'),
  )
  await services.latest(0)
  for (const path of ['/', '/clara']) expect((await ask({ path })).body).toContain('MUDOU')
  now += 1
  for (const path of ['/', '/clara']) expect((await ask({ path })).body).not.toContain('MUDOU')
  const asked = seen.length
  await ask()
  expect(seen).toHaveLength(asked)
})
