import { expect, test } from 'vitest'
import { ANA, aPorta, BIA, HOUR, BEGIN, LUISA, NINO } from '../../support/a-porta.ts'
import { urlOf } from '../../support/porta-server.ts'
import type { Candidate } from '../../../app/porta/shown.ts'

const namesOf = (candidates: Candidate[]) =>
  candidates.map(({ convidado, whereabouts }) => `${convidado.nome} ${whereabouts.kind}`)

test('those who registered together are found from each of them, whoever brought them, and from nobody else', async () => {
  const { phone } = await aPorta([ANA, BIA, LUISA, NINO])
  const group = (id: string) => namesOf(phone.porta.group(id))
  expect(group(ANA.id)).toEqual(['LUÍSA NUNES outside', 'NINO NUNES outside'])
  expect(group(NINO.id)).toEqual(['Ana Conceição outside', 'LUÍSA NUNES outside'])
  expect(group(BIA.id)).toEqual([])
  expect(group('unknown')).toEqual([])
})

test('offline, two of a group are two admissions, each taken back alone, and the phone sends both and the annulment', async () => {
  const { phone, server } = await aPorta([ANA, LUISA])
  phone.connect(null)
  await phone.reopen()
  const { porta } = phone
  const first = await porta.read(urlOf(ANA))
  const second = await porta.admit([LUISA.id], 'mesa', 'real')
  if (first.kind !== 'read' || second.kind !== 'admitted') throw new Error('not admitted')
  const [luisa] = second.readings
  expect(luisa).toMatchObject({ isAdmitted: true, convidado: { nome: 'LUÍSA NUNES' } })
  expect(luisa?.entradaid).not.toBe(first.entradaid)
  expect(await porta.annul(luisa?.entradaid ?? '')).toEqual({ kind: 'annulled' })
  expect(namesOf(porta.group(ANA.id))).toEqual(['LUÍSA NUNES outside'])
  expect(namesOf(porta.group(LUISA.id))).toEqual(['Ana Conceição inside'])
  phone.connect(server.transportOf('a'))
  await porta.sync()
  expect([...server.facts.values()].map(({ credencialid, anula }) => [credencialid, anula])).toEqual([
    [ANA.id, null],
    [LUISA.id, null],
    [LUISA.id, luisa?.entradaid],
  ])
})

test('before the day, the group is tried on the true list and nothing is kept', async () => {
  const { phone, server } = await aPorta([ANA, LUISA])
  server.move(new Date(BEGIN + 48 * HOUR).toISOString().replace('.000Z', '+00:00'))
  await phone.porta.sync()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ world: 'teste', isAdmitted: true })
  expect(await phone.porta.admit([LUISA.id], 'mesa', 'teste')).toMatchObject({
    readings: [{ world: 'teste', isAdmitted: true }],
  })
  expect(namesOf(phone.porta.group(ANA.id))).toEqual(['LUÍSA NUNES inside'])
  await phone.porta.sync()
  expect(server.facts.size).toBe(0)
})

test('a group told after the list was stored is on it, and on the phone that is opened again', async () => {
  const { phone, server } = await aPorta([ANA, { ...LUISA, grupo: undefined }])
  expect(phone.porta.group(ANA.id)).toEqual([])
  server.put(LUISA)
  await phone.porta.sync()
  await phone.reopen()
  expect(namesOf(phone.porta.group(ANA.id))).toEqual(['LUÍSA NUNES outside'])
})
