import type { BrowserContext, Page } from '@playwright/test'
import { sleep } from './prova.ts'

/** A verdict the page showed. Times are the page's own, in milliseconds since it began to open. */
export interface Verdict {
  palavra: string
  nome: string
  /** When it was placed in the document. */
  placed: number
  /** When its word was on the screen; null while it is not. */
  painted: number | null
}

export interface Picture {
  /** When the camera took it. */
  taken: number
  /** When it reached the page. */
  seen: number
}

/** What the page's camera saw, and what the page showed. */
export interface Seen {
  /** Whether the camera's pictures arrive. */
  isFilming: boolean
  /** Each camera picture that differs from the one before. */
  pictures: Picture[]
  verdicts: Verdict[]
  /** When the page said it was reading, with its list loaded. */
  reading: number | null
}

/**
 * Watches every page a browser opens from now on. `told` gets each verdict when it is placed in the document.
 */
export async function watch(
  context: BrowserContext,
  told: (verdict: Verdict) => void = () => {},
): Promise<void> {
  await context.exposeBinding('told', (_, verdict: Verdict) => told(verdict))
  await context.addInitScript(observe)
}

export const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** Waits until the camera's pictures arrive. */
export async function isFilming(page: Page): Promise<void> {
  while (!(await seenBy(page)).isFilming) await sleep(50)
}

/** Runs in the page, before any of its own scripts. */
function observe(): void {
  const { told } = window as unknown as { told: (verdict: Verdict) => Promise<void> }
  const seen: Seen = { isFilming: false, pictures: [], verdicts: [], reading: null }
  Object.assign(window, { seen })

  const SIDE = 48
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  let last: Uint8ClampedArray | null = null
  /**
   * Looks at the middle of each frame that reaches the page. Films have no noise: a new picture is a new
   * code.
   */
  const look = (video: HTMLVideoElement, at: Picture) => {
    if (!context) return
    const [width, height] = [video.videoWidth * 0.45, video.videoHeight * 0.6]
    const [left, top] = [(video.videoWidth - width) / 2, (video.videoHeight - height) / 2]
    context.drawImage(video, left, top, width, height, 0, 0, SIDE, SIDE)
    const { data } = context.getImageData(0, 0, SIDE, SIDE)
    const before = last ?? data
    const difference = data.reduce((sum, value, n) => sum + Math.abs(value - (before[n] ?? 0)), 0)
    if (difference / data.length > 2) seen.pictures.push(at)
    seen.isFilming = true
    last = data
  }
  const follow = (video: HTMLVideoElement) => {
    video.requestVideoFrameCallback((_, { presentationTime, captureTime = presentationTime }) => {
      look(video, { taken: captureTime, seen: presentationTime })
      follow(video)
    })
  }
  // Media events do not bubble; the first one to play is the page's camera.
  document.addEventListener('playing', ({ target }) => follow(target as HTMLVideoElement), {
    capture: true,
    once: true,
  })

  const textOf = (within: Element, selector: string) => within.querySelector(selector)?.textContent ?? ''
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      identifier: string
      renderTime: number
    })[]) {
      const verdict = seen.verdicts[Number(entry.identifier)]
      if (verdict) verdict.painted = entry.renderTime
    }
  }).observe({ type: 'element' })
  let shown: Element | null = null
  new MutationObserver(() => {
    const section = document.querySelector('section.veredito')
    if (section && section !== shown) {
      const verdict: Verdict = {
        palavra: textOf(section, '.palavra'),
        nome: textOf(section, '.nome'),
        placed: performance.now(),
        painted: null,
      }
      section
        .querySelector('.palavra span')
        ?.setAttribute('elementtiming', String(seen.verdicts.push(verdict) - 1))
      void told(verdict)
    }
    shown = section
    if (seen.reading === null && textOf(document.documentElement, 'h1') === 'Aponte para o QR')
      requestAnimationFrame(() => setTimeout(() => (seen.reading ??= performance.now())))
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
