import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Axe from 'axe-core'

declare const axe: typeof Axe

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds wrong with a page in its current state: `rule: element`. The script is added to a page only
 * once.
 * `@axe-core/playwright` adds it twice for each look and opens a window to sum up frames, which no page of
 * ours has.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (await page.evaluate(() => typeof axe === 'undefined')) await page.evaluate(SOURCE)
  return page.evaluate(async () => {
    const { violations } = await axe.run()
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`))
  })
}
