import { expect, test } from 'vitest'
import { countedIn, cursorOf } from '../../../server/domain/porta-repo.ts'

test('a mark tells how far its own storage had counted', () => {
  expect(countedIn(cursorOf('um', 0), 'um', 7)).toBe(0)
  expect(countedIn(cursorOf('um', 7), 'um', 7)).toBe(7)
})

test('no mark, one of another storage, one that is none, and one from before a restore tell nothing', () => {
  expect(countedIn(null, 'um', 7)).toBeNull()
  expect(countedIn(cursorOf('dois', 3), 'um', 7)).toBeNull()
  expect(countedIn(cursorOf('um', 8), 'um', 7)).toBeNull()
  for (const text of [
    '',
    '.',
    'um',
    'um.',
    'um.x',
    'um.-1',
    'um.1.2',
    'um.3x',
    ' um.3',
    'um.3\n',
    `um.${'9'.repeat(16)}`,
  ])
    expect([text, countedIn(text, 'um', Infinity)]).toEqual([text, null])
})
