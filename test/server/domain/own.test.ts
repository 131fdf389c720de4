import { expect, test } from 'vitest'
import { own } from '../../../server/domain/own.ts'

test('a table answers for its own words alone, and not for what every object has', () => {
  const table = { sim: 1, constructor: 2 }
  expect([own(table, 'sim'), own(table, 'constructor'), own(table, 'nada')]).toEqual([1, 2, undefined])
  for (const word of ['__proto__', 'toString', 'hasOwnProperty', 'valueOf'])
    expect(own<unknown>(table, word)).toBeUndefined()
  expect(own(JSON.parse('{"__proto__":3}') as Record<string, number>, '__proto__')).toBe(3)
})
