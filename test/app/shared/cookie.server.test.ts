import { expect, test } from 'vitest'
import { randomValue } from '../../../app/shared/session.server.ts'

test('every value is another 128 bits, past what the system gives at once', () => {
  const values = Array.from({ length: 1_000 }, randomValue)
  expect(new Set(values).size).toBe(values.length)
  for (const value of values) expect(Buffer.from(value, 'base64url')).toHaveLength(16)
})
