import { acessoOf, maySee, newChave, type Chave, type Shown } from './acesso.ts'
import { isOfHouse } from './casa.ts'
import { liveHoldOf, type Coming, type ConviteRequest, payWith, type Payer, type Payment } from './claim.ts'
import { credencialOf, type Cadastro, type Credencial } from './credencial.ts'
import { undone, type Desistencia } from './desistencia.ts'
import type { Empresa } from './empresa.ts'
import { linhaDoHistorico, isOrganiser, type Autor, type LinhaDoHistorico } from './historico.ts'
import type { Upload } from './planilha-repo.ts'
import { joinRespostas } from './perguntas.ts'
import { giveBack, openTo, type Allotment, type AllotmentChange } from './reserva.ts'

/** Somebody to register, with their natural key. */
export interface Pessoa {
  cadastro: Cadastro
  chave: string
  /** The natural key before phones gained the ninth digit; null if the phone did not change. */
  chaveAntiga: string | null
}

export interface RegisterRequest extends Shown, Pessoa {
  /** Those who come along, registered in the same act or none: the phone is the first's. */
  acompanhantes?: Pessoa[]
  /** The credencialid of the guest who brought them, if that one is stored already. */
  grupo?: string | null
  /** Milliseconds since the epoch; the first candidate for the credencialid. */
  now: number
  /** Keyed hash of the client address, kept with the key for a while (decision 0011); null if not kept. */
  origem: string | null
  /** The request for the invitation that pays; null for the public form. */
  claim: ConviteRequest | null
  /** The code of the personal invitation whose places alone pay; null for none. */
  codigo: string | null
  /** Random id for the place that the house pays for on the public form. */
  reservaid: string
  /** Registrations are closed: only a live hold of this browser still registers. */
  isClosed: boolean
  /** Whether to ask about a guest with the same number; not after the guest said they are somebody else. */
  isAsked?: boolean
  autor: Autor
  /** A similar guest whom the organiser called a different person; the history gets a line (`separou`). */
  separado?: { credencialid: string; historicoid: string } | null
  /** What the one who fills in the form answered, as stored; empty text or absent for nothing. */
  respostas?: string
  /** The upload the guest is in: nobody is stored from one that an erasure took along. */
  planilha?: Upload | null
}

export type Registration =
  | { kind: 'registered'; credencial: Credencial; versao: number; acompanhantes: Registrado[] }
  /** The natural key was known, with this credencial. */
  | ({ kind: 'already-registered'; acompanhantes: Registrado[] } & Registrado)
  /** Nothing is stored for this outcome, nor for the following ones. */
  | Exclude<Payment, { kind: 'paid' }>
  | { kind: 'empresa-not-found' }
  /**
   * The paying company has a guest with this number under another name, who may be the same person or not
   * (decision 0012).
   */
  | { kind: 'telefone-known'; empresa: Empresa }
  /**
   * Registrations are closed and this browser has no live hold to pay with, or everything was erased since
   * the upload.
   */
  | { kind: 'closed' }

/** A stored guest; `versao` is null when this browser may not see the credencial. */
export interface Registrado {
  credencial: Credencial
  versao: number | null
}

export interface Known {
  credencial: Credencial
  /** Whether a reserva usada has paid for the guest. */
  isPaid: boolean
  desistencia: Desistencia | null
  chave: Chave
  /** The natural key the guest is stored under: the request's `chave` or its `chaveAntiga`. */
  key: string
}

interface RegisterFacts {
  /** The guest stored under the request's `chave`, or else under its `chaveAntiga`. */
  known: Known | null
  /**
   * The known guest's place that pays, or is given back: kept since they withdrew, or the house's, which
   * yields to a company's.
   */
  guardada: Payer | null
  coming: Coming
  allotment: Allotment | null
  /** The request's millisecond, or the next one after it under which no credencial is stored. */
  freeId: string
  /** Everything was erased and no guest has been stored since; read when registrations are closed. */
  isErased: boolean
  /** The event is cancelled: even a hold pays for nobody. */
  isCancelled?: boolean
  /** The guests with this number for whom the paying company already pays, if it is asked about them. */
  pagos?: string[]
}

/** What storage writes, all or nothing, in the same transaction. Null leaves things as they are. */
export interface RegisterWrites {
  credencial: Credencial | null
  isNew: boolean
  /** The credencial's avip is stored, or becomes due to be mirrored. */
  isAvipDue: boolean
  /** Stored under `key`. */
  chave: Chave | null
  key: string
  /** The history's line, when the organiser registers a guest or a guest who had withdrawn returns. */
  linha: LinhaDoHistorico | null
  change: AllotmentChange | null
  /** Gives back the place that another company kept for the guest. */
  freed: AllotmentChange | null
  desistencia: Desistencia | null
}

export interface RegisterDecision {
  outcome: Registration
  writes: RegisterWrites | null
}

/**
 * Decides a registration: whether the guest is new, which invitation pays (decision 0003), and who may see
 * the credencial (decision 0012). Pure: every adapter reads the facts, calls this, and writes the result in
 * one transaction.
 */
