import { expect, test } from 'vitest'
import type { Progress } from '../../../server/cli/cli.ts'
import { eraseCommand } from '../../../server/cli/erase-personal-data.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { aClaim, anAutor, anInvitation, NOW } from '../../support/factories.ts'
import { aCli, aConvidado, type TestCli } from './a-cli.ts'

const ANA = { nome: 'ANA JÚLIA D’ÁVILA', telefone: '11987654321', email: 'Ana.Julia@exemplo.com' }
const RUI = { nome: 'RUI GONÇALVES', telefone: '2133334444', email: '' }
const PRAZO = 'Prazo: 16 de outubro de 2027, 22h (30 dias depois do evento).'

/**
 * Two guests of two companies. `isDue` sets the clock to the exact end of the term, otherwise one millisecond
 * before.
 */
async function twoConvidados({ isDue }: { isDue: boolean }, world: Parameters<typeof aCli>[0] = {}) {
  const test = await aCli(world)
  const ids = [
    await aConvidado(test, ANA, { empresaid: 'a' }),
    await aConvidado(test, RUI, { empresaid: 'b' }),
  ]
  const { eraseAt } = test.services
  test.moveTo(isDue ? eraseAt : eraseAt - 1)
  return { ...test, ids }
}

const namesIn = async ({ readCredenciais }: Pick<TestCli, 'readCredenciais'>) =>
  (await readCredenciais()).map(({ nome }) => nome)

test('expurgo alone erases nothing: it says what it would erase, what stays, and when it is due', async () => {
  const early = await twoConvidados({ isDue: false })
  const { exit, out, err } = await early.run(eraseCommand)
  expect([exit, err]).toEqual([0, ''])
  expect(out.split('\n')).toEqual([
    `${PRAZO} Ainda não chegou.`,
    'A apagar: 2 credenciais, 2 chaves e todos os registros da portaria.',
    'Ficam: 2 empresas e 2 reservas, com as contagens de convites.',
    'Contatos de 2 empresas: só com --contatos.',
    'Nada foi apagado. Para apagar: npm run expurgo -- --confirmar --antes-do-prazo',
  ])
  expect(await namesIn(early)).toEqual([ANA.nome, RUI.nome])
  const due = await twoConvidados({ isDue: true })
  const printed = (await due.run(eraseCommand)).out
  expect(printed).toContain(`${PRAZO} Já chegou.`)
  expect(printed).toMatch(/Para apagar: npm run expurgo -- --confirmar$/)
  expect(await namesIn(due)).toEqual([ANA.nome, RUI.nome])
})

test('expurgo --antes-do-prazo without --confirmar erases nothing either', async () => {
  const test = await twoConvidados({ isDue: false })
  expect((await test.run(eraseCommand, '--antes-do-prazo')).exit).toBe(0)
  expect(await namesIn(test)).toHaveLength(2)
})

test('expurgo --confirmar is refused before the term, saying when it is and what else to give', async () => {
  const test = await twoConvidados({ isDue: false })
  const { exit, out, err } = await test.run(eraseCommand, '--confirmar')
  expect([exit, out]).toEqual([1, ''])
  expect(err).toBe(
    'Nada foi apagado: o prazo é 16 de outubro de 2027, 22h (30 dias depois do evento), e ainda não chegou. ' +
      'Para apagar mesmo assim, acrescente --antes-do-prazo.',
  )
  expect(await namesIn(test)).toHaveLength(2)
})

