import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNome } from '../../../server/domain/cadastro.ts'
import { chaveOf } from '../../../server/domain/chave.ts'
import { parseRotulo } from '../../../server/domain/convite-pessoal.ts'
import { cleanText, foldPaper, foldText, wordsOf } from '../../../server/domain/text.ts'
import { anyText, anyUnits, PROPERTY } from '../../support/property.ts'
import { own } from '../../../server/domain/own.ts'

test.each([
  ['decomposed accents are composed', 'Joa\u0303o', 'João'],
  ['spaces are single and trimmed', '  Ana \t\r\n  Maria\u00a0\u3000Lima ', 'Ana Maria Lima'],
  ['control characters are dropped', 'A\u0000n\u0007a\u001b\u007f\u009f', 'Ana'],
  ['bidirectional marks are dropped', '\u202eAna\u202c\u2066\u2069\u200f\u061c', 'Ana'],
  ['zero-width characters are dropped', 'A\u200bn\u200ca\u200d\u2060\ufeff\u00ad', 'Ana'],
  ['invisible letters are dropped', 'A\u3164n\u115fa\u1160\uffa0', 'Ana'],
  ['tags and variation selectors are dropped', 'Ana\u{e0041}\u{e007f}\ufe0f\u{e0100}', 'Ana'],
  ['a mark split from its letter by something invisible joins it', 'a\u200b\u0303', 'ã'],
  ['whole surrogate pairs stay', 'Ana \u{1f600}', 'Ana \u{1f600}'],
  ['only invisible characters leave empty text', '\u200b \u202e\u0000', ''],
] as const)('%s', (_, raw, clean) => {
  expect(cleanText(raw)).toBe(clean)
})

test('half a surrogate pair is no text at all, wherever it stands', () => {
  for (const raw of ['\ud83d', 'Ana\ud83d', '\ude00Ana', 'A\ude00\ud83dna', '\ud83d\u200b\ude00'])
    expect(cleanText(raw)).toBeNull()
})

test('clean text is clean: NFC, trimmed, nothing invisible, and cleaned again the same', () => {
  // Characters that chance alone hardly ever puts beside a letter.
  const awkward = fc
    .array(
      fc.constantFrom(...Array.from('aA\u0303 \u00a0\u0000\u007f\u0085\u061c\u200b\u200f\u202e\u2066\ufeff')),
    )
    .map((signs) => signs.join(''))
  let cleaned = 0
  fc.assert(
    fc.property(fc.oneof(anyUnits, anyText, awkward), (raw) => {
      const clean = cleanText(raw)
      expect(clean === null).toBe(/\p{Surrogate}/u.test(raw))
      if (clean === null) return
      cleaned++
      expect(clean).toBe(clean.normalize('NFC'))
      expect(clean).not.toMatch(/^\s|\s$|\s\s|[\p{Cc}\p{Bidi_Control}\u200b-\u200d\u2060\ufeff]/u)
      expect(cleanText(clean)).toBe(clean)
    }),
    PROPERTY,
  )
  expect(cleaned).toBeGreaterThan(PROPERTY.numRuns * 0.4)
})

test.each([
  ['João D’Ávila', 'JOAO DAVILA'],
  ["joao d'avila", 'JOAO DAVILA'],
  ['JOÃO  DÁVILA', 'JOAO DAVILA'],
  ['Ana-Maria', 'ANA MARIA'],
  ['J. Silva', 'J SILVA'],
  ['Weiß', 'WEISS'],
  ['Mª José', 'MA JOSE'],
  ['  ', ''],
] as const)('%s folds to "%s"', (typed, folded) => {
  expect(foldText(typed)).toBe(folded)
})

test('folding folded text changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
    PROPERTY,
  )
})

test('a name typed with an accent for its apostrophe is found and keyed as with one, and stored names keep their keys', () => {
  const chave = (nome: string) => chaveOf('s'.repeat(32), { nome, telefone: '11987654321' })
  const typed = parseNome('Maria D´Ávila')
  expect(typed.kind === 'ok' && chave(typed.value)).toBe(chave("MARIA D'ÁVILA"))
  for (const nome of ['D´Ávila', 'd`avila', "D'AVILA", 'D’Ávila']) expect(wordsOf(nome)).toEqual(['DAVILA'])
  expect(parseRotulo('Tia D´Ávila')).toBe("Tia D'Ávila")
  expect(foldPaper('Dʼávila')).toBe('DAVILA')
  // Keys are built from these, and never change.
  expect(['D´ÁVILA', 'DʼÁVILA', 'D’ÁVILA'].map(foldText)).toEqual(['D AVILA', 'DʼAVILA', 'DAVILA'])
})

test('a table answers for its own words alone, and not for what every object has', () => {
  const table = { sim: 1, constructor: 2 }
  expect([own(table, 'sim'), own(table, 'constructor'), own(table, 'nada')]).toEqual([1, 2, undefined])
  for (const word of ['__proto__', 'toString', 'hasOwnProperty', 'valueOf'])
    expect(own<unknown>(table, word)).toBeUndefined()
  expect(own(JSON.parse('{"__proto__":3}') as Record<string, number>, '__proto__')).toBe(3)
})
