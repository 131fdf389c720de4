import { expect, test } from 'vitest'
import { descricaoOf, joined, NOVA, zoneOf, type Descricao } from '../../../server/domain/descricao.ts'
import { TEXTO_MAX } from '../../../server/domain/formas.ts'
import { parseDescricao } from '../../../server/domain/parse-descricao.ts'
import type { Evento } from '../../../server/domain/evento.ts'

const EVENTO: Evento = {
  anfitriao: 'Sociedade Rural',
  ocasiao: 'Palestra',
  titulo: 'A terra',
  inicio: '2027-09-16T19:30:00-03:00',
  fim: '2027-09-16T22:00:00-03:00',
  local: 'Auditório',
  cidade: 'Vale Dourado',
  contato: '65 99812-3187',
  diasAteApagar: 30,
}
const TYPED = descricaoOf(EVENTO)

const parsed = (fields: Partial<Descricao>, zone = '-03:00') => parseDescricao({ ...TYPED, ...fields }, zone)
const errorsOf = (fields: Partial<Descricao>) => {
  const read = parsed(fields)
  return read.kind === 'invalid' ? read.errors : null
}

test('what the form is filled in with is read as the same event', () => {
  const whole = { ...EVENTO, inscricoesAte: '2027-09-15T20:00:00-03:00', nomesNaMesa: false }
  const one = { ...EVENTO, assinaturas: [{ nome: 'Helena', cargo: '' }], minutos: 45 }
  const two = {
    ...one,
    minutos: 2400,
    assinaturas: [...one.assinaturas, { nome: 'Ivo', cargo: 'presidente' }],
  }
  for (const evento of [EVENTO, whole, one, two])
    expect(parseDescricao(descricaoOf(evento), zoneOf(evento))).toEqual({ kind: 'ok', evento })
})

test('dates keep the offset of the start, whatever offset they were written with', () => {
  const evento = { ...EVENTO, inicio: '2027-09-16T18:30:00-04:00', fim: '2027-09-17T02:00:00Z' }
  expect(descricaoOf(evento)).toMatchObject({ 'fim-dia': '2027-09-16', 'fim-hora': '22:00' })
  const read = parseDescricao(descricaoOf(evento), zoneOf(evento))
  expect(read).toMatchObject({ kind: 'ok', evento: { fim: '2027-09-16T22:00:00-04:00' } })
  expect(zoneOf(null)).toBe('-03:00')
})

test('a date that was not touched stays as it is stored, seconds and all; one that was is read', () => {
  const inicio = '2027-09-16T19:30:15-03:00'
  const [fim, inscricoesAte] = ['2027-09-16T23:59:59-03:00', '2027-09-15T23:59:59-03:00']
  const evento = { ...EVENTO, inicio, fim, inscricoesAte }
  const shown = descricaoOf(evento)
  expect(parseDescricao(shown, '-03:00', evento)).toEqual({ kind: 'ok', evento })
  const read = parseDescricao({ ...shown, 'fim-dia': '17/09/2027', 'ate-hora': '20h' }, '-03:00', evento)
  expect(read).toMatchObject({
    evento: { inicio, fim: '2027-09-17T23:59:00-03:00', inscricoesAte: '2027-09-15T20:00:00-03:00' },
  })
})

test('dates and hours are read as a Brazilian writes them where a browser has no field for them', () => {
  for (const [dia, hora] of [
    ['16/09/2027', '19h30'],
    ['16/9/2027', '19:30'],
    [' 16.09.2027 ', '19H30'],
  ] as const)
    expect(parsed({ 'inicio-dia': dia, 'inicio-hora': hora })).toEqual({ kind: 'ok', evento: EVENTO })
  const read = parsed({ 'inicio-hora': '9h' })
  expect(read).toMatchObject({ evento: { inicio: '2027-09-16T09:00:00-03:00' } })
})

test('what is missing or cannot be read is said at its field', () => {
  expect(errorsOf({ titulo: '  ', 'inicio-dia': '', 'fim-hora': 'noite', dias: '0', contato: '' })).toEqual({
    titulo: 'Escreva o título.',
    contato: 'Escreva um WhatsApp ou um e-mail.',
    'inicio-dia': 'Falta a data.',
    'fim-hora': 'Escreva a hora como 19h30.',
    dias: 'Escreva quantos dias, de 1 a 3650.',
  })
  expect(errorsOf({ 'inicio-dia': 'amanhã' })).toEqual({ 'inicio-dia': 'Escreva a data como 16/09/2027.' })
  expect(errorsOf({ dias: '3651' })).toHaveProperty('dias')
  expect(errorsOf({ local: 'L'.repeat(TEXTO_MAX + 1) })).toHaveProperty('local')
  expect(errorsOf({ local: 'L'.repeat(TEXTO_MAX) })).toBeNull()
  expect(errorsOf({ local: 'a\uD800' })).toHaveProperty('local')
  expect(Object.keys(errorsOf(NOVA) ?? {})).toHaveLength(10)
})

