import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evento } from '../../../server/cli/evento.ts'
import { EVENTO } from '../../support/environment.ts'
import { arte } from '../../../server/cli/make-arte.ts'
import { aPicture } from '../arte/a-picture.ts'
import { descritoIn } from '../../../server/domain/evento-gravado.ts'
import { aCli, aFile } from './a-cli.ts'

const DESCRIBED = JSON.parse(readFileSync(EVENTO, 'utf8')) as object

test('arte --imagem stores the picture with the event, --sem-imagem goes back to the drawn one, and alone it tells which', async () => {
  const { run, services } = await aCli()
  const stored = async () => {
    const gravado = await services.eventos.find()
    return { gravado, imagem: await services.eventos.findImagem(descritoIn(gravado)?.imagemid ?? '') }
  }
  expect(await run(arte)).toMatchObject({ exit: 0, out: 'O convite é o desenhado.' })
  const picture = await aPicture(480, 640)
  expect(await run(arte, '--imagem', picture, '--alt', 'Festa')).toMatchObject({
    exit: 0,
    err: '',
    out: 'A imagem está gravada; o convite a mostra em até dez segundos.',
  })
  const first = await stored()
  expect(first.gravado).toMatchObject({ versao: 2, mudancas: [] })
  expect(first.imagem?.arquivos.map(({ nome }) => nome)).toEqual([
    ...['retrato-480x640.jpg', 'retrato-480x640.webp', 'retrato-480x640.avif', 'previa.jpg', 'alt.txt'],
  ])
  expect((await run(arte)).out).toBe('O convite é a imagem própria: retrato-480x640. Quem não a vê lê: Festa')
  expect((await run(arte, '--imagem', picture, '--alt', 'Festa')).out).toBe('O convite já é essa imagem.')
  expect(await run(arte, '--imagem', picture)).toMatchObject({ exit: 0 })
  expect((await run(arte)).out).toContain('lê os dados do evento')
  const moved = aFile(JSON.stringify({ ...DESCRIBED, local: 'Tatersal' }), 'evento.json')
  expect(await run(evento, 'gravar', moved)).toMatchObject({
    exit: 0,
    out: expect.stringContaining('A imagem própria continua no convite') as string,
  })
  expect((await stored()).imagem).not.toBeNull()
  expect(await run(arte, '--sem-imagem')).toMatchObject({ exit: 0, err: '' })
  expect((await stored()).gravado).toMatchObject({ versao: 5, imagemid: null })
  expect((await run(arte, '--sem-imagem')).out).toBe('Não havia imagem própria.')
})

test('arte says in a sentence why a picture cannot be used, and stores nothing', async () => {
  const { run, services } = await aCli()
  expect(await run(arte, '--imagem', '/nada.png')).toEqual({
    exit: 1,
    out: '',
    err: 'Não achei o arquivo /nada.png.',
  })
  const missing = await run(arte, '--imagem', await aPicture(480, 640), '--paisagem', '/nem.png')
  expect(missing.err).toBe('Não achei o arquivo /nem.png.')
  const said = await run(arte, '--imagem', 'package.json')
  expect([said.exit, said.err]).toEqual([1, expect.stringContaining('package.json não é uma imagem')])
  expect((await services.eventos.find())?.versao).toBe(1)
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
    const { run } = await aCli()
    expect(await run(arte, ...args)).toMatchObject({ exit: 2, out: '' })
  })
}
