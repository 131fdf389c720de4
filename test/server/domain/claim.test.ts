import { expect, test } from 'vitest'
import { decideClaim, newReserva } from '../../../server/domain/claim.ts'
import { aClaim, anAllotment, HOLD_MS, NOW } from '../../support/factories.ts'

const anEnded = () => newReserva(aClaim('mesa-1', { now: NOW - HOLD_MS }))

test('a claim changes licredencial by exactly one and stores the reserva it answers with', () => {
  const request = aClaim('mesa-1', { origem: 'de-casa' })
  const { outcome, change } = decideClaim(anAllotment(10, 3), request)
  const reserva = {
    reservaid: request.reservaid,
    empresaid: 'mesa-1',
    sid: request.sid,
    origem: 'de-casa',
    estado: 'pendente',
    criadaem: NOW,
    expiraem: NOW + HOLD_MS,
    credencialid: null,
  }
  expect(outcome).toEqual({ kind: 'claimed', reserva })
  expect(change).toEqual({ empresaid: 'mesa-1', licredencial: 4, release: [], store: [reserva] })
})

test('the last invitation is given and the one after it is not', () => {
  expect(decideClaim(anAllotment(10, 9), aClaim('mesa-1')).outcome.kind).toBe('claimed')
  expect(decideClaim(anAllotment(10, 10), aClaim('mesa-1')).outcome.kind).toBe('limit-reached')
})

test('a claim that takes the place of an ended hold leaves licredencial as it was', () => {
  const ended = anEnded()
  const { outcome, change } = decideClaim(anAllotment(1, 1, { ended: [ended] }), aClaim('mesa-1'))
  expect(outcome.kind).toBe('claimed')
  expect(change).toMatchObject({ licredencial: 1, release: [ended] })
})

test('a company over its total stays at its limit, and its ended holds are released all the same', () => {
  const ended = anEnded()
  const { outcome, change } = decideClaim(anAllotment(5, 9, { ended: [ended] }), aClaim('mesa-1'))
  expect(outcome.kind).toBe('limit-reached')
  expect(change).toEqual({ empresaid: 'mesa-1', licredencial: 8, release: [ended], store: [] })
})

test('limit-reached without ended holds writes nothing and carries the company to show', () => {
  const allotment = anAllotment(5, 5)
  expect(decideClaim(allotment, aClaim('mesa-1'))).toEqual({
    outcome: { kind: 'limit-reached', empresa: allotment.empresa },
    change: null,
  })
})

test('a live hold of this browser is answered though the company is at its limit and the address at its own', () => {
  const mine = newReserva(aClaim('mesa-1'))
  const allotment = anAllotment(1, 1, { mine, heldFromOrigem: 99, ended: [anEnded()] })
  expect(decideClaim(allotment, aClaim('mesa-1', { sid: mine.sid, origem: 'de-casa' }))).toEqual({
    outcome: { kind: 'claimed', reserva: mine },
    change: null,
  })
})

test('an address at its limit writes nothing but what has ended', () => {
  const ended = anEnded()
  const request = aClaim('mesa-1', { origem: 'de-casa' })
  const { outcome, change } = decideClaim(
    anAllotment(20, 12, { heldFromOrigem: 10, ended: [ended] }),
    request,
  )
  expect(outcome.kind).toBe('too-many-holds')
  expect(change).toEqual({ empresaid: 'mesa-1', licredencial: 11, release: [ended], store: [] })
})

test('a company that has nothing left says so, whatever the address holds and has taken', () => {
  const request = aClaim('mesa-1', { origem: 'de-casa' })
  const allotment = anAllotment(10, 10, { heldFromOrigem: 10, takenFromOrigem: 10 })
  expect(decideClaim(allotment, request).outcome.kind).toBe('limit-reached')
})

test('an address at its pace writes nothing at all, and an unknown one has none', () => {
  const allotment = anAllotment(50, 12, { takenFromOrigem: 10, ended: [anEnded()] })
  expect(decideClaim(allotment, aClaim('mesa-1', { origem: 'de-casa' }))).toEqual({
    outcome: { kind: 'pace-exceeded', empresa: allotment.empresa },
    change: null,
  })
  expect(decideClaim(allotment, aClaim('mesa-1')).outcome.kind).toBe('claimed')
})

test('an address that holds all it may is told so rather than to wait for a minute', () => {
  const allotment = anAllotment(50, 10, { heldFromOrigem: 10, takenFromOrigem: 10 })
  expect(decideClaim(allotment, aClaim('mesa-1', { origem: 'de-casa' })).outcome.kind).toBe('too-many-holds')
})

test('deciding changes nothing it was given, so a retried transaction decides afresh', () => {
  const allotment = anAllotment(2, 2, { ended: [anEnded()] })
  const before = structuredClone(allotment)
  const request = aClaim('mesa-1')
  expect(decideClaim(allotment, request)).toEqual(decideClaim(allotment, request))
  expect(allotment).toEqual(before)
})
