import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aConvidado, openPortaServer, urlOf } from '../support/porta-server.ts'
import { losing, openPhone } from '../support/phones.ts'
import { PROPERTY } from '../support/property.ts'

const MINUTE = 60_000
const BEGIN = Date.UTC(2027, 8, 16, 19)
const PHONES = ['a', 'b', 'c', 'd', 'e'] as const
const CONVIDADOS = 40

test('five phones hours offline, clocks apart and one changed, agree on who is in and who was first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 5, maxLength: 5 }),
      fc.array(
        fc.record({
          convidado: fc.nat(CONVIDADOS - 1),
          phone: fc.nat(4),
          wait: fc.integer({ min: 1, max: 8 }),
        }),
        { minLength: 10, maxLength: 60 },
      ),
      fc.array(fc.nat(4), { minLength: 5, maxLength: 15 }),
      fc.integer({ min: -180, max: 180 }),
      async (skews, scans, order, change) => {
        let now = BEGIN
        const server = openPortaServer(() => now)
        server.put(...Array.from({ length: CONVIDADOS }, (_, at) => aConvidado(String(1000 + at))))
        const phones = await Promise.all(
          PHONES.map(async (id, at) => {
            const phone = await openPhone(BEGIN + (skews[at] ?? 0) * MINUTE, server.transportOf(id))
            await phone.porta.sync()
            phone.connect(null)
            return phone
          }),
        )
        const truth = new Map<string, { em: number; id: string }>()
        let admitted = 0
        for (const [at, { convidado, phone: who, wait }] of scans.entries()) {
          now += wait * MINUTE
          for (const phone of phones) phone.pass(wait * MINUTE)
          if (at === 5) phones[2]?.changeClock(change * MINUTE)
          const phone = phones[who]
          const id = String(1000 + convidado)
          const read = await phone?.porta.read(urlOf({ id, versao: 0 }))
          if (read?.kind !== 'read' || !read.isAdmitted) continue
          admitted += 1
          if (!truth.has(id)) truth.set(id, { em: now, id: read.entradaid })
        }
        const how = { n: 0 }
        PHONES.forEach((id, at) => phones[at]?.connect(losing(server.transportOf(id), how)))
        for (const at of order) await phones[at]?.porta.sync()
        await phones[order[0] ?? 0]?.reopen()
        PHONES.forEach((id, at) => phones[at]?.connect(server.transportOf(id)))
        for (const phone of [...phones, ...phones].reverse()) await phone.porta.sync()

        expect(server.facts.size).toBe(admitted)
        for (const { porta } of phones) {
          expect(porta.state()).toMatchObject({ porEnviar: 0, connection: { kind: 'connected' } })
          for (let at = 0; at < CONVIDADOS; at++) {
            const id = String(1000 + at)
            const first = truth.get(id)
            const whereabouts = porta.whereabouts(id)
            if (!first) expect(whereabouts).toEqual({ kind: 'outside' })
            else expect(whereabouts).toMatchObject({ kind: 'inside', entradaid: first.id, em: first.em })
          }
          porta.close()
        }
      },
    ),
    { ...PROPERTY, numRuns: Math.max(1, Math.round(PROPERTY.numRuns / 25)) },
  )
}, 60_000)
