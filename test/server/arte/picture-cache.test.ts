import { expect, test } from 'vitest'
import { cachePictures } from '../../../server/arte/picture-cache.ts'

const CONVIDADO = {
  nome: 'ANA',
  telefone: '(65) •••••-5432',
  empresa: null,
  codigo: 'K7F3-92QD',
  qr: { size: 1, path: 'M0 0' },
  numero: '',
  semValor: null,
}

/** A cache of pictures of ten bytes each; `drawn` lists the drawn ones. */
function pictures(maxBytes = 1_000) {
  const drawn: string[] = []
  const ends: (() => void)[] = []
  let isWaiting = false
  const pictureOf = cachePictures(async ({ nome }) => {
    drawn.push(nome)
    if (isWaiting) await new Promise<void>((resolve) => ends.push(resolve))
    if (nome === 'NOBODY') return null
    if (nome === 'BUG') throw new Error('bug')
    return Buffer.alloc(10, nome)
  }, maxBytes)
  const ask = (nome: string) => pictureOf({ ...CONVIDADO, nome }, null)
  return { ask, pictureOf, drawn, ends, wait: () => void (isWaiting = true) }
}

test('a picture is drawn once for requests during and after its drawing', async () => {
  const { ask, drawn, ends, wait } = pictures()
  wait()
  const asked = Promise.all([ask('A'), ask('A'), ask('A'), ask('B')])
  ends.forEach((end) => end())
  const [first, second] = await asked
  expect(second).toBe(first)
  expect(await ask('A')).toBe(first)
  expect(drawn).toEqual(['A', 'B'])
})

test('a change in anything that a picture says makes it another picture', async () => {
  const { pictureOf, drawn } = pictures()
  for (const change of [
    { nome: 'EVA' },
    { empresa: 'Acme' },
    { codigo: 'AAAA-AAAA' },
    { qr: { size: 1, path: 'M1 1' } },
    { semValor: 'retirada' as const },
  ]) {
    await pictureOf({ ...CONVIDADO, ...change }, null)
    await pictureOf({ ...CONVIDADO, ...change }, null)
  }
  expect(drawn).toHaveLength(5)
})

test('the least recently used pictures are dropped beyond the limit in bytes', async () => {
  const { ask, drawn } = pictures(30)
  for (const nome of ['A', 'B', 'C', 'A', 'D', 'A', 'C', 'B']) await ask(nome)
  expect(drawn).toEqual(['A', 'B', 'C', 'D', 'B'])
  const tiny = pictures(5)
  await tiny.ask('A')
  expect(await tiny.ask('A')).toHaveLength(10)
  expect(tiny.drawn).toEqual(['A', 'A'])
})

test('a refused or failed picture is tried again at the next request', async () => {
  const { ask, drawn } = pictures()
  expect([await ask('NOBODY'), await ask('NOBODY')]).toEqual([null, null])
  for (let n = 0; n < 2; n++) await expect(ask('BUG')).rejects.toThrow('bug')
  expect(drawn).toEqual(['NOBODY', 'NOBODY', 'BUG', 'BUG'])
})
