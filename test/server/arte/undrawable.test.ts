import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEvento } from '../../../server/domain/evento.ts'
import { undrawableIn } from '../../../server/arte/draw-all.ts'
import { EVENTO } from '../../support/environment.ts'

const evento = parseEvento(JSON.parse(readFileSync(EVENTO, 'utf8')))

test('the fields that do not fit the pictures, or have a sign no font has, are named', () => {
  expect(undrawableIn(evento)).toEqual([])
  expect(undrawableIn({ ...evento, titulo: 'A terra 🌱', local: 'W'.repeat(90) })).toEqual([
    'titulo',
    'local',
  ])
  expect(undrawableIn({ ...evento, anfitriao: 'W'.repeat(90) })).toEqual(['anfitriao'])
})

test('who signs with letters a certificate would leave out is named, by their fields', () => {
  const signed = (nome: string, cargo: string) => ({ nome, cargo })
  const right = [signed('Łukasz Nguyễn', 'diretor'), signed('Ana 🌱', 'presidente')]
  expect(undrawableIn({ ...evento, assinaturas: right })).toEqual([])
  const wrong = [signed('Иван', 'diretor'), signed('Ana', '会長')]
  expect(undrawableIn({ ...evento, assinaturas: wrong })).toEqual(['assina-1', 'cargo-2'])
})
