import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  atestadoOf,
  atestadosIn,
  certificadoCodeOf,
  findAtestado,
} from '../../../server/domain/certificado.ts'
import { fingerprintOf } from '../../../server/domain/chave.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { openSqlite, restoreSqlite } from '../../../server/repos/sqlite/index.ts'
import { aMove, config, DIRECTIONS } from '../../support/a-move.ts'
import { secretsOf } from '../../../server/demonstration.ts'
import { aCadastro, aGravar, anAutor, anEvento, aRegister, NOW } from '../../support/factories.ts'
import { aDirectory } from '../../support/temporary.ts'

const SECRET = secretsOf(config).credencial
const NOME = 'MARIA D’ÁVILA'
const FIM = Date.parse(anEvento().fim)
const NEXT = anEvento({
  titulo: 'O próximo',
  inicio: '2028-09-16T19:30:00-03:00',
  fim: '2028-09-16T22:00:00-03:00',
  minutos: 60,
})

/** The title of the stored event whose certificate has this code for {@link NOME}; null when none has. */
async function verified({ eventos }: Storage, codigo: string, now = FIM, nome = NOME) {
  const atestados = atestadosIn(await eventos.find(), now)
  return findAtestado(SECRET, { codigo, nome }, atestados)?.titulo ?? null
}

/** Stores an event with a guest's certificate. @returns its code */
async function aCertificado({ eventos, credenciais }: Storage): Promise<string> {
  await eventos.gravar(aGravar({ evento: anEvento({ minutos: 120 }) }), anAutor())
  await credenciais.register(aRegister({ cadastro: aCadastro({ nome: NOME }), now: NOW + 99, claim: null }))
  return codeIn({ eventos })
}

async function codeIn({ eventos }: Pick<Storage, 'eventos'>): Promise<string> {
  const stored = await eventos.find()
  if (!stored?.evento) throw new Error('no event')
  return certificadoCodeOf(SECRET, atestadoOf(stored), NOME)
}

/** Erases every guest and begins another event. @returns a code of the next one */
async function begin({ eventos, credenciais }: Storage): Promise<string> {
  await credenciais.erasePersonalData(anAutor())
  const de = (await eventos.find())?.eventoid ?? ''
  const begun = await eventos.comecarOutro(
    { de, eventoid: 'outro', areContactsErased: true, balanco: null, entradas: null },
    anAutor(),
  )
  expect(begun.kind).toBe('comecou')
  await eventos.gravar(aGravar({ versao: null, evento: NEXT }), anAutor())
  return codeIn({ eventos })
}

for (const [de, para] of DIRECTIONS) {
  test(`a certificate is verified after a move from ${de} to ${para}, and after the erasure on either`, async () => {
    const { source, target, run } = await aMove(de, para)
    const codigo = await aCertificado(source)
    const wrong = codigo.replace(/^./, (sign) => (sign === '2' ? '3' : '2'))
    expect((await run()).exit).toBe(0)
    for (const storage of [source, target]) {
      for (const erase of [async () => {}, () => storage.credenciais.erasePersonalData(anAutor())]) {
        await erase()
        expect(await verified(storage, codigo)).toBe(anEvento().titulo)
        expect(await verified(storage, wrong)).toBeNull()
      }
    }
  })

  test(`a certificate of a former event is verified beside those of the next, after a move from ${de} to ${para}, too`, async () => {
    const { source, target, run } = await aMove(de, para)
    const codigo = await aCertificado(source)
    const next = await begin(source)
    expect((await run()).exit).toBe(0)
    const end = Date.parse(NEXT.fim)
    for (const storage of [source, target]) {
      expect(await verified(storage, codigo)).toBe(anEvento().titulo)
      expect(await verified(storage, codigo, end, 'MARIA')).toBeNull()
      expect(await verified(storage, next, end - 1)).toBeNull()
      expect(await verified(storage, next, end)).toBe(NEXT.titulo)
    }
  })
}

test('a certificate is verified in a copy that was put back, made before the erasure or after another event began', async () => {
  const directory = aDirectory()
  const [path, folder] = [join(directory, 'convites.db'), join(directory, 'copias')]
  const options = { backups: { directory: folder, everyMs: 1, keep: 5 } }
  const storage = await openSqlite(path, options)
  await storage.transfer.keepFingerprint(fingerprintOf(SECRET))
  const codigo = await aCertificado(storage)
  /** An erasure erases the copies, too, so this one was moved away. */
  const copied = async (now: number) => {
    expect((await storage.backups?.turn(now))?.kind).toBe('made')
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.db'))
    const file = join(directory, `copia-${now}.db`)
    copyFileSync(join(folder, name), file)
    return file
  }
  const before = await copied(NOW)
  await begin(storage)
  const after = await copied(NOW + 3_600_000)
  await storage.close()
  for (const [n, file] of [before, after].entries()) {
    const restored = join(directory, `restaurado-${n}.db`)
    const done = await restoreSqlite({
      path: restored,
      file,
      isDamagedReplaced: false,
      now: NOW,
      newId: () => 'novo',
      backupDirectory: null,
      fingerprint: fingerprintOf(SECRET),
      chaveOf: () => 'chave',
    })
    expect(done).toMatchObject({ kind: 'restored', convidados: n === 0 ? 1 : 0 })
    const opened = await openSqlite(restored)
    expect(await verified(opened, codigo), file).toBe(anEvento().titulo)
    await opened.close()
  }
})
