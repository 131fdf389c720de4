import { expect, test } from 'vitest'
import {
  atestadoOf,
  atestadosIn,
  certificadoCodeOf,
  certificadoFor,
  findAtestado,
  type Atestado,
} from '../../../server/domain/certificado.ts'
import { parseCertificadoCode, CODE_ALPHABET } from '../../../server/domain/signed-text.ts'
import type { Entrada } from '../../../server/domain/entrada.ts'
import type { Anterior } from '../../../server/domain/evento-gravado.ts'
import { durationTold } from '../../../server/domain/quando.ts'
import { foldText } from '../../../server/domain/text.ts'
import { anEntrada, anEvento, anEventoGravado } from '../../support/factories.ts'

const SECRET = 'a-secret-of-thirty-two-characters-or-more'
const NOME = 'MARIA APARECIDA D’ÁVILA DOS SANTOS'
const GRAVADO = anEventoGravado()
const FIM = Date.parse(GRAVADO.evento.fim)
const ATESTADO: Atestado = atestadoOf(GRAVADO)
const codeOf = (nome: string, atestado = ATESTADO) => certificadoCodeOf(SECRET, atestado, nome)
const CODIGO = codeOf(NOME)
const find = (codigo: string, nome = NOME, atestados = [ATESTADO]) =>
  findAtestado(SECRET, { codigo, nome }, atestados)

test('a code is ten signs that are on paper: what they are made of never changes', () => {
  expect(CODIGO).toBe('QHN32-K5RYV')
  const folded = [NOME, 'João Weiß', 'ﬁlipe Nº 3', 'Ana-Maria  O’Neill', 'Łucja Þór', 'Μαρία', '李 小龍'].map(
    foldText,
  )
  expect(folded).toEqual([
    ...['MARIA APARECIDA DAVILA DOS SANTOS', 'JOAO WEISS', 'FILIPE NO 3', 'ANA MARIA ONEILL', 'ŁUCJA ÞOR'],
    ...['ΜΑΡΙΑ', '李 小龍'],
  ])
})

test('one changed sign of the code fails, at every place and for every sign', () => {
  const signs = Array.from(CODIGO)
  for (const [place, sign] of signs.entries()) {
    if (sign === '-') continue
    for (const other of CODE_ALPHABET.replace(sign, ''))
      expect(find(signs.with(place, other).join(''))).toBeNull()
    expect(find(signs.toSpliced(place, 1).join(''))).toBeNull()
    expect(find(signs.toSpliced(place, 0, sign).join(''))).toBeNull()
  }
})

