import { expect, test } from 'vitest'
import { newReserva } from '../../../server/domain/claim.ts'
import { maxHoldsPerOrigem, maxTakenPerOrigem } from '../../../server/domain/convites-per-address.ts'
import { isEnded } from '../../../server/domain/reserva.ts'
import { aClaim, HOLD_MS, NOW } from '../../support/factories.ts'

test('a hold lives up to the last millisecond and has ended from expiraem on', () => {
  const reserva = newReserva(aClaim('mesa-1'))
  expect(
    [NOW, NOW + HOLD_MS - 1, NOW + HOLD_MS, NOW + HOLD_MS + 1].map((now) => isEnded(reserva, now)),
  ).toEqual([false, false, true, true])
})

test('one address holds a fifth of a company, ten at least, but never more than half of it, rounded up', () => {
  expect([0, 1, 2, 9, 10, 19, 20, 50, 51, 100, 500].map(maxHoldsPerOrigem)).toEqual([
    ...[0, 1, 1, 5, 5, 10, 10, 10, 11, 20, 100],
  ])
})

test('one address newly takes a fifth of a company in a minute, rounded up, and ten at least', () => {
  expect([0, 1, 10, 50, 51, 100, 2_000].map(maxTakenPerOrigem)).toEqual([10, 10, 10, 10, 11, 20, 400])
})
