import { expect, test } from 'vitest'
import { parseEmail } from '../../../server/domain/cadastro.ts'
import { WHOLE_EMAIL } from '../../support/cadastro.ts'

for (const [typed, email] of [
  ['', ''],
  ['   ', ''],
  ['ana@exemplo.com', 'ana@exemplo.com'],
  ['  ana@exemplo.com\n', 'ana@exemplo.com'],
  ['Ana.Lima+evento@Exemplo.com.br', 'Ana.Lima+evento@Exemplo.com.br'],
  ['ana\u200b@exemplo.com', 'ana@exemplo.com'],
  ["d'avila@exemplo.com", "d'avila@exemplo.com"],
] as const) {
  test(`the e-mail ${JSON.stringify(typed)} is stored as "${email}"`, () => {
    expect(parseEmail(typed)).toEqual({ kind: 'ok', value: email })
  })
}

for (const typed of [
  'ana',
  'ana@',
  '@exemplo.com',
  'ana@exemplo',
  'ana@@exemplo.com',
  'ana lima@exemplo.com',
  'ana@exemplo..com',
  'ana@exemplo.com, bia@exemplo.com',
  'ana@exemplo.com\nBcc: bia@exemplo.com',
  '<ana@exemplo.com>',
  'ana\ud83d@exemplo.com',
  `${'a'.repeat(243)}@exemplo.com`,
]) {
  test(`the e-mail ${JSON.stringify(typed.slice(0, 40))} is refused`, () => {
    expect(parseEmail(typed)).toEqual({ kind: 'invalid', message: WHOLE_EMAIL })
  })
}

test('an e-mail of 254 characters is the longest', () => {
  const email = `${'a'.repeat(242)}@exemplo.com`
  expect(email).toHaveLength(254)
  expect(parseEmail(email)).toEqual({ kind: 'ok', value: email })
})
