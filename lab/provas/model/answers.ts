import { CONVIDADO, MESA, type Autor } from '../../../server/domain/historico.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { aCadastro, aMerge, anEntrada } from '../../../test/support/factories.ts'
import { seeded } from '../prova.ts'
import { codigosOf, drawer, mesaOf, MIXES, type Act, type Registering } from './acts.ts'

/** An answer without what the model does not know: never a name, never a whole company. */
export type Answer = Record<string, string | number | boolean | null>

/**
 * An act and its answer, with the times before and after, in milliseconds of a clock that all processes
 * share.
 */
export interface TimedAct {
  act: Act
  /** The organiser, if the act is one's. */
  quem: string
  historicoid: string
  answer: Answer
  from: number
  to: number
}

/** The instant of every act. No hold ends during the acts, except those that end at once. */
export const NOW = Date.parse('2027-09-01T12:00:00-03:00')
const HOLD_MS = 10_000_000_000

const chaveOf = (pessoa: number) => `chave-${pessoa}`
/** The code of a place in the team, always the same. */
export const codeOf = (aparelhoid: string) => `codigo-${aparelhoid}`

const clock = () => Number(process.hrtime.bigint()) / 1e6

/** An actor who acts at random, a number of times, with a number nobody else has. */
export interface Actor {
  mix: keyof typeof MIXES
  number: number
  seed: number
  count: number
}

const ORGANISERS = ['ana', 'rui', 'eva']

/** A guest's form: every field differs from one number to another. */
export const cadastroOf = (pessoa: number) =>
  aCadastro({
    nome: `CONVIDADO ${pessoa}`,
    telefone: `659${String(pessoa).padStart(8, '0')}`,
    email: `${pessoa}@exemplo.com`,
  })

/** Acts at random, one act after the other, and reports each once it is answered. */
export async function actAtRandom(
  storage: Storage,
  { mix, number, seed, count }: Actor,
  tell: (told: TimedAct) => void,
): Promise<void> {
  const name = `quem-${number}`
  const quem = ORGANISERS[number % ORGANISERS.length] ?? ''
  const findId = async (pessoa: number) => {
    const known = await storage.credenciais.findKnown([chaveOf(pessoa)])
    return known.get(chaveOf(pessoa))?.credencial.credencialid ?? null
  }
  const hasCodigo = async (codigo: string) => (await storage.convites.find(codigo)) !== null
  const isOut = async (id: string) => (await storage.desistencias.find(id))?.desfeitaem === null
  const draw = drawer(name, seeded(seed + number), MIXES[mix], { findId, hasCodigo, isOut })
  for (let n = 0; n < count; n++) {
    const act = await draw()
    const historicoid = `${name}-${n}`
    const from = clock()
    const answer = await answerOf(storage, act, { quem, historicoid }, NOW + number * 1_000_000 + n)
    tell({ act, quem, historicoid, answer, from, to: clock() })
  }
}

