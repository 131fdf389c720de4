import type { DocumentSnapshot } from 'firebase-admin/firestore'
import { NINGUEM, payerIn } from '../../domain/casa.ts'
import { besideOf } from '../../domain/acesso.ts'
import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import { chunksOf, findEmpresa, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS } from './deadline.ts'
import { pagesOf } from './picture.ts'
import { chaveFrom, recordOf, recordsOf, text } from './table.ts'

/** All guests with the company that invited each, for the organiser. A page takes a read for each guest. */
export function createConvidadosList(connection: Connection): CredencialRepo['list'] {
  const { chaves, credenciais, reservas } = connection

  const readNome = async (empresaid: string): Promise<string> => {
    const empresa = await findEmpresa(connection, empresaid)
    return String(empresa?.get('nome') ?? '')
  }

  /**
   * The company that paid for each guest of a page, and the data beside each key. Read after the page: a
   * registration stores all of it at once, so no guest on the page lacks the reserva.
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

  return async function* list() {
    const empresas = recordsOf('empresas', await getAll(connection.empresas, DEADLINE_MS))
    const nomes = new Map(empresas.map(({ empresaid, nome }) => [empresaid, text(nome)]))
    for await (const page of pagesOf(credenciais)) {
      const { paidBy, chaves } = await readBeside(page.map(({ id }) => id))
      for (const empresaid of paidBy.values()) {
        // A company added while the guests were read.
        if (!nomes.has(empresaid)) nomes.set(empresaid, await readNome(empresaid))
      }
      for (const snapshot of page) {
        const empresaid = payerIn({ empresaid: paidBy.get(snapshot.id) ?? NINGUEM.empresaid }) ?? undefined
        yield {
          credencial: recordOf('credenciais', snapshot.id, snapshot.data()),
          ...besideOf(chaveFrom(chaves.get(snapshot.id) ?? {})),
          empresa: empresaid === undefined ? null : { empresaid, nome: nomes.get(empresaid) ?? '' },
        }
      }
    }
  }
}
