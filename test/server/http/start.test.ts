import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compose } from '../../../server/composition.ts'
import { readConfig } from '../../../server/config.ts'
import { announce } from '../../../server/announce.ts'
import { listen, takeInheritedSocket } from '../../../server/http/lifecycle.ts'
import { findInvitation, pairBrowser } from '../../../server/use-cases/equipe.ts'
import { EVENTO, PRODUCTION } from '../../support/environment.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { collectLog } from '../../support/log.ts'
import { createStore } from '../../support/stored.ts'

test('a port in use is refused with a sentence that says what to set', async () => {
  const first = createServer()
  onTestFinished(() => void first.close())
  const port = await listen(first, { host: '127.0.0.1', port: 0 })
  expect(port).toBe((first.address() as AddressInfo).port)
  await expect(listen(createServer(), { host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} is in use: stop what listens there, or set PORT to another.`,
  )
})

test('an address of another machine is refused with a sentence', async () => {
  await expect(listen(createServer(), { host: '203.0.113.1', port: 0 })).rejects.toThrow(/set HOST and PORT/)
})

test('a socket is taken only where it is passed to this very process, and its variables go in any case', () => {
  const passed = {
    LISTEN_FDS: '1',
    LISTEN_PID: String(process.pid),
    LISTEN_FDNAMES: 'convites.socket',
    A: 'b',
  }
  for (const [env, socket] of [
    [passed, 3],
    [{ ...passed, LISTEN_PID: String(process.ppid) }, null],
    [{ ...passed, LISTEN_FDS: '2' }, null],
    [{ A: 'b' }, null],
  ] as const) {
    const left: Record<string, string | undefined> = { ...env }
    expect([takeInheritedSocket(left), left]).toEqual([socket, { A: 'b' }])
  }
})

test('a file that is no socket is refused with a sentence', async () => {
  await expect(listen(createServer(), { host: '127.0.0.1', port: 0 }, 9_999)).rejects.toThrow(
    /Cannot listen on the socket passed as file 9999 \(\w+\): start it by the socket unit/,
  )
})

/**
 * What a server prints and logs when it starts at that instant, as a demonstration unless the environment
 * differs.
 */
async function announced(env: Record<string, string>, now: number, store = createStore()) {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  const config = readConfig({ STORAGE: 'memory', HOST: '::1', ...env }, now)
  const { log, lines } = collectLog(config.logLevel)
  const services = await compose(config, { storage: store.open(), now: () => now, log })
  await announce(services, 3456)
  return { banner: written.join(''), lines, services }
}

test('the demonstration names stored companies with a reserved id and gives no link to them', async () => {
  const store = createStore()
  store.put('empresas', anEmpresa({ empresaid: 'painel' }))
  store.put('empresas', anEmpresa({ empresaid: 'zebra', nome: 'Z\u001B[2J' }))
  const { banner } = await announced({ EVENTO }, NOW, store)
  expect(banner).toContain('Ninguém abre a empresa "painel"')
  expect(banner).not.toContain('/painel')
  expect(banner).toContain('/zebra   Z[2J: 10 convite(s)')
})

test('a start in production without an event says so, and fails of no date', async () => {
  const { lines } = await announced({ ...PRODUCTION, EVENTO: '' }, NOW)
  expect(lines.map(({ msg }) => msg).join()).toContain('no event is described yet')
})

test('the demonstration says that it is one and where to click', async () => {
  const { banner, lines } = await announced({ EVENTO }, NOW)
  expect(banner).toContain('MODO DE DEMONSTRAÇÃO')
  expect(banner).toContain('http://[::1]:3456/item')
  expect(banner).toContain('http://[::1]:3456/fazenda-santa-clara   Fazenda Santa Clara: 10 convite(s)')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(lines).toMatchObject([
    { msg: 'listening', port: 3456, version, commit: expect.any(String) as string },
  ])
})

test('the demonstration prints one link that opens the board, another at each start, for one invitation', async () => {
  const store = createStore()
  const links = []
  for (const minutes of [0, 45]) {
    const { banner } = await announced(
      { EVENTO, CREDENCIAL_SECRET: 'c'.repeat(32) },
      NOW + minutes * 60_000,
      store,
    )
    links.push(/http:\/\/\[::1\]:3456\/equipe\/\w{4}-\w{4}(?= {3}o painel da organização)/.exec(banner)?.[0])
  }
  expect(new Set(links.filter((link) => link !== undefined)).size).toBe(2)
  expect(store.all('aparelhos')).toMatchObject([
    { nome: 'Secretaria', papel: 'organizacao', codigoate: NOW + 75 * 60_000, segredo: null },
  ])
})

test('production prints the organiser’s link at each start until a browser is paired, and the log has no code', async () => {
  const store = createStore()
  const codes = []
  for (const minutes of [0, 45]) {
    const { banner, lines } = await announced(PRODUCTION, NOW + minutes * 60_000, store)
    const [, code = ''] = /^ {2}https:\/\/convite\.test\/equipe\/(\w{4}-\w{4})$/m.exec(banner) ?? []
    expect(banner).toContain('serve uma vez e vale por 30 minutos, e o próximo início mostra outro.')
    expect(JSON.stringify(lines)).not.toContain(code)
    codes.push(code)
  }
  expect(new Set(codes).size).toBe(2)
  expect(store.all('aparelhos')).toMatchObject([{ papel: 'organizacao', segredo: null }])

  const { services } = await announced({ ...PRODUCTION, LOG_LEVEL: 'warn' }, NOW + 46 * 60_000, store)
  const found = await findInvitation(services, codes.at(-1) ?? '')
  if (found.kind !== 'open') throw new Error(found.kind)
  await pairBrowser(services, found)
  const paired = store.copy()
  expect((await announced(PRODUCTION, NOW + 47 * 60_000, store)).banner).toBe('')
  expect(store.copy()).toEqual(paired)
})

test('production prints the link before an event is described, and none where the log is quiet', async () => {
  const bare = { ...PRODUCTION, EVENTO: '' }
  const { banner, lines } = await announced(bare, NOW)
  expect(banner).toContain('https://convite.test/equipe/')
  expect(lines.map(({ msg }) => msg)).toEqual([
    'listening',
    'no event is described yet: the board of the organisation asks for it',
  ])
  const store = createStore()
  expect((await announced({ ...bare, LOG_LEVEL: 'warn' }, NOW, store)).banner).toBe('')
  expect(store.count('aparelhos')).toBe(0)
})

test('the sample event shown later is told in the banner and in the log', async () => {
  const { banner, lines } = await announced({}, Date.parse('2031-03-01T12:00:00Z'))
  expect(banner).toMatch(
    /^ {2}O evento de exemplo já passou: é mostrado \d anos? depois, em 16 de setembro de 2031, 19h30\.$/m,
  )
  expect(lines[0]).toMatchObject({ msg: 'the sample event is past: it is shown years later' })
})

test('a start with registrations closed is told in the banner and in the log', async () => {
  const { banner, lines } = await announced({ EVENTO }, Date.parse('2031-03-01T12:00:00Z'))
  expect(banner).toContain('  As inscrições se encerraram em 16 de setembro de 2027, 22h.\n')
  expect(lines[1]).toMatchObject({
    level: 40,
    msg: 'registrations are closed',
    since: '2027-09-17T01:00:00.000Z',
  })
})
