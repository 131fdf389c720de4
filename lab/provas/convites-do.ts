import { CONVIDADO, MESA, type Autor } from '../../server/domain/historico.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { codigosOf, drawer, mesaOf, seeded, type Act, type Registering } from './convites-draw.ts'
import { aCadastro } from '../../test/support/factories.ts'

/** What was answered, without what the model does not tell: never a name, never a whole company. */
export type Answer = Record<string, string | number | boolean | null>

/** An act and its answer, with the milliseconds of a clock that all processes share, before and after. */
export interface TimedAct {
  act: Act
  historicoid: string
  answer: Answer
  from: number
  to: number
}

/** The instant of every act: no hold ends while they go on but those that end at once. */
export const NOW = Date.parse('2027-09-01T12:00:00-03:00')
const HOLD_MS = 10_000_000_000

const clock = () => Number(process.hrtime.bigint()) / 1e6

/** Somebody who acts at random, a number of times; nobody else has the same number. */
export interface Actor {
  number: number
  seed: number
  count: number
}

/** Acts at random, one after the other, and tells each once its answer is there. */
export async function actAtRandom(
  storage: Storage,
  { number, seed, count }: Actor,
  tell: (told: TimedAct) => void,
): Promise<void> {
  const name = `quem-${number}`
  const findId = async (pessoa: number) => {
    const known = await storage.credenciais.findKnown([`chave-${pessoa}`])
    return known.get(`chave-${pessoa}`)?.credencial.credencialid ?? null
  }
  const hasCodigo = async (codigo: string) => (await storage.convites.find(codigo)) !== null
  const isOut = async (id: string) => (await storage.desistencias.find(id))?.desfeitaem === null
  const draw = drawer(name, seeded(seed + number), { findId, hasCodigo, isOut })
  for (let n = 0; n < count; n++) {
    const act = await draw()
    const historicoid = `${name}-${n}`
    const from = clock()
    const answer = await answerOf(storage, act, historicoid, NOW + number * 1_000_000 + n)
    tell({ act, historicoid, answer, from, to: clock() })
  }
}

/** Does an act. @param at the millisecond of a registration, and of it alone */
async function answerOf(storage: Storage, act: Act, historicoid: string, at: number): Promise<Answer> {
  const { empresas, credenciais, convites, desistencias, entradas, mesas } = storage
  const by = (quem: string): Autor => ({ historicoid, quem, em: NOW })
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
      return register(storage, act, by(act.isOrganiser ? 'ana' : CONVIDADO), at)
    case 'create': {
      const novos = codigosOf(act.lote).map((codigo) => {
        return { codigo, rotulo: 'novo', reservaid: `reserva-${codigo}`, sid: `sid-${codigo}` }
      })
      return { ...(await convites.create(mesaOf(act.lote), novos, NOW, by(MESA))) }
    }
    case 'rename':
      return convites.rename(act.codigo, historicoid, by(MESA))
    case 'revoke':
      return convites.revoke(act.codigo, by(MESA))
    case 'withdraw': {
      const { id: credencialid, mesa: empresaid, isClosed, isOfGuardada } = act
      const request = { credencialid, empresaid, now: NOW, isClosed, isOfGuardada }
      return desistencias.withdraw(request, by(act.mesa === null ? CONVIDADO : MESA))
    }
    case 'undo': {
      const { id: credencialid, reservaid, isClosed } = act
      return desistencias.undo({ credencialid, reservaid, now: NOW, isClosed }, by(CONVIDADO))
    }
    case 'admit': {
      const fact = {
        aparelhoid: 'ana',
        seq: 1,
        lidaem: NOW,
        desvio: 0,
        modo: 'painel' as const,
        recebidaem: NOW,
      }
      const entrada = {
        ...fact,
        entradaid: act.entradaid,
        credencialid: act.id,
        anula: act.anula,
        anotado: null,
      }
      return { added: await entradas.add([entrada], by('ana')) }
    }
    case 'link':
      return { isDone: await mesas.setFechada(act.mesa, act.fechada, by(MESA)) }
    case 'move': {
      const { id: credencialid, mesa: empresaid, reservaid } = act
      return credenciais.move({ credencialid, empresaid, reservaid, now: NOW }, by('ana'))
    }
    case 'remove':
      return credenciais.remove(act.id, act.isReturned, by('ana'))
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
    ...{
      cadastro: aCadastro({ nome: `CONVIDADO ${pessoa}`, telefone: '65987654321', email: '' }),
      autor,
      now: at,
    },
    ...{ chave: `chave-${pessoa}`, chaveAntiga: null, origem: null, recibo: null, conhecidas: [] },
    ...{ isPersonal, isClosed },
    claim:
      mesa === null ? null : { empresaid: mesa, sid, origem: null, reservaid, now: NOW, holdMs: HOLD_MS },
  })
  if (registration.kind !== 'registered' && registration.kind !== 'already-registered')
    return { kind: registration.kind }
  const { kind, versao, credencial } = registration
  return { kind, versao, id: credencial.credencialid }
}
