import { firstPlaceOf, NAMES_NOBODY } from '../../domain/convite-pessoal.ts'
import { notasOf, sobreOf } from '../../domain/envio.ts'
import { followed } from '../../domain/juncao.ts'
import type { PersonalData } from '../../domain/personal-data.ts'
import { envioId } from '../../domain/records.ts'
import type { Tx } from '../../domain/tx.ts'
import { wordsOf } from '../../domain/words.ts'
import { houseKey, openHouse } from './allotment.ts'
import type { Asking } from './asking.ts'
import { openRemoval } from './empresa-repo.ts'
import { countPersonalData, erasureRef, lastErasureIn, readErasure, trackErased } from './erasure.ts'
import { readFollowing } from './juncoes.ts'
import { trackConvitesOf, trackOfTelefone } from './open-convidado.ts'
import { countConfirmados, countTotais, readEnding } from './outro-evento.ts'
import type { UnitRecords } from './records.ts'
import { canNameDocument, documentOf, recordOf } from './table.ts'

/** Before anything is counted. */
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

/**
 * The words of acts that Firestore implements in its own way: counts, pages, facts that are followed when
 * read, and records that are read together instead of one after the other.
 * @param lote marks the facts of this act: if an earlier try stored them and its answer was lost, they still
 * count as new
 */
export function firestoreWordsOf(
  { connection, unit, known, document, demand, ...asking }: Asking,
  records: UnitRecords,
  lote: string,
): Tx {
  const { write } = records
  const { credenciais, entradas, historico, reservas } = connection
  const words = wordsOf(records)
  return {
    ...words,
    allotment(request) {
      const { empresaid } = request
      records.get('mesas', empresaid)
      known(houseKey(empresaid), () => openHouse(connection, unit, request))
      return words.allotment(request)
    },
    pagosCom(empresaid, telefones) {
      known(`telefones/${telefones.join('/')}`, () => trackOfTelefone(connection, unit, telefones))
      const pagos = unit.list(reservas).flatMap(({ document: reserva }) => {
        const isPayer = reserva.empresaid === empresaid && reserva.estado === 'usada'
        return isPayer ? [reserva.credencialid] : []
      })
      // As in the unit: an act of the same group may have registered another.
      return unit
        .list(credenciais)
        .filter(
          ({ id, document: { telefone } }) => pagos.includes(id) && telefones.some((one) => one === telefone),
        )
        .map(({ id }) => id)
    },
    entradasFollowing(credencialid) {
      const found = known(`seguem/${credencialid}`, () => readFollowing(connection, [credencialid]))
      if (!found) return []
      for (const fact of found.facts) unit.track(fact)
      // As in the unit: an act of the same group may have stored another.
      const facts = unit
        .list(entradas)
        .map(({ id, document: fact }) => recordOf('entradas', id, fact))
        .filter((fact) => found.ids.includes(fact.credencialid))
      return followed(facts, (id) => found.stored.has(id), found.juncoes).get(credencialid) ?? []
    },
    keptFor(credencialid) {
      // Most guests are stored: the history is read only once this one turned out not to be.
      if (canNameDocument(credencialid) && !unit.has(credenciais.doc(credencialid))) return null
      return words.keptFor(credencialid)
    },
    isFollowedWhenRead: true,
    freeIds: (now, count) => asking.freeIds(now, count),
    isThere(destino) {
      const { kind, id } = sobreOf(destino)
      if (kind !== 'empresas' && !canNameDocument(id)) return false
      const ref = kind === 'empresas' ? asking.empresa(id) : connection[kind].doc(id)
      if (!ref) return !unit.known(`empresa/${id}`)
      // A document not read yet counts as present; otherwise all others of a queue would be read, too.
      return document(ref) !== null || !unit.has(ref)
    },
    isForgotten: ({ expurgo = '' }) => lastErasureIn(document(erasureRef(connection))) !== expurgo,
    isErased() {
      const isErased = known('apagado', () => trackErased(connection, unit)) ?? false
      demand(erasureRef(connection))
      return isErased
    },
    pessoal: () => known('pessoal', () => countPersonalData(connection)) ?? NOTHING,
    totais: () =>
      known('totais', () => countTotais(connection)) ?? { convidados: 0, entradas: 0, contatosem: [] },
    confirmados: () => known('confirmados', () => countConfirmados(connection)) ?? 0,

    eraseEmpresa(empresaid) {
      const removal = known(`remove/${empresaid}`, () => openRemoval(connection, unit, empresaid))
      for (const ref of removal?.house ?? []) demand(ref)
      write(() => removal?.erase())
      return removal?.isWhole ?? true
    },
    eraseConvidado(credencialid, taken) {
      const codigos =
        known(`beside/${credencialid}`, () => trackConvitesOf(connection, unit, credencialid)) ?? []
      const named = codigos.filter(
        (codigo) => records.get('convites', codigo)?.reservaid !== (taken && firstPlaceOf(taken)),
      )
      for (const codigo of named) records.change('convites', codigo, NAMES_NOBODY)
      for (const { chave } of records.find('chaves', { credencialid })) records.delete('chaves', chave)
      for (const nota of [
        ...named.flatMap((codigo) => notasOf('convites', codigo)),
        ...notasOf('credenciais', credencialid),
      ])
        records.delete('envios', envioId(nota))
      for (const kind of ['desistencias', 'avips', 'credenciais'] as const) records.delete(kind, credencialid)
    },
    append(facts, linhaDoHistorico) {
      const fresh = facts.filter((entrada) => {
        if (linhaDoHistorico) document(historico.doc(linhaDoHistorico(entrada).historicoid))
        const stored = document(entradas.doc(entrada.entradaid))
        return stored === null || stored.lote === lote
      })
      for (const entrada of fresh) {
        const ref = entradas.doc(entrada.entradaid)
        if (unit.get(ref)) continue
        write(() => unit.set(ref, { ...documentOf(connection, 'entradas', entrada), lote }))
        const linha = linhaDoHistorico?.(entrada)
        if (linha) records.put('historico', linha)
      }
      return fresh.length
    },
    eraseNext(parte, after) {
      const page = known(`expurgo/${parte}/${after}`, () => readErasure(connection, unit, parte, after))
      if (!page) return { ids: [], next: null }
      write(() => page.erase())
      return page
    },
    endNext(parte, after) {
      const page = known(`fim/${parte}/${after}`, () => readEnding(connection, unit, parte, after))
      if (!page) return null
      write(() => page.erase())
      return page.next
    },
    markErased({ em, historicoid }) {
      const ref = erasureRef(connection)
      document(ref)
      write(() => unit.set(ref, { em, historicoid }))
    },
  }
}
