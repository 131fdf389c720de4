import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evento } from '../../../server/cli/evento.ts'
import { EVENTO } from '../../support/environment.ts'
import { anEmpresa, aRegister } from '../../support/factories.ts'
import { aCli, aFile } from './a-cli.ts'

const DESCRIBED = JSON.parse(readFileSync(EVENTO, 'utf8')) as Record<string, unknown>
const MOVED = { ...DESCRIBED, inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }
const aDescription = (fields: object) => aFile(JSON.stringify(fields), 'evento.json')

test('ler prints the stored description, which gravar takes again', async () => {
  const { run } = await aCli()
  const { exit, out } = await run(evento, 'ler')
  expect([exit, JSON.parse(out)]).toEqual([0, DESCRIBED])
  expect((await run(evento, 'gravar', aDescription(JSON.parse(out) as object))).exit).toBe(0)
})

test('gravar stores what a file describes, and tells guests of it where that is asked for', async () => {
  const { run, services } = await aCli()
  const said = await run(evento, 'gravar', aDescription(MOVED), '--avisar')
  expect(said).toMatchObject({
    exit: 0,
    out: 'Evento gravado, versão 2. As páginas mudam em até dez segundos.',
  })
  const guardado = await services.eventos.find()
  const stored = guardado?.evento ? guardado : null
  expect(stored?.evento.inicio).toBe(MOVED.inicio)
  expect(stored?.mudancas.map(({ era }) => era.inicio)).toEqual([DESCRIBED.inicio])
})

test('gravar refuses what cannot be, in a sentence, and stores nothing', async () => {
  const { run, services, moveTo } = await aCli()
  const backwards = aDescription({ ...MOVED, fim: MOVED.inicio })
  expect(await run(evento, 'gravar', backwards)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('fim') as string,
  })
  expect((await run(evento, 'gravar', 'nowhere.json')).exit).toBe(1)
  moveTo(Date.parse('2027-09-17T00:00:00-03:00'))
  const late = await run(evento, 'gravar', aDescription(MOVED))
  expect([late.exit, late.err]).toEqual([1, expect.stringContaining('já terminou')])
  expect((await services.eventos.find())?.versao).toBe(1)
})

test('outro begins another event once the guests are erased, and only where it is told to', async () => {
  const { run, services, putEmpresa, readEmpresa } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'mesa', licredencial: 3 }))
  await services.credenciais.register(aRegister())
  for (const args of [[], ['--sim']])
    expect(await run(evento, 'outro', ...args)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('npm run expurgo') as string,
    })
  await services.credenciais.erasePersonalData(services.autorOf('cli'))
  const told = await run(evento, 'outro')
  expect([told.exit, told.out]).toEqual([0, expect.stringContaining('Nada mudou')])
  expect((await services.eventos.find())?.versao).toBe(1)

  expect(await run(evento, 'outro', '--sim')).toMatchObject({ exit: 0, err: '' })
  expect(await services.eventos.find()).toMatchObject({ versao: 2, evento: null })
  expect(await readEmpresa('mesa')).toMatchObject({ licredencial: 0, contato: 'Ana' })
  for (const asked of [['outro', '--sim'], ['ler']])
    expect((await run(evento, ...asked)).err).toContain('npm run evento -- gravar')

  expect((await run(evento, 'gravar', aDescription(MOVED))).out).toContain('versão 3')
  expect((await run(evento, 'outro', '--sim', '--contatos')).exit).toBe(0)
  expect(await readEmpresa('mesa')).toMatchObject({ contato: '' })
})

test('what is not understood gets the usage', async () => {
  const { run } = await aCli()
  expect((await run(evento, 'gravar')).exit).toBe(2)
  expect((await run(evento)).err).toContain('npm run evento -- ler')
})
