import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { conviteAlt, whenAt, whenOf } from '../../../app/shared/words.ts'
import type { Arte } from '../../../server/arte/arte.ts'
import { descricaoOf } from '../../../server/domain/descricao.ts'
import { eraseAt, quandoOf } from '../../../server/domain/quando.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import type { Resposta } from '../../../server/domain/porta-sync.ts'
import { readEvento } from '../../../server/config.ts'
import { drawn } from '../../support/arte.ts'
import { EVENTO_POR_VIR } from '../../support/environment.ts'
import { findEmulator, startEmulator } from '../../support/firestore/emulator.ts'
import { readField, withoutRibbon } from '../../support/html.ts'
import { convidado, openJar } from '../../support/journey.ts'
import { pairOrganiser } from '../../support/organiser.ts'
import {
  gravarEvento,
  newDirectory,
  removeDirectory,
  startProcess,
  type ServerProcess,
} from '../../support/process.ts'
import { startFakeRtdb } from '../../support/rtdb/fake.ts'
import { MESA, openHouse } from '../../support/sqlite-house.ts'
import { anEvento } from '../../support/temporary.ts'

const DAY_MS = 86_400_000
const FOLLOWED_MS = 10_000
/** The emulator is one more process on the same cores. */
const FOLLOWED_ON_EMULATOR_MS = 30_000

const ERA = readEvento(EVENTO_POR_VIR)
const AGORA: Evento = {
  ...ERA,
  local: 'Pavilhão de Leilões',
  inicio: '2827-09-23T19:30:00-03:00',
  fim: '2827-09-23T22:00:00-03:00',
}
/** Matches what is of the former event: its day, the day of its erasure, its venue. */
const FORMER = /16 de (?:setembro|outubro)|2827-?(?:09|10)-?16|Auditório[^"<]{0,20}/g

type Start = () => Promise<ServerProcess>

/** Servers on one storage, and a way to store an event file there. */
interface Servers {
  /** How long they have to follow the event, in milliseconds. */
  followedMs: number
  start: Start
  store: (evento: string) => void
}

/** Starts servers on a new project of an emulator. */
async function openEmulator(): Promise<Servers> {
  const source = await findEmulator()
  if (source === null) throw new Error('no emulator')
  const [emulator, rtdb, directory] = [await startEmulator(source), await startFakeRtdb(), newDirectory()]
  const servers: ServerProcess[] = []
  onTestFinished(async () => {
    for (const server of servers) await server.stop('SIGKILL')
    removeDirectory(directory)
    await rtdb.close()
    await emulator.stop()
  })
  const env = {
    STORAGE: 'firebase',
    FIRESTORE_EMULATOR_HOST: emulator.host,
    RTDB_URL: rtdb.url,
    GCP_PROJECT_ID: `demo-lugares-${process.pid}`,
    METADATA_SERVER_DETECTION: 'none',
  }
  const start = async () => {
    const server = await startProcess('build/node/main.js', directory, env)
    servers.push(server)
    return server
  }
  return {
    followedMs: FOLLOWED_ON_EMULATOR_MS,
    start,
    store: (evento) => gravarEvento(join(directory, 'convites.db'), evento, env),
  }
}

/** A place that shows something of the event, and what it shows for a given event. */
interface Place {
  path: string
  tells?: (evento: Evento) => string[]
  /** Its bytes differ from before; there are no words to read. */
  isAnother?: boolean
}

const erasedOn = (evento: Evento) => {
  const { dia, mes, ano } = quandoOf(evento.fim, eraseAt(evento))
  return `${dia} de ${mes} de ${ano}`
}
const utc = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.000/g, '')
const calendar = ({ inicio, fim }: Evento) => [`DTSTART:${utc(inicio)}`, `DTEND:${utc(fim)}`]
const sequenceIn = (ics: Buffer | undefined) => Number(/^SEQUENCE:(\d+)/m.exec(String(ics))?.[1] ?? 0)
const day = ({ inicio }: Evento) => [whenAt(inicio)]
const dayAlone = ({ inicio }: Evento) => {
  const { dia, mes } = quandoOf(inicio)
  return [`no dia ${dia} de ${mes}`]
}
const RIBBON = ['MUDOU']

