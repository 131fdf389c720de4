import { expect, test } from 'vitest'
import { share } from '../../../server/http/page-cache.ts'
import { html, startServer } from '../../support/http-server.ts'

/** A server whose Remix counts how often storage was checked. */
async function start({ status = 200, ms = 0 } = {}) {
  let checks = 0
  const running = await startServer({
    env: { POSTS_PER_MINUTE: '1' },
    handler: async ({ url }) => {
      if (!/\/saude\/*$/i.test(decodeURIComponent(new URL(url).pathname))) return html('page')
      checks += 1
      await new Promise((resolve) => setTimeout(resolve, ms))
      return new Response(`check ${checks}`, { status, headers: { 'cache-control': 'no-store' } })
    },
  })
  return { ...running, checks: () => checks }
}

for (const status of [200, 503]) {
  test(`a thousand who ask for health at once share one check a second (${status})`, async () => {
    const { ask, checks } = await start({ status, ms: 30 })
    const begun = performance.now()
    const told = await Promise.all(Array.from({ length: 1_000 }, () => ask({ path: '/saude' })))
    expect(new Set(told.map((each) => each.status))).toEqual(new Set([status]))
    expect(told[0]?.headers['cache-control']).toBe('no-store')
    const before = checks()
    expect(before).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1_000)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect((await ask({ path: '/saude' })).body).toBe(`check ${before + 1}`)
  })
}

test('no spelling of /saude that Remix takes for it makes a check of its own', async () => {
  const { ask, checks } = await start()
  for (const path of ['/saude', '/saude/', '/SAUDE', '/s%61ude', '/saude?a=1', '/saude//', '/%53aude/?b']) {
    expect((await ask({ path })).body, path).toBe('check 1')
  }
  expect(checks()).toBe(1)
  expect((await ask({ path: '/saudes' })).body).toBe('page')
})

test('a check that failed unforeseen is shared as well, and the next second asks again', async () => {
  let time = 0
  let acts = 0
  const ask = share(
    async () => {
      acts += 1
      if (acts === 1) throw new Error('bug')
      return acts
    },
    1_000,
    () => time,
  )
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('bug')
  await expect(ask()).rejects.toThrow('bug')
  time = 1_000
  expect([await ask(), await ask(), acts]).toEqual([2, 2, 2])
})
