import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { semelhanteOf } from '../../../../server/domain/convidado-search.ts'
import { foldText } from '../../../../server/domain/text.ts'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { foundBelow } from '../../../support/bundle.ts'
import { LONG_TURN_MS, longestTurn } from '../../../support/event-loop.ts'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEmpresa,
  anInvitation,
  aRegister,
  NOW,
} from '../../../support/factories.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'
import { valueOf } from '../../../support/sqlite-value.ts'

/** Finds which of the texts are in the bytes of any file of the database. */
function foundBeside(path: string, texts: string[]): string[] {
  return [...new Set(foundBelow(dirname(path), texts).map((found) => found.split(': ')[1] ?? ''))]
}

const convidado = (n: number) => ({
  cadastro: aCadastro({
    nome: `ZULMIRA ${n} ${'D’ÁVILA '.repeat(n % 9)}Z`,
    telefone: `119${String(70_000_000 + n)}`,
    email: `zulmira.${n}@exemplo.com`,
  }),
  chave: `chave-${(n * 7919) % 1009}-${n}-`,
  // Ids come in no order, so that pages are split anywhere.
  now: NOW + ((n * 7919) % 1009),
})

/** What is stored about a guest: the form, the key, and what the board searches and sorts by. */
const textsOf = ({ cadastro, chave }: ReturnType<typeof convidado>) => [
  ...Object.values({ ...cadastro }),
  chave,
  foldText(cadastro.nome),
  semelhanteOf(cadastro),
]

/** A running house's database with guests of a company, and a second connection: an organiser's command. */
async function aHouse(convidados: number) {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 5000 }))
  for (let n = 0; n < convidados; n++) {
    const convite = aClaim('mesa', { sid: `navegador-${n}-`, origem: `origem-${n}-` })
    await harness.storage.credenciais.register(aRegister({ ...convidado(n), claim: convite }))
  }
  const command = await openSqlite(harness.path)
  onTestFinished(() => command.close())
  return { path: harness.path, server: harness.storage, command: command.credenciais }
}

/** A reader in the middle of reading. */
function aReader(path: string) {
  const db = new Database(path)
  onTestFinished(() => db.close())
  db.exec('BEGIN')
  db.prepare('SELECT * FROM credencial').all()
  return { leave: () => db.exec('COMMIT') }
}

test('nothing is left of guests who are removed or corrected, in any byte, though a server has the database open', async () => {
  const { path, server, command } = await aHouse(1000)
  const gone: string[] = []
  for (let n = 0; n < 1000; n += 7) {
    await command.remove(String(convidado(n).now), n % 2 === 0, anAutor())
    gone.push(...textsOf(convidado(n)), `navegador-${n}-`, `origem-${n}-`)
  }
  for (let n = 1; n < 1000; n += 7) {
    const cadastro = aCadastro({ nome: `CORRIGIDA ${n}`, telefone: '2133334444', email: '' })
    await command.correct(
      { credencialid: String(convidado(n).now), cadastro, shown: null, chaveOf: () => `corrigida-${n}-` },
      anAutor(),
    )
    gone.push(...textsOf(convidado(n)))
  }
  // How many depends on how the pages are arranged.
  expect(foundBeside(path, gone).length).toBeGreaterThan(100)
  expect(await command.wipeRemoved()).toBe(true)
  expect(foundBeside(path, gone)).toEqual([])
  expect(foundBeside(path, [...textsOf(convidado(2)), 'CORRIGIDA 1']).length).toBe(7)

  expect((await server.credenciais.findById(String(convidado(2).now)))?.credencial.nome).toBe(
    convidado(2).cadastro.nome,
  )
  expect((await server.credenciais.register(aRegister())).kind).toBe('registered')
  const db = new Database(path)
  expect(valueOf(db, 'PRAGMA integrity_check')).toBe('ok')
  db.close()
})