test('a workload is read as people write it, and blank it is from start to end', () => {
  for (const [carga, minutos] of [
    ...([
      ['2h30', 150],
      ['2 h', 120],
      ['2:05', 125],
      ['40', 2400],
      ['40 horas', 2400],
    ] as const),
    ...([
      ['1 hora e 30 min', 90],
      ['45min', 45],
      ['90 minutos', 90],
      ['1000h', 60_000],
    ] as const),
  ])
    expect(parsed({ carga })).toMatchObject({ kind: 'ok', evento: { minutos } })
  expect(parsed({ carga: ' ' })).toEqual({ kind: 'ok', evento: EVENTO })
  for (const carga of ['0', '0h00', 'duas', '2h75', '1000h01', '-2', '2,5', '2h30m30'])
    expect(errorsOf({ carga })).toEqual({ carga: 'Escreva a carga horária como 2h30, ou deixe em branco.' })
})

test('who signs has a name, and the first line is filled in first', () => {
  expect(parsed({ 'assina-2': ' Ivo ', 'cargo-2': 'presidente' })).toMatchObject({
    evento: { assinaturas: [{ nome: 'Ivo', cargo: 'presidente' }] },
  })
  expect(errorsOf({ 'cargo-1': 'presidente' })).toEqual({
    'assina-1': 'Escreva quem assina, ou apague o cargo.',
  })
  expect(errorsOf({ 'assina-1': 'I'.repeat(61) })).toHaveProperty('assina-1')
  expect(errorsOf({ 'assina-1': 'Ivo', 'cargo-1': 'p\uD800' })).toHaveProperty('cargo-1')
})

test('a date that does not exist is said, in both ways of writing', () => {
  for (const dia of ['31/02/2027', '2027-02-31', '29/02/2027', '2027-13-01'])
    expect(errorsOf({ 'inicio-dia': dia })).toEqual({
      'inicio-dia': 'Esta data não existe: confira o dia e o mês.',
    })
  expect(errorsOf({ 'inicio-dia': '2028-02-29', 'fim-dia': '2028-02-29' })).toBeNull()
})

test('an end before the start says the date after midnight, whatever the month', () => {
  expect(errorsOf({ 'fim-hora': '00:30' })).toEqual({
    'fim-hora': 'O fim vem antes do começo. Se passa da meia-noite, a data do fim é 17/09/2027.',
  })
  const eve = { 'inicio-dia': '2027-12-31', 'fim-dia': '2027-12-31', 'fim-hora': '01:00' }
  expect(errorsOf(eve)?.['fim-hora']).toContain('01/01/2028')
  expect(errorsOf({ 'fim-hora': '19:30' })?.['fim-hora']).toContain('O fim é a hora do começo.')
  expect(errorsOf({ 'fim-dia': '2027-09-15' })).toEqual({ 'fim-hora': 'O fim vem antes do começo.' })
})

test('registrations that close after personal data is erased are refused with the last moment', () => {
  const until = { ate: 'data', 'ate-dia': '2027-10-16', 'ate-hora': '22:00' }
  expect(errorsOf(until)).toEqual({
    'ate-dia':
      'As inscrições fecham ao menos um dia antes de os dados se apagarem: até 15 de outubro de 2027, 22h.',
  })
  expect(errorsOf({ ...until, 'ate-dia': '2027-10-15' })).toBeNull()
  expect(errorsOf({ ...until, ate: 'fim' })).toBeNull()
})

test('what somebody else changed meanwhile comes into the fields nobody typed in, and is named in the others', () => {
  const agora = { ...TYPED, local: 'Tatersal', titulo: 'O tempo', cidade: 'Outra' }
  const typed = { ...TYPED, titulo: 'O trabalho', cidade: 'Outra', contato: 'eu@x.br' }
  expect(joined(TYPED, typed, agora)).toEqual({
    descricao: { ...typed, local: 'Tatersal' },
    mudados: [
      { assunto: 'titulo', isMine: true },
      { assunto: 'local', isMine: false },
    ],
  })
})
