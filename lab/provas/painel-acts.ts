import { randomInt, randomUUID } from 'node:crypto'
import type { Claim } from '../../server/domain/claim.ts'
import type { Correction, Merge, Move, Removal } from '../../server/domain/credencial-repo.ts'
import type { Importation } from '../../server/domain/empresa-repo.ts'
import { EVERYBODY } from '../../server/domain/guest-search.ts'
import type { Autor } from '../../server/domain/historico.ts'
import type { Registration } from '../../server/domain/register.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { aCadastro } from '../../test/support/factories.ts'

/** What was asked for, and what was told of it. Nothing refers to anything but ids. */
export type ActOutcome =
  | { kind: 'claim'; empresaid: string; outcome: Claim }
  | { kind: 'register'; autor: Autor; empresaid: string | null; hasHold: boolean; outcome: Registration }
  | { kind: 'correct'; autor: Autor; id: string; outcome: Correction }
  | { kind: 'move'; autor: Autor; id: string; empresaid: string | null; outcome: Move }
  | { kind: 'remove'; autor: Autor; id: string; outcome: Removal }
  | { kind: 'merge'; autor: Autor; id: string; other: string; outcome: Merge }
  | { kind: 'renew'; autor: Autor; id: string; versao: number | null }
  | { kind: 'admit'; autor: Autor; entradaid: string; id: string; anula: string | null; added: number }
  | { kind: 'import'; autor: Autor; empresaid: string; outcome: Importation }
  | { kind: 'pair'; autor: Autor; aparelhoid: string | null }
  | { kind: 'reconnect'; autor: Autor; aparelhoid: string; isDone: boolean }
  | { kind: 'revoke'; autor: Autor; aparelhoid: string; isDone: boolean }

export const EMPRESAS = ['mesa-1', 'mesa-2', 'mesa-3', 'mesa-4', 'mesa-5', 'mesa-6']
/** The total of invitations each company has at first. */
export const FIRST_TOTAL = 20
export const APARELHOS = ['aparelho-1', 'aparelho-2', 'aparelho-3']

/** Within it no hold ends. */
const NOW = Date.parse('2027-09-01T12:00:00-03:00')
const HOLD_MS = 86_400_000

const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[randomInt(items.length)]
  if (item === undefined) throw new Error('nothing to draw from')
  return item
}

const anEmpresa = () => (randomInt(8) === 0 ? null : anyOf(EMPRESAS))
const aClaim = (empresaid: string, sid: string) => ({
  ...{ empresaid, sid, origem: null, reservaid: randomUUID(), now: NOW, holdMs: HOLD_MS, isClosed: false },
})
const somebody = () => {
  const n = randomInt(2 ** 40)
  return aCadastro({
    nome: `CONVIDADO ${n}`,
    telefone: `65${String(n).padStart(9, '9').slice(-9)}`,
    email: `${n}@exemplo.com`,
  })
}

/** Registers somebody new, half of them with an invitation claimed before. */
async function register({ empresas, credenciais }: Storage, autor: Autor): Promise<ActOutcome[]> {
  const [empresaid, sid] = [anEmpresa(), randomUUID()]
  const told: ActOutcome[] = []
  let hasHold = false
  if (empresaid !== null && randomInt(2) === 0) {
    const outcome = await empresas.claim(aClaim(empresaid, sid))
    told.push({ kind: 'claim', empresaid, outcome })
    hasHold = outcome.kind === 'claimed'
    // Some never come back.
    if (randomInt(3) === 0) return told
  }
  const outcome = await credenciais.register({
    ...{
      cadastro: somebody(),
      chave: randomUUID(),
      chaveAntiga: randomUUID(),
      autor,
      now: NOW + randomInt(1e9),
    },
    ...{ origem: null, isPersonal: false, isClosed: false, recibo: null, conhecidas: [] },
    claim: empresaid === null ? null : aClaim(empresaid, sid),
  })
  return [...told, { kind: 'register', autor, empresaid, hasHold, outcome }]
}

