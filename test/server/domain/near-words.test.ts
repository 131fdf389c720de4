import { expect, test } from 'vitest'
import {
  createNear,
  createVocabulary,
  editsBetween,
  heardWordsIn,
  heardWordsOf,
  markNear,
  soundOf,
  spellAs,
} from '../../../server/domain/near-words.ts'
import { wordsOf } from '../../../server/domain/text.ts'

/** The names near a typed text, the nearest first. */
function nearIn(nomes: string[], typed: string): string[] {
  const { words, placesOf } = createVocabulary()
  const all = nomes.map((nome) => ({ nome, places: placesOf(heardWordsOf(nome)) }))
  const near = createNear(typed)
  near?.compare(words)
  return all
    .map(({ nome, places }) => ({ nome, distance: near?.distanceOf(places) ?? Infinity }))
    .filter(({ distance }) => distance > 0 && distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ nome }) => nome)
}
const isNear = (nome: string, typed: string) => nearIn([nome], typed).length === 1

test.each([
  ['Souza', 'sousa'],
  ['Sousa', 'souza'],
  ['Luiz', 'luís'],
  ['Luís', 'luiz'],
  ['Conceição', 'conseisao'],
  ['Conceição', 'conseissão'],
  ['Assunção', 'asunsao'],
  ['Piumhi', 'piumi'],
  ['Philippe', 'filipe'],
  ['Yara', 'iara'],
  ['Elena', 'helena'],
  ['Thereza', 'teresa'],
  ['Ana', 'anna'],
  ['Mattos', 'matos'],
  ['Celia', 'zelia'],
  ['Chaves', 'xaves'],
  // One letter in five wrong, missing or added, or two letters swapped.
  ['Dalva', 'darva'],
  ['Souza', 'soiza'],
  ['Pereira', 'perera'],
  ['Pereira', 'perreira'],
  ['Moreira', 'moriera'],
  ['Cavalcanti', 'cavaucante'],
  // Each word by its own rule, in any order, without particles.
  ['Dalva de Souza Prates', 'sousa da darva'],
  ['José D’Ávila', 'davyla jose'],
  ['Maria Luiza Reis', 'luisa'],
  // What people are called by.
  ['José da Silva', 'zé'],
  ['José da Silva', 'ze silva'],
  ['Francisco Prates', 'Chico'],
  ['Antônio Lima', 'Toninho'],
])('%s is near “%s”', (nome, typed) => {
  expect(isNear(nome, typed)).toBe(true)
})

test.each([
  // An exact match, and so not a near one.
  ['Souza', 'souza'],
  ['Maria de Souza', 'sou mar'],
  ['Conceição', 'conceicao'],
  ['Silva', 'souza'],
  ['Ana', 'eva'],
  ['Lima', 'lira'],
  ['Rosa', 'rz'],
  ['José', 'joao'],
  ['Carla', 'carlos'],
  ['Franco', 'francisco'],
  ['Caio', 'saio'],
  ['Cardoso', 'sardopa'],
  // All words must be there.
  ['Dalva Regina Moreira', 'dalva sousa'],
  ['Ana Souza', 'ana sousa lima'],
  // Numbers must match exactly.
  ['Mesa 12345', '12346'],
])('%s is not near “%s”', (nome, typed) => {
  expect(isNear(nome, typed)).toBe(false)
})

test('what sounds the same comes before what begins so, and that before a wrong letter', () => {
  const nomes = ['Luana', 'Luíz', 'Luiza', 'Luís', 'Luísa Luz']
  expect(nearIn(['Rousa', 'Souza', 'Sousa', 'Souzana'], 'sousa')).toEqual(['Souza', 'Souzana', 'Rousa'])
  expect(nearIn(nomes, 'luyz')).toEqual(['Luíz', 'Luís', 'Luiza', 'Luísa Luz'])
})

test('a text of many words, or of none that can be near, is near nobody', () => {
  expect(createNear('um dois tres quatro cinco seis sete')).toBeNull()
  for (const typed of ['', 'de', 'zu', '123', 'x'.repeat(31)]) expect(createNear(typed), typed).toBeNull()
})

test('Ç is heard as S, and a C before A, O and U is not', () => {
  expect(soundOf(heardWordsOf('Conceição')[0] ?? '')).toBe('CONSEISAO')
  expect(soundOf('CACO')).toBe('CACO')
  for (const nome of ['Conceição de Souza', 'Ana D’Ávila', '']) {
    expect(heardWordsIn(nome, wordsOf(nome).join(' '))).toEqual(heardWordsOf(nome))
  }
})

test.each([
  ['', '', 1, 0],
  ['SOUZA', 'SOUSA', 1, 1],
  ['SOUZA', 'SUOZA', 1, 1],
  ['SOUZA', 'SOUZAS', 1, 1],
  ['SOUZA', 'SOUSAS', 1, Infinity],
  ['SOUZA', 'SOUSAS', 2, 2],
  ['ABCDEFGHIJ', 'XBCDEFGHIY', 2, 2],
  ['ABCDEFGHIJ', 'XBCDXFGHIY', 2, Infinity],
  ['ANA', 'ANE', 0, Infinity],
])('from %s to %s within %i: %d', (a, b, most, edits) => {
  expect(editsBetween(a, b, most)).toBe(edits)
})

test('the words that are near are marked, and offered as the name spells them', () => {
  const marked = (nome: string, typed: string) =>
    markNear(nome, typed)
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join('')
  expect(marked('DALVA DE SOUZA PRATES', 'dalva sousa')).toBe('[DALVA] DE [SOUZA] PRATES')
  expect(marked('ANA  D’ÁVILA-REIS', 'davyla')).toBe('ANA  [D’ÁVILA-REIS]')
  const offered = (nome: string, typed: string) =>
    spellAs(nome, typed).map(({ text, isOther }) => (isOther ? `[${text}]` : text))
  expect(offered('DALVA DE SOUZA PRATES', 'Dalva sousa')).toEqual(['Dalva', '[souza]'])
  expect(offered('MARIA DA CONCEIÇÃO', 'conseisao de maria')).toEqual(['[conceição]', 'de', 'maria'])
})
