import type { DocumentReference, Query } from 'firebase-admin/firestore'
import { entradasIn } from '../../domain/entrada.ts'
import { ERASURES } from '../../domain/historico.ts'
import { followed } from '../../domain/juncao.ts'
import { contatosemIn, erasedIn, type Totais } from '../../domain/outro-evento.ts'
import type { ParteDoEvento } from '../../domain/tx.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import type { ErasurePage } from './erasure.ts'
import { readFollowing } from './juncoes.ts'
import { pendentesRef } from './pendentes.ts'
import { pageAfter } from './picture.ts'
import { mesaFrom, mesaIdOf, recordOf, text } from './table.ts'
import type { Unit } from './unit.ts'

/** Companies of one commit, each with its mesa and the list of its pendentes. */
const EMPRESAS = 100

/** What is known of an event whose guests are erased: counted, for there may be twenty thousand admissions. */
export async function countTotais({ historico, entradas }: Connection): Promise<Totais> {
  const countOf = async (query: Query) => (await within(DEADLINE_MS, query.count().get())).data().count
  const [erasures, all, annulments] = await Promise.all([
    getAll(historico.where('ato', 'in', [...ERASURES]), DEADLINE_MS),
    countOf(entradas),
    // Of null and text only text is compared with text.
    countOf(entradas.where('anula', '>=', '')),
  ])
  const linhas = erasures.map((line) => recordOf('historico', line.id, line.data()))
  const convidados = erasedIn(linhas.filter(({ ato }) => ato === 'apagou-tudo'))
  return { convidados, contatosem: contatosemIn(linhas), entradas: all - 2 * annulments }
}

/** How many guests are confirmed: counted, but for those who withdrew, of whom there are few. */
export async function countConfirmados(connection: Connection): Promise<number> {
  const { credenciais, desistencias } = connection
  const [counted, live] = await Promise.all([
    within(DEADLINE_MS, credenciais.count().get()),
    getAll(desistencias.where('desfeitaem', '==', null), DEADLINE_MS),
  ])
  const { facts, stored, juncoes } = await readFollowing(
    connection,
    live.map(({ id }) => id),
  )
  const theirs = followed(
    facts.map((fact) => recordOf('entradas', fact.id, fact.data())),
    (id) => stored.has(id),
    juncoes,
  )
  const absent = live.filter(({ id }) => entradasIn(theirs.get(id) ?? []).length === 0)
  return counted.data().count - absent.length
}

/** Reads the next page of what ends with the event into the unit. */
export async function readEnding(
  connection: Connection,
  unit: Unit,
  parte: ParteDoEvento,
  after: string | null,
): Promise<Pick<ErasurePage, 'next' | 'erase'>> {
  if (parte === 'empresas') return readEmpresas(connection, unit, after)
  const page = await pageAfter(connection[parte], after)
  for (const snapshot of page) unit.track(snapshot)
  const isEnding = await endingOf(connection, parte)
  return {
    next: page.at(-1)?.id ?? null,
    erase() {
      for (const snapshot of page)
        if (isEnding(text(snapshot.get('papel')), text(snapshot.get('aparelhoid')))) unit.delete(snapshot.ref)
    },
  }
}

/** Which documents of a collection end: of the team, those of the door. */
async function endingOf(
  { aparelhos }: Connection,
  parte: Exclude<ParteDoEvento, 'empresas'>,
): Promise<(papel: string, aparelhoid: string) => boolean> {
  if (parte === 'aparelhos') return (papel) => papel === 'porta'
  if (parte !== 'pareamentos') return () => true
  const stay = new Set((await getAll(aparelhos)).map(({ id }) => id))
  return (_papel, aparelhoid) => !stay.has(aparelhoid)
}

async function readEmpresas(
  connection: Connection,
  unit: Unit,
  after: string | null,
): Promise<Pick<ErasurePage, 'next' | 'erase'>> {
  const page = await pageAfter(connection.empresas, after, { size: EMPRESAS })
  // What has no empresaid is no company.
  const companies = page.filter((one) => text(one.get('empresaid')) !== '')
  const besideOf = (empresaid: string): [DocumentReference, DocumentReference] => [
    connection.mesas.doc(mesaIdOf(empresaid)),
    pendentesRef(connection, empresaid),
  ]
  const refs = companies.flatMap((one) => besideOf(text(one.get('empresaid'))))
  const beside = refs.length === 0 ? [] : await within(ATTEMPT_MS, connection.db.getAll(...refs))
  for (const snapshot of [...companies, ...beside]) unit.track(snapshot)
  return {
    next: page.at(-1)?.id ?? null,
    erase() {
      for (const { ref } of companies) {
        const stored = unit.get(ref) ?? {}
        const empresaid = text(stored.empresaid)
        const [mesaRef, listRef] = besideOf(empresaid)
        const mesa = mesaFrom(empresaid, unit.get(mesaRef) ?? undefined)
        unit.set(ref, { ...stored, licredencial: 0 })
        unit.set(mesaRef, { ...mesa, versao: mesa.versao + 1, fechada: false, numero: '' })
        if (unit.get(listRef)) unit.delete(listRef)
      }
    },
  }
}
