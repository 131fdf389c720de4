import { expect, test } from 'vitest'
import { linksOf, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

const CONVIDADO = { nome: 'Ana Lima', telefone: '11987654321', email: '' }

/** A browser that registered guests, one an hour. */
async function aSecretary(app: TestApp, count: number, nome = 'Ana'): Promise<Browser> {
  const secretary = app.browser()
  for (let n = 0; n < count; n++) {
    await secretary.post('/cadastro', { ...CONVIDADO, nome: `${nome} ${'ABCDEFGHIJ'[n] ?? ''}a` })
    app.advance(3_600_000)
  }
  await secretary.get('/')
  return secretary
}

test('of more than five credentials the invitation shows the last five, and /minhas shows all', async () => {
  let reads = 0
  const app = await startApp(
    otherwise('credenciais', (own) => ({
      findById: (id: string) => {
        reads++
        return own.findById(id)
      },
    })),
  )
  const five = await aSecretary(app, 5, 'Bia')
  expect(await five.body('/')).not.toContain('/minhas')

  const secretary = await aSecretary(app, 7)
  reads = 0
  const html = await secretary.body('/')
  expect(reads).toBe(5)
  const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  expect(linksOf(html).map(([, text]) => text)).toEqual(
    letters.slice(2).map((letter) => `CREDENCIAL DE ANA ${letter}A`),
  )
  expect(html).toMatch(/<a[^>]*href="\/minhas"[^>]*>Ver as credenciais</)
  expect(html).toMatch(/<a[^>]*href="\/minhas"[^>]*>Ver todas as credenciais</)

  const all = await secretary.get('/minhas')
  expect([all.status, all.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(linksOf(await all.text()).map(([, text]) => text)).toEqual(letters.map((letter) => `ANA ${letter}A`))
})

test('/minhas of a browser that registered nobody says so, and nobody keeps it', async () => {
  const app = await startApp()
  const response = await app.browser().get('/minhas')
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  const html = await response.text()
  expect(readText(html)).toContain(
    'Nenhuma credencial foi cadastrada neste aparelho. Quem já se cadastrou está confirmado',
  )
  expect(readText(html)).toContain(
    'A credencial abre no aparelho em que o cadastro foi feito. Perdeu a credencial',
  )
  expect(html).toMatch(/href="mailto:[^"]*"[^>]*>Pedir por e-mail</)
})

test('while storage does not answer /minhas says when to come back', async () => {
  const app = await startApp(otherwise('credenciais', () => ({ findById: down })))
  const response = await (await aSecretary(app, 1)).get('/minhas')
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
})
