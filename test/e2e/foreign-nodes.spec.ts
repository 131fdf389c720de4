import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { FOREIGN, PUT_ALL, READ_LOOK, RUN_TWICE } from '../browsers/foreign-nodes.ts'
import { until, type Convidado } from '../browsers/convidado.ts'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { nameOf } from '../support/journey.ts'
import { openLackingProxy } from '../support/lacking-proxy.ts'
import { newDirectory, removeDirectory, startDemonstration, type Demonstration } from '../support/process.ts'

// A server, a proxy and a browser each: in parallel they would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 300_000 })

/** A page with a script of ours. */
interface Scripted {
  name: string
  path: (world: Demonstration) => string
  /** Visible once the script runs, if the script shows anything. */
  ready: string
  /** Typed before the nodes are inserted, by the selector of its field. */
  typed?: Record<string, string>
  /** Does what the page is for, with the script and with the server. */
  act: (person: Convidado, world: Demonstration) => Promise<void>
}

let serial = Math.floor(Math.random() * 1e9)

/**
 * An attribute the foreign script sets on the root, in place of what a browser without a window cannot do.
 */
const told = (person: Convidado, name: string) => person.ask(`document.documentElement.dataset.${name} ?? ''`)

const field = (person: Convidado, css: string) => person.ask(`document.querySelector('${css}').value`)

const PAGES: Scripted[] = [
  {
    name: 'the company’s page',
    path: ({ empresaid }) => `/${empresaid}`,
    ready: '[data-formularios]',
    async act(person) {
      await person.tap('[data-envio]', null)
      await person.arriveAt(/^\/cadastro/)
    },
  },
  {
    name: 'the form',
    path: () => '/cadastro',
    ready: '[data-formularios]',
    typed: { '#nome': 'ana lima', '#telefone': '(65) 98765-4321' },
    async act(person) {
      expect(await field(person, '#nome')).toBe('ANA LIMA')
      expect(await field(person, '#telefone')).toBe('65987654321')
      await person.fill('#nome', nameOf(serial++))
      await person.tap('[data-envio]', null)
      await person.arriveAt('/')
      await until('the alert', async () => (await person.count('dialog[open]')) === 1)
    },
  },
  {
    name: 'a list to print',
    path: () => '/painel/listas/nomes',
    ready: '.fica:not([hidden]) [data-imprimir]',
    async act(person) {
      await person.tap('[data-imprimir]', null)
      await until('it prints, once', async () => (await told(person, 'printed')) === '1')
    },
  },
  {
    name: 'the holder’s panel',
    path: ({ mesa }) => mesa,
    ready: '[data-copiar]:not([hidden])',
    async act(person) {
      await person.tap('[data-copiar]', null)
      await person.read('Copiado')
      expect(await told(person, 'copied')).toMatch(/^http/)
      await until('it says Copiar again', async () => !(await person.text()).includes('Copiado'))
      await person.read('Copiar')
    },
  },
  {
    name: 'the board',
    path: () => '/painel',
    ready: '[data-numero]',
    async act(person, { origin }) {
      const confirmados = async () =>
        (await person.ask(`document.querySelector('[data-numero=confirmados]').textContent`)).replace(
          /\D/g,
          '',
        )
      const before = Number(await confirmados())
      const body = new URLSearchParams({ nome: nameOf(serial++), telefone: '11987654321', email: '' })
      await fetch(`${origin}/cadastro`, { method: 'POST', body, redirect: 'manual' })
      await until('the number rises', async () => {
        await person.ask(`String(document.dispatchEvent(new Event('visibilitychange')))`)
        return (await confirmados()) === String(before + 1)
      })
    },
  },
  {
    name: 'the list from paper',
    path: () => '/painel/listas/entradas',
    ready: '[data-guardar]',
    async act(person) {
      const ticked = () => person.count('#lista [type=checkbox]:checked')
      const before = await ticked()
      await person.tap('#lista .opcao:has(input:not(:checked))', null)
      expect(await ticked()).toBe(before + 1)
      await person.reload()
      await until('it is ticked again', async () => (await ticked()) === before + 1)
    },
  },
  {
    name: 'the door',
    path: () => '/porta',
    // There is no camera here, so this is the screen it stays at.
    ready: 'body.em-aviso .hoje:not([hidden])',
    async act(person) {
      await person.tap('.polegar button', null)
      await person.fill('#nome', 'convidado')
      await until('a guest is found', async () => (await person.count('.linhas label')) > 0)
      await person.tap('.linhas label', null)
      await person.tap('.confirma .agir', null)
      await until('the verdict', async () => (await person.count('body.em-veredito')) === 1)
      expect(await person.ask(`String(document.querySelectorAll('header .rede > svg').length)`)).toBe('1')
    },
  },
]

/**
 * A page's look at rest: not under the pointer left by the act before, and not halfway through a colour
 * transition.
 */
