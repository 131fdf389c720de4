import { expect, test } from 'vitest'
import { createTasks } from '../../../server/use-cases/andamento.ts'

test('work goes on until it has ended, what fails is logged, and who waits for a thing waits for all of it', async () => {
  const logged: string[] = []
  const tasks = createTasks({ error: (_, message) => void logged.push(message) })
  expect(tasks.ended('a')).toBeNull()
  let letGo = () => {}
  const work = tasks.run('a', () => new Promise<void>((resolve) => (letGo = resolve)))
  await expect(tasks.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  const ended = tasks.ended('a')
  expect(tasks.ended('b')).toBeNull()
  letGo()
  await Promise.all([work, ended])
  expect([tasks.ended('a'), logged]).toEqual([null, ['a task failed']])
})

test('stop tells work to end, and resolves when it has', async () => {
  const tasks = createTasks({ error: () => {} })
  let hasEnded = false
  void tasks.run('a', async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    hasEnded = true
  })
  await tasks.stop()
  expect(hasEnded).toBe(true)
  expect(await tasks.run('b', async (signal) => signal.aborted)).toBe(true)
})