const placesOf = (links: Record<'credencial' | 'mesa' | 'pessoal', string>): Place[] => [
  { path: '/', tells: (evento) => [`alt="${conviteAlt(evento)}"`, `content="${conviteAlt(evento)}"`] },
  { path: '/cadastro', tells: day },
  { path: `/${MESA}`, tells: () => RIBBON },
  { path: links.pessoal, tells: (evento) => [...day(evento), evento.local] },
  { path: links.credencial, tells: (evento) => [whenOf(evento), evento.local, ...RIBBON] },
  { path: `${links.credencial}/presenca`, tells: day },
  { path: `${links.credencial}/convite.png`, isAnother: true },
  { path: `${links.credencial}/evento.ics`, tells: calendar },
  { path: '/evento.ics', tells: calendar },
  { path: '/privacidade', tells: (evento) => [erasedOn(evento)] },
  { path: links.mesa, tells: day },
  { path: '/porta', tells: ({ inicio }) => [`data-inicio="${inicio}"`] },
  { path: '/porta/sw.js', isAnother: true },
]

/** The organiser's pages ask storage each time, so a server learns from them: they are visited last. */
const BOARD: Place[] = [
  { path: '/painel', tells: dayAlone },
  { path: '/painel/evento', tells: ({ inicio, local }) => [inicio.slice(0, 10), local] },
  { path: '/painel/expurgo', tells: (evento) => [erasedOn(evento)] },
  { path: '/painel/listas/nomes', tells: day },
]

/** A page with the dates in its addresses decoded as well: the dates of messages are in links. */
const legible = (html: string) =>
  html.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())

/** Two servers on one storage, with a guest, an organiser and a phone at the door. */
async function openEvening(start: Start) {
  const a = await start()
  await expect.poll(a.printed).toContain('Ctrl+C')
  const organiser = await pairOrganiser(a)
  const b = await start()
  const follow = organiser.follow
  const convite = { ato: 'convidar', nome: 'Beto', papel: 'porta' }
  await organiser.send('/painel/equipe', new URLSearchParams(convite))
  const [, code = ''] = /\/equipe\/(\w{4}-\w{4})/.exec(legible(await follow('/painel/equipe'))) ?? []
  const phone = await pairOrganiser({ url: a.url, printed: () => `/equipe/${code}` })
  const guest = openJar(a.url)
  expect((await guest.post('/cadastro', convidado(1, MESA))).status).toBe(303)
  const [credencial = ''] = /\/c\/[\w-]+/.exec((await guest.get('/')).html) ?? []
  const [mesa = ''] = /\/mesa\/\S+/.exec(a.printed()) ?? []
  const pedido = readField(await follow(mesa), 'pedido') ?? ''
  await organiser.send(mesa, new URLSearchParams({ ato: 'criar', rotulos: 'Tia Lúcia', pedido }))
  const [pessoal = ''] = /\/[\w-]+\/[a-z2-7]{20}\b/.exec(await follow(mesa)) ?? []
  const links = { credencial, mesa, pessoal }
  for (const [name, link] of Object.entries(links)) expect(link, name).not.toBe('')
  return { servers: [a, b], organiser, phone, links }
}

type Evening = Awaited<ReturnType<typeof openEvening>>

/** Presses Gravar on the board's page, at the first server. */
async function gravar({ servers, organiser }: Evening, evento: Evento): Promise<void> {
  organiser.move(servers[0]?.url ?? '')
  const versao = readField(await organiser.follow('/painel/evento'), 'versao') ?? ''
  const fields = { ...descricaoOf(evento), versao, avisar: 'sim', ato: 'gravar' }
  const { status, location } = await organiser.send('/painel/evento', new URLSearchParams(fields))
  expect([status, location]).toEqual([303, '/painel/evento?feito=avisar'])
}

async function look({ organiser }: Evening, url: string, path: string) {
  organiser.move(url)
  const isOurs = path.startsWith('/painel')
  const response = isOurs ? (await organiser.send(path)).response : await fetch(url + path)
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** What the phone at the door learns: when the event begins, and when its list is to be erased. */
async function hear({ phone }: Evening, url: string) {
  phone.move(url)
  const envio = new Blob([JSON.stringify({ marca: null, entradas: [], porEnviar: 0 })], {
    type: 'application/json',
  })
  const { inicio, apagarem } = (await (await phone.send('/porta/sync', envio)).response.json()) as Resposta
  return { inicio, apagarem }
}

/** The pictures on the invitation's page that differ from those drawn for the event. */
async function wronglyDrawn(url: string, { files }: Arte): Promise<string[]> {
  const html = await (await fetch(url)).text()
  const [, retrato = ''] = /src="data:image\/svg\+xml,([^"]*)"/.exec(html) ?? []
  const faults: string[] = []
  if (decodeURIComponent(retrato) !== files.get('convite-retrato.svg')?.contents.toString().trim())
    faults.push('the portrait')
  for (const [name, pattern] of [
    ['convite-paisagem.svg', /srcSet="([^"]*paisagem\.svg)"/],
    ['previa.png', /property="og:image" content="[^"]*(\/arte\/[^"]*)"/],
  ] as const) {
    const [, path = ''] = pattern.exec(html) ?? []
    const { contents = '', path: own } = files.get(name) ?? {}
    const shown = Buffer.from(await (await fetch(new URL(path, url))).arrayBuffer())
    if (path !== own || !shown.equals(Buffer.from(contents))) faults.push(name)
  }
  return faults
}

