import { expect, test } from 'vitest'
import { ROTULO_MAX } from '../../../server/domain/convite-pessoal.ts'
import { LABELS } from '../../../server/route-table.ts'
import { FORM, html, PUBLIC_ORIGIN, startServer } from '../../support/http-server.ts'

const HEADERS = { ...FORM, origin: PUBLIC_ORIGIN }
const PAINEL = '/painel/convidados/convidar'

/** The form with as many labels as the largest tables have, each as long as allowed. */
const formOf = (sign: string) =>
  new URLSearchParams({
    ato: 'criar',
    pedido: 'p'.repeat(22),
    rotulos: Array<string>(500).fill(sign.repeat(ROTULO_MAX)).join('\r\n'),
  }).toString()

const countLines = async (request: Request) => {
  const rotulos = new URLSearchParams(await request.text()).get('rotulos')
  return html(String(rotulos?.split('\r\n').length))
}

for (const [what, sign] of Object.entries({ letters: 'a', accents: 'é', pictures: '🌻' })) {
  test(`five hundred labels of sixty ${what} are taken of a table’s holder, and of the team`, async () => {
    const { ask, services } = await startServer({ handler: countLines })
    const token = services.mesaTokenOf({ empresaid: 'acme', versao: 0 })
    for (const path of [`/mesa/${token}`, PAINEL]) {
      const { status, body } = await ask({ method: 'POST', path, headers: HEADERS, body: formOf(sign) })
      expect([status, body]).toEqual([200, '500'])
    }
  })
}

test('a longer form is a 413, and a holder’s other pages take no such list', async () => {
  const { ask, seen, services } = await startServer()
  const path = `/mesa/${services.mesaTokenOf({ empresaid: 'acme', versao: 0 })}`
  const statusOf = async (at: string, body: string) =>
    (await ask({ method: 'POST', path: at, headers: HEADERS, body })).status
  expect(await statusOf(path, 'a'.repeat(LABELS.maxBytes + 1))).toBe(413)
  expect(await statusOf(`${path}/liberar/1`, formOf('a'))).toBe(413)
  expect(seen).toEqual([])
})

test('of a list with a token that opens no table nothing is read, nor of the team’s page', async () => {
  const { raw, seen, services, tokenOf } = await startServer({ isOfEquipe: async () => false })
  const token = services.mesaTokenOf({ empresaid: 'acme', versao: 0 })
  const paths = ['x', `${token}x`, token.slice(0, -1), tokenOf('1', 0)].map((other) => `/mesa/${other}`)
  for (const path of [...paths, PAINEL]) {
    // The list itself is never sent, and the answer is already there.
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nContent-Type: ${FORM['content-type']}\r\nContent-Length: 300000\r\n\r\n`
    expect(await raw(head), path).toMatch(/^HTTP\/1\.1 404 /)
  }
  expect(seen).toEqual([])
})
