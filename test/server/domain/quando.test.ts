import { afterEach, expect, test } from 'vitest'
import { daysTold, quandoOf, aniversarioOf, parseStamp, stampOf } from '../../../server/domain/quando.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test.each([
  ['America/Sao_Paulo', 19],
  ['Asia/Tokyo', 7],
  ['Pacific/Kiritimati', 12],
  ['UTC', 22],
] as const)('a server in %s tells the time at the event', (TZ, hourThere) => {
  process.env.TZ = TZ
  expect(new Date('2027-09-16T19:30:00-03:00').getHours()).toBe(hourThere)
  expect(quandoOf('2027-09-16T19:30:00-03:00')).toEqual({
    semana: 'quinta-feira',
    dia: '16',
    mes: 'setembro',
    ano: '2027',
    hora: '19h30',
  })
})

test.each([
  ['2027-09-16T19:00:00-03:00', { dia: '16', hora: '19h' }],
  ['2027-09-16T09:05:00-03:00', { dia: '16', hora: '9h05' }],
  ['2027-09-16T00:00:00-04:00', { semana: 'quinta-feira', dia: '16', hora: '0h' }],
  ['2027-12-31T23:59:00-03:00', { dia: '31', mes: 'dezembro', ano: '2027', hora: '23h59' }],
  ['2027-03-01T02:00:00+05:30', { semana: 'segunda-feira', dia: '1', mes: 'março', hora: '2h' }],
  ['2027-09-16T22:30:00Z', { dia: '16', hora: '22h30' }],
] as const)('%s is told at the clock it is written with', (iso, told) => {
  expect(quandoOf(iso)).toMatchObject(told)
})

test('another instant is told at the same clock', () => {
  const at = Date.parse('2027-10-17T01:00:00Z')
  expect(quandoOf('2027-09-16T22:00:00-03:00', at)).toMatchObject({ dia: '16', mes: 'outubro', hora: '22h' })
  expect(quandoOf('2027-09-16T22:00:00+09:00', at)).toMatchObject({ dia: '17', mes: 'outubro', hora: '10h' })
})

test.each([
  ['2027-09-16T19:30:00-03:00', '2027-09-16T22:00:00-03:00', '16 de setembro de 2027'],
  ['2027-09-16T19:30:00-03:00', '2027-09-17T02:00:00-03:00', '16 de setembro de 2027'],
  // A night ends before six, however early it began.
  ['2027-09-16T19:00:00-03:00', '2027-09-17T05:59:00-03:00', '16 de setembro de 2027'],
  ['2027-09-16T01:00:00-03:00', '2027-09-16T05:00:00-03:00', '16 de setembro de 2027'],
  ['2027-09-16T18:00:00-03:00', '2027-09-17T17:30:00-03:00', '16 e 17 de setembro de 2027'],
  ['2027-09-16T19:00:00-03:00', '2027-09-18T02:00:00-03:00', '16 e 17 de setembro de 2027'],
  ['2027-09-16T09:00:00-03:00', '2027-09-18T00:00:00-03:00', '16 e 17 de setembro de 2027'],
  ['2027-09-30T19:00:00-03:00', '2027-10-02T02:00:00-03:00', '30 de setembro a 1 de outubro de 2027'],
  ['2027-09-16T08:00:00-03:00', '2027-09-17T12:00:00-03:00', '16 e 17 de setembro de 2027'],
  ['2027-09-16T08:00:00-03:00', '2027-09-18T12:00:00-03:00', '16 a 18 de setembro de 2027'],
  ['2027-09-29T08:00:00-03:00', '2027-10-01T12:00:00-03:00', '29 de setembro a 1 de outubro de 2027'],
  ['2027-12-31T08:00:00-03:00', '2028-01-01T12:00:00-03:00', '31 de dezembro de 2027 a 1 de janeiro de 2028'],
] as const)('%s to %s is told as %s', (inicio, fim, told) => {
  expect(daysTold(inicio, fim)).toBe(told)
})

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

const INICIO = '2027-09-16T19:30:00-04:00'

test('an instant is told at the event’s clock, cut to the second, and read again as that second', () => {
  const at = Date.parse('2027-09-01T12:00:07.890Z')
  expect(stampOf(INICIO, at)).toBe('2027-09-01T08:00:07')
  expect(parseStamp(INICIO, '2027-09-01T08:00:07')).toBe(at - 890)
  expect(stampOf('2027-09-16T19:30:00+05:30', at)).toBe('2027-09-01T17:30:07')
})

for (const raw of [
  ...['', 'ontem', '2027-09-01', '2027-09-01T08:00', '2027-09-01T08:00:07Z', '2027-09-01T08:00:07-03:00'],
  ...['2027-02-30T08:00:00', '2027-13-01T08:00:00', '2027-09-01T25:00:00', ' 2027-09-01T08:00:07'],
]) {
  test(`${JSON.stringify(raw)} is no instant that was printed`, () => {
    expect(parseStamp(INICIO, raw)).toBeNull()
  })
}
