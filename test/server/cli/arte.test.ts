import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeArte } from '../../../server/cli/make-arte.ts'
import { aPicture } from '../arte/a-picture.ts'
import { aDirectory } from '../../support/temporary.ts'

async function run(root: string, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const cli = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  return { exit: await makeArte(cli, args, root), out: out.join('\n'), err: err.join('\n') }
}

test('arte --imagem takes the picture, --sem-imagem goes back to the drawn one', async () => {
  const root = aDirectory()
  const directory = join(root, 'app/arte/imagem')
  const picture = await aPicture(480, 640)
  expect(await run(root, '--imagem', picture, '--alt', 'Festa')).toMatchObject({ exit: 0, err: '' })
  expect(readdirSync(directory)).toContain('alt.txt')
  expect(await run(root, '--imagem', picture)).toMatchObject({ exit: 0 })
  expect(readdirSync(directory)).not.toContain('alt.txt')
  expect(await run(root, '--sem-imagem')).toMatchObject({ exit: 0, err: '' })
  expect(existsSync(directory)).toBe(false)
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

test('arte alone draws the invitation of evento.json and says what it weighs', async () => {
  // `EVENTO=` in a file of variables means that it is not set.
  vi.stubEnv('EVENTO', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const root = aDirectory()
  for (const folder of ['app/arte', 'public']) mkdirSync(join(root, folder), { recursive: true })
  copyFileSync('evento.json', join(root, 'evento.json'))
  const { exit, out } = await run(root)
  expect(exit).toBe(0)
  expect(out).toMatch(/^app\/arte\/convite-retrato\.svg \(\d+ KB\)$/m)
  expect(existsSync(join(root, 'app/arte/previa.png'))).toBe(true)
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
