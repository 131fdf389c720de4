import { expect, test } from 'vitest'
import type { Fact } from '../../../app/porta/store.ts'
import { addFact, firstEntradaOf, noFacts, removeFact } from '../../../app/porta/phone.ts'
import type { ListRow } from '../../../app/porta/list.ts'

const ANA = '1'

function aFact(entradaid: string, seq: number, anula: string | null = null): Fact {
  return { entradaid, credencialid: ANA, seq, lidaem: 1_000, desvio: 0, modo: 'camera', anula, anotado: null }
}

/** A guest the server reported with these admissions. */
const told = (...entradas: ListRow['entradas']) => ({ credencialid: ANA, entradas }) as ListRow

function made(...facts: Fact[]) {
  const own = noFacts()
  for (const fact of facts) addFact(own, fact)
  return own
}

test('a fact that is known already stays as it was', () => {
  const own = made(aFact('e', 1), aFact('e', 2))
  expect(own.byId.get('e')?.seq).toBe(1)
  expect(own.byConvidado.get(ANA)).toHaveLength(1)
})

test('a fact the server tells of counts once, and at the same instant the one made here is first', () => {
  const own = made(aFact('here', 1))
  expect(firstEntradaOf(own, told(['here', 0, 'a', 1, 1_000, null]))).toMatchObject({ aparelhoid: 'a' })
  expect(firstEntradaOf(own, told(['there', 0, 'a', 1, 1_000, null]))).toEqual({
    entradaid: 'here',
    em: 1_000,
    aparelhoid: '',
  })
})

test('an annulment takes back the one it names and no other, wherever that was made', () => {
  const own = made(aFact('e', 1), aFact('undo e', 2, 'e'))
  expect(firstEntradaOf(own, told())).toBeNull()
  expect(firstEntradaOf(own, told(['f', 0, 'b', 1, 9_000, null]))).toMatchObject({ entradaid: 'f' })
  expect(firstEntradaOf(made(), told(['e', 0, 'b', 1, 1, null], ['u', 0, 'b', 2, 2, 'e']))).toBeNull()
})

test('an annulment that does not hold is removed, an admission never', () => {
  const own = made(aFact('e', 1), aFact('undo e', 2, 'e'))
  removeFact(own, 'undo e')
  removeFact(own, 'e')
  removeFact(own, 'unknown')
  expect([...own.byId.keys()]).toEqual(['e'])
  expect(firstEntradaOf(own, told())).toMatchObject({ entradaid: 'e' })
})
