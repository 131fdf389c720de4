import { expect, test } from 'vitest'
import { eraseCommand } from '../../../server/cli/erase-personal-data.ts'
import { maintainCommand } from '../../../server/cli/maintain.ts'
import { aClaim, anEmpresa, HOLD_MS, NOW } from '../../support/factories.ts'
import { aCli, aConvidado } from './a-cli.ts'

test('manutencao releases ended holds and prints how many', async () => {
  const { run, putEmpresa, readEmpresa, services } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'a' }))
  await services.empresas.claim(aClaim('a'))
  await services.empresas.claim(aClaim('a', { now: NOW - HOLD_MS }))
  const { exit, out } = await run(maintainCommand)
  expect(exit).toBe(0)
  expect(out).toContain('1 convite devolvido de reservas terminadas.')
  expect(await readEmpresa('a')).toMatchObject({ licredencial: 1 })
})

test('manutencao ends as refused while VIP records remain due', async () => {
  const { run, cli } = await aCli()
  cli.services.avips.mirrorDue = async () => ({ mirrored: 1, due: 2 })
  expect(await run(maintainCommand)).toMatchObject({
    exit: 1,
    err: '2 registros ainda faltam. Rode de novo daqui a pouco.',
  })
})

test('manutencao ends as refused while what was removed is still in the files of the database', async () => {
  const { run, cli } = await aCli()
  cli.services.credenciais.wipeRemoved = async () => false
  expect(await run(maintainCommand)).toMatchObject({
    exit: 1,
    err: 'O que foi corrigido ou excluído ainda está nos arquivos do banco. Rode de novo daqui a pouco.',
  })
})

test('manutencao names the avips that are refused for ever, and is done: repeating it would not help', async () => {
  const { run, cli } = await aCli()
  cli.services.avips.findRefused = async () => ['joao.silva', 'x\u001B[2J#1']
  const { exit, err } = await run(maintainCommand)
  expect(exit).toBe(0)
  expect(err.split('\n')[0]).toBe(
    '2 registros da portaria são recusados e ficam de lado: joao.silva, x[2J#1.',
  )
  expect(err).toContain('npm run credenciais -- excluir')
})

test('manutencao takes no arguments', async () => {
  const { run } = await aCli()
  expect((await run(maintainCommand, 'tudo')).exit).toBe(2)
  expect((await run(maintainCommand, '-h')).exit).toBe(0)
})

test('manutencao says when personal data has to be erased, and that it is time, until it is done', async () => {
  const test = await aCli()
  await aConvidado(test, { nome: 'ANA LIMA', telefone: '11987654321', email: '' })
  const { eraseAt } = test.services
  test.moveTo(eraseAt - 1)
  expect(await test.run(maintainCommand)).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^Prazo do expurgo: 16 de outubro de 2027, 22h/m) as string,
    err: '',
  })
  test.moveTo(eraseAt)
  const due = 'O prazo do expurgo chegou, e ainda há dados pessoais guardados: rode npm run expurgo.'
  expect(await test.run(maintainCommand)).toMatchObject({ exit: 0, err: due })
  await test.run(eraseCommand, '--confirmar', '--antes-do-prazo')
  expect(await test.run(maintainCommand)).toMatchObject({ exit: 0, err: '' })
})
