import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createArteOf, placesOf } from '../../../server/arte/kept-arte.ts'
import { makeArte } from '../../../server/cli/make-arte.ts'
import { readShownEvento } from '../../../server/read-evento.ts'
import { collectLog } from '../../support/log.ts'
import { aPicture } from '../arte/a-picture.ts'
import { aDirectory } from '../../support/temporary.ts'

// `EVENTO=` in a file of variables means that it is not set.
const ENV = { EVENTO: '' }

/** The command in a project of this directory, whose database is `data/convites.db`. */
async function run(root: string, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const cli = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  return { exit: await makeArte(cli, args, { root, env: ENV }), out: out.join('\n'), err: err.join('\n') }
}

test('arte --imagem takes the picture, --sem-imagem goes back to the drawn one', async () => {
  const root = aDirectory()
  const directory = join(root, 'data/imagem')
  const picture = await aPicture(480, 640)
  expect(await run(root, '--imagem', picture, '--alt', 'Festa')).toMatchObject({ exit: 0, err: '' })
  expect(readdirSync(directory)).toContain('alt.txt')
  expect(await run(root, '--imagem', picture)).toMatchObject({ exit: 0 })
  expect(readdirSync(directory)).not.toContain('alt.txt')
  expect(await run(root, '--sem-imagem')).toMatchObject({ exit: 0, err: '' })
  expect(existsSync(directory)).toBe(false)
})

test('arte --sem-imagem also removes the picture of a release that had it among its sources', async () => {
  const root = aDirectory()
  mkdirSync(join(root, 'app/arte/imagem'), { recursive: true })
  writeFileSync(join(root, 'app/arte/imagem/alt.txt'), '')
  expect((await run(root, '--sem-imagem')).out).toMatch(/^A imagem própria saiu/)
  expect(existsSync(join(root, 'app/arte/imagem'))).toBe(false)
  expect((await run(root, '--sem-imagem')).out).toBe('Não havia imagem própria.')
})

test('arte says in a sentence why a picture cannot be used', async () => {
  expect(await run(aDirectory(), '--imagem', '/nada.png')).toEqual({
    ...{ exit: 1, out: '', err: 'Não achei o arquivo /nada.png.' },
  })
})

for (const args of [
  ['--imagem'],
  ['--imagem', ''],
  ['--paisagem', 'a.png'],
  ['--imagem', 'a.png', '--alt', ' '],
  ['--sem-imagem', '--imagem', 'a.png'],
  ['a.png'],
]) {
  test(`arte ${args.join(' ')} is not understood`, async () => {
    expect(await run(aDirectory(), ...args)).toMatchObject({ exit: 2, out: '' })
  })
}

test('arte alone draws the invitation of evento.json where the server looks, and says what it weighs', async () => {
  const root = aDirectory()
  copyFileSync('evento.json', join(root, 'evento.json'))
  const { exit, out } = await run(root)
  expect(exit).toBe(0)
  expect(out).toMatch(/^\S+\/data\/arte\/[0-9a-f]{16}\/convite-retrato\.svg \(\d+ KB\)$/m)
  expect(out.split('\n')).toHaveLength(5)
  const { evento } = readShownEvento(join(root, 'evento.json'), ENV, Date.now())
  const places = placesOf({ kind: 'sqlite', path: 'data/convites.db' }, root)
  const arteOf = createArteOf(places, collectLog().log, () => Promise.reject(new Error('drawn again')))
  expect((await arteOf(evento)).files.size).toBe(5)
})

test('arte says what to change in an event it cannot draw', async () => {
  const root = aDirectory()
  const none = await run(root)
  expect(none.exit).toBe(1)
  expect(none.err).toMatch(/evento\.json cannot be read/)
  writeFileSync(join(root, 'evento.json'), '{ "titulo": ')
  expect((await run(root)).err).toMatch(/evento\.json is not valid JSON/)
  const evento = JSON.parse(readFileSync('evento.json', 'utf8')) as object
  writeFileSync(join(root, 'evento.json'), JSON.stringify({ ...evento, titulo: 'Festa 牛' }))
  const undrawable = await run(root)
  expect(undrawable.exit).toBe(1)
  expect(undrawable.err).toContain('cannot be drawn')
})
