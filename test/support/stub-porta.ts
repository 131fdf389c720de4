import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { openPortaServer, type TestConvidado } from './porta-server.ts'
import { rigPhone, type PhoneLook, type Rigged } from './stub-phone.ts'

/** The door's page, with a server that only the test has, and a camera that films what the test draws. */
export interface StubPorta {
  page: Page
  server: ReturnType<typeof openPortaServer>
  /** Shows a code to the camera; null is nothing. */
  show(text: string | null): Promise<void>
  /** Lets time pass, for the server and the phone alike. */
  pass(milliseconds: number): Promise<void>
  /** Makes the page ask the server now. */
  sync(): Promise<void>
  /**
   * What the server does from now on: answers, is away, does not know the phone, or uses a newer build's
   * format.
   */
  answer: 'knows' | 'away' | 'stranger' | 'newer'
}

/** When the doors open, by the event's clock. */
export const BEGIN = Date.parse('2027-09-16T19:14:00-03:00')
/** When the list erases itself. */
export const END = Date.parse('2027-09-17T10:00:00-03:00')

/** A guest who entered, with the time, by another phone. */
export interface Inside {
  id: string
  em: number
}

interface Fitted {
  convidados: TestConvidado[]
  inside?: Inside[]
  phone?: PhoneLook
}

/** Opens the page; its address is on the browser tests' own server. */
export async function openStubPorta(
  page: Page,
  { convidados, inside = [], phone = {} }: Fitted,
): Promise<StubPorta> {
  const since = Date.now()
  let passed = 0
  const server = openPortaServer(() => BEGIN + passed + Date.now() - since, END)
  server.put(...convidados)
  const entradas = inside.map(({ id, em }, at) => ({
    entradaid: `inside-${at}`,
    credencialid: id,
    seq: at + 1,
    lidaem: em,
    desvio: 0,
    modo: 'camera',
    anula: null,
    anotado: null,
  }))
  await server.transportOf('b')(JSON.stringify({ marca: null, entradas, porEnviar: 0 }))
  const porta: StubPorta = {
    page,
    server,
    answer: 'knows',
    async show(text) {
      const { size, data } = encode(text ?? '', { ecc: 'M', border: 3 })
      const squares =
        text === null ? [] : data.flatMap((row, y) => row.flatMap((on, x) => (on ? [[x, y]] : [])))
      await page.evaluate(
        (held) => (window as unknown as { rigged: Rigged }).rigged.hold(held),
        text === null ? null : { size, squares },
      )
    },
    async pass(milliseconds) {
      passed += milliseconds
      await page.evaluate((ms) => (window as unknown as { rigged: Rigged }).rigged.pass(ms), milliseconds)
    },
    async sync() {
      const asked = page.waitForEvent('requestfinished').catch(() => null)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      if (porta.answer !== 'away') await asked
    },
  }
  await page.route('**/porta/sync', async (route) => {
    if (porta.answer === 'away') return route.abort('internetdisconnected')
    if (porta.answer === 'stranger')
      return route.fulfill({ status: 404, json: { erro: 'Este aparelho não está pareado.' } })
    const answer = await server.transportOf('a')(route.request().postData() ?? '')
    if (porta.answer === 'newer') {
      const told = (await answer.json()) as { lista: object }
      return route.fulfill({ status: 200, json: { ...told, lista: { ...told.lista, nomes: null } } })
    }
    return route.fulfill({ status: answer.status, body: await answer.text() })
  })
  await rigPhone(page, BEGIN, phone)
  await page.goto('/porta')
  return porta
}
