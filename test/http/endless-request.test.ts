import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import { watchNoEndlessSignal } from '../../server/http/endless-request.ts'
import { loadRemix } from '../../server/http/remix.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { collectLog } from '../support/log.ts'
import { EVENTO_POR_VIR } from '../support/eventos.ts'

// Test files share their globals, and another may have loaded Remix before.
watchNoEndlessSignal()
const NativeRequest = Object.getPrototypeOf(globalThis.Request) as typeof Request
const restore = () => void (globalThis.Request = NativeRequest)
restore()

const watchers = ({ signal }: Request) => getEventListeners(signal, 'abort').length

/** As Remix copies a request. */
const copyOf = ({ url, method, headers, signal }: Request) => new Request(url, { method, headers, signal })

test('what Remix copies leaves nothing that watches the request of a guest', async () => {
  onTestFinished(restore)
  const services = await compose(readConfig({ STORAGE: 'memory', EVENTO: EVENTO_POR_VIR }), {
    storage: openMemory(),
    log: collectLog().log,
  })
  const { handler } = await loadRemix(new URL('../../build/server/index.js', import.meta.url), services)
  const answered = async () => {
    const body = new URLSearchParams({ nome: 'Ana Maria', telefone: '11987654321' })
    const request = new Request('http://localhost/cadastro', { method: 'POST', body })
    const { status } = await handler(request, { services, address: 'unknown' })
    return { status, watchers: watchers(request) }
  }
  expect(await answered()).toEqual({ status: 303, watchers: 0 })
  restore()
  expect(await answered()).toEqual({ status: 303, watchers: 1 })
})

test('a signal somebody may fire reaches copies of copies, and requests made of them', () => {
  onTestFinished(restore)
  watchNoEndlessSignal()
  const controller = new AbortController()
  const request = new Request('http://localhost/', { signal: controller.signal })
  const ends = [copyOf(copyOf(request)), new Request(copyOf(request)), new Request(request, { signal: null })]
  expect(watchers(request)).toBeGreaterThan(0)
  controller.abort('gone')
  expect(ends.map(({ signal }) => signal.reason as unknown)).toEqual(['gone', 'gone', undefined])
})

test('a request keeps its method, its headers and its body through its copies', async () => {
  onTestFinished(restore)
  watchNoEndlessSignal()
  const request = new Request('http://localhost/a?b=c', {
    method: 'POST',
    headers: { cookie: 'd=e' },
    body: 'f',
  })
  const { url, method, headers, body, signal } = request
  const copy = new Request(url, { method, headers, body, signal, duplex: 'half' })
  expect(watchers(request)).toBe(0)
  expect([copy.url, copy.method, copy.headers.get('cookie')]).toEqual([url, 'POST', 'd=e'])
  expect(await copy.text()).toBe('f')
})
