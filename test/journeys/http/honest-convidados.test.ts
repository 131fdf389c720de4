import { expect, test } from 'vitest'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { readAlert, readText } from '../../support/html.ts'
import { FORM, startServer, type RunningServer } from '../../support/http-server.ts'
import { nameOf, openJar, readLeft, telefoneOf } from '../../support/journey.ts'
import { handle } from '../../support/remix.ts'
import { openHouse } from '../../support/sqlite-house.ts'
import { createStore } from '../../support/stored.ts'

/** A computer at a server in this process: it keeps its cookies, and nobody says who it is. */
function openComputer({ ask }: RunningServer) {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, fields: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const told = await ask({
      method,
      path,
      headers: { ...(method === 'POST' && FORM), ...(cookie !== '' && { cookie }) },
      ...(method === 'POST' && { body: new URLSearchParams(fields).toString() }),
    })
    for (const line of told.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return told
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, fields?: Record<string, string>) => send('POST', path, fields),
  }
}

test('a secretary registers 50 occupants from one computer within an hour, going back and forth, and never waits', async () => {
  const store = createStore()
  store.put('empresas', anEmpresa({ empresaid: 'mesa-1', icredencial: 50 }))
  let now = NOW
  const server = await startServer({
    store,
    now: () => now,
    handler: (request, context) => handle(request, { ...context }),
  })
  const computer = openComputer(server)
  for (let n = 0; n < 50; n++) {
    expect((await computer.get('/mesa-1')).status).toBe(200)
    expect((await computer.post('/mesa-1')).status).toBe(303)
    now += 10_000
    expect((await computer.get('/cadastro?empresaid=mesa-1')).status).toBe(200)
    if (n % 3 === 0) {
      // Looks something up on the company's page, and takes the same invitation again.
      await computer.get('/mesa-1')
      expect((await computer.post('/mesa-1')).status).toBe(303)
      now += 20_000
    }
    const convidado = { nome: nameOf(n), telefone: telefoneOf(n), empresaid: 'mesa-1' }
    if (n % 5 === 0)
      expect((await computer.post('/cadastro', { ...convidado, telefone: '119' })).status).toBe(422)
    now += 40_000
    expect((await computer.post('/cadastro', convidado)).status).toBe(303)
    expect(readAlert((await computer.get('/')).body)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    now += 10_000
  }
  expect(now - NOW).toBeLessThanOrEqual(3_600_000)
  expect(store.count('credenciais')).toBe(50)
  expect(readText((await computer.get('/mesa-1')).body)).toContain('VOCÊ TEM 0 CONVITE(S)')
})

test('200 table guests, ten at each of twenty companies of twenty, claim and register at once behind one address', async () => {
  const house = openHouse()
  const { url } = await house.start({ POSTS_PER_MINUTE: '' })
  const mesas = Array.from({ length: 20 }, (_, n) => `mesa-${n}`)
  for (const mesa of mesas) house.put(mesa, 20)
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const mesa = `mesa-${n % 20}`
      const phone = openJar(url)
      await phone.get(`/${mesa}`)
      const claim = await phone.post(`/${mesa}`)
      const convidado = { nome: nameOf(n), telefone: telefoneOf(n), empresaid: mesa }
      return [claim.status, (await phone.post('/cadastro', convidado)).status]
    }),
  )
  expect(statuses.filter(([claim, registration]) => claim !== 303 || registration !== 303)).toEqual([])
  expect(house.count("reserva WHERE estado = 'usada'")).toBe(200)
  for (const mesa of mesas) expect(await readLeft(url, mesa)).toBe(10)
})
