import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readField } from '../support/html.ts'
import { nameOf } from '../support/journey.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { halfWrittenIn } from '../support/sqlite-value.ts'
import { openHouse } from '../support/sqlite-house.ts'

const CONVIDADOS = 3_000
const LINES = [
  'nome,telefone,email,empresaid',
  ...Array.from({ length: CONVIDADOS }, (_, n) => `${nameOf(n)},11987654321,,grande`),
]
const PLANILHA = new File([LINES.join('\n')], 'convidados.csv')

test('a crash amid GRAVAR leaves every guest whole or not at all, and the same spreadsheet finishes the import', async () => {
  const house = openHouse()
  const dying = await house.start()
  house.put('grande', CONVIDADOS)
  const organiser = await pairOrganiser(dying)

  const { preview, efeito } = await organiser.preview(PLANILHA)
  const answer = organiser.send(preview, new URLSearchParams({ efeito }))
  const refused = expect(answer).rejects.toThrow('fetch failed')
  await expect.poll(() => house.count('credencial'), { interval: 5 }).toBeGreaterThan(100)
  dying.child.kill('SIGKILL')
  await once(dying.child, 'exit')
  await refused
  const stored = Number(house.count('credencial'))
  expect(stored).toBeLessThan(CONVIDADOS)
  expect(house.count(`reserva WHERE estado = 'usada'`)).toBe(stored)
  expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])

  organiser.move((await house.start()).url)
  const again = await organiser.preview(PLANILHA)
  for (let location = again.preview, tries = 0; location.startsWith(again.preview) && tries < 10; tries++) {
    const page = await (await organiser.send(again.preview)).response.text()
    const body = new URLSearchParams({ efeito: readField(page, 'efeito') ?? '' })
    location = (await organiser.send(again.preview, body)).location
  }
  expect(house.count('credencial')).toBe(CONVIDADOS)
  expect(house.count(`reserva WHERE estado = 'usada'`)).toBe(CONVIDADOS)
  expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])
})
