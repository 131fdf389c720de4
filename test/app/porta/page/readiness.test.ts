import { expect, test, vi } from 'vitest'
import { openReadiness, readinessOf, type Proofs } from '../../../../app/porta/page/readiness.ts'
import { noteOf } from '../../../../app/porta/page/viewfinder-scene.ts'
import type { PortaState } from '../../../../app/porta/porta.ts'
import { aPorta } from '../../../support/a-porta.ts'

const ALL: Proofs = { lista: true, guarda: true, pagina: true, leitor: 'reads' }
const { phone } = await aPorta()
const stateWith = (change: Partial<PortaState>): PortaState => ({ ...phone.porta.state(), ...change })
const CONNECTED = { kind: 'connected' } as const

test('Funciona sem internet is told when every part is proved, and what is missing by name with Não recarregue', () => {
  expect(readinessOf(stateWith({}), ALL, false)?.text).toBe('Funciona sem internet')
  for (const [part, name] of [
    ['lista', 'guardar a lista'],
    ['guarda', 'guardar as entradas'],
    ['pagina', 'guardar a página'],
  ] as const)
    expect(readinessOf(stateWith({}), { ...ALL, [part]: false }, false)?.text).toBe(
      `Não recarregue: falta ${name}.`,
    )
  expect(readinessOf(stateWith({}), { ...ALL, leitor: 'blind' }, false)?.text).toBe(
    'Não recarregue: falta o leitor de QR.',
  )
  expect(readinessOf(stateWith({}), { ...ALL, leitor: 'lied-to' }, false)?.text).toMatch(
    /^Não recarregue: falta a imagem da câmera, que este navegador esconde da página\. Use outro navegador/,
  )
  expect(readinessOf(stateWith({ connection: { kind: 'revoked', revogadoem: 1 } }), ALL, false)).toBeNull()
})

test('another build is told with Feche e abra a página once it is there to be opened, and not without a network', () => {
  const outdated = { isOutdated: true, connection: CONNECTED }
  expect(readinessOf(stateWith(outdated), ALL, false)?.text).toBe('Funciona sem internet')
  expect(readinessOf(stateWith(outdated), ALL, true)?.text).toMatch(/^Feche e abra a página/)
  const away = stateWith({ ...outdated, connection: { kind: 'offline', since: 1 } })
  expect(readinessOf(away, { ...ALL, pagina: false }, true)?.text).toMatch(/^Não recarregue/)
})

test('a part that goes during the evening is found missing', { timeout: 60_000 }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isKept = false
    const page = { isKept: async () => isKept, fetchNewer: async () => false }
    const readiness = openReadiness(phone.porta, page, () => {})
    /** Passes a second at a time, so that the test's database answers in between. */
    const after = async (seconds: number): Promise<Proofs> => {
      for (let second = 0; second < seconds; second++) {
        await vi.advanceTimersByTimeAsync(1_000)
        for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
      return readiness.proofs()
    }
    readiness.decoder('reads')
    expect(await after(3)).toEqual({ ...ALL, pagina: false })
    isKept = true
    expect(await after(10)).toEqual(ALL)
    isKept = false
    expect(await after(90)).toEqual({ ...ALL, pagina: false })
  } finally {
    vi.useRealTimers()
  }
})

test('a phone that lost its pairing is sent to Reconectar, not to the link it used, and what waits is counted', () => {
  const lost = stateWith({ connection: { kind: 'unpaired' }, porEnviar: 2 })
  expect(noteOf(lost)).toMatch(/Reconectar/)
  expect(noteOf(lost)).toMatch(/organização/)
  expect(noteOf(lost)).toMatch(/2 entradas esperam aqui/)
  expect(noteOf(lost)).not.toMatch(/Abra de novo o link/)
})

test('admissions above the server’s bound are told as waiting for the organisation', () => {
  expect(noteOf(stateWith({ isHeld: true, porEnviar: 3 }))).toMatch(
    /3 entradas esperam que a organização receba/,
  )
})
