import { expect, test } from 'vitest'
import { StorageError } from '../../server/domain/errors.ts'
import { createLog } from '../../server/log.ts'

const logged = (err: unknown) => {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).error({ err }, 'failed')
  return lines.join('')
}

test('an error whose message may quote a guest is logged by kind and place, without its message', () => {
  const line = logged(new SyntaxError('Unexpected token M in JSON: "MARIA"', { cause: new Error('JOÃO') }))
  expect(line).toContain('SyntaxError')
  expect(line).toContain('log.test.ts')
  expect(line).not.toMatch(/MARIA|JOÃO/)
})

test('what storage says of itself is logged whole', () => {
  expect(logged(new StorageError('[sqlite] SQLITE_FULL: disk is full'))).toContain('disk is full')
})

test('something thrown that is no error is logged by its type', () => {
  expect(logged('MARIA')).not.toContain('MARIA')
})
