import type { DocumentSnapshot } from 'firebase-admin/firestore'
import {
  reopenedBy,
  revokedAt,
  stateOfCode,
  UNPAIRED,
  type Aparelho,
  type Pairing,
} from '../../domain/aparelho.ts'
import type { EquipeRepo } from '../../domain/equipe-repo.ts'
import { feitoOf, type Autor } from '../../domain/historico.ts'
import type { Acts } from './acts.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { aparelhoFrom } from './documents.ts'
import { canNameDocument } from './document-name.ts'
import { doneOnce, putFeito } from './feitos.ts'
import type { Unit } from './unit.ts'

/** How long a process knows a browser without asking again. One that was revoked elsewhere is let in until then. */
const KNOWN_MS = 5_000

/** The team in Firestore. */
export function createEquipeRepo(connection: Connection, acts: Acts): EquipeRepo {
  const { aparelhos } = connection
  const known = new Map<string, { since: number; found: Promise<Aparelho | null> }>()

  const findBy = async (
    field: 'codigo' | 'segredo' | 'segredorevogado',
    hash: string,
  ): Promise<DocumentSnapshot | null> =>
    (await getAll(aparelhos.where(field, '==', hash).limit(1)))[0] ?? null

  const aparelhoIn = (unit: Unit, aparelhoid: string): Aparelho | null => {
    const stored = unit.get(aparelhos.doc(aparelhoid))
    return stored && aparelhoFrom(aparelhoid, stored)
  }
  const put = (unit: Unit, aparelho: Aparelho): Aparelho => {
    unit.set(aparelhos.doc(aparelho.aparelhoid), { ...aparelho })
    return aparelho
  }

  /** Acts on one aparelho; what this process knows of the team is forgotten. */
  const change = async <Result>(
    aparelhoid: string,
    autor: Autor,
    decide: (unit: Unit, aparelho: Aparelho | null) => Result,
  ): Promise<Result> => {
    const ref = aparelhos.doc(aparelhoid)
    const act = doneOnce(connection, autor, async (unit) => {
      unit.track(await within(ATTEMPT_MS, ref.get()))
      return () => decide(unit, aparelhoIn(unit, aparelhoid))
    })
    try {
      return await acts.run(`aparelho/${aparelhoid}`, act)
    } finally {
      known.clear()
    }
  }

  const note = async (aparelhoid: string, said: Partial<Aparelho>): Promise<void> => {
    if (!canNameDocument(aparelhoid)) return
    await acts.run(`aparelho/${aparelhoid}`, async (unit) => {
      unit.track(await within(ATTEMPT_MS, aparelhos.doc(aparelhoid).get()))
      return () => {
        const aparelho = aparelhoIn(unit, aparelhoid)
        if (aparelho) put(unit, { ...aparelho, ...said })
      }
    })
    known.clear()
  }

  const findKnown = async (segredo: string): Promise<Aparelho | null> => {
    const found = await findBy('segredo', segredo)
    return found && aparelhoFrom(found.id, found.data() ?? {})
  }

  return {
    invite: (invitation, autor) =>
      change(invitation.aparelhoid, autor, (unit) => {
        putFeito(connection, unit, feitoOf(autor, 'convidou', invitation.aparelhoid, invitation.papel))
        return put(unit, { ...invitation, ...UNPAIRED })
      }),

    async findByCodigo(codigo) {
      const found = await findBy('codigo', codigo)
      return found && aparelhoFrom(found.id, found.data() ?? {})
    },

    async findBySegredo(segredo) {
      const now = performance.now()
      const recent = known.get(segredo)
      if (recent && recent.since > now - KNOWN_MS) return recent.found
      const found = findKnown(segredo)
      known.set(segredo, { since: now, found })
      // Nobody's secret is asked for again: a browser that is paired elsewhere just now is let in.
      const forget = () => {
        if (known.get(segredo)?.found === found) known.delete(segredo)
      }
      found.then((aparelho) => aparelho ?? forget(), forget)
      return found
    },

    async findRevogado(segredo) {
      const found = await findBy('segredorevogado', segredo)
      return found && aparelhoFrom(found.id, found.data() ?? {})
    },

    async pair(codigo, segredo, autor): Promise<Pairing> {
      const found = await findBy('codigo', codigo)
      if (!found) return { kind: 'not-found' }
      return change(found.id, autor, (unit, aparelho) => {
        // Another code may have taken its place since.
        const named = aparelho?.codigo === codigo ? aparelho : null
        const kind = stateOfCode(named, autor.em)
        if (kind !== 'open' || !named) return { kind: kind === 'open' ? 'not-found' : kind }
        const { aparelhoid } = named
        putFeito(connection, unit, feitoOf({ ...autor, quem: aparelhoid }, 'pareou', aparelhoid))
        const paired = put(unit, {
          ...named,
          segredo,
          pareadoem: autor.em,
          vistoem: autor.em,
          pendentes: null,
        })
        return { kind: 'paired', aparelho: paired }
      })
    },

    async revoke(aparelhoid, autor) {
      if (!canNameDocument(aparelhoid)) return false
      return change(aparelhoid, autor, (unit, aparelho) => {
        if (aparelho?.revogadoem !== null) return false
        put(unit, revokedAt(aparelho, autor.em))
        putFeito(connection, unit, feitoOf(autor, 'revogou', aparelhoid))
        return true
      })
    },

    async reconnect(aparelhoid, codigo, codigoate, autor) {
      if (!canNameDocument(aparelhoid)) return null
      return change(aparelhoid, autor, (unit, aparelho) => {
        if (!aparelho) return null
        putFeito(connection, unit, feitoOf(autor, 'reconectou', aparelhoid))
        return put(unit, reopenedBy(aparelho, codigo, codigoate, autor.em))
      })
    },

    see: (aparelhoid, now) => note(aparelhoid, { vistoem: now }),

    notePendentes: (aparelhoid, pendentes, now) => note(aparelhoid, { pendentes, vistoem: now }),

    async list() {
      const all = (await getAll(aparelhos)).map((found) => aparelhoFrom(found.id, found.data()))
      return all.sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      )
    },
  }
}
