import type { Query } from 'firebase-admin/firestore'
import type { Andamento } from '../../domain/andamento.ts'
import { guardadaOf, liveOf } from '../../domain/desistencia.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Payer } from '../../domain/claim.ts'
import type { Reserva } from '../../domain/reserva.ts'
import { followed } from '../../domain/juncao.ts'
import type { PersonalData } from '../../domain/personal-data.ts'
import { plainly, type AllotmentRequest, type Tx } from '../../domain/tx.ts'
import { getAll, openAllotment } from './allotment.ts'
import type { Asking } from './asking.ts'
import { desistenciaIn } from './desistencia-repo.ts'
import { envioRef, enviosIn } from './envio-repo.ts'
import { trackPareamento } from './equipe-repo.ts'
import { countPersonalData, erasureRef, lastErasureIn, trackErased } from './erasure.ts'
import { findJuncao, readFollowing } from './juncoes.ts'
import { knownIn, trackKnown, trackOfTelefone } from './open-convidado.ts'
import { countConfirmados, countTotais } from './outro-evento.ts'
import {
  canNameDocument,
  chaveFrom,
  chaveIdOf,
  chaveOfId,
  eventoFrom,
  eventoRef,
  mesaFrom,
  mesaIdOf,
  recordOf,
} from './table.ts'

/** Before it was counted. */
const NOTHING: PersonalData = {
  convidados: 0,
  chaves: 0,
  rotulos: 0,
  anotados: 0,
  nomes: 0,
  envios: 0,
  planilhas: 0,
  contatos: 0,
  apagadoem: null,
}

