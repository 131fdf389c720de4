import { expect, test } from 'vitest'
import { highlightOf } from '../../../../app/porta/page/search-scene.ts'

const marked = (nome: string, typed: string) =>
  highlightOf(nome, typed)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

test.each([
  ['José Maria Cavalcanti', 'jose cavalc', '[José] Maria [Cavalc]anti'],
  ['Dalva de Alva', 'alva', 'Dalva de [Alva]'],
  ['Ana D’Ávila', 'davila', 'Ana [D’Ávila]'],
  ['Ana Lima', '4417', 'Ana Lima'],
  ['Ana Lima', '', 'Ana Lima'],
  ['Ana 👩‍🌾 Lima', 'lima', 'Ana 👩‍🌾 [Lima]'],
])('%s, searched as %s', (nome, typed, shown) => {
  expect(marked(nome, typed)).toBe(shown)
})
