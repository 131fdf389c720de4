import { expect } from 'vitest'

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The longest wait for `/saude` until something has ended, in milliseconds. */
export async function longestCheck(url: string, until: Promise<unknown>): Promise<number> {
  const ended = until.then(
    () => true,
    () => true,
  )
  let longest = 0
  for (let isOver = false; !isOver; isOver = await Promise.race([ended, sleep(20).then(() => false)])) {
    const began = performance.now()
    const { status } = await fetch(`${url}/saude`)
    longest = Math.max(longest, performance.now() - began)
    expect(status).toBe(200)
  }
  return longest
}
