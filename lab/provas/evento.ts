import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { eraseAt, quandoOf } from '../../server/domain/quando.ts'
import type { Evento } from '../../server/domain/evento.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { withoutRibbon } from '../../test/support/html.ts'
import { databaseIn, newDatabase, startServer } from './product.ts'
import { seeded, sleep, type Prova } from './prova.ts'

const MESA = 'fazenda-santa-clara'
/** The longest time from a save until every process shows it. */
const FOLLOWED_MS = 10_000

type Drawing = typeof import('../../server/arte/invitation.ts')

/** The nth event: its title and venue have its number, and its day is its own. */
function eventoOf(n: number, random: () => number): Evento {
  const day = Date.UTC(2827, 0, 1, 22, 30) + Math.floor(random() * 330) * 86_400_000
  const iso = (at: number) => `${new Date(at - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`
  return {
    anfitriao: 'Sociedade Rural do Vale Dourado',
    ocasiao: 'Palestra comemorativa dos 80 anos',
    titulo: `Colheita ${n}`,
    local: `Pavilhão ${n}`,
    cidade: 'Vale Dourado',
    inicio: iso(day),
    fim: iso(day + 9_000_000),
    contato: 'secretaria@sociedaderural.example',
    diasAteApagar: 30,
  }
}

const dayOf = (iso: string, at?: number) => {
  const { dia, mes } = quandoOf(iso, at)
  return `${dia} de ${mes}`
}
/** The days a page of an event may show: the event's own, and that of the erasure. */
const daysOf = (evento: Evento) => [dayOf(evento.inicio), dayOf(evento.fim, eraseAt(evento))]

const DAY =
  /\b\d{1,2} de (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)/g
const NUMBER = /(?:Colheita|Pavilhão) (\d+)/g

/** What is wrong with a page: it shows two events, or a day that is not its event's. */
function faultIn(text: string, eventos: Evento[]): string | null {
  const told = withoutRibbon(text)
  const numbers = [...new Set([...told.matchAll(NUMBER)].map(([, n]) => Number(n)))]
  if (numbers.length > 1) return `tells of the events ${numbers.join(' and ')}`
  const evento = eventos[numbers[0] ?? -1]
  if (!evento) return numbers.length === 0 ? null : `tells of event ${numbers[0]}, which was not stored`
  const days = daysOf(evento)
  const strange = [...told.matchAll(DAY)].map(([day]) => day).find((day) => !days.includes(day))
  return strange === undefined
    ? null
    : `tells of event ${numbers[0]} and of ${strange}: …${told.slice(told.indexOf(strange) - 60, told.indexOf(strange) + 30)}…`
}

