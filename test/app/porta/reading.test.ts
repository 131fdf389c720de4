import { expect, test } from 'vitest'
import { aPorta, ANA, BEGIN, BIA, CAU } from '../../support/a-porta.ts'
import { aConvidado, codeOf, urlOf } from '../../support/porta-server.ts'

test('a guest is admitted once, with the moment and the door told the second time', async () => {
  const { phone } = await aPorta()
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({
    kind: 'read',
    veredito: { kind: 'entrar' },
    convidado: { nome: 'Ana Conceição', mesa: 'Fazenda Bela', finais: '1111' },
    isAdmitted: true,
  })
  phone.pass(10_000)
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({
    veredito: { kind: 'ja-entrou', em: BEGIN },
    by: 'porta A',
    isAdmitted: false,
  })
})

test('the number of the table is told without a network after one sync, and another once the next was heard', async () => {
  const [ana, bia] = [ANA, BIA].map((one) => ({ ...one, numero: '12' }))
  const { phone, server } = await aPorta([ana ?? ANA, bia ?? BIA])
  const numeroOf = async (text: string) => {
    const outcome = await phone.porta.read(text)
    return outcome.kind === 'read' ? outcome.convidado?.numero : outcome
  }
  phone.connect(null)
  expect(await numeroOf(urlOf(ANA))).toBe('12')
  server.put({ ...ANA, numero: 'A3' }, { ...BIA, numero: 'A3' })
  expect(await numeroOf(urlOf(BIA))).toBe('12')
  phone.connect(server.transportOf('a'))
  await phone.porta.sync()
  phone.pass(10_000)
  expect(await numeroOf(urlOf(ANA))).toBe('A3')
  await phone.reopen()
  expect(await numeroOf(urlOf(BIA))).toBe('A3')
})

test('a code held on does not scold, however long, and two frames at once are one admission', async () => {
  const { phone } = await aPorta()
  const both = await Promise.all([phone.porta.read(urlOf(ANA)), phone.porta.read(urlOf(ANA))])
  expect(both.map(({ kind }) => kind)).toEqual(['read', 'same'])
  for (let frame = 0; frame < 10; frame++) {
    phone.pass(2_000)
    expect(await phone.porta.read(urlOf(ANA))).toEqual({ kind: 'same' })
  }
  expect(phone.porta.state()).toMatchObject({ porEnviar: 1, factsMade: 1 })
})

test('withdrawn, unknown and replaced links are told apart, of whatever host', async () => {
  const { phone, server } = await aPorta()
  server.put({ ...BIA, versao: 2 })
  server.remove(ANA.id)
  await phone.porta.sync()
  const read = async (text: string) => {
    const outcome = await phone.porta.read(text)
    return outcome.kind === 'read'
      ? [outcome.veredito.kind, outcome.convidado?.nome, outcome.anotado]
      : outcome
  }
  expect(await read(urlOf(CAU))).toEqual(['cancelado', 'Cauê Lima', null])
  expect(await read(urlOf(ANA))).toEqual(['cancelado', '', null])
  expect(await read(urlOf(BIA))).toEqual(['link-antigo', 'Bia Prado', null])
  expect(await read(urlOf({ ...BIA, versao: 1 }))).toEqual(['link-antigo', 'Bia Prado', null])
  expect(await read(`https://x.example/c/3.2${'A'.repeat(22)}`)).toEqual([
    'fora-da-lista',
    undefined,
    `3.2${'A'.repeat(22)}`,
  ])
  expect(await read('WIFI:S:vinho;')).toEqual(['fora-da-lista', undefined, 'WIFI:S:vinho;'])
  expect(await read(urlOf({ ...BIA, versao: 2 }).replace('convites.test', 'x.example'))).toEqual([
    'entrar',
    'Bia Prado',
    null,
  ])
  expect(phone.porta.search('conceicao')).toEqual([])
})

test('a code admits as it is typed, and what cannot be one is said', async () => {
  const { phone } = await aPorta()
  expect(await phone.porta.readCode('K7F3')).toEqual({ kind: 'not-a-code' })
  expect(await phone.porta.readCode(codeOf('1').toLowerCase().replace('-', ' '))).toMatchObject({
    veredito: { kind: 'entrar' },
    modo: 'codigo',
    isAdmitted: true,
  })
  expect(await phone.porta.readCode('2222-2222')).toMatchObject({
    veredito: { kind: 'fora-da-lista' },
    anotado: '2222-2222',
  })
})

test('a badge’s code admits before the camera as a link does, once, and one of nobody is told and noted', async () => {
  const { phone, server } = await aPorta()
  expect(await phone.porta.read(codeOf('1'))).toMatchObject({
    kind: 'read',
    veredito: { kind: 'entrar' },
    convidado: { nome: 'Ana Conceição' },
    isAdmitted: true,
  })
  expect(await phone.porta.read(codeOf('1'))).toEqual({ kind: 'same' })
  phone.pass(10_000)
  expect(await phone.porta.read(urlOf(ANA))).toMatchObject({ veredito: { kind: 'ja-entrou' } })
  expect(await phone.porta.read('2222-2222')).toMatchObject({
    veredito: { kind: 'fora-da-lista' },
    anotado: '2222-2222',
  })
  await phone.porta.sync()
  expect([...server.facts.values()]).toMatchObject([{ credencialid: '1', modo: 'codigo', anotado: null }])
})

test('Entrou mesmo assim notes the token, the guest or a name, and pressed twice is one fact', async () => {
  const { phone, server } = await aPorta()
  const stranger = aConvidado('77')
  for (const text of [urlOf(CAU), urlOf(stranger)]) {
    const reading = await phone.porta.read(text)
    if (reading.kind !== 'read') throw new Error(reading.kind)
    await phone.porta.admitAnyway(reading)
    expect(await phone.porta.admitAnyway(reading)).toMatchObject({ isAdmitted: true })
  }
  await phone.porta.admitNamed('  Zé\n da  Silva ')
  await phone.porta.sync()
  expect(
    [...server.facts.values()].map(({ credencialid, anotado, modo }) => [credencialid, anotado, modo]),
  ).toEqual([
    ['3', null, 'camera'],
    ['', urlOf(stranger).split('/c/')[1], 'camera'],
    ['', 'Zé da Silva', 'busca'],
  ])
})

test('a table is listed with who is in, and several are admitted in one go', async () => {
  const { phone } = await aPorta([ANA, BIA, aConvidado('4', { mesa: 'Fazenda Bela' }), CAU])
  await phone.porta.read(urlOf(ANA))
  expect(
    phone.porta.table('1').map(({ convidado, whereabouts }) => [convidado.credencialid, whereabouts.kind]),
  ).toEqual([
    ['2', 'outside'],
    ['4', 'outside'],
  ])
  const outcome = await phone.porta.admit(['1', '2', '4', '3'], 'mesa', 'real')
  if (outcome.kind !== 'admitted') throw new Error(outcome.kind)
  expect(outcome.readings.map(({ veredito, isAdmitted }) => [veredito.kind, isAdmitted])).toEqual([
    ['ja-entrou', false],
    ['entrar', true],
    ['entrar', true],
    ['cancelado', false],
  ])
  expect(phone.porta.table('3')).toEqual([])
})
