import { expect, test } from 'vitest'
import { aniversarioOf } from '../../../server/domain/aniversario.ts'

for (const [ocasiao, ato, anos, desde] of [
  ['Palestra comemorativa dos 80 anos', 'Palestra comemorativa', '80', '1947'],
  ['Festa de 100 anos', 'Festa', '100', '1927'],
  ['Baile dos 5 Anos', 'Baile', '5', '2022'],
] as const) {
  test(`“${ocasiao}” in 2027 celebrates ${anos} years, since ${desde}`, () => {
    expect(aniversarioOf(ocasiao, '2027')).toEqual({ ato, anos, desde, ate: '2027' })
  })
}

test.each([
  'Leilão de inverno',
  'Festa dos 0 anos',
  '80 anos',
  'Os 80 anos da Sociedade',
  'Festa de 1000 anos',
])('“%s” is taken as it stands', (ocasiao) => expect(aniversarioOf(ocasiao, '2027')).toBeNull())
