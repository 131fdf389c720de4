import { avipOf, credencialOf, type Credencial } from '../../server/domain/credencial.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { parseToken } from '../../server/domain/token.ts'
import { createRegister } from '../../server/use-cases/registration.ts'
import { aCadastro, aBrowser, HOLD_MS, unique } from './factories.ts'
import type { OnFakes } from './firebase-fake.ts'
import { collectLog, type LogLine } from './log.ts'

/** Registers guests as the form does, and keeps the log. */
export function openDesk({ credenciais, avips }: Storage) {
  const { log, lines } = collectLog()
  const secret = 's'.repeat(32)
  const parts = {
    credenciais,
    avips,
    convites: { find: async () => null },
    perguntas: [],
    secret,
    holdMs: HOLD_MS,
    closesAt: Infinity,
    eraseAt: Infinity,
    now: Date.now,
    log,
  }
  const register = createRegister({ ...parts, newId: () => unique('id'), onDue: () => {} })
  let convidados = 0
  return {
    lines,
    async register(): Promise<Credencial> {
      const form: [string, string][] = [
        ['nome', `Ana ${'ABCDEFGHIJ'[convidados++] ?? ''}`],
        ['telefone', '11987654321'],
        ['email', ''],
      ]
      const result = await register(form, aBrowser({ sid: unique('sid') }))
      const passe = 'token' in result ? parseToken(secret, result.token ?? '') : null
      const found = passe && (await credenciais.findById(passe.credencialid))
      if (!found) throw new Error(result.kind)
      return found.credencial
    },
  }
}

export const messages = (lines: LogLine[]) => lines.map(({ msg }) => msg)

/** Stores guests whose avips are due, all at once. */
export function putDue({ fake }: OnFakes, count: number): Credencial[] {
  return Array.from({ length: count }, (_, n) => {
    const id = String(1_900_000_000_000 + n)
    const credencial = credencialOf(id, aCadastro({ nome: `ANA ${n}`, telefone: '11987654321', email: '' }))
    fake.put('credencial', id, { ...credencial })
    fake.put('avip_outbox', id, { presoate: 0, versao: 0 })
    return credencial
  })
}

export const avipsIn = ({ rtdb }: OnFakes) => rtdb.value('avip')

export const avipsOf = (credenciais: Credencial[]) =>
  Object.fromEntries(credenciais.map((credencial) => [credencial.credencialid, avipOf(credencial)]))

/**
 * Stores a guest of the former product, due to be mirrored, under an id that is no key in the realtime
 * database.
 */
export function putOld({ fake }: OnFakes, id: string): void {
  const cadastro = aCadastro({ nome: 'JOÃO SILVA', telefone: '11987654321', email: '' })
  fake.put('credencial', id, { ...credencialOf(id, cadastro) })
  fake.put('avip_outbox', id, { presoate: 0, versao: 0 })
}
