import type { Page } from '@playwright/test'

/** A finger's target: 44 CSS pixels a side, less half a pixel for rounding. */
const LEAST = 43.5

/**
 * The tap targets of a page that are too small for a finger, each with its size. A box or a radio button is
 * as large as its label. A link in running text is as high as its line (WCAG 2.5.5, "Inline").
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const isInSentence = (element: Element) => {
      if (element.tagName !== 'A') return false
      const text = (one: Element | null) => one?.textContent.trim() ?? ''
      const around = element.closest('p, li, dd, td, h1, .guia')
      return getComputedStyle(element).display === 'inline' && text(around).length > text(element).length
    }
    const targets = document.querySelectorAll(
      'a[href], button, summary, select, textarea, input:not([type=hidden])',
    )
    return [...targets].flatMap((target) => {
      const isBox = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)
      const element = isBox ? (target.closest('label') ?? target) : target
      const { width, height } = element.getBoundingClientRect()
      const isSeen = element.checkVisibility() && width > 1 && !element.closest('.pular, .oculto')
      if (!isSeen || (width >= least && height >= least) || isInSentence(element)) return []
      const nome = (element.textContent.trim() || element.id).slice(0, 40)
      const of = element.getAttribute('class') ?? ''
      return [`${element.tagName}.${of} "${nome}" ${Math.round(width)}×${Math.round(height)}`]
    })
  }, LEAST)
}
