import { expect, test } from 'vitest'
import { newReserva } from '../../server/domain/claim.ts'
import { isEnded, maxHoldsPerOrigem } from '../../server/domain/reserva.ts'
import { aClaim, HOLD_MS, NOW } from '../support/factories.ts'

test('a hold lives up to the last millisecond and has ended from expiraem on', () => {
  const reserva = newReserva(aClaim('mesa-1'))
  expect(
    [NOW, NOW + HOLD_MS - 1, NOW + HOLD_MS, NOW + HOLD_MS + 1].map((now) => isEnded(reserva, now)),
  ).toEqual([false, false, true, true])
})

test('one address holds ten of a company up to fifty invitations and a fifth, rounded up, of a larger one', () => {
  expect([0, 1, 50, 51, 100, 500].map(maxHoldsPerOrigem)).toEqual([10, 10, 10, 11, 20, 100])
})
