import { expect, test } from 'vitest'
import { readAlert } from '../support/html.ts'
import { nameOf, openJar, telefoneOf } from '../support/journey.ts'
import { halfWrittenIn } from '../support/sqlite-value.ts'
import { openHouse } from '../support/sqlite-house.ts'

const ROUNDS = 10
/** The first unfair round ends them. Servers that happen to miss each other are fair by luck. */
const NAIVE_ROUNDS = 50

type Jar = ReturnType<typeof openJar>
type Answers = Awaited<ReturnType<Jar['post']>>[]

/** What two browsers request from two servers at once, and what both must read. */
interface Race {
  /** The function whose transaction makes it fair. */
  act: string
  post: (jar: Jar, empresaid: string, round: number, nth: number) => ReturnType<Jar['post']>
  expectFair: (answers: Answers) => void
  /** How many guests it stores. */
  convidados: number
}

const telefone = '11987654321'
const statusesOf = (answers: Answers) => answers.map(({ status }) => status).sort()

const RACES: Record<string, Race> = {
  'two browsers at two servers on the last invitation: one wins, the other reads the limit': {
    act: 'claim',
    post: (jar, empresaid) => jar.post(`/${empresaid}`),
    expectFair(answers) {
      expect(statusesOf(answers)).toEqual([303, 409])
      expect(answers.map(({ html }) => readAlert(html)).sort()).toEqual(['LIMITE ATINGIDO', null])
    },
    convidados: 0,
  },
  'two guests registering at two servers on the last invitation: one is stored': {
    act: 'register',
    post: (jar, empresaid, round, nth) =>
      jar.post('/cadastro', {
        nome: nameOf(2 * round + nth),
        telefone: telefoneOf(2 * round + nth),
        empresaid,
      }),
    expectFair: (answers) => expect(statusesOf(answers)).toEqual([303, 409]),
    convidados: 1,
  },
  'one guest sent to two servers at once is one, pays once, and both answers are the same': {
    act: 'register',
    post: (jar, empresaid, round) => jar.post('/cadastro', { nome: nameOf(round), telefone, empresaid }),
    expectFair(answers) {
      expect(statusesOf(answers)).toEqual([303, 303])
      expect(answers.map(({ location }) => location)).toEqual(['/', '/'])
    },
    convidados: 1,
  },
}

/**
 * Two servers on one file, and a company with one invitation for each round.
 * @throws at the first unfair round
 */
async function run({ post, expectFair, convidados }: Race, rounds: number, env: Record<string, string> = {}) {
  const house = openHouse()
  const servers = [await house.start(env), await house.start(env)]
  for (let round = 0; round < rounds; round++) {
    const empresaid = `mesa-${round}`
    house.put(empresaid, 1)
    const jars = servers.map(({ url }) => openJar(url))
    await Promise.all(jars.map((jar) => jar.get(`/${empresaid}`)))
    expectFair(await Promise.all(jars.map((jar, nth) => post(jar, empresaid, round, nth))))
    expect(house.count(`reserva WHERE estado <> 'liberada'`), 'invitations taken').toBe(round + 1)
    expect(house.count('credencial'), 'guests stored').toBe(convidados * (round + 1))
  }
  return house
}

for (const [name, race] of Object.entries(RACES)) {
  test(`${name}, ${ROUNDS} times over`, async () => {
    const house = await run(race, ROUNDS)
    expect(halfWrittenIn(house.path)).toEqual([])
  })

  test(`${name}: not so without its transaction`, async () => {
    await expect(run(race, NAIVE_ROUNDS, { NAIVE: race.act, NAIVE_PAUSE_MS: '50' })).rejects.toThrow(
      /^(expected \[ 303, \d+ \] to deeply equal|invitations taken|guests stored)/,
    )
  })
}
