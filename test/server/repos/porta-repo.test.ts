import { expect, test } from 'vitest'
import { createChangeLog } from '../../../server/repos/porta-repo.ts'

test('a thing that is another counts, one that is what it was does not, one that is gone counts once', () => {
  const log = createChangeLog()
  log.note('ana', 'A', 10)
  log.note('rui', 'R', 11)
  log.note('ana', 'A', 12)
  expect([log.last(), log.lastOf('ana'), log.lastOf('rui')]).toEqual([
    2,
    expect.objectContaining({ count: 1, at: 10 }),
    expect.objectContaining({ count: 2, at: 11 }),
  ])
  log.note('ana', null, 13)
  log.note('ana', null, 14)
  expect([log.last(), log.lastOf('ana'), [...log.ids()]]).toEqual([
    3,
    expect.objectContaining({ count: 3, at: 13 }),
    ['ana', 'rui'],
  ])
  log.note('ana', 'A', 15)
  expect(log.lastOf('ana')).toMatchObject({ count: 4, at: 15 })
})
