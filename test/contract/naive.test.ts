import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { credencialOf } from '../../server/domain/credencial.ts'
import { decideClaim } from '../../server/domain/claim.ts'
import { decideRegister } from '../../server/domain/register.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { readAllotment, writeAllotment, type MemoryStore } from '../../server/repos/memory/store.ts'
import { openMemoryHarness } from '../support/memory-harness.ts'
import { contractCases } from './repos.contract.ts'

/** What one writes first: read, decide, write, with no transaction around. The races must catch it. */
function openNaive(store: MemoryStore): Storage {
  const memory = openMemory(store)
  let asked = 0
  return {
    ...memory,
    empresas: {
      ...memory.empresas,
      async claim(request) {
        const allotment = readAllotment(store, request)
        await nextTurn()
        const { outcome, change } = decideClaim(allotment, request)
        writeAllotment(store, change)
        return outcome
      },
    },
    credenciais: {
      ...memory.credenciais,
      async register(request) {
        const known = store.credenciais.get(store.chaves.get(request.chave) ?? '')
        const allotment = request.convite && readAllotment(store, request.convite)
        await nextTurn()
        const decision = decideRegister(
          { known: known ? { credencial: known, isPaid: false } : null, allotment },
          request,
        )
        if (decision.kind === 'refuse') return decision.outcome
        if (decision.kind === 'keep') return { kind: 'already-registered', credencial: decision.credencial }
        // Two guests who ask together see the same id free.
        const id = String(request.now + Math.floor(asked++ / 2))
        const credencial = credencialOf(id, request.cadastro)
        store.credenciais.set(id, credencial)
        store.chaves.set(request.chave, id)
        writeAllotment(store, decision.change?.(id) ?? null)
        return { kind: 'registered', credencial }
      },
    },
  }
}

for (const race of contractCases.filter((contractCase) => contractCase.isRace)) {
  test(`an adapter without transactions fails "${race.name}"`, async () => {
    const harness = await openMemoryHarness(openNaive)
    await expect(race.run(harness)).rejects.toThrow('expected')
  })
}

test('the contract has races for claims and for registrations', () => {
  expect(contractCases.filter((contractCase) => contractCase.isRace).length).toBeGreaterThanOrEqual(6)
})
