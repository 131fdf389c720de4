import type { DocumentSnapshot } from 'firebase-admin/firestore'
import type { Convidado } from '../../domain/credencial-repo.ts'
import { findEmpresa, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { credencialFrom } from './documents.ts'
import { readEmpresas } from './import.ts'
import { pagesOf } from './pages.ts'

/** How many values a query by `in` takes. */
const IN_MAX = 30

/** Reads credentials together with the company that invited each, for the organiser. */
export interface Convidados {
  findById(credencialid: string): Promise<Convidado | null>
  findByCpf(cpf: string): Promise<Convidado[]>
  list(): AsyncIterable<Convidado>
}

export function createConvidados(connection: Connection): Convidados {
  const { credenciais, reservas } = connection

  const convidadoFrom = async (snapshot: DocumentSnapshot): Promise<Convidado> => {
    const credencial = credencialFrom(snapshot.id, snapshot.data() ?? {})
    const paid = reservas.where('credencialid', '==', snapshot.id).where('estado', '==', 'usada').limit(1)
    const [usada] = await getAll(paid)
    if (!usada) return { credencial, empresa: null }
    const empresaid = String(usada.get('empresaid'))
    return { credencial, empresa: { empresaid, nome: await readNome(empresaid) } }
  }

  const readNome = async (empresaid: string): Promise<string> => {
    const empresa = await findEmpresa(connection, empresaid)
    return String(empresa?.get('nome') ?? '')
  }

  /**
   * The company that paid for each guest of a page. Read after the page: a registration stores both at once, so no guest
   * on it lacks the reserva.
   */
  const readPayers = async (ids: string[]): Promise<Map<string, string>> => {
    const chunks = Array.from({ length: Math.ceil(ids.length / IN_MAX) }, (_, n) =>
      ids.slice(n * IN_MAX, (n + 1) * IN_MAX),
    )
    const found = await Promise.all(
      chunks.map((chunk) =>
        getAll(reservas.where('credencialid', 'in', chunk).where('estado', '==', 'usada')),
      ),
    )
    return new Map(
      found.flat().map((usada) => [String(usada.get('credencialid')), String(usada.get('empresaid'))]),
    )
  }

  return {
    async findById(credencialid) {
      if (!canNameDocument(credencialid)) return null
      const snapshot = await within(ATTEMPT_MS, credenciais.doc(credencialid).get())
      return snapshot.exists ? within(DEADLINE_MS, convidadoFrom(snapshot)) : null
    },

    async findByCpf(cpf) {
      const found = await getAll(credenciais.where('cpf', '==', cpf))
      return within(DEADLINE_MS, Promise.all(found.map(convidadoFrom)))
    },

    async *list() {
      const { found: empresas } = await readEmpresas(connection)
      const nomes = new Map([...empresas].map(([id, empresa]) => [id, String(empresa.get('nome') ?? '')]))
      for await (const page of pagesOf(credenciais)) {
        const paidBy = await readPayers(page.map(({ id }) => id))
        for (const empresaid of paidBy.values()) {
          // A company that came while the guests were read.
          if (!nomes.has(empresaid)) nomes.set(empresaid, await readNome(empresaid))
        }
        for (const snapshot of page) {
          const empresaid = paidBy.get(snapshot.id)
          yield {
            credencial: credencialFrom(snapshot.id, snapshot.data()),
            empresa: empresaid === undefined ? null : { empresaid, nome: nomes.get(empresaid) ?? '' },
          }
        }
      }
    },
  }
}

/** What cannot name a document names no credencial; ids of other products may hold all else. */
function canNameDocument(id: string): boolean {
  const isTaken = /^(\.{0,2}|__.*__)$/s.test(id)
  return !isTaken && !/[\/\p{Surrogate}]/u.test(id) && Buffer.byteLength(id) <= 1_500
}
