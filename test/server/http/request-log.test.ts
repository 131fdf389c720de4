import { expect, test } from 'vitest'
import { labelOf } from '../../../server/http/server.ts'
import { FORM, startServer } from '../../support/http-server.ts'

test('the log has one line per request with method, route, status and duration, and nothing of a person', async () => {
  const { ask, lines } = await startServer({
    handler: async (request) => {
      const form = await request.text()
      if (form.includes('falha')) throw new SyntaxError(`bad ${form}`, { cause: new Error(form) })
      return new Response('ok')
    },
  })
  const headers = { ...FORM, cookie: 'convite=SEGREDO', 'x-forwarded-for': '203.0.113.77' }
  const body = 'nome=MARIA+SILVA&telefone=11987654321&email=maria%40example.org'
  await ask({ method: 'POST', path: '/cadastro?nome=MARIA', headers, body })
  await ask({ method: 'POST', path: '/fazenda-maria', headers, body: `${body}&x=falha` })
  await ask({ path: '/c/TOKEN-MARIA' })
  await ask({ path: '/equipe/7KQ4-M2XD' })

  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/cadastro', 200],
    ['POST', '/:empresaid', 500],
    ['GET', '/c/:token', 200],
    ['GET', '/equipe/:codigo', 200],
  ])
  for (const line of requests) expect(Object.keys(line).sort()).toEqual(KEYS)
  expect(JSON.stringify(lines)).not.toMatch(
    /maria|silva|11987654321|segredo|203\.0\.113|127\.0\.0\.1|token-|7kq4/i,
  )
})
const KEYS = ['level', 'method', 'ms', 'msg', 'route', 'status', 'time']

test('an error is logged with its kind and place, with the message only where it quotes nobody', async () => {
  const failures = [new TypeError('x is undefined'), new Error('MARIA', { cause: 'MARIA' }), 'MARIA']
  const { ask, lines } = await startServer({
    handler: async () => {
      throw failures.shift()
    },
  })
  for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(500)
  const logged = lines.filter(({ msg }) => msg === 'request failed').map(({ err }) => err)
  expect(logged).toEqual([
    {
      type: 'TypeError',
      message: 'x is undefined',
      stack: expect.stringContaining('request-log.test.ts') as string,
    },
    { type: 'Error', stack: expect.any(String) as string, cause: { type: 'string' } },
    { type: 'string' },
  ])
})

test('files that were found are logged at debug, others at info', async () => {
  const { ask, lines } = await startServer({ files: { 'assets/a.js': 'a', 'favicon.ico': 'i' } })
  for (const path of ['/assets/a.js', '/favicon.ico', '/']) await ask({ path })
  expect(lines.filter(({ msg }) => msg === 'request').map(({ level }) => level)).toEqual([20, 20, 30])
})

test.each([
  ['/', '/'],
  ['/?a=1', '/'],
  ['/CADASTRO/', '/cadastro'],
  ['/saude', '/saude'],
  ['/maria', '/:empresaid'],
  ['/c/abc/credencial.svg', '/c/:token/*'],
  ['/mesa/abc?feito=criados', '/mesa/:token'],
  ['/MESA/abc/', '/mesa/:token'],
  ['/mesa/abc/liberar/17', '/mesa/:token/liberar/:credencialid'],
  ['/mesa/abc/lista.csv', '/mesa/:token/lista.csv'],
  ['/mesa/abc/nada', 'other'],
  ['/assets/app-1.js', '/assets/*'],
  ['/maria/silva', '/:empresaid/:codigo'],
  ['/maria/silva/santos', 'other'],
  ['http://maria/', 'other'],
] as const)('%s is logged as %s', (url, route) => expect(labelOf(url)).toBe(route))
