import type { Feito } from '../../server/domain/historico.ts'
import type { ActOutcome } from './painel-acts.ts'

/** An act as the history has it. */
export type Line = Omit<Feito, 'em'>

/** What follows from everything that was told, in whatever order it was done. */
export interface Model {
  /** What companies gave away on balance. */
  given: Map<string, number>
  /** Guests who must be stored. */
  guests: Set<string>
  /** Invitations that must be used at `{persona} {empresaid}`: guests who were made one are one persona. */
  used: Map<string, number>
  personaOf: (id: string) => string
  /** How often each guest's link was renewed. */
  renewed: Map<string, number>
  /** What must stand in the history, by its id. */
  feitos: Map<string, Line>
  /** What contradicts itself already. */
  faults: string[]
}

/** The rules of the board, written down again: what each answer means for companies, guests and the history. */
export function modelOf(all: ActOutcome[]): Model {
  const given = new Map<string, number>()
  const guests = new Set<string>()
  const used = new Map<string, number>()
  const renewed = new Map<string, number>()
  const feitos: Model['feitos'] = new Map()
  const faults: string[] = []
  /** Browsers paired with each aparelho, less the codes it got. */
  const pairings = new Map<string, number>()
  const mergedInto = new Map<string, string>()
  const personaOf = (id: string): string => {
    const kept = mergedInto.get(id)
    return kept === undefined ? id : personaOf(kept)
  }

  const add = (counts: Map<string, number>, key: string, count: number) =>
    void counts.set(key, (counts.get(key) ?? 0) + count)
  const gone = new Set<string>()
  const erase = (id: string) => {
    if (gone.has(id)) faults.push(`${id} was erased twice`)
    gone.add(id)
  }
  const pay = (id: string, empresaid: string | null, count: number, isGiven = true) => {
    if (empresaid === null) return
    add(used, `${personaOf(id)} ${empresaid}`, count)
    if (isGiven) add(given, empresaid, count)
  }

  const lineAfter = (told: ActOutcome): Line | null => {
    if (told.kind === 'claim') {
      if (told.outcome.kind === 'claimed') add(given, told.empresaid, 1)
      return null
    }
    const { historicoid, quem } = told.autor
    switch (told.kind) {
      case 'register': {
        if (told.outcome.kind !== 'registered') return null
        const { credencialid } = told.outcome.credencial
        if (guests.has(credencialid)) faults.push(`${credencialid} was given twice`)
        guests.add(credencialid)
        pay(credencialid, told.empresaid, 1, !told.hasHold)
        return lineOf(historicoid, quem, 'cadastrou', credencialid, told.empresaid ?? '')
      }
      case 'correct':
        if (told.outcome.kind !== 'corrected') return null
        return lineOf(historicoid, quem, 'corrigiu', told.id, 'nome telefone email')
      case 'move': {
        if (told.outcome.kind !== 'moved') return null
        const { from } = told.outcome
        pay(told.id, from, -1)
        pay(told.id, told.empresaid, 1)
        return lineOf(
          historicoid,
          quem,
          'mudou-de-empresa',
          told.id,
          `${from ?? '-'} ${told.empresaid ?? '-'}`,
        )
      }
      case 'remove':
        if (told.outcome.kind !== 'removed') return null
        erase(told.id)
        pay(told.id, told.outcome.returned, -1)
        return lineOf(historicoid, quem, 'excluiu', told.id, told.outcome.returned ?? '')
      case 'merge':
        if (told.outcome.kind !== 'merged') return null
        erase(told.other)
        pay(told.other, told.outcome.returned, -1)
        return lineOf(historicoid, quem, 'juntou', told.id, `${told.other} ${told.outcome.returned ?? '-'}`)
      case 'renew':
        if (told.versao === null) return null
        add(renewed, told.id, 1)
        return lineOf(historicoid, quem, 'renovou-link', told.id)
      case 'admit':
        if (told.added === 0) return null
        return lineOf(
          told.entradaid,
          quem,
          told.anula === null ? 'admitiu' : 'anulou',
          told.id,
          told.anula ?? '',
        )
      case 'import': {
        const { inserted, updated, refused } = told.outcome
        if (refused.length > 0) return null
        return lineOf(historicoid, quem, 'gravou-empresas', told.empresaid, `${inserted} ${updated}`)
      }
      case 'pair':
        if (told.aparelhoid === null) return null
        add(pairings, told.aparelhoid, 1)
        return lineOf(historicoid, told.aparelhoid, 'pareou', told.aparelhoid)
      case 'reconnect':
        if (!told.isDone) return null
        add(pairings, told.aparelhoid, -1)
        return lineOf(historicoid, quem, 'reconectou', told.aparelhoid)
      case 'revoke':
        if (!told.isDone) return null
        return lineOf(historicoid, quem, 'revogou', told.aparelhoid)
      default:
        return told satisfies never
    }
  }

  for (const told of all)
    if (told.kind === 'merge' && told.outcome.kind === 'merged') mergedInto.set(told.other, told.id)
  for (const told of all) {
    const line = lineAfter(told)
    if (!line) continue
    if (feitos.has(line.historicoid)) faults.push(`${line.historicoid} was told of twice`)
    feitos.set(line.historicoid, line)
  }
  for (const id of gone) guests.delete(id)
  for (const [aparelhoid, count] of pairings)
    if (count > 0) faults.push(`${aparelhoid} was paired more often than it got a code`)
  return { given, guests, used, personaOf, renewed, feitos, faults }
}

function lineOf(historicoid: string, quem: string, ato: Feito['ato'], alvo: string, detalhe = ''): Line {
  return { historicoid, quem, ato, alvo, detalhe }
}