/** Visits places at both servers. @returns everything shown that differs from the event as it is */
async function walk(
  evening: Evening,
  places: Place[],
  before = new Map<string, Buffer>(),
): Promise<string[]> {
  const faults: string[] = []
  for (const [n, { url }] of evening.servers.entries())
    for (const place of places) {
      const say = (what: string) => faults.push(`${n === 0 ? 'A' : 'B'} ${place.path}: ${what}`)
      const { status, bytes } = await look(evening, url, place.path)
      const page = legible(bytes.toString())
      if (status !== 200) say(String(status))
      for (const text of place.tells?.(AGORA) ?? []) if (!page.includes(text)) say(`no ${text}`)
      if (!place.isAnother) for (const [former] of withoutRibbon(page).matchAll(FORMER)) say(former)
      else if (before.get(url + place.path)?.equals(bytes)) say('as before')
    }
  return faults
}

async function expectEverywhere({ followedMs, start, store }: Servers): Promise<void> {
  const evening = await openEvening(start)
  const { servers, links } = evening
  const [a, b] = servers.map(({ url }) => url)
  if (a === undefined || b === undefined) throw new Error('not started')
  const before = new Map<string, Buffer>()
  for (const url of [a, b])
    for (const place of [...placesOf(links), ...BOARD]) {
      const { status, bytes } = await look(evening, url, place.path)
      expect([place.path, status]).toEqual([place.path, 200])
      before.set(url + place.path, bytes)
    }
  const arte = await drawn(AGORA)

  await gravar(evening, AGORA)
  const within = { timeout: followedMs, interval: 250 }
  const wrong = async () => [
    ...(await walk(evening, placesOf(links), before)),
    ...(await wronglyDrawn(a, arte)),
    ...(await wronglyDrawn(b, arte)),
  ]
  await expect.poll(wrong, within).toEqual([])
  expect(await walk(evening, BOARD, before)).toEqual([])
  for (const url of [a, b]) {
    expect(await hear(evening, url)).toEqual({
      inicio: AGORA.inicio,
      apagarem: Date.parse(AGORA.fim) + DAY_MS / 2,
    })
    for (const path of ['/evento.ics', `${links.credencial}/evento.ics`]) {
      const { bytes } = await look(evening, url, path)
      expect(sequenceIn(bytes)).toBeGreaterThan(sequenceIn(before.get(url + path)))
    }
  }

  // Registrations close by the stored event, whatever a process knows.
  await gravar(evening, { ...AGORA, inscricoesAte: new Date(Date.now() - DAY_MS).toISOString() })
  for (const url of [b, a])
    for (const path of ['/cadastro', `/${MESA}`])
      expect((await openJar(url).post(path, path === '/cadastro' ? convidado(2) : {})).status).toBe(410)
  const closed = async () => Promise.all([a, b].map(async (url) => (await openJar(url).get('/')).html))
  await expect
    .poll(async () => (await closed()).every((html) => html.includes('inscrições estão encerradas')), within)
    .toBe(true)

  const fim = Date.now() - 31 * DAY_MS
  const past = { inicio: new Date(fim - DAY_MS).toISOString(), fim: new Date(fim).toISOString() }
  // The page refuses an end in the past; the command accepts it.
  store(anEvento({ ...AGORA, ...past }))
  const told = async () => Promise.all([a, b].map(async (url) => (await openJar(url).get('/saude')).html))
  await expect
    .poll(async () => (await told()).every((text) => text.includes('expurgo is due')), within)
    .toBe(true)
  for (const url of [a, b]) expect((await openJar(url).get(links.credencial)).status).toBe(410)
}

test('every place of two processes on SQLite tells the moved event within ten seconds', async () => {
  const { path, start } = openHouse()
  await expectEverywhere({
    followedMs: FOLLOWED_MS,
    start,
    store: (evento) => gravarEvento(path, evento),
  })
})

test.skipIf((await findEmulator()) === null)(
  'every place of two processes on the Firestore emulator tells the moved event within half a minute',
  async () => {
    await expectEverywhere(await openEmulator())
  },
)
