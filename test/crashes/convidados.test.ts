import { expect, test } from 'vitest'
import { readAlert } from '../support/html.ts'
import { openJar, readLeft } from '../support/journey.ts'
import { halfWrittenIn } from '../support/sqlite-value.ts'
import { MESA, openHouse } from '../support/sqlite-house.ts'

const CONVIDADO = { nome: 'Convidado A', telefone: '11987654321', email: '', empresaid: MESA }

type Jar = ReturnType<typeof openJar>

/** Expects the server to die without an answer. */
async function expectNoAnswer(answer: ReturnType<Jar['post']>, { child }: { child: NodeJS.EventEmitter }) {
  const died = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  await expect(answer).rejects.toThrow('fetch failed')
  expect(await died).toBe('SIGKILL')
}

for (const [point, leftAfter] of [
  ['halfway', 10],
  ['before-commit', 10],
  ['after-commit', 9],
] as const) {
  test(`a crash ${point} of a claim uses one invitation or none, and the cookie resumes it`, async () => {
    const house = openHouse()
    const dying = await house.start({ FAILPOINT: `claim:${point}` })
    const jar = openJar(dying.url)
    await jar.get(`/${MESA}`)
    await expectNoAnswer(jar.post(`/${MESA}`), dying)
    expect(halfWrittenIn(house.path)).toEqual([])

    const { url } = await house.start()
    expect(await readLeft(url, MESA)).toBe(leftAfter)
    jar.move(url)
    expect((await jar.post(`/${MESA}`)).status).toBe(303)
    expect(await readLeft(url, MESA)).toBe(9)
    expect((await jar.get('/cadastro')).location).toBe(`/cadastro?empresaid=${MESA}`)
    expect((await jar.post('/cadastro', CONVIDADO)).status).toBe(303)
    expect(house.count(`reserva WHERE estado = 'usada'`)).toBe(1)
    expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])
  })
}

for (const [point, storedAfter] of [
  ['halfway', 0],
  ['before-commit', 0],
  ['after-commit', 1],
] as const) {
  test(`a crash ${point} of a registration stores the guest whole or not at all, and a repeat is one guest`, async () => {
    const house = openHouse()
    const dying = await house.start({ FAILPOINT: `register:${point}` })
    const jar = openJar(dying.url)
    await jar.get(`/${MESA}`)
    await jar.post(`/${MESA}`)
    // The form sets the cookie by which a repeat is recognised.
    await jar.get(`/cadastro?empresaid=${MESA}`)
    await expectNoAnswer(jar.post('/cadastro', CONVIDADO), dying)
    expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])
    expect(house.count('credencial')).toBe(storedAfter)

    const { url } = await house.start()
    jar.move(url)
    expect((await jar.post('/cadastro', CONVIDADO)).status).toBe(303)
    const landing = (await jar.get('/')).html
    expect(readAlert(landing)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
    expect(landing).toContain('Ver minha credencial')
    expect([house.count('credencial'), house.count(`reserva WHERE estado = 'usada'`)]).toEqual([1, 1])
    expect(await readLeft(url, MESA)).toBe(9)
    expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])
  })
}

test('a crash after a claim nobody comes back for: the hold ends by itself', async () => {
  const house = openHouse()
  const dying = await house.start({ FAILPOINT: 'claim:after-commit', RESERVA_MINUTES: '0.02' })
  await expectNoAnswer(openJar(dying.url).post(`/${MESA}`), dying)
  const { url } = await house.start()
  await expect.poll(() => readLeft(url, MESA)).toBe(10)
})

for (const act of ['claim', 'register']) {
  test(`without its transaction a crash halfway of a ${act} leaves half of it: the check above can fail`, async () => {
    const house = openHouse()
    const dying = await house.start({ FAILPOINT: `${act}:halfway`, NAIVE: act })
    const jar = openJar(dying.url)
    await jar.get(`/${MESA}`)
    const claim = jar.post(`/${MESA}`)
    await expectNoAnswer(act === 'claim' ? claim : claim.then(() => jar.post('/cadastro', CONVIDADO)), dying)
    expect(halfWrittenIn(house.path, { isTable: true })).toHaveLength(1)
  })
}
