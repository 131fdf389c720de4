import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import type { EmpresaRepo } from './domain/empresa-repo.ts'
import { readEmpresas } from './planilha.ts'

const SAMPLE = 'exemplos/empresas.csv'

interface Secrets {
  session: string
  credencial: string
}

/** The configured secrets, or ones made for this demonstration and kept beside its data. */
export function secretsOf(config: Config): Secrets & { previousSessions: string[] } {
  const [session, ...previousSessions] = config.sessionSecrets
  if (session !== undefined && config.credencialSecret !== null) {
    return { session, credencial: config.credencialSecret, previousSessions }
  }
  if (!config.isDemonstration) throw new Error('secrets are made up in demonstration only')
  const made = config.storage.kind === 'memory' ? makeSecrets() : keepSecrets(config)
  return { session: made.session, credencial: config.credencialSecret ?? made.credencial, previousSessions }
}

function keepSecrets(config: Config): Secrets {
  const directory = config.storage.kind === 'sqlite' ? dirname(config.storage.path) : 'data'
  const path = join(directory, 'segredos.json')
  if (!existsSync(path)) {
    mkdirSync(directory, { recursive: true })
    try {
      writeFileSync(path, JSON.stringify(makeSecrets()), { mode: 0o600, flag: 'wx' })
    } catch (cause) {
      // Another process of the same demonstration was faster: its secrets are the ones.
      if (!existsSync(path)) throw cause
    }
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Secrets
}

function makeSecrets(): Secrets {
  return { session: randomBytes(32).toString('base64url'), credencial: randomBytes(32).toString('base64url') }
}

/** Loads the invented companies into a storage that has none. */
export async function loadSample(empresas: EmpresaRepo, now: number): Promise<void> {
  if ((await empresas.list(now)).length > 0) return
  const { rows } = await readEmpresas(SAMPLE)
  await empresas.importRows(
    rows.map(({ row }) => row),
    false,
  )
}
