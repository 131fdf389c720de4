import type { DocumentSnapshot } from 'firebase-admin/firestore'
import type { Convidado } from '../../domain/credencial-repo.ts'
import { findEmpresa, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { credencialFrom } from './documents.ts'
import { readEmpresas } from './import.ts'
import { pagesOf } from './pages.ts'

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
    const empresa = await findEmpresa(connection, empresaid)
    return { credencial, empresa: { empresaid, nome: String(empresa?.get('nome') ?? '') } }
  }

  return {
    async findById(credencialid) {
      // What cannot name a document names no credencial.
      if (!/^(?!__.*__$)[\w-]{1,128}$/.test(credencialid)) return null
      const snapshot = await within(ATTEMPT_MS, credenciais.doc(credencialid).get())
      return snapshot.exists ? within(DEADLINE_MS, convidadoFrom(snapshot)) : null
    },

    async findByCpf(cpf) {
      const found = await getAll(credenciais.where('cpf', '==', cpf))
      return within(DEADLINE_MS, Promise.all(found.map(convidadoFrom)))
    },

    async *list() {
      const usadas = await within(DEADLINE_MS, reservas.where('estado', '==', 'usada').get())
      const paidBy = new Map(
        usadas.docs.map((usada) => [String(usada.get('credencialid')), String(usada.get('empresaid'))]),
      )
      const { found: empresas } = await readEmpresas(connection)
      for await (const snapshot of pagesOf(credenciais)) {
        const empresaid = paidBy.get(snapshot.id)
        const nome = empresaid === undefined ? '' : String(empresas.get(empresaid)?.get('nome') ?? '')
        yield {
          credencial: credencialFrom(snapshot.id, snapshot.data()),
          empresa: empresaid === undefined ? null : { empresaid, nome },
        }
      }
    },
  }
}
