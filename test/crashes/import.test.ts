import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createCookies } from '../support/cookies.ts'
import { readField } from '../support/html.ts'
import { nameOf } from '../support/journey.ts'
import { halfWrittenIn } from '../support/sqlite-half-written.ts'
import { openHouse } from '../support/sqlite-house.ts'

const GUESTS = 3_000
const PLANILHA = [
  'nome,telefone,email,empresaid',
  ...Array.from({ length: GUESTS }, (_, n) => `${nameOf(n)},11987654321,,grande`),
].join('\n')

/** An organiser’s browser without scripts, which says where its posts come from. */
function openOrganiser(url: string) {
  const cookies = createCookies()
  let origin = url
  const send = async (path: string, body?: BodyInit) => {
    const headers = { Cookie: cookies.header(), Origin: origin }
    const init = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    cookies.keep(response.headers.getSetCookie())
    return { status: response.status, location: response.headers.get('location') ?? '', response }
  }
  return {
    send,
    move: (to: string) => void (origin = to),
    /** Uploads the guests. @returns the address of the preview, and the digest GRAVAR brings */
    async upload() {
      const form = new FormData()
      form.set('tipo', 'convidados')
      form.set('arquivo', new Blob([PLANILHA], { type: 'text/csv' }), 'convidados.csv')
      const { location } = await send('/painel/planilhas', form)
      const efeito = readField(await (await send(location)).response.text(), 'efeito') ?? ''
      return { preview: location, efeito }
    },
  }
}

test('a crash amid GRAVAR leaves every guest whole or not at all, and the same spreadsheet finishes the import', async () => {
  const house = openHouse()
  const dying = await house.start()
  house.put('grande', GUESTS)
  const organiser = openOrganiser(dying.url)
  const link = /\/equipe\/\S+/.exec(dying.printed())?.[0] ?? ''
  expect((await organiser.send(link, new URLSearchParams())).status).toBe(303)

  const { preview, efeito } = await organiser.upload()
  const answer = organiser.send(preview, new URLSearchParams({ efeito }))
  const refused = expect(answer).rejects.toThrow('fetch failed')
  await expect.poll(() => house.count('credencial'), { timeout: 20_000, interval: 5 }).toBeGreaterThan(100)
  dying.child.kill('SIGKILL')
  await once(dying.child, 'exit')
  await refused
  const stored = Number(house.count('credencial'))
  expect(stored).toBeLessThan(GUESTS)
  expect(house.count(`reserva WHERE estado = 'usada'`)).toBe(stored)
  expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])

  organiser.move((await house.start()).url)
  const again = await organiser.upload()
  for (let location = again.preview, tries = 0; location.startsWith(again.preview) && tries < 10; tries++) {
    const page = await (await organiser.send(again.preview)).response.text()
    const body = new URLSearchParams({ efeito: readField(page, 'efeito') ?? '' })
    location = (await organiser.send(again.preview, body)).location
  }
  expect(house.count('credencial')).toBe(GUESTS)
  expect(house.count(`reserva WHERE estado = 'usada'`)).toBe(GUESTS)
  expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])
})