/** What an act may read: of its unit, as the acts before it in the same group have changed it. */
export function readsOf(asking: Asking) {
  const { connection, unit, known, document, demand } = asking
  const { aparelhos, chaves, convites, credenciais, desistencias, entradas, mesas, pareamentos, reservas } =
    connection

  const trackAll = async (query: Query) => {
    for (const snapshot of await getAll(query)) unit.track(snapshot)
  }
  const allotmentAt = (request: AllotmentRequest) => {
    const { empresaid, sid, origem, now, isPersonal } = request
    const key = JSON.stringify(['allotment', empresaid, sid, origem, now, isPersonal])
    const allotment = known(key, () => openAllotment(connection, unit, request)) ?? null
    for (const ref of allotment?.refs ?? []) demand(ref)
    return allotment
  }
  const withEmpresa = (reserva: Reserva | null): Payer | null => {
    const asked = reserva && plainly(reserva.empresaid, 0)
    const allotment = asked && allotmentAt(asked)?.read(asked)
    return allotment ? { reserva, empresa: allotment.empresa } : null
  }
  const desistenciaOf = (credencialid: string) =>
    canNameDocument(credencialid) ? desistenciaIn(connection, unit, credencialid) : null

  return {
    allotment: (request) => allotmentAt(request)?.read(request) ?? null,
    empresa(empresaid) {
      const ref = asking.empresa(empresaid)
      const stored = ref && unit.get(ref)
      return stored ? parseEmpresa(empresaid, stored) : null
    },
    mesa: (empresaid) => mesaFrom(empresaid, document(mesas.doc(mesaIdOf(empresaid))) ?? undefined),
    credencial(credencialid) {
      const stored = asking.convidado(credencialid)?.read()
      return stored ? recordOf('credenciais', credencialid, stored) : null
    },
    ownerOf(key) {
      const owner = document(chaves.doc(chaveIdOf(key)))?.credencialid
      return typeof owner === 'string' ? owner : null
    },
    known(key) {
      const ref = chaves.doc(chaveIdOf(key))
      known(ref.path, () => trackKnown(connection, unit, ref))
      const found = knownIn(connection, unit, ref)
      const beside = found
        ? [credenciais, desistencias].map((of) => of.doc(found.credencial.credencialid))
        : []
      for (const one of [ref, ...beside]) demand(one)
      return found
    },
    chaveOf(credencialid) {
      const key = asking.convidado(credencialid)?.key()
      return key ? { key: chaveOfId(key.ref.id), chave: chaveFrom(key.document) } : null
    },
    payerOf(credencialid) {
      const usada = asking.convidado(credencialid)?.usada()
      return withEmpresa(usada ? recordOf('reservas', usada.ref.id, usada.document) : null)
    },
    pagosCom(empresaid, telefones) {
      known(`telefones/${telefones.join('/')}`, () => trackOfTelefone(connection, unit, telefones))
      const pagos = unit.list(reservas).flatMap(({ document }) => {
        const isPayer = document.empresaid === empresaid && document.estado === 'usada'
        return isPayer ? [document.credencialid] : []
      })
      // As the unit has them: an act of the same group may have registered another.
      return unit
        .list(credenciais)
        .filter(
          ({ id, document }) => pagos.includes(id) && telefones.some((one) => one === document.telefone),
        )
        .map(({ id }) => id)
    },
    desistencia(credencialid) {
      if (!asking.convidado(credencialid)) return null
      // After the key, which a withdrawal changes too: one after it makes the commit fail.
      document(desistencias.doc(credencialid))
      return desistenciaOf(credencialid)
    },
    isAwaited(empresaid) {
      const live = desistencias.where('empresaid', '==', empresaid).where('desfeitaem', '==', null).limit(1)
      return (known(`voltam/${empresaid}`, () => getAll(live)) ?? []).length > 0
    },
    guardadaOf(desistencia) {
      const live = liveOf(desistencia)
      if (!live?.empresaid || !live.reservaid) return null
      const stored = document(reservas.doc(live.reservaid))
      return withEmpresa(stored && guardadaOf(live, recordOf('reservas', live.reservaid, stored)))
    },
    isStored: (credencialid) =>
      canNameDocument(credencialid) && document(credenciais.doc(credencialid)) !== null,
    entradasFollowing(credencialid) {
      const found = known(`seguem/${credencialid}`, () => readFollowing(connection, [credencialid]))
      if (!found) return []
      for (const fact of found.facts) unit.track(fact)
      // As the unit has them: an act of the same group may have stored another.
      const facts = unit
        .list(entradas)
        .map(({ id, document }) => recordOf('entradas', id, document))
        .filter((fact) => found.ids.includes(fact.credencialid))
      return followed(facts, (id) => found.stored.has(id), found.juncoes).get(credencialid) ?? []
    },
    entradas: (entradaids) =>
      entradaids.flatMap((id) => {
        const stored = document(entradas.doc(id))
        return stored ? [recordOf('entradas', id, stored)] : []
      }),
    keptFor(credencialid) {
      // Most guests are stored: only once that was read, and they are not, the history is asked.
      if (canNameDocument(credencialid) && !unit.has(credenciais.doc(credencialid))) return null
      return known(`ficou/${credencialid}`, () => findJuncao(connection, credencialid))?.kept ?? null
    },
    isFollowedWhenRead: true,
    entradasOf(credencialid) {
      const query = entradas.where('credencialid', '==', credencialid)
      const found = known(`entradas/${credencialid}`, () => getAll(query)) ?? []
      return found.map((fact) => recordOf('entradas', fact.id, fact.data()))
    },
    convite(codigo) {
      const stored = document(convites.doc(codigo))
      const convite = stored && recordOf('convites', codigo, stored)
      const reserva = convite && document(reservas.doc(convite.reservaid))
      return reserva ? { convite, reserva: recordOf('reservas', convite.reservaid, reserva) } : null
    },
    envio: (tipo, para) =>
      enviosIn(document(envioRef(connection, tipo, para))).find((envio) => envio.para === para) ?? null,
    isThere({ tipo, para }) {
      if (tipo !== 'mesa' && !canNameDocument(para)) return false
      const convidado = (id: string) => credenciais.doc(id)
      const house = {
        mesa: asking.empresa,
        pessoal: (id: string) => convites.doc(id),
        lembrete: convidado,
        mudanca: convidado,
        certificado: convidado,
        etiqueta: convidado,
      }
      const ref = house[tipo](para)
      if (!ref) return !unit.known(`empresa/${para}`)
      // What was not read yet counts as there: else all others of a queue would be read, too.
      return document(ref) !== null || !unit.has(ref)
    },
    andamento(planilhaid) {
      const stored = canNameDocument(planilhaid) ? document(connection.andamentos.doc(planilhaid)) : null
      return stored && (stored as unknown as Andamento)
    },
    aparelho(aparelhoid) {
      const stored = canNameDocument(aparelhoid) ? document(aparelhos.doc(aparelhoid)) : null
      return stored && recordOf('aparelhos', aparelhoid, stored)
    },
    aparelhoBy(field, hash) {
      known(`aparelho/${field}/${hash}`, () => trackAll(aparelhos.where(field, '==', hash).limit(1)))
      const found = unit.list(aparelhos).find(({ document }) => document[field] === hash)
      if (found) demand(aparelhos.doc(found.id))
      return found ? recordOf('aparelhos', found.id, found.document) : null
    },
    equipe() {
      known('equipe', () => trackAll(aparelhos))
      const all = unit.list(aparelhos)
      for (const { id } of all) demand(aparelhos.doc(id))
      return all.map(({ id, document }) => recordOf('aparelhos', id, document))
    },
    pareamento(segredo) {
      const ref = pareamentos.doc(chaveIdOf(segredo))
      const former = known(ref.path, () => trackPareamento(connection, unit, segredo))
      demand(ref)
      const stored = unit.get(ref)
      return stored ? recordOf('pareamentos', chaveIdOf(segredo), stored) : (former?.() ?? null)
    },
    freeId: asking.freeId,
    isForgotten: ({ expurgo = '' }) => lastErasureIn(document(erasureRef(connection))) !== expurgo,
    isErased() {
      const isErased = known('apagado', () => trackErased(connection, unit)) ?? false
      demand(erasureRef(connection))
      return isErased
    },
    evento: () => eventoFrom(document(eventoRef(connection))),
    hasConvidados: () => (known('convidados', () => getAll(credenciais.limit(1))) ?? []).length > 0,
    pessoal: () => known('pessoal', () => countPersonalData(connection)) ?? NOTHING,
    totais: () =>
      known('totais', () => countTotais(connection)) ?? { convidados: 0, entradas: 0, contatosem: [] },
    confirmados: () => known('confirmados', () => countConfirmados(connection)) ?? 0,
  } satisfies Partial<Tx>
}
