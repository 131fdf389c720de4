import { expect, test, vi } from 'vitest'
import { openTouches, type Screens, type Message } from '../../../../app/porta/page/touches.ts'
import type { PortaState } from '../../../../app/porta/porta.ts'
import type { ReadOutcome, Reading } from '../../../../app/porta/reading.ts'
import type { World } from '../../../../app/porta/shown.ts'
import { aPorta, ANA, BIA } from '../../../support/a-porta.ts'
import { anAdmitted } from '../../../support/a-reading.ts'
import { urlOf } from '../../../support/porta-server.ts'

const TIMES = () => ({ momentOf: () => '19:02', listTime: '19:00' })

/** The acts on a door with this answer, and what the screens showed. */
function open(answer: () => Promise<ReadOutcome>, world: World = 'real') {
  const heard: string[] = []
  /** The texts of messages. */
  const said: string[] = []
  const screens: Screens = {
    announce: ({ headline, nome }, reading) =>
      void heard.push(`${headline.join(' ')} ${nome} ${reading ? 'one' : 'many'}`),
    notify: ({ headline, text }) => void (heard.push(headline), said.push(text)),
    choose: (candidates) => void heard.push(`choose of ${candidates.length}`),
    same: () => void heard.push('same'),
    undone: () => void heard.push('forgotten'),
    nothing: () => void heard.push('nothing'),
  }
  const porta = {
    read: answer,
    readCode: answer,
    admit: async () => ({ kind: 'admitted' as const, readings: [anAdmitted(), anAdmitted()] }),
    admitNamed: async (nome: string) => anAdmitted({ convidado: null, anotado: nome, modo: 'busca' }),
    admitAnyway: async (reading: Reading) => ({ ...reading, isAdmitted: true }),
    annul: async (id: string) => ({ kind: id === 'late' ? ('late' as const) : ('annulled' as const) }),
    state: () => ({ world }) as PortaState,
  }
  return { heard, said, touches: openTouches(porta, TIMES, screens) }
}

test('what is read is told, and a code held on is told as the same', async () => {
  const answers: ReadOutcome[] = [
    anAdmitted(),
    { kind: 'same' },
    { kind: 'no-list' },
    { kind: 'several', candidates: [] },
  ]
  const { heard, touches } = open(async () => answers.shift() ?? { kind: 'same' })
  for (let n = 0; n < 4; n++) await touches.read('x')
  expect(heard).toEqual(['ENTRAR Ana Lima one', 'same', 'SEM LISTA', 'choose of 0'])
})

test('what was read before a rehearsal began, or in one that is over, is not shown in the other', async () => {
  const began = open(async () => anAdmitted(), 'ensaio')
  await began.touches.read('x')
  expect(began.heard).toEqual(['O ENSAIO COMEÇOU'])
  const ended = open(async () => anAdmitted({ world: 'ensaio' }))
  await ended.touches.read('x')
  expect(ended.heard).toEqual(['O ENSAIO ACABOU'])
})

test('what could not be stored is to be noted on paper; after an unknown code the name is asked for first', async () => {
  for (const [nomes, does] of [
    [['Ana Lima'], 'Anote o nome no papel e leve o celular à organização.'],
    [[], 'Pergunte o nome, anote-o no papel e leve o celular à organização.'],
  ] satisfies [string[], string][]) {
    const { said, touches } = open(async () => ({ kind: 'not-stored', reason: 'cheio', nomes }))
    await touches.read('x')
    expect(said).toEqual([`Este celular não está guardando dados. ${does}`])
  }
})

test('a thumb that taps twice means once', async () => {
  let asked = 0
  const { heard, touches } = open(async () => {
    asked += 1
    return anAdmitted()
  })
  const first = touches.read('x')
  expect(touches.isBusy()).toBe(true)
  await Promise.all([first, touches.read('x')])
  expect([asked, heard.length, touches.isBusy()]).toEqual([1, 1, false])
})

test('an admission taken back is forgotten, one that is too old is not', async () => {
  const { heard, touches } = open(async () => anAdmitted())
  const announcement = { nome: 'Ana Lima', world: 'real' } as Parameters<typeof touches.undo>[0]
  touches.undo({ ...announcement, admitted: ['e', 'f'] })
  await expect.poll(() => heard).toEqual(['forgotten', 'ENTRADA DESFEITA'])
  touches.undo({ ...announcement, admitted: ['e', 'late'] })
  await expect.poll(() => heard.at(-1)).toBe('JÁ NÃO SE DESFAZ AQUI')
  expect(heard.filter((text) => text === 'forgotten')).toHaveLength(1)
})

test('a table is told as many, a name as one', async () => {
  const { heard, touches } = open(async () => anAdmitted())
  touches.admit(['c', 'd'], 'mesa', 'real')
  await expect.poll(() => heard).toEqual(['ENTRAR 2 pessoas many'])
  touches.admitNamed('Zuleica')
  await expect.poll(() => heard.at(-1)).toBe('ENTRAR Zuleica one')
})

test('ENTRAM OS 2 tells those admitted with the one who was read, unless that one was inside before', async () => {
  const { heard, touches } = open(async () => anAdmitted())
  touches.together(anAdmitted({ entradaid: 'first' }), ['d', 'f'])
  await expect.poll(() => heard).toEqual(['ENTRAR 3 pessoas many'])
  touches.together(
    anAdmitted({ isAdmitted: false, veredito: { kind: 'ja-entrou', em: 0, aparelhoid: 'b' } }),
    ['d'],
  )
  await expect.poll(() => heard.at(-1)).toBe('ENTRAR 2 pessoas many')
})

test('an admission that was not kept is told with the names to write down', async () => {
  const { phone } = await aPorta()
  const notify = vi.fn()
  const touches = openTouches(phone.porta, () => ({ momentOf: String, listTime: '' }), {
    announce: vi.fn(),
    notify,
    choose: vi.fn(),
    same: vi.fn(),
    undone: vi.fn(),
    nothing: vi.fn(),
  })
  const full = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  try {
    await touches.read(urlOf(ANA))
    touches.admit([ANA.id, BIA.id], 'mesa', 'real')
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2))
    touches.admitNamed('Tia Zefa')
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(3))
  } finally {
    full.mockRestore()
  }
  const told = notify.mock.calls.map(([message]) => message as Message)
  expect(told.map(({ nome }) => nome)).toEqual([ANA.nome, `${ANA.nome}, ${BIA.nome}`, 'Tia Zefa'])
  expect(told[0]).toMatchObject({ headline: 'NÃO FOI GUARDADO', stays: true })
})