test('a reader holds it up: the command is told after five seconds, and a server finishes it once they are gone', async () => {
  const { path, server, command } = await aHouse(3)
  const reader = aReader(path)
  await command.remove(String(convidado(0).now), false, anAutor())
  const start = performance.now()
  expect(await command.wipeRemoved()).toBe(false)
  expect(performance.now() - start).toBeGreaterThan(4900)
  expect(foundBeside(path, textsOf(convidado(0)))).not.toEqual([])
  reader.leave()
  expect(await server.credenciais.wipeRemoved()).toBe(true)
  expect(foundBeside(path, textsOf(convidado(0)))).toEqual([])
})

test('a server that finishes it goes on meanwhile, and rewrites the file no second time', async () => {
  const { path, server, command } = await aHouse(300)
  const reader = aReader(path)
  await command.remove(String(convidado(0).now), false, anAutor())
  expect(await command.wipeRemoved()).toBe(false)
  const sizeOfLog = () => readFileSync(`${path}-wal`).length
  const before = sizeOfLog()
  let turns = 0
  const ticking = setInterval(() => turns++, 5)
  const turn = await longestTurn(() => expect(server.credenciais.wipeRemoved()).resolves.toBe(false))
  clearInterval(ticking)
  // Five seconds have a thousand turns; waiting inside the database, they would have only a few.
  expect(turns).toBeGreaterThan(50)
  expect(turn).toBeLessThan(LONG_TURN_MS)
  expect(sizeOfLog()).toBe(before)
  reader.leave()
  expect(await server.credenciais.wipeRemoved()).toBe(true)
})

test('where nothing was removed nothing is written', async () => {
  const { path, server } = await aHouse(3)
  const before = readFileSync(`${path}-wal`)
  expect(await server.credenciais.wipeRemoved()).toBe(true)
  expect(readFileSync(`${path}-wal`).equals(before)).toBe(true)
})

test('nothing is left of the event’s contact in a form that was sent with pictures, once that is old or erased', async () => {
  const { path, server } = await aHouse(3)
  const { eventos, credenciais } = server
  const put = (contato: string) =>
    eventos.putImagem({
      imagemid: `preparo-${contato}`,
      enviadaem: NOW,
      arquivos: [{ nome: 'pedido', bytes: new TextEncoder().encode(contato) }],
    })
  await put('GENOVEVA')
  expect(await eventos.forgetImagens(NOW + 1)).toBe(1)
  expect(await credenciais.wipeRemoved()).toBe(true)
  expect(foundBeside(path, ['GENOVEVA'])).toEqual([])
  await put('CELESTINA')
  await credenciais.erasePersonalData(anAutor())
  expect(foundBeside(path, ['CELESTINA'])).toEqual([])
})

test('nothing is left of an upload that was removed or forgotten, nor of a name of the team that was erased', async () => {
  const { path, server } = await aHouse(30)
  const { planilhas, equipe, credenciais } = server
  const rows = (who: string) => Array.from({ length: 4_000 }, (_, n) => `${who} ${n};6598765${n}`).join('\n')
  const put = (planilhaid: string, who: string) =>
    planilhas.put({
      planilhaid,
      enviadaem: NOW,
      tipo: 'convidados' as const,
      arquivo: `${who}.csv`,
      bytes: new TextEncoder().encode(rows(who)),
    })
  for (const who of ['JUVENAL', 'GENOVEVA', 'ESPERIDIÃO']) await put(who, who)
  await equipe.invite(anInvitation({ nome: 'Celestina' }), anAutor())
  await planilhas.remove('JUVENAL')
  expect(await planilhas.forget(NOW)).toBe(0)
  expect(await credenciais.wipeRemoved()).toBe(true)
  expect(foundBeside(path, ['JUVENAL', 'GENOVEVA 7', 'Celestina'])).toEqual(['GENOVEVA 7', 'Celestina'])
  await planilhas.remove('GENOVEVA')
  expect(await planilhas.forget(NOW + 1)).toBe(1)
  expect(await credenciais.wipeRemoved()).toBe(true)
  expect(foundBeside(path, ['GENOVEVA', 'ESPERIDIÃO'])).toEqual([])

  await put('QUITÉRIA', 'QUITÉRIA')
  await credenciais.erasePersonalData(anAutor())
  expect(foundBeside(path, ['QUITÉRIA', 'Celestina', 'ZULMIRA', 'DAVILA'])).toEqual([])
})
