import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Cli, Exit } from '../../../server/cli/cli.ts'
import { compose } from '../../../server/composition.ts'
import { readConfig } from '../../../server/config.ts'
import { createLog } from '../../../server/log.ts'
import type { Harness } from '../../contract/harness.ts'
import { EVENTO } from '../../support/environment.ts'
import type { Cadastro } from '../../../server/domain/credencial.ts'
import { aCadastro, aClaim, anEmpresa, NOW } from '../../support/factories.ts'
import { aDirectory } from '../../support/temporary.ts'
import { openMemoryHarness } from '../../support/memory-harness.ts'
import { registered } from '../../support/registered.ts'

/** A command's surroundings on memory storage, and what it printed. */
export async function aCli(world: Partial<Omit<Cli, 'services'>> = {}) {
  const harness = await openMemoryHarness()
  let instant = NOW
  const services = await compose(readConfig({ STORAGE: 'memory', PORT: '4000', EVENTO }), {
    storage: harness.storage,
    now: () => instant,
    log: createLog('silent'),
    isSampleLoaded: false,
  })
  const out: string[] = []
  const err: string[] = []
  const cli: Cli = {
    services,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    ask: null,
    progress: () => ({ step() {}, end() {} }),
    signal: new AbortController().signal,
    ...world,
  }
  const run = async (
    command: Command,
    ...args: string[]
  ): Promise<{ exit: Exit; out: string; err: string }> => {
    out.length = err.length = 0
    const exit = await command(cli, args)
    return { exit, out: out.join('\n'), err: err.join('\n') }
  }
  return {
    services,
    cli,
    run,
    /** Sets the clock. */
    moveTo: (now: number) => void (instant = now),
    putEmpresa: (document: Parameters<Harness['putEmpresa']>[0]) => harness.putEmpresa(document),
    readEmpresa: (empresaid: string) => harness.readEmpresa(empresaid),
    putCredencial: (document: Parameters<Harness['putCredencial']>[0]) => harness.putCredencial(document),
    readCredenciais: () => harness.readCredenciais(),
    readAvip: (vipid: string) => harness.readAvip(vipid),
  }
}

export type TestCli = Awaited<ReturnType<typeof aCli>>

export const ANA = aCadastro({
  nome: 'ANA JÚLIA D’ÁVILA',
  telefone: '11987654321',
  email: 'Ana.Julia@exemplo.com',
})
export const RUI = aCadastro({ nome: 'RUI GONÇALVES', telefone: '2133334444', email: '' })

/** A credencial of another product. */
export const older = (fields: Record<string, string>) => ({
  empresaid: '9',
  usuarioid: '9',
  credencialid: '1600000000000',
  cpf: '',
  nome: 'ANTIGO 1',
  telefone: '?',
  email: '',
  qrcode: '',
  tipo: 'VIP',
  controle: 'ativo',
  ...fields,
})

/** Registers a guest of a company. @returns the credencialid */
export async function aConvidado(
  { putEmpresa, services }: TestCli,
  given: Partial<Cadastro>,
  fields: { empresaid?: string; nome?: string } = {},
): Promise<string> {
  const cadastro = aCadastro(given)
  const empresa = anEmpresa(fields)
  await putEmpresa(empresa)
  return registered(services.credenciais, {
    cadastro,
    chave: services.chaveOf(cadastro),
    claim: aClaim(empresa.empresaid),
  })
}

/** A file with these contents, deleted when the test ends. @returns its path */
export function aFile(contents: string | Buffer, name = 'empresas.csv'): string {
  const path = join(aDirectory(), name)
  writeFileSync(path, contents)
  return path
}
