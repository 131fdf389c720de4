import { expect, test } from 'vitest'
import { everyPage } from '../../support/every-page.ts'

test('no page asks for a token that its own style does not define', async () => {
  const pages = Object.entries(await everyPage())
  const missing = pages.flatMap(([name, html]) => {
    const [, css = ''] = /<style[^>]*>([^]*?)<\/style>/.exec(html) ?? []
    const defined = new Set(css.match(/--[\w-]+(?=:)/g))
    const asked = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, token = '']) => token))
    return [...asked].filter((token) => !defined.has(token)).map((token) => `${name}: ${token}`)
  })
  expect(missing).toEqual([])
})
