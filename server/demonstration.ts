import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import type { Autor } from './domain/historico.ts'
import { readEmpresas } from './planilhas/rows.ts'
import { importEmpresas, type ImportParts } from './use-cases/import-empresas.ts'

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
  const { storage } = config
  const isFleeting = storage.kind === 'memory' || (storage.kind === 'sqlite' && storage.path === ':memory:')
  const made = isFleeting
    ? makeSecrets()
    : keepSecrets(storage.kind === 'sqlite' ? dirname(storage.path) : 'data')
  return { session: made.session, credencial: config.credencialSecret ?? made.credencial, previousSessions }
}

function keepSecrets(directory: string): Secrets {
  const path = join(directory, 'segredos.json')
  if (!existsSync(path)) {
    mkdirSync(directory, { recursive: true })
    const mine = `${path}.${process.pid}`
    writeFileSync(mine, JSON.stringify(makeSecrets()), { mode: 0o600 })
    try {
      // The file appears whole or not at all, and only once, even if another process of this demonstration
      // starts at the same instant.
      linkSync(mine, path)
    } catch (cause) {
      if (!existsSync(path)) throw cause
    } finally {
      unlinkSync(mine)
    }
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Secrets
}

function makeSecrets(): Secrets {
  return { session: randomBytes(32).toString('base64url'), credencial: randomBytes(32).toString('base64url') }
}

export async function loadSample(parts: ImportParts, autor: Autor): Promise<void> {
  const { empresas: known, broken } = await parts.empresas.list(parts.now())
  if (known.length + broken.length > 0) return
  await importEmpresas(parts, await readEmpresas(SAMPLE), { isPartial: false, autor })
}