/** Moves the event at random 200 times while guests register, over two processes. */
export const evento: Prova = {
  goal: '200 random moves of the event while guests register, over two processes on SQLite: outside the ribbon no page shows two dates, no picture that of another event, and every page follows within 10 s',
  limitSeconds: { full: 900, short: 150 },
  async run(isShort) {
    const random = seeded(29)
    const moves = isShort ? 12 : 200
    const directory = newDatabase({ [MESA]: 1_000 })
    const servers = await Promise.all([startServer(directory), startServer(directory)])
    const storage = await openSqlite(databaseIn(directory))
    const { drawPortrait } = (await import(pathToFileURL('build/node/arte/invitation.js').href)) as Drawing
    const eventos = Array.from({ length: moves + 1 }, (_, n) => eventoOf(n, random))
    const faults: string[] = []
    const pictures = new Map<string, number>()
    let pages = 0
    let registered = 0
    let stored = -1
    const tokens: string[] = []

    const save = async (n: number) => {
      const found = await storage.eventos.find()
      const evento = eventos[n]
      if (!evento) throw new Error('no event')
      const gravacao = await storage.eventos.gravar(
        {
          versao: found?.versao ?? null,
          evento,
          avisar: random() < 0.8,
          cancelado: false,
          imagemid: null,
          eventoid: randomUUID(),
          now: Date.now(),
        },
        { historicoid: randomUUID(), quem: 'cli', em: Date.now() },
      )
      if (gravacao.kind !== 'gravado') throw new Error(gravacao.kind)
      stored = n
    }
    const origin = (n: number) => servers[n % servers.length]?.url ?? ''
    const headers = (n: number) => ({
      'x-forwarded-for': `10.1.${(n >> 8) & 255}.${n & 255}`,
    })
    const look = async (path: string, n: number) => {
      const response = await fetch(origin(n) + path, { headers: headers(n) })
      const text = await response.text()
      pages += 1
      const fault = response.status === 200 ? faultIn(text, eventos) : `is ${response.status}`
      if (fault) faults.push(`${path.replace(/\/c\/[^/]+/, '/c/…')} ${fault}`)
      if (path === '/') lookAtPicture(text)
      return text
    }
    const lookAtPicture = (html: string) => {
      const [, src = ''] = /src="data:image\/svg\+xml,([^"]+)"/.exec(html) ?? []
      const number = Number(/Colheita (\d+)/.exec(html)?.[1] ?? -1)
      const evento = eventos[number]
      const known = pictures.get(src)
      if (!evento || src === '') faults.push('the invitation shows no picture')
      else if (known === undefined) {
        if (decodeURIComponent(src) !== drawPortrait(evento).trim())
          faults.push(`the picture is not that of event ${number}`)
        pictures.set(src, number)
      } else if (known !== number) faults.push(`event ${number} with the picture of event ${known}`)
    }

    await save(0)
    await Promise.all(servers.map(async ({ url }) => untilShown(url, 0)))
    let isOver = false

    const reader = async (n: number) => {
      for (let round = 0; !isOver; round++) {
        const token = tokens[Math.floor(random() * tokens.length)]
        const paths = ['/', '/cadastro', `/${MESA}`, '/privacidade', '/evento.ics', '/porta']
        if (token) paths.push(`/c/${token}`, `/c/${token}/presenca`)
        await look(paths[round % paths.length] ?? '/', n + round)
      }
    }
    const guest = async () => {
      for (let n = 0; !isOver; n++) {
        const letters = Array.from(String(n), (digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('')
        const body = new URLSearchParams({
          nome: `Convidado ${letters}`,
          telefone: `119${10_000_000 + n}`,
          email: '',
        })
        const sent = { ...headers(n), origin: 'https://convite.test' }
        const answer = await fetch(`${origin(n)}/cadastro`, {
          method: 'POST',
          body,
          headers: sent,
          redirect: 'manual',
        })
        if (answer.status !== 303) faults.push(`a registration is ${answer.status}`)
        else registered += 1
        const cookie = answer.headers
          .getSetCookie()
          .map((line) => line.split(';', 1)[0])
          .join('; ')
        const home = await fetch(`${origin(n)}/`, { headers: { ...headers(n), cookie } })
        const [, token] = /\/c\/([\w-]+)/.exec(await home.text()) ?? []
        if (token && tokens.length < 200) tokens.push(token)
        await sleep(20)
      }
    }
    const work = [reader(0), reader(1), reader(100), guest()]
    let slowest = 0
    try {
      for (let n = 1; n <= moves; n++) {
        await save(n)
        // Some moves follow each other before any process has seen the first.
        if (random() < 0.7) {
          const begun = performance.now()
          await Promise.all(servers.map(({ url }) => untilShown(url, n)))
          slowest = Math.max(slowest, performance.now() - begun)
        }
      }
    } finally {
      isOver = true
      await Promise.all(work)
      await storage.close()
    }
    async function untilShown(url: string, n: number): Promise<void> {
      const begun = performance.now()
      while (performance.now() - begun < 2 * FOLLOWED_MS) {
        const html = await (await fetch(url, { headers: headers(1) })).text()
        if (html.includes(`Colheita ${n}`)) return
        await sleep(100)
      }
      throw new Error(`event ${n} is not shown`)
    }
    const [first = ''] = faults
    return {
      figure:
        `${stored} moves, ${pages} pages, ${pictures.size} pictures, ${registered} guests: ${faults.length} faults${first && ` (${first})`}; ` +
        `followed after ${(slowest / 1000).toFixed(1)} s at most`,
      isReached:
        faults.length === 0 && slowest <= FOLLOWED_MS && registered > moves && pictures.size > moves / 4,
    }
  },
}
