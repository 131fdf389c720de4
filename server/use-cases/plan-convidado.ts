import { isNamedCasa, NINGUEM } from '../domain/casa.ts'
import { CLI } from '../domain/historico.ts'
import type { ConviteNoPainel } from '../domain/painel-repo.ts'
import type { ConvidadoLine, ConvidadoRow } from '../domain/planilha-row.ts'
import { decideRegister, type Known, type RegisterDecision } from '../domain/register.ts'
import { heldFor, type Allotment } from '../domain/reserva.ts'
import type { Change } from './effect.ts'
import { allotmentOf, type Givers } from './givers.ts'

/** A row, with the guest it means and the company that pays for them. */
export interface KnownLine extends ConvidadoLine {
  chave: string
  known: Known | null
  payer: { empresaid: string; nome: string } | null
}

/** A row with the company that is to pay, and the guest's open invitation. */
interface Placed extends KnownLine {
  giver: Allotment | null
  convite: ConviteNoPainel | null
}

/** What a row does, if nothing refuses it. */
export interface Doing {
  /** Another company will pay for the guest, who moves from this one. */
  move: { credencialid: string; from: string } | null
  /** The guest is registered: is new, has no invitation yet, or comes back. */
  isRegistered: boolean
}

type Clock = { now: () => number }

/** What becomes of a row, apart from corrections of name and e-mail; a sentence if it is refused. */
type RowPlan = (Doing & { changes: Change[] }) | string

const NOTHING: RowPlan = { move: null, isRegistered: false, changes: [] }

/** A row that says the guest withdrew registers nobody, and withdraws nobody. */
export function planOfWithdrawn(known: Known | null): RowPlan {
  if (!known)
    return 'a planilha diz que desistiu, e aqui não há este convidado: apague a linha, ou o estado dela'
  if (known.desistencia) return NOTHING
  return 'a planilha diz que desistiu, e aqui está confirmado: para tirar da lista, abra a página do convidado em Convidados'
}

export function planOf(
  parts: Clock,
  { line, row, chave, known, payer, giver, convite }: Placed,
  giverOf: Givers['giverOf'],
): RowPlan {
  if (known && payer && giver && payer.empresaid !== giver.empresa.empresaid) {
    if (!take(giver, 1)) return full(giver)
    const left = giverOf({ empresaid: payer.empresaid, empresa: '' }, line)
    if (left !== null && typeof left !== 'string') take(left, -1)
    const changes = [{ campo: 'empresa', de: payer.nome, para: giver.empresa.nome }]
    return {
      move: { credencialid: known.credencial.credencialid, from: payer.empresaid },
      isRegistered: false,
      changes,
    }
  }
  const { outcome, writes } = decide(parts, row, chave, known, giver, convite)
  if (outcome.kind !== 'registered' && outcome.kind !== 'already-registered') return full(giver)
  if (giver && writes?.change) giver.empresa = { ...giver.empresa, licredencial: writes.change.licredencial }
  const changes: Change[] = []
  if (known && writes?.desistencia) changes.push({ campo: 'presença', de: 'desistiu', para: 'confirmado' })
  if (known && writes?.change && giver) changes.push({ campo: 'empresa', de: '', para: giver.empresa.nome })
  return { move: null, isRegistered: !known || changes.length > 0, changes }
}

export const full = (giver: Allotment | null) =>
  giver === null || isNamedCasa(giver.empresa)
    ? 'LIMITE ATINGIDO: os lugares da casa acabaram; aumente a lotação'
    : `LIMITE ATINGIDO: os convites de ${giver.empresa.nome} acabaram; aumente o total da empresa`

/** Takes invitations of a company, or gives them back. @returns false if it has none left */
export function take(giver: Allotment, count: number): boolean {
  const { empresa } = giver
  if (empresa.licredencial + count > empresa.icredencial) return false
  giver.empresa = { ...empresa, licredencial: empresa.licredencial + count }
  return true
}

/** What storage would decide, taking the invitation from the company as counted here. */
function decide(
  { now }: Clock,
  { cadastro }: ConvidadoRow,
  chave: string,
  known: Known | null,
  giver: Allotment | null,
  convite: ConviteNoPainel | null,
): RegisterDecision {
  const instant = now()
  const mine = convite && heldFor(convite.empresaid, convite.codigo, instant)
  const allotment = mine ? { ...(giver ?? allotmentOf(NINGUEM)), mine } : giver
  const taken = { sid: '', origem: null, reservaid: '', now: instant, holdMs: 0 }
  return decideRegister(
    // A place kept for a guest may make room even if this finds none.
    {
      known,
      guardada: null,
      allotment,
      freeId: String(instant),
      isErased: false,
      coming: convite ? 'personal' : 'link',
    },
    {
      cadastro,
      chave,
      chaveAntiga: null,
      now: instant,
      origem: null,
      isClosed: false,
      recibo: null,
      conhecidas: [],
      codigo: null,
      reservaid: '',
      autor: { historicoid: '', quem: CLI, em: instant },
      claim: allotment && { ...taken, empresaid: allotment.empresa.empresaid },
    },
  )
}
