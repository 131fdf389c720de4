import { expect, test } from 'vitest'
import { CONNECTIONS, drive } from '../../../lab/bench/drive.ts'
import { ask, serve } from './serve.ts'

test('as many requests are sent as were asked for, over as many connections, and every answer is waited for', async () => {
  let asked = 0
  const connections = new Set<unknown>()
  const port = await serve((req, res) => {
    asked += 1
    connections.add(req.socket)
    setTimeout(() => res.end('ok'), 5)
  })
  const driven = await drive({ port, seconds: 20, requests: 200, ask: () => ask() })
  expect([driven.answers, asked, connections.size]).toEqual([200, 200, CONNECTIONS])
})

test.each([
  ['status', (n: number) => ({ status: n === 50 ? 503 : 200, body: 'ok' }), '503'],
  ['length', (n: number) => ({ status: 200, body: n === 50 ? '' : 'ok' }), '0 bytes'],
] as const)('one answer of another %s among many ends the measurement', async (_, listener, complaint) => {
  let n = 0
  const port = await serve((_, res) => {
    const { status, body } = listener(++n)
    res.writeHead(status).end(body)
  })
  await expect(drive({ port, seconds: 20, requests: 200, ask: () => ask() })).rejects.toThrow(complaint)
})

test('a connection closed without an answer ends the measurement', async () => {
  const port = await serve((req) => req.socket.destroy())
  await expect(drive({ port, seconds: 20, requests: 200, ask: () => ask() })).rejects.toThrow(
    /closed|ECONNRESET/,
  )
}, 5_000)
