import type { Browser } from '@playwright/test'

/**
 * What a page loads in a browser that was never here, and which of its upper-case texts have another
 * typeface. Elements within elements are not looked at: a ticket's figure has a face of its own.
 */
export async function onFirstVisit(browser: Browser, path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const requests: string[] = []
  let bytes = 0
  client.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests.push(request.url)
  })
  client.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  for (const domain of ['Network', 'DOM', 'CSS'] as const) await client.send(`${domain}.enable`)
  await page.goto(path, { waitUntil: 'networkidle' })
  const { root } = await client.send('DOM.getDocument', { depth: -1 })
  const { nodeIds } = await client.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'main *:not(:has(*))',
  })
  const inOtherFaces: string[] = []
  let texts = 0
  for (const nodeId of nodeIds) {
    const { computedStyle } = await client.send('CSS.getComputedStyleForNode', { nodeId })
    const family = computedStyle.find(({ name }) => name === 'font-family')?.value ?? ''
    const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
    if (!family.startsWith('Marcellus') || fonts.length === 0) continue
    texts++
    inOtherFaces.push(...fonts.map((font) => font.familyName).filter((name) => name !== 'Marcellus'))
  }
  await context.close()
  return { texts, inOtherFaces, requests, bytes }
}
