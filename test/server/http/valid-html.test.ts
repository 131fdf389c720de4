import { expect, test } from 'vitest'
import { everyPage } from '../../support/every-page.ts'
import { isDrawn, routeIds } from '../../support/route-files.ts'
import { hasJava, problemsOf } from '../../support/validator.ts'

test('no page has an error or a warning of the W3C’s validator', async (context) => {
  if (!hasJava)
    context.skip('Java is not installed, which the validator needs: apt-get install default-jre-headless')
  const pages = await everyPage()
  const isThere = (id: string) => Object.keys(pages).some((name) => name.split(':')[0] === id)
  expect(routeIds().filter((id) => isDrawn(id) && !isThere(id))).toEqual([])
  expect(await problemsOf(pages)).toEqual([])
})

test('the validator finds what is wrong', async (context) => {
  if (!hasJava) context.skip('Java is not installed')
  const page =
    '<!DOCTYPE html><html lang="pt-BR"><head><title>a</title></head><body><p hreff="a">b</p></body></html>'
  expect(await problemsOf({ page })).toEqual([expect.stringMatching(/^page: Attribute 'hreff' not allowed/)])
})
