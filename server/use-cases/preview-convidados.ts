import type { Allotment } from '../domain/reserva.ts'
import type { ConvidadoLine, ConvidadoRow } from '../domain/convidado-row.ts'
import type { Cadastro } from '../domain/credencial.ts'
import { isBrokenEmpresa } from '../domain/errors.ts'
import { CLI } from '../domain/historico.ts'
import type { BadRow } from '../domain/name-rows.ts'
import { decideRegister, type Known, type RegisterDecision } from '../domain/register.ts'
import type { Storage } from '../domain/storage.ts'
import { inOrder, type Change, type Effect } from './effect.ts'
import { createPauses, nextTurn } from './next-turn.ts'

/** Rows looked up at a time. */
const AT_ONCE = 250

/** What a preview reads, and how it recognises a guest. */
export interface PreviewParts extends Pick<Storage, 'empresas' | 'credenciais'> {
  chaveOf: (cadastro: Cadastro) => string
  chaveAntigaOf: (cadastro: Cadastro) => string | null
  now: () => number
}

/** A spreadsheet of guests as it was read. */
export interface Convidados {
  rows: ConvidadoLine[]
  bad: BadRow[]
}

/** The rows that would be written, and everything a preview tells. */
export interface ConvidadosPreview {
  effect: Effect
  rows: ConvidadoLine[]
}

/** A company while its invitations are given to row after row; a sentence instead when it has none to give. */
type Giver = Allotment | string

/** Registers each row as storage would, on what storage holds now, and writes nothing. @throws StorageError */
export async function previewConvidados(
  parts: PreviewParts,
  planilha: Convidados,
): Promise<ConvidadosPreview> {
  const effect: Effect = { inserted: [], changed: [], equal: 0, bad: [...planilha.bad] }
  const rows: ConvidadoLine[] = []
  const givers = await giversOf(parts, planilha.rows)
  const lineOf = new Map<string, number>()
  const pause = createPauses()
  for (let at = 0; at < planilha.rows.length; at += AT_ONCE) {
    const lines: (ConvidadoLine & Keys)[] = []
    for (const line of planilha.rows.slice(at, at + AT_ONCE)) {
      await pause()
      lines.push({ ...line, ...keysOf(parts, line.row) })
    }
    const known = await parts.credenciais.findKnown(
      lines.flatMap(({ chave, chaveAntiga }) => (chaveAntiga === null ? [chave] : [chave, chaveAntiga])),
    )
    for (const { line, row, chave, chaveAntiga } of lines) {
      await pause()
      const { nome } = row.cadastro
      const giver = row.empresaid === null ? null : (givers.get(row.empresaid) ?? null)
      const first = lineOf.get(chave)
      const refuse = (problem: string) => effect.bad.push({ line, nome, problems: [problem] })
      if (first !== undefined) refuse(`este convidado já está na linha ${first}: deixe uma só`)
      else if (typeof giver === 'string') refuse(giver)
      else {
        lineOf.set(chave, line)
        const convidado =
          known.get(chave) ?? (chaveAntiga === null ? undefined : known.get(chaveAntiga)) ?? null
        const decision = decide(parts, row, chave, convidado, giver)
        const told = tell(decision, row, convidado, giver)
        if (told.kind === 'bad') refuse(told.problem)
        else if (told.kind === 'equal') effect.equal += 1
        else rows.push({ line, row })
        if (told.kind === 'inserted') effect.inserted.push({ line, nome, valor: giver?.empresa.nome ?? '' })
        if (told.kind === 'changed') effect.changed.push({ line, nome, changes: told.changes })
      }
    }
    await nextTurn()
  }
  return { effect: { ...effect, bad: inOrder(effect.bad) }, rows }
}

interface Keys {
  chave: string
  chaveAntiga: string | null
}

function keysOf({ chaveOf, chaveAntigaOf }: PreviewParts, { cadastro }: ConvidadoRow): Keys {
  return { chave: chaveOf(cadastro), chaveAntiga: chaveAntigaOf(cadastro) }
}

/** The companies named in the rows. */
async function giversOf({ empresas, now }: PreviewParts, rows: ConvidadoLine[]): Promise<Map<string, Giver>> {
  const ids = [...new Set(rows.flatMap(({ row }) => row.empresaid ?? []))]
  const givers = new Map<string, Giver>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const found = await Promise.all(some.map((empresaid) => giverOf(empresas, empresaid, now())))
    some.forEach((empresaid, index) => givers.set(empresaid, found[index] ?? ''))
    await nextTurn()
  }
  return givers
}

async function giverOf(empresas: PreviewParts['empresas'], empresaid: string, now: number): Promise<Giver> {
  try {
    const found = await empresas.find(empresaid, now)
    if (!found) return `a empresa "${empresaid}" não existe: confira o empresaid, ou importe a empresa antes`
    const empresa = { ...found.empresa, licredencial: found.empresa.icredencial - found.left }
    return { empresa, isFechada: false, mine: null, ended: [], heldFromOrigem: 0, takenFromOrigem: 0 }
  } catch (error) {
    if (!isBrokenEmpresa(error)) throw error
    return `os dados da empresa "${empresaid}" estão com defeito: avise quem cuida do sistema`
  }
}

/** What storage would decide, taking the invitation from the company as counted here. */
function decide(
  { now }: PreviewParts,
  { cadastro, empresaid }: ConvidadoRow,
  chave: string,
  known: Known | null,
  giver: Allotment | null,
): RegisterDecision {
  const instant = now()
  const taken = { sid: '', origem: null, reservaid: '', now: instant, holdMs: 0 }
  const decision = decideRegister(
    // A place that is kept for a guest may make room where this says there is none.
    { known, guardada: null, allotment: giver, freeId: String(instant), isErased: false },
    {
      ...{ cadastro, chave, chaveAntiga: null, now: instant, origem: null, isClosed: false, recibo: null },
      ...{ conhecidas: [], isPersonal: false, autor: { historicoid: '', quem: CLI, em: instant } },
      claim: empresaid === null ? null : { ...taken, empresaid },
    },
  )
  if (giver && decision.writes?.change) {
    giver.empresa = { ...giver.empresa, licredencial: decision.writes.change.licredencial }
  }
  return decision
}

type RowTold =
  { kind: 'inserted' | 'equal' } | { kind: 'changed'; changes: Change[] } | { kind: 'bad'; problem: string }

function tell(
  { outcome, writes }: RegisterDecision,
  { cadastro }: ConvidadoRow,
  known: Known | null,
  giver: Allotment | null,
): RowTold {
  if (outcome.kind === 'registered') return { kind: 'inserted' }
  if (outcome.kind !== 'already-registered') {
    const nome = giver?.empresa.nome ?? ''
    return { kind: 'bad', problem: `LIMITE ATINGIDO: ${nome} não tem mais convites; aumente o total dela` }
  }
  const changes: Change[] = []
  if (writes?.desistencia) changes.push({ campo: 'presença', de: 'desistiu', para: 'confirmado' })
  if (writes?.change && giver) changes.push({ campo: 'convite', de: '', para: giver.empresa.nome })
  if (writes?.credencial && known)
    changes.push({ campo: 'email', de: known.credencial.email, para: cadastro.email })
  return changes.length > 0 ? { kind: 'changed', changes } : { kind: 'equal' }
}
