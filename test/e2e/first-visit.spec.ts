import { expect, test } from '@playwright/test'
import { onFirstVisit } from '../support/first-visit.ts'

for (const path of ['/cadastro', '/telas-mesa', '/item', '/privacidade', '/nada-aqui']) {
  test(`the first visit to ${path} has every text of capitals in the house’s face, in six requests and 30 KB`, async ({
    browser,
  }) => {
    const { texts, inOtherFaces, requests, bytes } = await onFirstVisit(browser, path)
    expect(texts).toBeGreaterThan(0)
    expect(inOtherFaces).toEqual([])
    expect(requests.length).toBeLessThanOrEqual(6)
    expect(bytes).toBeLessThanOrEqual(30_000)
  })
}
