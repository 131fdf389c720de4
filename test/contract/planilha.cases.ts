import { expect } from 'vitest'
import type { PlanilhaEnviada } from '../../server/domain/planilha-repo.ts'
import { anAutor, NOW, unique } from '../support/factories.ts'
import type { ContractCase } from './harness.ts'

function aPlanilha(fields: Partial<PlanilhaEnviada> = {}): PlanilhaEnviada {
  return {
    planilhaid: unique('planilha'),
    enviadaem: NOW,
    tipo: 'convidados',
    arquivo: 'Lista da Célia.csv',
    bytes: new TextEncoder().encode('nome;telefone\nANA;65999990000'),
    ...fields,
  }
}

/** As it was put, whichever kind of array the bytes are. */
const plain = (planilha: PlanilhaEnviada | null) =>
  planilha && { ...planilha, bytes: Buffer.from(planilha.bytes).toString('base64') }

export const planilhaCases: ContractCase[] = [
  {
    name: 'an upload of 5 MB is read back byte by byte, and putting it again replaces it',
    async run({ storage: { planilhas } }) {
      // A prime length of pattern: no part of it is like another at its place.
      const pattern = Uint8Array.from({ length: 99_991 }, (_, n) => (n * 7 + (n >> 10)) % 256)
      const bytes = new Uint8Array(Buffer.alloc(5_000_000, pattern))
      const big = aPlanilha({ bytes })
      await planilhas.put(big)
      expect(plain(await planilhas.find(big.planilhaid))).toEqual(plain(big))
      const small = aPlanilha({ planilhaid: big.planilhaid, tipo: 'empresas', bytes: new Uint8Array([7]) })
      for (let n = 0; n < 2; n++) await planilhas.put(small)
      expect(plain(await planilhas.find(big.planilhaid))).toEqual(plain(small))
      expect(await planilhas.find('outra')).toBeNull()
    },
  },
  {
    name: 'an upload that is removed is gone, and removing it again does nothing',
    async run({ storage: { planilhas } }) {
      const [one, other] = [aPlanilha(), aPlanilha({ bytes: new Uint8Array() })]
      for (const planilha of [one, other]) await planilhas.put(planilha)
      for (let n = 0; n < 2; n++) await planilhas.remove(one.planilhaid)
      expect(await planilhas.find(one.planilhaid)).toBeNull()
      expect(plain(await planilhas.find(other.planilhaid))).toEqual(plain(other))
    },
  },
  {
    name: 'forget erases uploads made before an instant, and tells how many',
    async run({ storage: { planilhas } }) {
      const uploads = [0, 1, 2].map((n) => aPlanilha({ enviadaem: NOW + n }))
      for (const planilha of uploads) await planilhas.put(planilha)
      expect(await planilhas.forget(NOW)).toBe(0)
      expect(await planilhas.forget(NOW + 2)).toBe(2)
      expect(await planilhas.forget(NOW + 2)).toBe(0)
      const left = await Promise.all(uploads.map(({ planilhaid }) => planilhas.find(planilhaid)))
      expect(left.map((planilha) => planilha?.enviadaem ?? null)).toEqual([null, null, NOW + 2])
    },
  },
  {
    name: 'an erasure of everybody takes uploads and the names of the team along',
    async run({ storage: { planilhas, credenciais, equipe } }) {
      const planilha = aPlanilha()
      await planilhas.put(planilha)
      const { aparelhoid } = await equipe.invite(
        {
          ...{ aparelhoid: 'aparelho-1', nome: 'Célia', papel: 'organizacao' },
          ...{ codigo: 'codigo', codigoate: NOW + 1 },
        },
        anAutor(),
      )
      await credenciais.erasePersonalData(anAutor())
      expect(await planilhas.find(planilha.planilhaid)).toBeNull()
      expect(await equipe.list()).toMatchObject([{ aparelhoid, nome: '', codigo: 'codigo' }])
    },
  },
]
