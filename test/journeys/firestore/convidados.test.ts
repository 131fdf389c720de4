import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openFaultyProxy } from '../../support/faulty-proxy.ts'
import { findEmulator, startEmulator, type Emulator } from '../../support/firestore/emulator.ts'
import { startFakeFirestore } from '../../support/firestore/fake.ts'
import { openClient } from '../../support/firestore/client.ts'
import { readAction, readAlert, readField } from '../../support/html.ts'
import { convidado, nameOf, openJar, readLeft, statuses, telefoneOf } from '../../support/journey.ts'
import { newDirectory, removeDirectory, startProcess } from '../../support/process.ts'
import { startFakeRtdb } from '../../support/rtdb/fake.ts'

let serial = 0

/** The built server as a demonstration, on a project of its own, ended with the test. */
async function start(host: string) {
  const projectId = `demo-jornada-${process.pid}-${++serial}`
  const rtdb = await startFakeRtdb()
  const directory = newDirectory()
  const server = await startProcess('build/node/main.js', directory, {
    STORAGE: 'firebase',
    FIRESTORE_EMULATOR_HOST: host,
    GCP_PROJECT_ID: projectId,
    RTDB_URL: rtdb.url,
    METADATA_SERVER_DETECTION: 'none',
  })
  const { db, close } = openClient(host, projectId)
  onTestFinished(async () => {
    await server.stop('SIGKILL')
    removeDirectory(directory)
    await close()
    await rtdb.close()
  })
  const read = async (collection: string) => (await db.collection(collection).get()).docs.map((d) => d.data())
  return { server, url: server.url, rtdb, read }
}

/** A fake for this test alone, since a fake has one database for every project. */
async function openFake(): Promise<string> {
  const fake = await startFakeFirestore()
  onTestFinished(fake.close)
  return fake.host
}

function journeyTests(open: () => Promise<string>): void {
  test('claims count down, the form registers, the alert shows once, the avip arrives, the eleventh of ten is 409', async () => {
    const { url, rtdb, read } = await start(await open())
    const invited = openJar(url)
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(10)
    const claim = await invited.post('/fazenda-santa-clara')
    const form = '/cadastro?empresaid=fazenda-santa-clara'
    expect([claim.status, claim.location]).toEqual([303, form])
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(9)
    expect(readAction((await invited.get(form)).html)).toBe(form)

    const right = await invited.post('/cadastro', convidado(1, 'fazenda-santa-clara'))
    expect([right.status, right.location]).toEqual([303, '/'])
    expect(readAlert((await invited.get('/')).html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(readAlert((await invited.get('/')).html)).toBeNull()

    const [credencial, ...others] = await read('credencial')
    expect(others).toEqual([])
    expect(credencial).toMatchObject({ nome: nameOf(1).toUpperCase(), telefone: telefoneOf(1) })
    const vipid = String(credencial?.credencialid)
    expect(rtdb.values()).toMatchObject({ avip: { [vipid]: { vipid, nome: nameOf(1).toUpperCase() } } })

    for (let n = 0; n < 9; n++) expect((await openJar(url).post('/fazenda-santa-clara')).status).toBe(303)
    const eleventh = await openJar(url).post('/fazenda-santa-clara')
    expect([eleventh.status, readAlert(eleventh.html)]).toEqual([409, 'LIMITE ATINGIDO'])
    expect(await readLeft(url, 'fazenda-santa-clara')).toBe(0)
  })

  test('200 browsers at once on 50 invitations: 50 go on to the form, 150 read the limit, and nothing else happens', async ({
    annotate,
  }) => {
    const { url, read } = await start(await open())
    const jars = Array.from({ length: 200 }, () => openJar(url))
    const begun = performance.now()
    const answers = await Promise.all(jars.map((jar) => jar.post('/cooperativa-vale-dourado')))
    await annotate(`200 claims over HTTP: ${Math.round(performance.now() - begun)} ms`)
    expect(statuses(answers)).toEqual({ 303: 50, 409: 150 })
    expect(answers.filter(({ location }) => location?.startsWith('/cadastro?'))).toHaveLength(50)
    expect(answers.filter(({ html }) => readAlert(html) === 'LIMITE ATINGIDO')).toHaveLength(150)
    expect(await readLeft(url, 'cooperativa-vale-dourado')).toBe(0)
    expect(await read('reserva')).toHaveLength(50)
    const empresa = (await read('empresa')).find(({ empresaid }) => empresaid === 'cooperativa-vale-dourado')
    expect(empresa?.licredencial).toBe(50)
  })
}

describe('the journey on the fake Firestore', () => {
  journeyTests(openFake)

  test('a realtime database that is away stops nobody: the guest is confirmed and the server says ERRO!', async () => {
    const { server, url, rtdb, read } = await start(await openFake())
    await rtdb.refuse()
    const jar = openJar(url)
    expect((await jar.post('/cadastro', convidado(1))).status).toBe(303)
    expect(readAlert((await jar.get('/')).html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(await read('credencial')).toHaveLength(1)
    expect(await read('avip_outbox')).toHaveLength(1)
    await expect.poll(() => server.printed()).toContain('ERRO!')
    expect(server.printed()).not.toContain(nameOf(1).toUpperCase())
  })

  test('without Firestore /saude is 503 and the form comes back with what was typed; then all is well again', async () => {
    const proxy = await openFaultyProxy(await openFake())
    onTestFinished(() => proxy.close())
    const { url } = await start(proxy.host)
    const jar = openJar(url)
    expect((await jar.get('/saude')).status).toBe(200)
    await proxy.refuse()
    // What was found within the last second is answered again.
    await sleep(1_100)
    const begun = performance.now()
    const [saude, form] = await Promise.all([jar.get('/saude'), openJar(url).post('/cadastro', convidado(1))])
    expect(performance.now() - begun).toBeLessThan(30_000)
    expect([saude.status, form.status]).toEqual([503, 503])
    expect(readField(form.html, 'nome')).toBe(nameOf(1))

    await proxy.open()
    await expect.poll(async () => (await jar.get('/saude')).status).toBe(200)
    expect((await jar.post('/cadastro', convidado(1))).status).toBe(303)
  })

  test('SIGTERM ends it with 0', async () => {
    const { server } = await start(await openFake())
    expect(await server.stop('SIGTERM')).toBe(0)
  })
})

const source = await findEmulator()

describe.skipIf(source === null)('the journey on the official emulator', () => {
  let emulator: Emulator | undefined
  beforeAll(async () => {
    if (source) emulator = await startEmulator(source)
  }, 40_000)
  afterAll(() => emulator?.stop())
  journeyTests(async () => {
    if (!emulator) throw new Error('the emulator was not started')
    return emulator.host
  })
})