for (const [isDue, flags] of [
  [true, ['--confirmar']],
  [true, ['--confirmar', '--antes-do-prazo']],
  [false, ['--antes-do-prazo', '--confirmar']],
] as const) {
  test(`expurgo ${flags.join(' ')} ${isDue ? 'from' : 'before'} the term on erases every guest and keeps the counts`, async () => {
    const test = await twoConvidados({ isDue })
    await test.services.empresas.claim(aClaim('a', { origem: 'de-alguem' }))
    const { exit, out, err } = await test.run(eraseCommand, ...flags)
    expect([exit, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual([
      '2 credenciais apagadas. As contagens de convites ficaram.',
      'Contatos de 2 empresas ficaram: para apagá-los, acrescente --contatos.',
      'Apague também as planilhas exportadas e as cópias de segurança: elas guardam os mesmos dados.',
    ])
    expect(await namesIn(test)).toEqual([])
    for (const id of test.ids) expect(await test.readAvip(id)).toBeNull()
    expect(await test.readEmpresa('a')).toMatchObject({ licredencial: 2 })
    expect(await test.readEmpresa('b')).toMatchObject({ licredencial: 1 })
    const again = await test.run(eraseCommand, ...flags)
    expect([again.exit, again.out.split('\n')[0]]).toEqual([
      0,
      '0 credenciais apagadas. As contagens de convites ficaram.',
    ])
  })
}

test('expurgo tells of labels, notes of the door, names, messages and uploads, and they alone are erased, too', async () => {
  const test = await twoConvidados({ isDue: true })
  const { convites, envios, equipe, credenciais } = test.services
  await credenciais.erasePersonalData(anAutor())
  const novo = { codigo: 'c'.repeat(20), rotulo: 'Tia Lúcia', reservaid: 'r', sid: 's' }
  await convites.create('a', [novo], NOW, anAutor())
  await equipe.invite(anInvitation(), anAutor())
  await envios.take([{ tipo: 'mesa', para: 'a', versao: 0, numero: 'n1' }], anAutor())
  const told = (await test.run(eraseCommand)).out
  expect(told).toContain(
    'Também: 1 nome de convite pessoal, 1 nome da equipe, 1 registro de mensagem ou etiqueta.',
  )
  await test.run(eraseCommand, '--confirmar')
  expect((await test.run(eraseCommand)).out).not.toContain('Também')
})

test('expurgo --contatos erases the contacts of companies, alone too, and says so', async () => {
  const test = await twoConvidados({ isDue: true })
  await test.run(eraseCommand, '--confirmar')
  expect(await test.readEmpresa('a')).toMatchObject({ contato: 'Ana', solicitante: 'Diretoria' })
  const { exit, out } = await test.run(eraseCommand, '--confirmar', '--contatos')
  expect(exit).toBe(0)
  expect(out).toContain('Contatos de 2 empresas apagados.')
  expect(await test.readEmpresa('a')).toMatchObject({
    contato: '',
    solicitante: '',
    nome: 'Fazenda Santa Clara',
  })
  expect((await test.run(eraseCommand)).out).not.toContain('Contatos')
})

test('expurgo deletes every copy of the database, and says how many', async () => {
  const test = await twoConvidados({ isDue: true })
  const left = ['convites-1.db', 'convites.db.v18']
  test.services.backups = {
    days: 2,
    everyMs: 1,
    stop() {},
    status: () => null,
    left: () => [],
    turn: async () => ({ kind: 'not-due' as const }),
    erase: async () => {
      expect(await namesIn(test)).toEqual([])
      return left.splice(0).length
    },
  }
  const { out } = await test.run(eraseCommand, '--confirmar')
  expect(out).toContain('2 cópias de segurança apagadas.')
  expect(out).toContain(
    'Apague também as planilhas exportadas e as cópias levadas para outro lugar: elas guardam',
  )
  expect((await test.run(eraseCommand)).exit).toBe(0)
  expect(left).toEqual([])
})

test('expurgo ends as refused while records of the door remain to be cleared', async () => {
  const test = await twoConvidados({ isDue: true })
  test.services.avips.mirrorDue = async () => ({ mirrored: 1, due: 1 })
  const { exit, err } = await test.run(eraseCommand, '--confirmar')
  expect([exit, err]).toEqual([1, '1 registro da portaria ainda falta apagar. Rode de novo daqui a pouco.'])
})

test('expurgo ends as refused while the realtime database refuses to clear a record, and names it', async () => {
  const test = await twoConvidados({ isDue: true })
  test.services.avips.findRefused = async () => ['1600000000000']
  const { exit, err } = await test.run(eraseCommand, '--confirmar')
  expect([exit, err]).toEqual([
    1,
    '1 registro da portaria é recusado e fica de lado: 1600000000000. Apague à mão no Realtime Database, em avip.',
  ])
})

test('expurgo says how many were erased, though storage fails at what follows', async () => {
  const said: string[] = []
  const test = await twoConvidados({ isDue: true }, { out: (line) => void said.push(line) })
  test.services.avips.mirrorDue = () => Promise.reject(new StorageError('away'))
  await expect(test.run(eraseCommand, '--confirmar')).rejects.toThrow('away')
  expect(said.join()).toContain('2 credenciais apagadas')
})

test('expurgo shows how far it has come, and wipes it', async () => {
  const shown: string[] = []
  const progress = (label: string): Progress => ({
    step: (done, total) => void shown.push(`${label} ${done} de ${total}`),
    end: () => void shown.push('end'),
  })
  const test = await twoConvidados({ isDue: true }, { progress })
  await test.run(eraseCommand, '--confirmar')
  expect(shown).toEqual(['Apagando credencial 2 de 2', 'end'])
})

test('expurgo interrupted stops between pages', async () => {
  const interruption = new AbortController()
  const test = await twoConvidados({ isDue: true }, { signal: interruption.signal })
  interruption.abort()
  await expect(test.run(eraseCommand, '--confirmar')).rejects.toThrow(/abort/i)
})

test('expurgo prints its usage when asked, and for anything it does not know', async () => {
  const test = await twoConvidados({ isDue: true })
  expect(await test.run(eraseCommand, '--help')).toMatchObject({ exit: 0, err: '' })
  for (const wrong of ['agora', '--sim']) {
    const { exit, err } = await test.run(eraseCommand, '--confirmar', wrong)
    expect(exit).toBe(2)
    expect(err).toContain('npm run expurgo -- --confirmar [--antes-do-prazo] [--contatos]')
  }
  expect(await namesIn(test)).toHaveLength(2)
})