async function lookOf(person: Convidado): Promise<string> {
  await person.ask(`document.documentElement.style.pointerEvents = 'none'`)
  let look = ''
  await until('the look is still', async () => {
    const before = look
    look = await person.ask(READ_LOOK)
    await new Promise((resolve) => setTimeout(resolve, 250))
    return look === before
  })
  await person.ask(`document.documentElement.style.removeProperty('pointer-events')`)
  return look
}

/** Runs in the page before our script: adds what a browser without a window lacks, and the foreign nodes. */
const scriptOf = (when: 'before' | 'after') => `
  const { dataset } = document.documentElement
  window.print = () => (dataset.printed = String(Number(dataset.printed ?? 0) + 1))
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (dataset.copied = text) } })
  const put = () => { dataset.foreign = 'put'; ${PUT_ALL}; if (location.pathname !== '/porta') { ${RUN_TWICE} } }
  ${when === 'before' ? 'put()' : `document.addEventListener('foreign', put)`}`

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test(`nodes of other programs, before our scripts and after, change no look, lose nothing typed and stop no act: ${name}`, async ({
    browser,
  }) => {
    const missing = MISSING[name]
    test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
    const server = await startDemonstration()
    const proxy = await openLackingProxy(server.origin, '')
    const started = await startBrowser(name, true, browser)
    try {
      const person = await started.invite(proxy.origin)
      await person.open(server.link)
      await person.click('button', 'Entrar')
      await person.arriveAt('/painel')
      for (const page of PAGES)
        for (const when of ['before', 'after'] as const)
          await test.step(`${page.name}, ${when}`, async () => {
            const path = page.path(server)
            proxy.run('')
            await person.open(path)
            await until(page.ready, async () => (await person.count(page.ready)) > 0)
            const look = await lookOf(person)
            proxy.run(scriptOf(when))
            await person.open(path)
            await until(page.ready, async () => (await person.count(page.ready)) > 0)
            for (const [css, text] of Object.entries(page.typed ?? {})) await person.fill(css, text)
            if (when === 'after') await person.ask(`String(document.dispatchEvent(new Event('foreign')))`)
            expect(await told(person, 'foreign')).toBe('put')
            expect(await lookOf(person)).toBe(look)
            await page.act(person, server)
          })
      await person.leave()
    } finally {
      await started.stop()
      await proxy.close()
      await server.stop()
    }
  })
}

test('in a browser with extensions a company registers a guest, and LIMITE ATINGIDO shows: Chromium', async () => {
  const directory = newDirectory()
  const extensions = Object.entries(FOREIGN).map(([, put], at) => {
    const folder = join(directory, `extension-${at}`)
    const isEarly = put.includes('document.head')
    const early = `new MutationObserver((_, watch) => { if (document.head) { watch.disconnect(); ${put} } }).observe(document, { childList: true, subtree: true })`
    const scripts = {
      matches: ['<all_urls>'],
      js: ['put.js'],
      run_at: isEarly ? 'document_start' : 'document_end',
    }
    mkdirSync(folder)
    writeFileSync(join(folder, 'put.js'), isEarly ? early : put)
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: `n${at}`, version: '1', content_scripts: [scripts] }),
    )
    return folder
  })
  const server = await startDemonstration()
  const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
    executablePath: '/usr/bin/chromium',
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...[`--disable-extensions-except=${extensions.join()}`, `--load-extension=${extensions.join()}`],
    ],
    locale: 'pt-BR',
    viewport: { width: 360, height: 740 },
  })
  try {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const csv = join(directory, 'um.csv')
    writeFileSync(csv, 'empresaid;nome;icredencial\num-convite;Sítio Novo;1\n')
    server.run('empresas', 'importar', csv)
    await page.goto(`${server.origin}/um-convite`)
    await expect(page.locator('font').first()).toBeAttached()
    await page.locator('.ingresso').click()
    await page.waitForURL(/\/cadastro/)
    await expect(page.locator('x-icon').first()).toBeAttached()
    expect((await page.locator('#nome').boundingBox())?.y).toBeLessThan(740)
    await page.locator('#nome').pressSequentially('ana lima')
    await page.locator('#telefone').pressSequentially('(65) 98765-4321')
    await expect(page.locator('#nome')).toHaveValue('ANA LIMA')
    await expect(page.locator('#telefone')).toHaveValue('65987654321')
    await page.locator('#confirmar').click()
    await page.waitForURL(`${server.origin}/`)
    await expect(page.getByRole('alertdialog')).toContainText('CADASTRO CONFIRMADO COM SUCESSO!')
    await page.goto(`${server.origin}/um-convite`)
    await page.locator('.ingresso').click()
    await expect(page.getByRole('alertdialog')).toContainText('LIMITE ATINGIDO')
    expect(errors).toEqual([])
  } finally {
    await context.close()
    await server.stop()
    removeDirectory(directory)
  }
})
