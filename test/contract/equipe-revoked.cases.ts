import { expect } from 'vitest'
import { anAutor, NOW } from '../support/factories.ts'
import { actsOn, invited, paired, stored } from './aparelhos.ts'
import { atOnce } from './convidados.ts'
import type { ContractCase } from './harness.ts'

export const equipeRevokedCases: ContractCase[] = [
  {
    name: 'revoke ends what the secret opened, once',
    async run(harness) {
      const { equipe } = harness.storage
      const { aparelhoid, segredo } = await paired(harness)
      expect(await equipe.revoke(aparelhoid, anAutor({ em: NOW + 5 }))).toBe(true)
      expect(await equipe.revoke(aparelhoid, anAutor())).toBe(false)
      expect(await equipe.revoke('outro', anAutor())).toBe(false)
      expect(await equipe.findBySegredo(segredo)).toBeNull()
      expect(await stored(harness.storage, aparelhoid)).toMatchObject({ segredo: null, revogadoem: NOW + 5 })
      expect(await actsOn(harness, aparelhoid)).toEqual(['convidou', 'pareou', 'revogou'])
    },
  },
  {
    name: 'a browser is recognised by the secret it had when it was revoked, or another code was given',
    async run(harness) {
      const { equipe } = harness.storage
      const { aparelhoid, segredo } = await paired(harness)
      expect(await equipe.findRevogado(segredo)).toBeNull()
      await equipe.revoke(aparelhoid, anAutor({ em: NOW + 5 }))
      expect(await equipe.findRevogado(segredo)).toMatchObject({
        ...{ aparelhoid, segredo: null, segredorevogado: segredo },
        ...{ segredorevogadoem: NOW + 5, revogadoem: NOW + 5 },
      })
      expect([await equipe.findBySegredo(segredo), await equipe.findRevogado('outro')]).toEqual([null, null])
      await equipe.reconnect(aparelhoid, 'novo', NOW + 60_000, anAutor({ em: NOW + 6 }))
      expect(await equipe.findRevogado(segredo)).toMatchObject({
        segredorevogadoem: NOW + 5,
        revogadoem: null,
      })
      expect(await equipe.pair('novo', 'segredo-novo', anAutor())).toMatchObject({ kind: 'paired' })
      expect(await equipe.findBySegredo(segredo)).toBeNull()
      expect(await equipe.findRevogado(segredo)).toMatchObject({ segredo: 'segredo-novo' })
      await equipe.reconnect(aparelhoid, 'outro-novo', NOW + 60_000, anAutor({ em: NOW + 7 }))
      expect(await equipe.findRevogado('segredo-novo')).toMatchObject({
        ...{ aparelhoid, segredorevogadoem: NOW + 7, revogadoem: null },
      })
      expect(await equipe.findRevogado(segredo)).toBeNull()
    },
  },
  {
    name: 'an aparelho revoked before a browser was paired is recognised by nothing',
    async run(harness) {
      const { equipe } = harness.storage
      const { aparelhoid } = await invited(harness)
      await equipe.revoke(aparelhoid, anAutor())
      expect(await stored(harness.storage, aparelhoid)).toMatchObject({ segredorevogado: null })
    },
  },
  {
    name: 'a browser that pairs while it is revoked, or seen, at once opens nothing afterwards',
    isRace: true,
    async run(harness) {
      const { equipe } = harness.storage
      for (let round = 0; round < 4; round++) {
        const { aparelhoid, codigo } = await invited(harness)
        const acts = [
          () => equipe.pair(codigo, `segredo-${round}`, anAutor()),
          () => equipe.see(aparelhoid, NOW),
          () => equipe.notePendentes(aparelhoid, 3, NOW),
          () => equipe.revoke(aparelhoid, anAutor()),
        ]
        if (round % 2 === 1) acts.reverse()
        await Promise.all(acts.map((act) => act()))
        const aparelho = await stored(harness.storage, aparelhoid)
        expect([aparelho?.segredo, aparelho?.revogadoem]).toEqual([null, NOW])
        expect(await equipe.findBySegredo(`segredo-${round}`)).toBeNull()
      }
    },
  },
  {
    name: 'an aparelho revoked five times at once is revoked once',
    isRace: true,
    async run(harness) {
      const { aparelhoid } = await paired(harness)
      const revoked = await atOnce(5, () => harness.storage.equipe.revoke(aparelhoid, anAutor()))
      expect(revoked.filter(Boolean)).toHaveLength(1)
      expect(await actsOn(harness, aparelhoid)).toEqual(['convidou', 'pareou', 'revogou'])
    },
  },
]