test('one changed letter of the name fails, at every place; so does one too many or too few', () => {
  const folded = Array.from(foldText(NOME))
  for (const [place, letter] of folded.entries()) {
    for (const other of Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZÇ0').filter((one) => foldText(one) !== letter))
      expect(find(CODIGO, folded.with(place, other).join(''))).toBeNull()
    expect(find(CODIGO, folded.toSpliced(place, 1).join(''))).toBeNull()
    expect(find(CODIGO, folded.toSpliced(place, 0, 'X').join(''))).toBeNull()
  }
  expect(find(CODIGO, '')).toBeNull()
})

test('a name counts as it is folded: case, accents, apostrophes and spaces are nothing to it', () => {
  for (const nome of [
    ...['maria aparecida d’ávila dos santos', "  Maria  Aparecida D'Avila dos Santos ", foldText(NOME)],
    NOME.normalize('NFD'),
  ])
    expect(find(CODIGO, nome)).toBe(ATESTADO)
})

test('a name counts as who reads it on paper types it, whatever they type for an apostrophe, and plain where it is drawn so', () => {
  for (const [stored, read] of [
    ["MARIA D'ÁVILA SANT’ANA", 'Maria D´Avila Sant`Ana'],
    ['ŁUCJA ĐORĐE ẞEN', 'LUCJA DORDE SSEN'],
  ] as const)
    expect([find(codeOf(stored), read), find(codeOf(stored), stored)]).toEqual([ATESTADO, ATESTADO])
})

test('a code counts however it is typed: small letters, blanks, another dash, none', () => {
  const bare = CODIGO.replace('-', '')
  for (const typed of [
    bare,
    CODIGO.toLowerCase(),
    ` ${bare.slice(0, 4)} ${bare.slice(4)} `,
    CODIGO.replace('-', '–'),
  ])
    expect([parseCertificadoCode(typed), find(typed)]).toEqual([CODIGO, ATESTADO])
  for (const typed of ['', '-', bare.slice(1), `${bare}2`, bare.replace(/./, 'A'), 'x'.repeat(5000)])
    expect([parseCertificadoCode(typed), find(typed)]).toEqual([null, null])
})

test('nobody has an empty name, though it has a hash as any', () => {
  for (const nome of ['', '  ', '…', '😀']) expect(find(codeOf(nome), nome)).toBeNull()
})

test('another event, other hours, another secret: another code', () => {
  const others = [
    codeOf(NOME, { ...ATESTADO, eventoid: 'evento-2' }),
    codeOf(NOME, { ...ATESTADO, minutos: 151 }),
    certificadoCodeOf(`${SECRET}2`, ATESTADO, NOME),
  ]
  for (const other of others) expect(find(other)).toBeNull()
  expect(new Set([CODIGO, ...others]).size).toBe(4)
})

test('a corrected name has another code, and the former stays true of the former name alone', () => {
  const corrected = 'MARIA APARECIDA DÁVILLA DOS SANTOS'
  expect(find(codeOf(corrected), corrected)).toBe(ATESTADO)
  expect(find(CODIGO)).toBe(ATESTADO)
  expect(find(CODIGO, corrected)).toBeNull()
})

test('the stored event has certificates once it has ended, those before it always', () => {
  const { inicio, fim } = anEvento()
  const anterior: Anterior = {
    eventoid: 'evento-0',
    titulo: 'O de antes',
    inicio,
    fim,
    minutos: 90,
    passouem: 1,
  }
  const gravado = anEventoGravado({ anteriores: [anterior] })
  const former = { eventoid: 'evento-0', titulo: 'O de antes', inicio, fim, minutos: 90, evento: null }
  expect(atestadosIn(gravado, FIM - 1)).toEqual([former])
  expect(atestadosIn(gravado, FIM)).toEqual([atestadoOf(gravado), former])
  const between = { versao: 2, eventoid: 'evento-2', evento: null, anteriores: [anterior], comeco: null }
  expect(atestadosIn(between, FIM)).toEqual([former])
  expect(atestadosIn(null, FIM)).toEqual([])
  const codigo = codeOf(NOME, { ...former })
  expect(find(codigo, NOME, atestadosIn(gravado, FIM))).toEqual(former)
})

test('the workload is from start to end, or as it is described', () => {
  expect(ATESTADO.minutos).toBe(150)
  expect(atestadoOf({ eventoid: 'e', evento: anEvento({ minutos: 2400 }) }).minutos).toBe(2400)
  expect([1, 45, 60, 61, 120, 150, 2400].map(durationTold)).toEqual([
    ...[
      '1 minuto',
      '45 minutos',
      '1 hora',
      '1 hora e 1 minuto',
      '2 horas',
      '2 horas e 30 minutos',
      '40 horas',
    ],
  ])
})

const admitted = anEntrada('c-1', { entradaid: 'entrada-1' })
const annulled = [admitted, anEntrada('c-1', { entradaid: 'entrada-2', anula: 'entrada-1' })]
const certificado = (entradas: Entrada[], isRetirada = false, now = FIM, gravado = GRAVADO) =>
  certificadoFor(gravado, { entradas, isRetirada }, now)

test('who was inside has a certificate from the end of the event on; anybody else is told why not', () => {
  expect(certificado([admitted])).toEqual({ kind: 'pronto', atestado: ATESTADO })
  expect(certificado([admitted], false, FIM - 1)).toEqual({ kind: 'ainda-nao', desde: FIM })
  expect(certificado([])).toEqual({ kind: 'nao-entrou' })
  expect(certificado(annulled)).toEqual({ kind: 'anulada' })
  expect(certificado([...annulled, anEntrada('c-1', { entradaid: 'entrada-3' })]).kind).toBe('pronto')
  expect(certificado([], true)).toEqual({ kind: 'desistiu' })
  expect(certificado(annulled, true)).toEqual({ kind: 'desistiu' })
  expect(certificado([admitted], true).kind).toBe('pronto')
})

test('an event that was cancelled has none, before its day and after it', () => {
  for (const now of [FIM - 1, FIM + 1])
    expect(certificado([admitted], false, now, { ...GRAVADO, canceladoem: 1 })).toEqual({ kind: 'cancelado' })
})
