import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import { announce } from '../../server/http/announce.ts'
import { listen } from '../../server/http/listen.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { createMemoryStore } from '../../server/repos/memory/store.ts'
import { anEmpresa } from '../support/factories.ts'
import { collectLog } from '../support/log.ts'

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

test('the demonstration names stored companies with a reserved id and gives no link to them', async () => {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  const store = createMemoryStore()
  store.empresas.set('painel', anEmpresa({ empresaid: 'painel' }))
  store.empresas.set('zebra', anEmpresa({ empresaid: 'zebra', nome: 'Z\u001B[2J' }))
  const { log } = collectLog()
  const services = await compose(readConfig({ STORAGE: 'memory' }), { storage: openMemory(store), log })
  await announce(services, 3456)
  const banner = written.join('')
  expect(banner).toContain('Ninguém abre a empresa "painel"')
  expect(banner).not.toContain('/painel')
  expect(banner).toContain('/zebra   Z[2J: 10 convite(s)')
})

test('the demonstration says that it is one and where to click', async () => {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  const { log, lines } = collectLog()
  const services = await compose(readConfig({ STORAGE: 'memory', HOST: '::1' }), {
    storage: openMemory(),
    log,
  })
  await announce(services, 3456)
  const banner = written.join('')
  expect(banner).toContain('MODO DE DEMONSTRAÇÃO')
  expect(banner).toContain('http://[::1]:3456/item')
  expect(banner).toContain('http://[::1]:3456/fazenda-santa-clara   Fazenda Santa Clara: 10 convite(s)')
  expect(lines[0]).toMatchObject({ msg: 'listening', port: 3456 })
})
