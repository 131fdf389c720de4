import { entradasIn } from '../../domain/entrada.ts'
import { ERASURES } from '../../domain/historico.ts'
import { renewed } from '../../domain/mesa.ts'
import { contatosemIn, erasedIn, type Totais } from '../../domain/outro-evento.ts'
import type { ParteDoEvento } from '../../domain/tx.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS } from './deadline.ts'
import { countOf, readFates, type ErasurePage } from './erasure.ts'
import { followedBy } from './juncoes.ts'
import { pendentesRef } from './pendentes.ts'
import { fieldsOf, mesaFrom, mesaIdOf, recordsOf } from './table.ts'
import type { Unit } from './unit.ts'

/** Companies of one commit, each with its mesa and the list of its pendentes. */
const EMPRESAS = 100

/**
 * The totals of an event whose guests are erased. Admissions are counted rather than read, because there may
 * be twenty thousand.
 */
export async function countTotais({ historico, entradas }: Connection): Promise<Totais> {
  const [erasures, all, annulments] = await Promise.all([
    getAll(historico.where('ato', 'in', [...ERASURES]), DEADLINE_MS),
    countOf(entradas),
    // Comparing with text leaves out null.
    countOf(entradas.where('anula', '>=', '')),
  ])
  const linhas = recordsOf('historico', erasures)
  const convidados = erasedIn(linhas.filter(({ ato }) => ato === 'apagou-tudo'))
  return { convidados, contatosem: contatosemIn(linhas), entradas: all - 2 * annulments }
}

/** How many guests are confirmed: all are counted, and the few who withdrew are subtracted. */
export async function countConfirmados(connection: Connection): Promise<number> {
  const { credenciais, desistencias } = connection
  const [counted, live] = await Promise.all([
    countOf(credenciais),
    getAll(desistencias.where('desfeitaem', '==', null), DEADLINE_MS),
  ])
  const theirs = await followedBy(
    connection,
    live.map(({ id }) => id),
  )
  const absent = live.filter(({ id }) => entradasIn(theirs.get(id) ?? []).length === 0)
  return counted - absent.length
}

/** Reads the next page of records that end with the event into the unit. */
export async function readEnding(
  connection: Connection,
  unit: Unit,
  parte: ParteDoEvento,
  after: string | null,
): Promise<Pick<ErasurePage, 'next' | 'erase'>> {
  if (parte !== 'empresas') return readFates(connection, unit, parte, 'onEnd', after)
  const page = await readFates(connection, unit, parte, 'onEnd', after, EMPRESAS)
  const houses = page.ids.map((empresaid) => ({
    empresaid,
    mesaRef: connection.mesas.doc(mesaIdOf(empresaid)),
    listRef: pendentesRef(connection, empresaid),
  }))
  await unit.read(houses.flatMap(({ mesaRef, listRef }) => [mesaRef, listRef]))
  return {
    next: page.next,
    erase() {
      page.erase()
      for (const { empresaid, mesaRef, listRef } of houses) {
        unit.set(mesaRef, fieldsOf('mesas', renewed(mesaFrom(empresaid, unit.get(mesaRef)))))
        if (unit.get(listRef)) unit.delete(listRef)
      }
    },
  }
}