/** Acts on guests who are stored, or were a moment ago. */
async function actOnGuest(storage: Storage, autor: Autor): Promise<ActOutcome[]> {
  const { credenciais, entradas, painel } = storage
  const { convidados } = await painel.search([EVERYBODY], 0, 1_000)
  const ids = convidados.map(({ credencial }) => credencial.credencialid)
  if (ids.length < 10) return register(storage, autor)
  const id = anyOf(ids)
  switch (randomInt(8)) {
    case 0: {
      const chave = `chave-${randomInt(40)}`
      const request = { credencialid: id, cadastro: somebody(), shown: null, chaveOf: () => chave }
      return [{ kind: 'correct', autor, id, outcome: await credenciais.correct(request, autor) }]
    }
    case 1:
      return [{ kind: 'remove', autor, id, outcome: await credenciais.remove(id, randomInt(3) > 0, autor) }]
    case 2: {
      const other = anyOf(ids)
      const chosen = { telefoneOf: id, emailOf: id, isAsShown: () => true, chaveOf: () => `chave-${id}` }
      const request = { keptId: id, otherId: other, isSamePerson: false, ...chosen }
      return [{ kind: 'merge', autor, id, other, outcome: await credenciais.merge(request, autor) }]
    }
    case 3:
      return [{ kind: 'renew', autor, id, versao: await credenciais.renewLink(id, autor) }]
    case 4:
    case 5: {
      const [known] = await entradas.listOf(id)
      const anula = known && randomInt(2) === 0 ? known.entradaid : null
      // Two organisers may click at once: the same fact comes from both.
      const entradaid = `${anula ?? id}-${randomInt(2)}`
      const fact = { aparelhoid: autor.quem, seq: randomInt(99), lidaem: NOW, desvio: 0, recebidaem: NOW }
      const entrada = { ...fact, entradaid, credencialid: id, modo: 'painel' as const, anula, anotado: null }
      const added = await entradas.add([entrada], autor)
      return [{ kind: 'admit', autor, entradaid, id, anula, added }]
    }
    default: {
      const empresaid = anEmpresa()
      const request = { credencialid: id, empresaid, reservaid: randomUUID(), now: NOW }
      return [{ kind: 'move', autor, id, empresaid, outcome: await credenciais.move(request, autor) }]
    }
  }
}

async function actOnEquipe({ equipe }: Storage, autor: Autor): Promise<ActOutcome[]> {
  const aparelhoid = anyOf(APARELHOS)
  const codigo = `codigo-${aparelhoid}`
  switch (randomInt(3)) {
    case 0: {
      const again = await equipe.reconnect(aparelhoid, codigo, NOW + HOLD_MS, autor)
      return [{ kind: 'reconnect', autor, aparelhoid, isDone: again !== null }]
    }
    case 1:
      return [
        {
          kind: 'revoke',
          autor,
          aparelhoid,
          isDone: (await equipe.revoke(aparelhoid, autor)).kind === 'revoked',
        },
      ]
    default: {
      const pairing = await equipe.pair(codigo, randomUUID(), autor)
      return [{ kind: 'pair', autor, aparelhoid: pairing.kind === 'paired' ? aparelhoid : null }]
    }
  }
}

/** Changes a company's total, up or down, as often as not below what is used. */
async function changeTotal({ empresas }: Storage, autor: Autor): Promise<ActOutcome[]> {
  const empresaid = anyOf(EMPRESAS)
  const row = { empresaid, nome: 'Mesa', icredencial: randomInt(10, 40), licredencial: 0 }
  return [{ kind: 'import', autor, empresaid, outcome: await empresas.importRows([row], false, autor) }]
}

/** Does an act of the board at random. @returns what was told, a claim before a registration with it */
export function actAtRandom(storage: Storage, quem: string): Promise<ActOutcome[]> {
  const autor = { historicoid: randomUUID(), quem, em: NOW }
  const drawn = randomInt(20)
  if (drawn < 6) return register(storage, autor)
  if (drawn < 17) return actOnGuest(storage, autor)
  return drawn < 19 ? actOnEquipe(storage, autor) : changeTotal(storage, autor)
}