export function decideRegister(facts: RegisterFacts, request: RegisterRequest): RegisterDecision {
  const { known, guardada, coming } = facts
  const isPersonal = coming !== 'link'
  const { claim } = request
  // The place kept for the guest pays, or is given back, in the same transaction.
  const allotment = facts.allotment && openTo(facts.allotment, guardada?.reserva ?? null)
  const isElsewhere = guardada !== null && guardada.empresa.empresaid !== claim?.empresaid
  const freed = isElsewhere ? giveBack(guardada.empresa, [guardada.reserva]) : null
  // The organiser sees every credencial, and must not take a guest's link away.
  const isTheirs =
    known !== null &&
    (isOrganiser(request.autor) || maySee(known.credencial.credencialid, known.chave, request))
  // The hold of a personal invitation has no end, so the closing date limits it. And no hold outlives the
  // erasure.
  const isHeld =
    !isPersonal && !facts.isErased && !facts.isCancelled && liveHoldOf(allotment, request.now) !== null
  if (request.isClosed && !isHeld) {
    if (!isTheirs || known.desistencia) return refuse({ kind: 'closed' })
    const { credencial, chave } = known
    return refuse({ kind: 'already-registered', credencial, versao: chave.versao, acompanhantes: [] })
  }
  if (claim && !allotment) return refuse({ kind: 'empresa-not-found' })
  const isHouse = allotment !== null && isOfHouse(allotment.empresa)
  // Who is confirmed already stays so on the public form, even if the house is full.
  const isConfirmed = isHouse && !isPersonal && !known?.desistencia
  if (known && (!claim || known.isPaid || isConfirmed)) {
    // It is already paid for, so this browser's hold there helps nobody. A personal invitation stays new.
    const change = allotment?.mine && !isPersonal ? giveBack(allotment.empresa, [allotment.mine]) : null
    const versao = isTheirs ? known.chave.versao : null
    return keep(known, request, { chave: null, change, freed, versao })
  }

  const payment = claim && allotment ? payWith(allotment, claim, { coming, autor: request.autor }) : null
  if (payment && payment.kind !== 'paid') return refuse(payment)
  const changeFor = (credencialid: string): AllotmentChange | null =>
    payment && { ...payment.change, store: [{ ...payment.reserva, estado: 'usada', credencialid }] }
  if (known) {
    const change = changeFor(known.credencial.credencialid)
    // The house invites anybody, so its invitation gives nobody another's credencial.
    if (isHouse && !isTheirs) return keep(known, request, { chave: null, change, freed, versao: null })
    // A stranger may have registered an invited guest before: the browser with the invitation gets the
    // credencial.
    const acesso = acessoOf(known.chave.versao + (isTheirs ? 0 : 1), request)
    const chave = { ...known.chave, ...acesso }
    return keep(known, request, { chave, change, freed, versao: acesso.versao })
  }
  // Only somebody who could register now is asked, because the answer reveals something about a guest.
  // Somebody who registered one of them already knows.
  const { pagos = [] } = facts
  const isTheirNumber = request.conhecidas.some(({ credencialid }) => pagos.includes(credencialid))
  if (allotment && pagos.length > 0 && !isTheirNumber)
    return refuse({ kind: 'telefone-known', empresa: allotment.empresa })
  const credencial = credencialOf(facts.freeId, request.cadastro)
  const { credencialid } = credencial
  const acesso = acessoOf(0, request)
  return {
    outcome: { kind: 'registered', credencial, versao: acesso.versao, acompanhantes: [] },
    writes: {
      credencial,
      isNew: true,
      isAvipDue: true,
      chave: {
        ...newChave(credencialid),
        origem: request.origem,
        criadaem: request.now,
        grupo: request.grupo ?? null,
        respostas: request.respostas ?? '',
        ...acesso,
      },
      key: request.chave,
      change: changeFor(credencialid),
      freed: null,
      linha: isOrganiser(request.autor) ? linhaIn(request, 'cadastrou', credencialid) : null,
      desistencia: null,
    },
  }
}

/** The history's line: it says whether a company paid, and which. */
const linhaIn = ({ autor, claim }: RegisterRequest, ato: 'cadastrou' | 'voltou', credencialid: string) =>
  linhaDoHistorico(autor, ato, credencialid, claim?.empresaid ?? '')

const refuse = (outcome: Registration): RegisterDecision => ({ outcome, writes: null })

/**
 * The known guest stays. A browser that may see the credencial, as a versao shows, fills a blank e-mail and
 * answers what was not answered. If the link is replaced, what the payer says replaces what the browser that
 * had the link typed: name, e-mail and answers, which may be about another person's health.
 */
function keep(
  { credencial, chave, key, desistencia }: Known,
  request: RegisterRequest,
  given: Pick<RegisterWrites, 'chave' | 'change' | 'freed'> & { versao: number | null },
): RegisterDecision {
  const { versao, ...writes } = given
  const { cadastro } = request
  const isReplaced = versao !== null && versao !== chave.versao
  const nome = isReplaced ? cadastro.nome : credencial.nome
  const isOpen = versao !== null && (isReplaced || credencial.email === '')
  const email = isOpen && cadastro.email !== '' ? cadastro.email : credencial.email
  const { respostas: said = '' } = request
  const joined = isReplaced ? said : joinRespostas(chave.respostas, said)
  const respostas = versao === null ? chave.respostas : joined
  const isAnswered = respostas !== chave.respostas
  const isChanged = nome !== credencial.nome || email !== credencial.email
  const stays = { ...credencial, nome, email }
  const { credencialid } = credencial
  const ato = writes.chave && isOrganiser(request.autor) ? 'cadastrou' : desistencia && 'voltou'
  return {
    outcome: { kind: 'already-registered', credencial: stays, versao, acompanhantes: [] },
    writes: {
      ...writes,
      chave: isAnswered ? { ...(writes.chave ?? chave), respostas } : writes.chave,
      key,
      credencial: isChanged ? stays : null,
      isNew: false,
      isAvipDue: isChanged && isReplaced,
      linha: ato && linhaIn(request, ato, credencialid),
      desistencia: desistencia && undone(desistencia, request.now),
    },
  }
}
