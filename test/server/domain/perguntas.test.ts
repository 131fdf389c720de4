import { expect, test } from 'vitest'
import {
  camposOf,
  countRespostas,
  joinRespostas,
  PRONTAS,
  readPerguntas,
  readRespostas,
  respostasIn,
  storedRespostas,
} from '../../../server/domain/perguntas.ts'
import { checkEvento, NOT_DESCRIBED } from '../../../server/domain/evento.ts'

const JANTAR = { texto: 'Vai ficar para o jantar?', opcoes: ['Sim', 'Não'] }
const CIDADE = { texto: 'De que cidade você vem?' }
const COMIDA = { texto: 'O que não come?', opcoes: ['Carne', 'Glúten'], saude: true as const }
const ALL = [JANTAR, CIDADE, COMIDA]
const NOW = 1_790_000_000_000

const formOf = (answers: string[], isAllowed = false): [string, string][] => [
  ['nome', 'Ana'],
  ...ALL.map((one, at): [string, string] => [camposOf(one).resposta, answers[at] ?? '']),
  ...(isAllowed ? [[camposOf(COMIDA).consinto, 'on'] as [string, string]] : []),
]

test('answers are read with the question as it was asked, and blanks are none', () => {
  expect(readRespostas(ALL, formOf([' Sim ', ' Vale  Dourado ']), NOW)).toEqual({
    respostas: [
      { pergunta: JANTAR.texto, resposta: 'Sim', consentidaem: null },
      { pergunta: CIDADE.texto, resposta: 'Vale Dourado', consentidaem: null },
    ],
    perdida: null,
  })
  expect(readRespostas(ALL, formOf([]), NOW)).toEqual({ respostas: [], perdida: null })
})

test('an answer about health is kept only with its tick, and the others all the same', () => {
  const without = readRespostas(ALL, formOf(['Sim', '', 'Carne']), NOW)
  expect(without.respostas.map(({ resposta }) => resposta)).toEqual(['Sim'])
  expect(without.perdida).toBe('consentimento')
  const { respostas, perdida } = readRespostas(ALL, formOf(['Sim', '', 'Carne'], true), NOW)
  expect(respostas[1]).toEqual({ pergunta: COMIDA.texto, resposta: 'Carne', consentidaem: NOW })
  expect(perdida).toBeNull()
})

test('an answer to a question that changed meanwhile, or that it does not offer, answers nothing', () => {
  const changed = [{ ...JANTAR, texto: 'Vai ao leilão?' }]
  expect(readRespostas(changed, formOf(['Sim']), NOW)).toEqual({ respostas: [], perdida: 'mudou' })
  expect(readRespostas(ALL, formOf(['Talvez']), NOW)).toEqual({ respostas: [], perdida: 'mudou' })
})

test('a long answer is cut, and a second one to the same question changes nothing', () => {
  const [first] = readRespostas([CIDADE], formOf(['', 'x'.repeat(900)]), NOW).respostas
  expect(first?.resposta).toHaveLength(100)
  const said = (resposta: string, pergunta = CIDADE.texto) =>
    storedRespostas([{ pergunta, resposta, consentidaem: null }])
  expect(joinRespostas(said('Cuiabá'), said('Sorriso'))).toBe(said('Cuiabá'))
  expect(respostasIn(joinRespostas(said('Cuiabá'), said('Sim', JANTAR.texto)))).toHaveLength(2)
  expect([joinRespostas('', ''), storedRespostas([])]).toEqual(['', ''])
})

test('answers are counted without names, alike ones together, and former questions after those asked now', () => {
  const one = (pergunta: string, resposta: string, consentidaem: number | null = null) => {
    return { pergunta, resposta, consentidaem }
  }
  const all = [one('Antiga?', 'Sim', NOW), one(CIDADE.texto, 'Cuiaba'), one(CIDADE.texto, 'Sinop')]
  expect(countRespostas([CIDADE], [...all, one(CIDADE.texto, 'CUIABÁ')])).toEqual([
    {
      pergunta: CIDADE.texto,
      isSaude: false,
      respostas: [
        { resposta: 'Cuiaba', total: 2 },
        { resposta: 'Sinop', total: 1 },
      ],
    },
    { pergunta: 'Antiga?', isSaude: true, respostas: [{ resposta: 'Sim', total: 1 }] },
  ])
})

test('what the organiser types becomes questions, and what is wrong is said at its field', () => {
  const typed = (texto: string, opcoes = '', saude = '') => ({ texto, opcoes, saude })
  const { perguntas, errors } = readPerguntas([
    typed(' Vai  ficar? ', 'Sim\r\n\r\n Não '),
    typed(''),
    typed('Alergia?', '', 'sim'),
  ])
  expect(perguntas).toEqual([
    { texto: 'Vai ficar?', opcoes: ['Sim', 'Não'] },
    { texto: 'Alergia?', saude: true },
  ])
  expect(errors).toEqual({})
  for (const [wrong, field] of [
    [[typed('', 'Sim\nNão')], 'texto-1'],
    [[typed('x'.repeat(101))], 'texto-1'],
    [[typed('Vem?'), typed('VEM?')], 'texto-2'],
    [[typed('Vem?', 'Sim')], 'opcoes-1'],
    [[typed('Vem?', 'Sim\nsim')], 'opcoes-1'],
    [[typed('Vem?', 'abcdefghijk'.split('').join('\n'))], 'opcoes-1'],
    [[typed('Vem?', `Sim\n${'x'.repeat(61)}`)], 'opcoes-1'],
  ] as const)
    expect(Object.keys(readPerguntas([...wrong]).errors)).toEqual([field])
})

test('the event takes three questions that differ, and the ready ones', () => {
  const evento = { ...NOT_DESCRIBED, local: 'Sede', cidade: 'Vale', contato: 'a@b.c' }
  const kindOf = (perguntas: unknown) => checkEvento({ ...evento, perguntas }).kind
  expect(kindOf(ALL)).toBe('ok')
  expect(kindOf(Object.values(PRONTAS))).toBe('ok')
  expect(Object.values(PRONTAS).every(({ saude }) => saude)).toBe(true)
  expect(kindOf([...ALL, { texto: 'Mais uma?' }])).toBe('invalid')
  expect(kindOf([CIDADE, CIDADE])).toBe('invalid')
})

test('what is read without an error is what an event may hold, whatever signs were typed', () => {
  const none = { opcoes: '', saude: '' }
  for (const typed of [
    [{ texto: 'Vem?', opcoes: 'A\n\u200b\n \nB', saude: '' }],
    [{ texto: 'Vem?', opcoes: 'A\nB\u0000', saude: 'sim' }],
    ['Vo\u200bcê vem?', 'Você vem?'].map((texto) => ({ texto, ...none })),
    ['\u200b', 'a'.repeat(101), '\ud800'].map((texto) => ({ texto, ...none })),
  ]) {
    const { perguntas, errors } = readPerguntas(typed)
    const checked = checkEvento({ ...NOT_DESCRIBED, local: 'L', cidade: 'C', contato: 'x', perguntas })
    expect([Object.keys(errors).length > 0, checked.kind === 'ok']).toContain(true)
  }
})
