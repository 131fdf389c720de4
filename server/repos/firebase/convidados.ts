import type { DocumentSnapshot } from 'firebase-admin/firestore'
import { besideOf } from '../../domain/acesso.ts'
import type { Convidado } from '../../domain/credencial-repo.ts'
import { chunksOf, findEmpresa, getAll, usadaOf } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { readEmpresas } from './empresa-repo.ts'
import { pagesOf } from './picture.ts'
import { canNameDocument, chaveFrom, recordOf } from './table.ts'

/** Reads credentials together with the company that invited each, for the organiser. */
export interface Convidados {
  findById(credencialid: string): Promise<Convidado | null>
  findByCpf(cpf: string): Promise<Convidado[]>
  list(): AsyncIterable<Convidado>
}

export function createConvidados(connection: Connection): Convidados {
  const { chaves, credenciais, reservas } = connection

  const keyOf = async (credencialid: string) =>
    (await getAll(chaves.where('credencialid', '==', credencialid).limit(1)))[0]

  /** The key tells which reserva paid; for a guest without one it is looked for. */
  const usadaBy = async (credencialid: string, key?: DocumentSnapshot): Promise<DocumentSnapshot | null> => {
    const reservaid: unknown = key?.get('reservaid')
    if (typeof reservaid === 'string') return within(ATTEMPT_MS, reservas.doc(reservaid).get())
    return reservaid === null ? null : ((await getAll(usadaOf(connection, credencialid)))[0] ?? null)
  }

  const convidadoFrom = async (snapshot: DocumentSnapshot, key?: DocumentSnapshot): Promise<Convidado> => {
    const credencial = recordOf('credenciais', snapshot.id, snapshot.data() ?? {})
    const beside = besideOf(chaveFrom(key?.data() ?? {}))
    const usada = await usadaBy(snapshot.id, key)
    if (!usada?.exists) return { credencial, ...beside, empresa: null }
    const empresaid = String(usada.get('empresaid'))
    return { credencial, ...beside, empresa: { empresaid, nome: await readNome(empresaid) } }
  }

  const readNome = async (empresaid: string): Promise<string> => {
    const empresa = await findEmpresa(connection, empresaid)
    return String(empresa?.get('nome') ?? '')
  }

  const findById = async (credencialid: string): Promise<Convidado | null> => {
    const [snapshot, key] = await Promise.all([
      within(ATTEMPT_MS, credenciais.doc(credencialid).get()),
      keyOf(credencialid),
    ])
    return snapshot.exists ? convidadoFrom(snapshot, key) : null
  }

  /**
   * The company that paid for each guest of a page, and what lies beside each key. Read after the page: a registration
   * stores all of it at once, so no guest on it lacks the reserva.
   */
  const readBeside = async (ids: string[]) => {
    const readAll = async (read: (chunk: string[]) => Promise<DocumentSnapshot[]>) =>
      (await Promise.all(chunksOf(ids).map(read))).flat()
    const [usadas, keys] = await Promise.all([
      readAll((chunk) => getAll(reservas.where('credencialid', 'in', chunk).where('estado', '==', 'usada'))),
      readAll((chunk) => getAll(chaves.where('credencialid', 'in', chunk))),
    ])
    return {
      paidBy: new Map(
        usadas.map((usada) => [String(usada.get('credencialid')), String(usada.get('empresaid'))]),
      ),
      chaves: new Map(keys.map((key) => [String(key.get('credencialid')), key.data()])),
    }
  }

  return {
    async findById(credencialid) {
      if (!canNameDocument(credencialid)) return null
      return within(DEADLINE_MS, findById(credencialid))
    },

    async findByCpf(cpf) {
      const found = await getAll(credenciais.where('cpf', '==', cpf))
      const convidados = found.map(async (snapshot) => convidadoFrom(snapshot, await keyOf(snapshot.id)))
      return within(DEADLINE_MS, Promise.all(convidados))
    },

    async *list() {
      const { found: empresas } = await readEmpresas(connection)
      const nomes = new Map([...empresas].map(([id, empresa]) => [id, String(empresa.get('nome') ?? '')]))
      for await (const page of pagesOf(credenciais)) {
        const { paidBy, chaves } = await readBeside(page.map(({ id }) => id))
        for (const empresaid of paidBy.values()) {
          // A company that came while the guests were read.
          if (!nomes.has(empresaid)) nomes.set(empresaid, await readNome(empresaid))
        }
        for (const snapshot of page) {
          const empresaid = paidBy.get(snapshot.id)
          yield {
            credencial: recordOf('credenciais', snapshot.id, snapshot.data()),
            ...besideOf(chaveFrom(chaves.get(snapshot.id) ?? {})),
            empresa: empresaid === undefined ? null : { empresaid, nome: nomes.get(empresaid) ?? '' },
          }
        }
      }
    },
  }
}
