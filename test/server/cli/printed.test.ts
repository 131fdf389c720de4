import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/credenciais.ts'
import { empresas } from '../../../server/cli/empresas.ts'
import { equipe } from '../../../server/cli/equipe.ts'
import { failureOf, withoutControls, type Command } from '../../../server/cli/cli.ts'
import { demonstrationBanner } from '../../../server/announce.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { anyText, PROPERTY } from '../../support/property.ts'
import { aCli, aFile } from './a-cli.ts'

/** Characters that move a terminal's cursor, clear it, set its title or turn the direction of writing. */
const MOVES = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const hostile = fc
  .tuple(
    anyText,
    fc.constantFrom('\u001B[2J', '\u001B]0;x\u0007', '\u009B1A', '\r\nPronto.', '\u202E', '\u0000', '\b'),
    anyText,
  )
  .map((parts) => parts.join(''))

/** Runs a command and returns every line it printed, including its failure as a process prints it. */
async function printedBy(
  cli: Awaited<ReturnType<typeof aCli>>,
  command: Command,
  ...args: string[]
): Promise<string[]> {
  try {
    const { out, err } = await cli.run(command, ...args)
    return [out, err].join('\n').split('\n')
  } catch (error) {
    return [failureOf(error)]
  }
}

test('no cell of a spreadsheet reaches the terminal with a control character, nor begins a line of its own', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, fc.nat(4), async (text, column) => {
      const cell = `"${text.replace(/"/g, '""')}"`
      const header = ['empresaid', 'nome', 'icredencial', 'cnpj', 'contato']
      const row = ['a', 'Um', '5', '1', 'Ana'].map((given, index) => (index === column ? cell : given))
      const file = aFile(`${header.join(';')};${cell}\n${row.join(';')}\nb;Dois;x;;\n`)
      const lines = await printedBy(await aCli(), empresas, 'importar', file)
      expect(lines.filter((line) => MOVES.test(line))).toEqual([])
      expect(lines).not.toContain('Pronto.')
    }),
    { ...PROPERTY, numRuns: 60 },
  )
})

test('no argument and no stored value reaches the terminal with a control character', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const cli = await aCli()
      const argument = text.replace(/^-+/, '') || 'x'
      await cli.putEmpresa(anEmpresa({ empresaid: `a${text}`, nome: text }))
      await cli.putEmpresa(anEmpresa({ empresaid: `b${text}`, licredencial: text }))
      await cli.putCredencial({
        credencialid: `1${text}`,
        nome: `MARIA ${text}`,
        telefone: text,
        email: text,
      })
      const printed = [
        await printedBy(cli, empresas, 'listar'),
        await printedBy(cli, empresas, 'importar', `nenhum-${argument.replace(/\0/g, '')}`),
        await printedBy(cli, credenciais, 'excluir', argument, '--sim'),
        await printedBy(cli, credenciais, 'excluir', `1${text}`, '--sim', '--devolver'),
        await printedBy(cli, equipe, 'convidar', argument, '--papel', 'porta'),
        await printedBy(cli, equipe, 'listar'),
        await printedBy(cli, equipe, 'revogar', argument),
        await printedBy(cli, credenciais, 'exportar', `/nenhuma/${argument.replace(/\0/g, '')}`),
      ].flat()
      expect(printed.filter((line) => MOVES.test(line))).toEqual([])
      expect(printed).not.toContain('Pronto.')
      const banner = demonstrationBanner('http://127.0.0.1', null, await cli.services.empresas.list(NOW))
      expect(banner.split('\n').filter((line) => MOVES.test(line))).toEqual([])
    }),
    { ...PROPERTY, numRuns: 60 },
  )
})

test('whatever else is printed loses its control characters at the last step, and keeps its lines', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const kept = withoutControls(text)
      expect(kept).not.toMatch(MOVES)
      expect(kept.split('\n').length).toBe(text.split('\n').length)
    }),
    PROPERTY,
  )
  expect(withoutControls('Uso:\n  npm run empresas — “João”')).toBe('Uso:\n  npm run empresas — “João”')
})
