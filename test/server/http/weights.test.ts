import { connect, type AddressInfo } from 'node:net'
import { descritoIn } from '../../../server/domain/evento-gravado.ts'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../../../server/composition.ts'
import { readConfig } from '../../../server/config.ts'
import { loadRemix } from '../../../server/http/remix.ts'
import { createHttpServer } from '../../../server/http/server.ts'
import { TEXTO_MAX } from '../../../server/domain/formas.ts'
import { aClaim, anEmpresa, aRegister } from '../../support/factories.ts'
import { drawn } from '../../support/arte.ts'
import { EVENTO_POR_VIR, aSecret, SECRET } from '../../support/environment.ts'
import { collectLog } from '../../support/log.ts'
import { createStore } from '../../support/stored.ts'

/** What arrives before a server must wait for the first acknowledgement: ten packets of 1,460 bytes. */
const FIRST_FLIGHT = 14_600

/**
 * A first visit's bytes on the wire, headers included. With nothing to make a form hydrate, that is the whole
 * page.
 */
const LIMITS: Record<string, number> = {
  '/': FIRST_FLIGHT,
  '/cadastro': 12_000,
  '/item': 11_200,
  '/acme': 12_800,
  '/c/TOKEN': 13_800,
  '/privacidade': 11_300,
  '/nada/aqui': 10_200,
}

const store = createStore()
store.put('empresas', anEmpresa({ empresaid: 'acme' }))
const services = await compose(
  readConfig({
    SESSION_SECRET: SECRET,
    CREDENCIAL_SECRET: aSecret('credencial'),
    PUBLIC_ORIGIN: 'https://convite.example.org',
    TRUST_PROXY_HOPS: '0',
    STORAGE: 'sqlite',
    EVENTO: EVENTO_POR_VIR,
  }),
  { storage: store.open(), arteOf: drawn, log: collectLog().log },
)
const { server } = createHttpServer({
  services,
  remix: await loadRemix(new URL('../../../build/server/index.js', import.meta.url), services),
  clientDirectory: 'build/client',
})
let token = ''

beforeAll(async () => {
  const registered = await services.credenciais.register(aRegister({ claim: aClaim('acme') }))
  if (registered.kind === 'registered') token = services.tokenOf(registered.credencial.credencialid, 0)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

/** A first visit's answer, as it crosses the wire. */
function fetchRaw(path: string): Promise<{ head: string; body: Buffer; bytes: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: convite.example.org\r\nAccept-Encoding: gzip, br\r\n\r\n`)
    })
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n') + 4
      const head = all.subarray(0, end).toString()
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (end < 4 || all.length < end + length) return
      socket.destroy()
      resolve({ head, body: all.subarray(end), bytes: all.length })
    })
  })
}

for (const [path, limit] of Object.entries(LIMITS)) {
  test(`${path} arrives cold in at most ${limit} bytes, headers included`, async () => {
    const { head, bytes } = await fetchRaw(path.replace('TOKEN', token))
    expect(head).toMatch(/^HTTP\/1.1 (200|404)/)
    expect(head).toMatch(/content-encoding: br/)
    expect(head).toMatch(/strict-transport-security/)
    expect(bytes).toBeLessThanOrEqual(limit)
  })
}

test('the landing brings its portrait along, and without it weighs at most 2,500 bytes', async () => {
  const { head, body } = await fetchRaw('/')
  const html = brotliDecompressSync(body).toString()
  const [art = ''] = /data:image\/svg\+xml,[^"]*/.exec(html) ?? []
  expect(decodeURIComponent(art)).toMatch(/<svg[^>]* viewBox=.*<\/svg>$/)
  const rest = brotliCompressSync(html.replace(art, ''), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  })
  expect(head.length + rest.length).toBeLessThanOrEqual(2_500)
})

test('of a moved event the landing arrives in the first flight too, ribbon and all, and else brings nothing of it', async () => {
  const before = brotliDecompressSync((await fetchRaw('/')).body).toString()
  expect(before).not.toContain('faixa')
  const stored = descritoIn(await services.eventos.find())
  if (!stored) throw new Error('no event')
  const { versao, evento } = stored
  const later = (iso: string) => new Date(Date.parse(iso) + 7 * 86_400_000).toISOString()
  await services.eventos.gravar(
    {
      evento: {
        ...evento,
        inicio: later(evento.inicio),
        fim: later(evento.fim),
        local: 'Centro de Convenções da Associação Comercial e Industrial',
      },
      versao,
      avisar: true,
      cancelado: false,
      imagemid: null,
      eventoid: 'x',
      now: services.now(),
    },
    services.autorOf('cli'),
  )
  await services.latest(0)
  const { body, bytes } = await fetchRaw('/')
  const html = brotliDecompressSync(body).toString()
  expect(html).toContain('MUDOU')
  expect(html).toContain('.faixa')
  expect(bytes).toBeLessThanOrEqual(FIRST_FLIGHT)
})

test('with the longest event that may be described the landing still arrives in the first flight, and its portrait after it', async () => {
  const stored = descritoIn(await services.eventos.find())
  if (!stored) throw new Error('no event')
  const { versao, evento } = stored
  const words =
    'Congresso Agropecuário Interestadual de Alta Produção Sustentável, União, Qualidade e Tradição de Xavantina'
  const longest = (shift: number) => (words.slice(shift) + words).slice(0, TEXTO_MAX - 1).trim() + 'é'
  const [anfitriao, ocasiao, titulo, local, cidade] = [0, 10, 24, 38, 50].map(longest)
  const long = { ...evento, anfitriao, ocasiao, titulo, local, cidade } as typeof evento
  expect(await services.undrawableIn(long)).toEqual([])
  await services.eventos.gravar(
    {
      versao,
      evento: long,
      avisar: true,
      cancelado: false,
      imagemid: null,
      eventoid: 'x',
      now: services.now(),
    },
    services.autorOf('cli'),
  )
  await services.latest(0)
  const { body, bytes } = await fetchRaw('/')
  const html = brotliDecompressSync(body).toString()
  const [, src = ''] = /<img src="(\/arte\/[0-9a-f]{16}\/convite-retrato\.svg)"/.exec(html) ?? []
  expect(html).toMatch(
    new RegExp(`rel="preload"[^>]*imageSrcSet="${src}"|imageSrcSet="${src}"[^>]*rel="preload"`, 'i'),
  )
  expect((await fetchRaw(src)).head).toMatch(/^HTTP\/1.1 200/)
  expect(bytes).toBeLessThanOrEqual(FIRST_FLIGHT)
})

test('a page asked for with a session is compressed quickly, into something a little larger', async () => {
  const cold = await fetchRaw('/item')
  const known = await fetchRaw('/item HTTP/1.1\r\nCookie: __Host-convite=x\r\nX-Rest:')
  expect(brotliDecompressSync(known.body).toString()).toBe(brotliDecompressSync(cold.body).toString())
  expect(known.bytes).toBeGreaterThan(cold.bytes)
})
