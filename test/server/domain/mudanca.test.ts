import { expect, test } from 'vitest'
import { encontroOf, type EventoGravado, type Mudanca } from '../../../server/domain/evento-gravado.ts'
import { isToBeTold, knownSince, LIDO_ANTES_MS, novidadeSince } from '../../../server/domain/mudanca.ts'
import { NOW } from '../../support/factories.ts'

const evento = {
  anfitriao: 'Sociedade Rural',
  ocasiao: 'Palestra',
  titulo: 'A terra',
  contato: 'a@b.example',
  inicio: '2027-09-16T19:30:00-03:00',
  fim: '2027-09-30T22:00:00-03:00',
  diasAteApagar: 30,
  local: 'Auditório',
  cidade: 'Vale Dourado',
}
const era = encontroOf(evento)
const outro = { ...era, inicio: '2027-09-23T19:30:00-03:00' }
/** The id of a guest whose form, open as long as it may be, was read at this instant. */
const id = (at: number) => String(NOW + at + LIDO_ANTES_MS)

const NOTHING = { dentroDesde: null, envio: null }

type Gravado = Pick<EventoGravado, 'mudancas' | 'evento' | 'canceladoem'>

/**
 * The event after some changes, each with what it was before; now as described, unless fields say otherwise.
 */
const gravado = (mudancas: Mudanca[], fields: Partial<Gravado> = {}): Gravado => {
  return { mudancas, evento, canceladoem: null, ...fields }
}
const novidadeFor = (event: Gravado, credencialid: string) => novidadeSince(event, knownSince(credencialid))
const at = (em: number, was = era): Mudanca => ({ em: NOW + em, era: was })

test('a guest is told what they knew: the oldest since they registered', () => {
  const third = { ...evento, local: 'Clube' }
  const twice = gravado([at(10), at(20, outro)], { evento: third })
  expect(novidadeFor(twice, id(0))).toEqual({ kind: 'mudou', era })
  expect(novidadeFor(twice, id(15))).toEqual({ kind: 'mudou', era: outro })
  expect(novidadeFor(twice, 'of-another-product')).toEqual({ kind: 'mudou', era })
})

test('where the event came back to what a guest knew it says so, and to who knew the other the move', () => {
  const back = gravado([at(10), at(20, outro)])
  expect(novidadeFor(back, id(0))).toEqual({ kind: 'voltou' })
  expect(novidadeFor(back, id(15))).toEqual({ kind: 'mudou', era: outro })
})

test('cancelled it is to everybody; taken back it takes place as planned, but to who knew another day', () => {
  const cancelled = gravado([at(10)], { canceladoem: NOW + 10 })
  expect(novidadeFor(cancelled, id(0))).toEqual({ kind: 'cancelado', era: null })
  const moved = gravado([at(10, outro), at(20)], { canceladoem: NOW + 20 })
  expect(novidadeFor(moved, id(0))).toEqual({ kind: 'cancelado', era: outro })
  expect(novidadeFor(moved, id(15))).toEqual({ kind: 'cancelado', era: null })
  expect(novidadeFor(gravado([at(10), at(20)]), id(0))).toEqual({ kind: 'mantido' })
  expect(novidadeFor(gravado([at(10, outro), at(20), at(30)]), id(0))).toEqual({ kind: 'mudou', era: outro })
})

test('told are those registered before the last change, but who came to the event as it is since', () => {
  const told = (credencialid: string, dentroDesde: number | null = null, changes = [at(10), at(20, outro)]) =>
    isToBeTold(gravado(changes), { sabidoem: knownSince(credencialid), dentroDesde, envio: null })
  expect([told(id(0)), told(id(15)), told(id(20)), told(id(21)), told('1')]).toEqual([
    ...[true, true, false, false],
    true,
  ])
  expect([told(id(0), NOW + 5), told(id(0), NOW + 25)]).toEqual([true, false])
  expect(told(id(0), null, [])).toBe(false)
})

test('a form that was open when the event moved had it as it was: who registers with it is told', () => {
  const moved = gravado([at(10, outro)])
  const registered = (after: number) => String(NOW + 10 + after)
  const minutes = (count: number) => registered(count * 60_000)
  expect(LIDO_ANTES_MS).toBe(900_000)
  for (const told of [registered(-1), registered(0), minutes(14)]) {
    expect(novidadeFor(moved, told)).toEqual({ kind: 'mudou', era: outro })
    expect(isToBeTold(moved, { sabidoem: knownSince(told), ...NOTHING })).toBe(true)
  }
  expect(novidadeFor(moved, minutes(16))).toEqual({ kind: 'mantido' })
  expect(isToBeTold(moved, { sabidoem: knownSince(minutes(16)), ...NOTHING })).toBe(false)
  for (const other of ['abc', '1', '9'.repeat(20)]) expect(knownSince(other)).toBe(0)
})
