import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeArte } from '../../server/cli/make-arte.ts'
import { aPicture } from '../arte/a-picture.ts'
import { aDirectory } from './a-cli.ts'

async function run(directory: string, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const cli = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  return { exit: await makeArte(cli, args, directory), out: out.join('\n'), err: err.join('\n') }
}

test('arte --imagem takes the picture, --sem-imagem goes back to the drawn one', async () => {
  const directory = join(aDirectory(), 'imagem')
  const picture = await aPicture(480, 640)
  expect(await run(directory, '--imagem', picture, '--alt', 'Festa')).toMatchObject({ exit: 0, err: '' })
  expect(readdirSync(directory)).toContain('alt.txt')
  expect(await run(directory, '--imagem', picture)).toMatchObject({ exit: 0 })
  expect(readdirSync(directory)).not.toContain('alt.txt')
  expect(await run(directory, '--sem-imagem')).toMatchObject({ exit: 0, err: '' })
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
