import { expect, test } from '@playwright/test'
import { convidadoAt, until, type Convidado } from '../browsers/convidado.ts'
import { startFirefox } from '../browsers/firefox.ts'
import { MISSING, startBrowser, type BrowserName, type Started } from '../browsers/start.ts'
import { startDemonstration } from '../support/process.ts'
import { openLackingProxy } from '../support/lacking-proxy.ts'

// A server, a proxy and a browser each: in parallel they would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 240_000 })

interface Lack {
  /** Runs before the page's script. */
  lacking: string
  refused?: RegExp
  /** The strip's message; null when the phone is ready anyway. */
  missing: string | null
}

const undefinedIn = (name: string) =>
  `Object.defineProperty(Navigator.prototype, '${name}', { get: () => undefined, configurable: true })`

const LACKS: Record<string, Lack> = {
  nothing: { lacking: '', missing: null },
  'navigator.storage': { lacking: undefinedIn('storage'), missing: null },
  'the service worker': { lacking: undefinedIn('serviceWorker'), missing: 'guardar a página' },
  'the service worker’s files': {
    lacking: '',
    refused: /decoder-worker/,
    missing: 'guardar a página, o leitor de QR',
  },
  'the decoder': {
    lacking: 'window.Worker = class { constructor() { throw new Error("no worker") } }',
    missing: 'o leitor de QR',
  },
  'the list': { lacking: '', refused: /\/porta\/sync/, missing: 'guardar a lista, guardar a página' },
  'what is written': {
    lacking:
      'const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (value, ...key) {' +
      ' return put.call(this, value && "prova" in value ? { ...value, prova: "" } : value, ...key) }',
    missing: 'guardar as entradas',
  },
}

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test.describe(name, () => {
    const missingPackage = MISSING[name]
    test.skip(missingPackage !== null, `not installed: apt-get install ${missingPackage ?? ''}`)

    for (const [part, { lacking, refused, missing }] of Object.entries(LACKS)) {
      test(`a phone that lacks ${part} says what it is: ${name}`, async ({ browser }) => {
        const server = await startDemonstration()
        const proxy = await openLackingProxy(server.origin, lacking, refused)
        let started: Started | null = null
        try {
          started = await startBrowser(name, true, browser)
          const convidado = await started.invite(proxy.origin)
          await convidado.open(server.link)
          await convidado.click('button', 'Entrar')
          await convidado.arriveAt('/painel')
          await convidado.open('/porta')
          if (missing === null) {
            await convidado.read('Funciona sem internet')
            await proxy.close()
            await server.stop()
            await opensAgain(convidado)
          } else {
            await convidado.read(`Não recarregue: falta ${missing}.`)
            // Missing parts are looked for again every two seconds.
            await new Promise((resolve) => setTimeout(resolve, 3_000))
            await convidado.read(`Não recarregue: falta ${missing}.`)
            expect(await convidado.text()).not.toContain('Funciona sem internet')
          }
          await convidado.leave()
        } finally {
          await started?.stop()
          await proxy.close()
          await server.stop()
        }
      })
    }
  })
}

test('Firefox that resists fingerprinting hides the camera’s picture, and the strip says so before anybody scans', async () => {
  test.skip(MISSING.firefox !== null, `not installed: apt-get install ${MISSING.firefox ?? ''}`)
  const server = await startDemonstration()
  const firefox = await startFirefox(true, { 'privacy.resistFingerprinting': true })
  try {
    const convidado = convidadoAt(await firefox.openPage(), server.origin)
    await convidado.open(server.link)
    await convidado.click('button', 'Entrar')
    await convidado.arriveAt('/painel')
    await convidado.open('/porta')
    await convidado.read('Não recarregue: falta a imagem da câmera, que este navegador esconde da página.')
    expect(await convidado.text()).not.toContain('Funciona sem internet')
    await convidado.leave()
  } finally {
    await firefox.stop()
    await server.stop()
  }
})

/** Opens the page when nobody answers; it is proved again. */
async function opensAgain(convidado: Convidado): Promise<void> {
  await convidado.open('/porta')
  await until('the page without a network', async () => {
    const text = await convidado.text()
    return text.includes('Sem rede desde') && text.includes('Funciona sem internet')
  })
}
