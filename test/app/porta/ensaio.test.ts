import { expect, test } from 'vitest'
import { ensaioOf } from '../../../server/domain/ensaio.ts'
import { aConvidado, openPortaServer, urlOf } from '../../support/porta-server.ts'
import { openPhone } from '../../support/phones.ts'

const BEGIN = Date.UTC(2027, 8, 16, 19)
const ENSAIO = { ensaioid: '0b9c6c1e-8a43-4a0e-9a39-3a1b7f0c2d4e', ate: BEGIN + 600_000 }
const ANA = aConvidado('1', { nome: 'Ana Conceição', retirado: true })

async function rehearsing() {
  const server = openPortaServer(() => BEGIN)
  server.put(ANA)
  const phone = await openPhone(BEGIN, server.transportOf('a'))
  await phone.porta.sync()
  const real = await phone.porta.read(urlOf(ANA))
  server.rehearse(ENSAIO)
  await phone.porta.sync()
  return { server, phone, real }
}

const link = (token: string) => `https://convites.test/c/${token}`

test('a rehearsal says of each invented guest what the board says it should, and nothing is kept', async () => {
  const { server, phone } = await rehearsing()
  const { convidados, estranho } = ensaioOf(ENSAIO.ensaioid)
  expect(phone.porta.state()).toMatchObject({ world: 'ensaio', ate: ENSAIO.ate })
  for (const { token, nome, mesa, numero, veredito } of convidados)
    expect(await phone.porta.read(link(token))).toMatchObject({
      veredito: { kind: veredito },
      convidado: { nome, mesa, numero },
      world: 'ensaio',
    })
  const numeros = new Map(convidados.map(({ mesa, numero }) => [mesa, numero]))
  expect(Object.fromEntries(numeros)).toEqual({ 'FAZENDA ENSAIO': '12', 'CERÂMICA ENSAIO': 'A3', '': '' })
  expect(await phone.porta.read(link(estranho))).toMatchObject({ veredito: { kind: 'fora-da-lista' } })
  expect(await phone.porta.readCode(convidados[0]?.codigo ?? '')).toMatchObject({
    veredito: { kind: 'ja-entrou' },
  })
  expect(phone.porta.search('olga')).toHaveLength(1)
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, factsMade: 0 })
  expect(server.facts.size).toBe(0)
})

test('a guest read before it began is admitted for real, and one read in it never is', async () => {
  const { server, phone, real } = await rehearsing()
  const invented = await phone.porta.read(link(ensaioOf(ENSAIO.ensaioid).estranho))
  if (real.kind !== 'read' || invented.kind !== 'read') throw new Error('not read')
  await phone.porta.admitAnyway(invented)
  await phone.porta.admitAnyway(real)
  await phone.porta.sync()
  expect([...server.facts.values()].map(({ credencialid }) => credencialid)).toEqual([ANA.id])
})

test('it ends when the organiser ends it, and by itself on a phone that hears nothing', async () => {
  const { server, phone } = await rehearsing()
  phone.pass(600_000)
  expect(phone.porta.state()).toMatchObject({ world: 'real', ate: null })
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({
    veredito: { kind: 'cancelado' },
    world: 'real',
  })
  server.rehearse(null)
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ world: 'real', ate: null })
})

test('a guest read in one that is over is not admitted for real', async () => {
  const { server, phone } = await rehearsing()
  const invented = await phone.porta.read(link(ensaioOf(ENSAIO.ensaioid).estranho))
  const [olga] = phone.porta.search('olga')
  server.rehearse(null)
  await phone.porta.sync()
  if (invented.kind !== 'read' || !olga) throw new Error('not read')
  await phone.porta.admitAnyway(invented)
  await phone.porta.admit([olga.convidado.credencialid], 'busca', 'ensaio')
  await phone.porta.sync()
  expect(phone.porta.state()).toMatchObject({ porEnviar: 0, factsMade: 0 })
  expect(server.facts.size).toBe(0)
})

test('a code that is held on as a rehearsal ends is read for true', async () => {
  const { server, phone } = await rehearsing()
  const bia = aConvidado('2', { nome: 'Bia Braga' })
  server.put(bia)
  await phone.porta.sync()
  expect(await phone.porta.read(urlOf(bia))).toMatchObject({ veredito: { kind: 'fora-da-lista' } })
  expect(await phone.porta.read(urlOf(bia))).toEqual({ kind: 'same' })
  server.rehearse(null)
  await phone.porta.sync()
  expect(await phone.porta.read(urlOf(bia))).toMatchObject({ veredito: { kind: 'entrar' }, world: 'real' })
})