/** Does an act. @param at the millisecond of a registration, used for no other */
async function answerOf(
  storage: Storage,
  act: Act,
  { quem, historicoid }: Pick<TimedAct, 'quem' | 'historicoid'>,
  at: number,
): Promise<Answer> {
  const { empresas, credenciais, convites, desistencias, entradas, equipe, mesas } = storage
  const organiser: Autor = { historicoid, quem, em: NOW }
  const by = (other: string): Autor => ({ ...organiser, quem: other })
  switch (act.kind) {
    case 'claim': {
      const { isEnded, mesa: empresaid, sid, reservaid, isClosed } = act
      const hold = { origem: null, now: NOW, holdMs: isEnded ? 0 : HOLD_MS }
      const claim = await empresas.claim({ ...hold, empresaid, sid, reservaid, isClosed })
      return claim.kind === 'claimed'
        ? { kind: claim.kind, reservaid: claim.reserva.reservaid }
        : { kind: claim.kind }
    }
    case 'register':
      return register(storage, act, act.isOrganiser ? organiser : by(CONVIDADO), at)
    case 'create': {
      const novos = codigosOf(act.lote).map((codigo) => {
        return { codigo, rotulo: 'novo', reservaid: `reserva-${codigo}` }
      })
      return { ...(await convites.create(mesaOf(act.lote), novos, NOW, by(MESA))) }
    }
    case 'rename':
      return convites.rename(act.codigo, historicoid, by(MESA))
    case 'revoke':
      return convites.revoke(act.codigo, by(MESA))
    case 'answer': {
      const { codigo, isRecusa, isClosed } = act
      return convites.answer({ codigo, isRecusa, now: NOW, isClosed }, by(CONVIDADO))
    }
    case 'withdraw': {
      const { id: credencialid, mesa: empresaid, isClosed, isOfGuardada } = act
      const request = { credencialid, empresaid, now: NOW, isClosed, isOfGuardada }
      return desistencias.withdraw(request, by(act.mesa === null ? CONVIDADO : MESA))
    }
    case 'undo': {
      const { id: credencialid, isClosed } = act
      return desistencias.undo({ credencialid, now: NOW, isClosed }, by(CONVIDADO))
    }
    case 'admit': {
      const { id, entradaid, anula } = act
      const entrada = anEntrada(id, { entradaid, anula, aparelhoid: quem, lidaem: NOW, recebidaem: NOW })
      return { added: await entradas.add([entrada], organiser) }
    }
    case 'link':
      return { ...(await mesas.setFechada(act.mesa, act.fechada, by(MESA))) }
    case 'move': {
      const { id: credencialid, mesa: empresaid, reservaid } = act
      return credenciais.move({ credencialid, empresaid, reservaid, now: NOW }, organiser)
    }
    case 'remove':
      return credenciais.remove(act.id, act.isReturned, organiser)
    case 'correct': {
      const { id: credencialid, pessoa } = act
      const key = { cadastro: cadastroOf(pessoa), shown: null, chaveOf: () => chaveOf(pessoa) }
      const outcome = await credenciais.correct({ credencialid, ...key }, organiser)
      const isTaken = outcome.kind === 'already-taken'
      return isTaken ? { kind: outcome.kind, by: outcome.credencialid } : { kind: outcome.kind }
    }
    case 'merge':
      return { ...(await credenciais.merge(aMerge(act.id, act.other, act), organiser)) }
    case 'renew':
      return { versao: await credenciais.renewLink(act.id, organiser) }
    case 'total': {
      const { mesa: empresaid, icredencial } = act
      const row = { empresaid, nome: 'Mesa', icredencial, licredencial: 0 }
      const { inserted, updated, refused } = await empresas.importRows([row], false, organiser)
      return { inserted, updated, refused: refused.length }
    }
    case 'pair':
      return { kind: (await equipe.pair(codeOf(act.aparelhoid), historicoid, organiser)).kind }
    case 'reconnect': {
      const { aparelhoid } = act
      const again = await equipe.reconnect(aparelhoid, codeOf(aparelhoid), NOW + HOLD_MS, organiser)
      return { isDone: again !== null }
    }
    case 'disconnect':
      return equipe.revoke(act.aparelhoid, organiser)
    case 'find': {
      const found = await empresas.find(act.mesa, NOW)
      if (!found) return { kind: 'nothing' }
      const { left, held, pessoais, isFechada } = found
      return { left, held, pessoais, isFechada }
    }
    case 'release':
      await empresas.releaseEnded(NOW)
      return {}
    default:
      return act satisfies never
  }
}

async function register(
  { credenciais }: Storage,
  { pessoa, mesa, sid, reservaid, isPersonal, isClosed }: Registering,
  autor: Autor,
  at: number,
): Promise<Answer> {
  const registration = await credenciais.register({
    cadastro: cadastroOf(pessoa),
    autor,
    now: at,
    chave: chaveOf(pessoa),
    chaveAntiga: null,
    origem: null,
    recibo: null,
    conhecidas: [],
    codigo: isPersonal ? sid.replace('sid-', '') : null,
    reservaid,
    isClosed,
    claim:
      mesa === null ? null : { empresaid: mesa, sid, origem: null, reservaid, now: NOW, holdMs: HOLD_MS },
  })
  if (registration.kind !== 'registered' && registration.kind !== 'already-registered')
    return { kind: registration.kind }
  const { kind, versao, credencial } = registration
  return { kind, versao, id: credencial.credencialid }
}
