import { expect, test } from 'vitest'
import { errorPage } from '../../../server/http/error-page.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'

test('what the server in front answers where nothing is has the words of every other 404 page', async () => {
  const { browser } = await startApp()
  const page = await browser().body('/nada/aqui')
  const ours = errorPage(404).body.toString()
  for (const part of [/<title>([^<]*)/, /<h1[^>]*>([^<]*)/])
    expect(part.exec(ours)?.[1]).toBe(part.exec(page)?.[1])
  const sentence = 'Não encontramos este endereço. Confira o link que você recebeu ou volte ao convite.'
  for (const html of [page, ours])
    expect(readText(html)).toContain(`Erro 404 ESTA PÁGINA NÃO EXISTE ${sentence}`)
})
