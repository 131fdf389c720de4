import { expect } from 'vitest'
import {
  NOTHING_DONE,
  STOPPED_MS,
  type Andamento,
  type PlanilhaEnviada,
} from '../../server/domain/planilha-repo.ts'
import { anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { atOnce, kindsOf } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'

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

/** The upload as it was stored, whichever kind of array the bytes have. */
const plain = (planilha: PlanilhaEnviada | null) =>
  planilha && { ...planilha, bytes: Buffer.from(planilha.bytes).toString('base64'), expurgo: undefined }

const anAndamento = (fields: Partial<Andamento> = {}): Andamento => ({
  planilhaid: unique('planilha'),
  enviadaem: NOW,
  tipo: 'convidados',
  arquivo: 'Lista da Célia.csv',
  fase: 'gravando',
  quem: unique('quem'),
  vistaem: NOW,
  ...NOTHING_DONE,
  ...fields,
})

export const cases: ContractCase[] = [
  it('an upload of 5 MB is read back byte by byte, and putting it again replaces it', async ({
    storage: { planilhas },
  }) => {
    // A pattern of prime length: no part is equal to another at its place.
    const pattern = Uint8Array.from({ length: 99_991 }, (_, n) => (n * 7 + (n >> 10)) % 256)
    const bytes = new Uint8Array(Buffer.alloc(5_000_000, pattern))
    const big = aPlanilha({ bytes })
    await planilhas.put(big)
    expect(plain(await planilhas.find(big.planilhaid))).toEqual(plain(big))
    const small = aPlanilha({ planilhaid: big.planilhaid, tipo: 'empresas', bytes: new Uint8Array([7]) })
    for (let n = 0; n < 2; n++) await planilhas.put(small)
    expect(plain(await planilhas.find(big.planilhaid))).toEqual(plain(small))
    expect(await planilhas.find('outra')).toBeNull()
  }),
  it('an upload that is removed is gone, and removing it again does nothing', async ({
    storage: { planilhas },
  }) => {
    const [one, other] = [aPlanilha(), aPlanilha({ bytes: new Uint8Array() })]
    for (const planilha of [one, other]) await planilhas.put(planilha)
    for (let n = 0; n < 2; n++) await planilhas.remove(one.planilhaid)
    expect(await planilhas.find(one.planilhaid)).toBeNull()
    expect(plain(await planilhas.find(other.planilhaid))).toEqual(plain(other))
  }),
  it('forget erases uploads made before an instant, and tells how many', async ({
    storage: { planilhas },
  }) => {
    const uploads = [0, 1, 2].map((n) => aPlanilha({ enviadaem: NOW + n }))
    for (const planilha of uploads) await planilhas.put(planilha)
    expect(await planilhas.forget(NOW)).toBe(0)
    expect(await planilhas.forget(NOW + 2)).toBe(2)
    expect(await planilhas.forget(NOW + 2)).toBe(0)
    const left = await Promise.all(uploads.map(({ planilhaid }) => planilhas.find(planilhaid)))
    expect(left.map((planilha) => planilha?.enviadaem ?? null)).toEqual([null, null, NOW + 2])
  }),
  it('a run notes how far it is until another takes over, which goes on from there once it was not heard of', async ({
    storage: { planilhas },
  }) => {
    const first = anAndamento()
    const { planilhaid } = first
    await planilhas.begin(first)
    const far = { ...first, feitas: 7_300, total: 19_900, entram: 19_900, recusadas: 3, vistaem: NOW + 1 }
    expect(await planilhas.note(first.quem, far)).toBe(true)
    expect(await planilhas.findAndamento(planilhaid)).toEqual(far)

    const later = (ms: number) => anAndamento({ planilhaid, vistaem: NOW + 1 + ms })
    expect(await planilhas.begin(later(STOPPED_MS - 1))).toEqual({ kind: 'running' })
    const second = later(STOPPED_MS)
    const { quem, vistaem, fase } = second
    expect(await planilhas.begin(second)).toEqual({
      kind: 'begun',
      andamento: { ...far, quem, vistaem, fase },
    })
    expect(await planilhas.note(first.quem, far)).toBe(false)
    expect(await planilhas.note(quem, { ...far, quem: '', fase: 'gravada' })).toBe(true)
    expect(await planilhas.begin(anAndamento({ planilhaid, vistaem: NOW + 60_000 }))).toEqual({
      kind: 'recorded',
    })
  }),
  it('what was told of a reading tells nothing of the recording that follows', async ({
    storage: { planilhas },
  }) => {
    for (const fase of ['lendo', 'lida'] as const) {
      const read = anAndamento({ fase: 'lendo', feitas: 7, total: 7 })
      await planilhas.begin(read)
      expect(await planilhas.note(read.quem, { ...read, quem: '', fase })).toBe(true)
      const { planilhaid } = read
      const asked = anAndamento({ planilhaid, enviadaem: NOW + 5, vistaem: NOW + 5 })
      expect(await planilhas.begin(asked)).toEqual({ kind: 'begun', andamento: asked })
    }
  }),
  it('nobody is stored of an upload once everything was erased, whoever is stored since; of a later one they are', async ({
    storage: { planilhas, credenciais },
  }) => {
    const send = async (enviadaem: number) => {
      const { planilhaid, ...sent } = aPlanilha({ enviadaem })
      await planilhas.put({ planilhaid, ...sent })
      await planilhas.begin(anAndamento({ planilhaid, enviadaem }))
      return planilhas.find(planilhaid)
    }
    let now = NOW
    const register = async (planilha: PlanilhaEnviada | null) =>
      (await credenciais.register(aRegister({ planilha, now: now++, autor: anAutor() }))).kind
    // Whichever of two servers' clocks is ahead: the upload's or the erasure's.
    for (const enviadaem of [NOW - 10, NOW + 86_400_000]) {
      const before = await send(enviadaem)
      expect(await register(before)).toBe('registered')
      await credenciais.erasePersonalData(anAutor({ em: NOW }))
      expect(await register(before)).toBe('closed')
      expect((await credenciais.countPersonalData()).convidados).toBe(0)
      const after = await send(enviadaem)
      expect(await register(after)).toBe('registered')
      expect(await register(before)).toBe('closed')
      // Storing it again, as a choice of columns does, makes it no younger.
      if (before) await planilhas.put(before)
      expect(await register(before && (await planilhas.find(before.planilhaid)))).toBe('closed')
      expect((await credenciais.countPersonalData()).convidados).toBe(1)
      await credenciais.erasePersonalData(anAutor({ em: NOW + 1 }))
    }
  }),
  it('a run that ended leaves its upload to the next at once, and nobody’s notes to who was never told to begin', async ({
    storage: { planilhas },
  }) => {
    const andamento = anAndamento({ feitas: 5 })
    expect(await planilhas.note(andamento.quem, andamento)).toBe(false)
    expect(await planilhas.findAndamento(andamento.planilhaid)).toBeNull()
    await planilhas.begin(andamento)
    await planilhas.note(andamento.quem, { ...andamento, quem: '' })
    const { planilhaid } = andamento
    expect(await planilhas.begin(anAndamento({ planilhaid }))).toMatchObject({
      kind: 'begun',
      andamento: { feitas: 5 },
    })
  }),
  it('what is told of an upload goes with it, or alone; nothing of another goes along', async ({
    storage: { planilhas },
  }) => {
    const [begunLater, other, alone] = [anAndamento(), anAndamento(), anAndamento({ enviadaem: NOW - 1 })]
    for (const andamento of [begunLater, other, alone]) await planilhas.begin(andamento)
    await planilhas.put(aPlanilha({ planilhaid: begunLater.planilhaid, enviadaem: NOW - 1 }))
    await planilhas.put(aPlanilha({ planilhaid: other.planilhaid }))
    expect(await planilhas.forget(NOW)).toBe(2)
    expect(await planilhas.findAndamento(alone.planilhaid)).toBeNull()
    // Recorded in the upload's last minute, so its result is shown for an hour.
    expect(await planilhas.find(begunLater.planilhaid)).toBeNull()
    expect(await planilhas.findAndamento(begunLater.planilhaid)).toEqual(begunLater)
    expect(await planilhas.findAndamento(other.planilhaid)).toEqual(other)
    for (let n = 0; n < 2; n++) await planilhas.remove(other.planilhaid)
    expect(await planilhas.find(other.planilhaid)).toBeNull()
    expect(await planilhas.findAndamento(other.planilhaid)).toBeNull()
  }),
  it('an erasure of everybody takes uploads and the names of the team along', async ({
    storage: { planilhas, credenciais, equipe },
  }) => {
    const planilha = aPlanilha()
    await planilhas.put(planilha)
    const andamento = anAndamento()
    await planilhas.begin(andamento)
    expect((await credenciais.countPersonalData()).planilhas).toBeGreaterThan(0)
    const { aparelhoid } = await equipe.invite(
      {
        aparelhoid: 'aparelho-1',
        nome: 'Célia',
        papel: 'organizacao',
        codigo: 'codigo',
        codigoate: NOW + 1,
      },
      anAutor(),
    )
    await credenciais.erasePersonalData(anAutor())
    expect(await planilhas.find(planilha.planilhaid)).toBeNull()
    expect(await planilhas.findAndamento(andamento.planilhaid)).toBeNull()
    expect(await planilhas.note(andamento.quem, andamento)).toBe(false)
    expect((await credenciais.countPersonalData()).planilhas).toBe(0)
    expect(await equipe.list()).toMatchObject([{ aparelhoid, nome: '', codigo: 'codigo' }])
  }),
]

export const races: ContractCase[] = [
  it('of five that begin to record one upload at once one does; who asks again in its name is told the same', async ({
    storage: { planilhas },
  }) => {
    for (let round = 0; round < 5; round++) {
      const { planilhaid } = anAndamento()
      const asked = Array.from({ length: 5 }, () => anAndamento({ planilhaid }))
      const begun = await atOnce(5, (n) => planilhas.begin(asked[n] ?? anAndamento()))
      expect(kindsOf(begun)).toEqual(['begun', 'running', 'running', 'running', 'running'])
      const first = asked[begun.findIndex(({ kind }) => kind === 'begun')]
      expect(await planilhas.findAndamento(planilhaid)).toEqual(first)
      expect(first && (await planilhas.begin(first))).toEqual({ kind: 'begun', andamento: first })
    }
  }),
]
