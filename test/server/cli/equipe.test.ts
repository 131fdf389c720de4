import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { equipe } from '../../../server/cli/equipe.ts'
import { CODIGO_MS } from '../../../server/domain/aparelho.ts'
import { findInvitation, pairBrowser } from '../../../server/use-cases/equipe.ts'
import { NOW } from '../../support/factories.ts'
import { aCli, type TestCli } from './a-cli.ts'

/** What a camera reads from half blocks on a dark terminal. */
function scan(lines: string[]): string | undefined {
  const rows = lines.flatMap((line) => [
    Array.from(line, (sign) => '█▀'.includes(sign)),
    Array.from(line, (sign) => '█▄'.includes(sign)),
  ])
  const scale = 4
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale]
  const pixels = new Uint8ClampedArray(width * height * 4).map((_, index) => {
    const [x, y] = [Math.floor(index / 4) % width, Math.floor(index / 4 / width)]
    return index % 4 === 3 || rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 255 : 0
  })
  return jsQR(pixels, width, height)?.data
}

/** Pairs a browser with the code a command printed. */
async function enter({ services }: TestCli, printed: string) {
  const found = await findInvitation(services, /código (\S+),/.exec(printed)?.[1] ?? '')
  if (found.kind !== 'open') throw new Error(found.kind)
  await pairBrowser(services, found)
  return found.aparelho.aparelhoid
}

test('equipe convidar prints the link, its code, until when it serves, and a QR a phone reads', async () => {
  const cli = await aCli()
  const { exit, out, err } = await cli.run(equipe, 'convidar', 'Cida Moreira', '--papel', 'organizacao')
  expect([exit, err]).toEqual([0, ''])
  const lines = out.split('\n')
  const [, link = '', code = ''] = /(http:\/\/127\.0\.0\.1:4000\/equipe\/(\S{4}-\S{4}))$/m.exec(out) ?? []
  expect(lines.slice(-3)).toEqual([
    'Convite de Cida Moreira (organizacao), serve uma vez, até 12h30:',
    `  ${link}`,
    `  código ${code}, em http://127.0.0.1:4000/equipe`,
  ])
  expect(scan(lines.slice(0, -4))).toBe(link)
  const [aparelho] = await cli.services.equipe.list()
  expect(aparelho).toMatchObject({ nome: 'Cida Moreira', papel: 'organizacao', segredo: null })
  expect(await cli.services.historico.list({ after: null, limit: 9 })).toMatchObject([
    { ato: 'convidou', quem: 'cli', alvo: aparelho?.aparelhoid },
  ])
  expect(JSON.stringify(aparelho)).not.toContain(code)
  await enter(cli, out)
})

test('equipe convidar without a role, with one there is not, or without a name says what is missing', async () => {
  const cli = await aCli()
  for (const args of [['Cida'], ['Cida', '--papel', 'dona']]) {
    const { exit, err } = await cli.run(equipe, 'convidar', ...args)
    expect([exit, err]).toEqual([1, 'Diga o que a pessoa pode fazer: --papel organizacao ou --papel porta.'])
  }
  expect((await cli.run(equipe, 'convidar', ' ', '--papel', 'porta')).err).toBe('Digite o nome da pessoa.')
  expect((await cli.run(equipe, 'convidar', '--papel', 'porta')).exit).toBe(2)
  expect((await cli.run(equipe, 'convidar', 'Cida', '--cor', 'azul')).exit).toBe(2)
  expect(await cli.services.equipe.list()).toEqual([])
})

test('equipe listar tells who is paired, invited and revoked', async () => {
  const cli = await aCli()
  expect((await cli.run(equipe, 'listar')).out).toContain('Ainda não há ninguém na equipe.')
  await enter(cli, (await cli.run(equipe, 'convidar', 'Cida', '--papel', 'organizacao')).out)
  await cli.run(equipe, 'convidar', 'Luana', '--papel', 'porta')
  cli.moveTo(NOW + CODIGO_MS)
  await cli.run(equipe, 'convidar', 'Rafael', '--papel', 'porta')
  const { out } = await cli.run(equipe, 'listar')
  expect(out.split('\n').map((line) => line.replace(/^\S{36} {2}/, '').replace(/ +/g, ' '))).toEqual([
    'APARELHO NOME PAPEL ESTADO VISTO',
    'Cida organizacao na equipe 1 de setembro, 12h',
    'Luana porta convite vencido',
    'Rafael porta convite até 1 de setembro, 13h',
    '',
    '1 navegador na equipe.',
  ])
  expect((await cli.run(equipe, 'listar', 'tudo')).exit).toBe(2)
})

test('equipe revogar asks for a word more before the last of the organisation goes', async () => {
  const cli = await aCli()
  const id = await enter(cli, (await cli.run(equipe, 'convidar', 'Cida', '--papel', 'organizacao')).out)
  const refused = await cli.run(equipe, 'revogar', id)
  expect([refused.exit, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain('Confirme com --sim.')
  expect(await cli.run(equipe, 'revogar', id, '--sim')).toMatchObject({ exit: 0, err: '' })
  expect((await cli.run(equipe, 'revogar', id, '--sim')).err).toContain('Não há esse aparelho')
  expect((await cli.run(equipe, 'revogar')).exit).toBe(2)
})

test('equipe reconectar prints another code for the same person', async () => {
  const cli = await aCli()
  const id = await enter(cli, (await cli.run(equipe, 'convidar', 'Cida', '--papel', 'organizacao')).out)
  const { exit, out } = await cli.run(equipe, 'reconectar', id)
  expect([exit, out]).toEqual([0, expect.stringContaining('Convite de Cida (organizacao)')])
  expect(await enter(cli, out)).toBe(id)
  expect((await cli.run(equipe, 'reconectar', 'ninguém')).err).toContain('Não há esse aparelho')
  expect((await cli.run(equipe, 'reconectar')).exit).toBe(2)
})

for (const [papel, day, sentence] of [
  ['porta', '2027-09-20', 'O evento passou há mais de três dias: a porta terminou com ele.'],
  [
    'organizacao',
    '2027-11-16',
    'O prazo para apagar os dados passou há mais de trinta dias: a equipe terminou com ele.',
  ],
] as const) {
  test(`after the pairings of ${papel} have ended, equipe convidar says so, and listar of each`, async () => {
    const cli = await aCli()
    await enter(cli, (await cli.run(equipe, 'convidar', 'Cida', '--papel', papel)).out)
    cli.moveTo(Date.parse(`${day}T00:00:00-03:00`))
    const { exit, err } = await cli.run(equipe, 'convidar', 'Rui', '--papel', papel)
    expect([exit, err]).toEqual([1, sentence])
    const { out } = await cli.run(equipe, 'listar')
    expect(out).toMatch(/Cida +\w+ +acabou com o evento/)
    expect(out).toContain('0 navegadores na equipe.')
  })
}
