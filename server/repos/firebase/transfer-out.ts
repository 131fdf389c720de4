import type { QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Registro } from '../../domain/transfer.ts'
import type { Connection } from './connection.ts'
import { chaveOfId } from './chave-id.ts'
import { aparelhoFrom, chaveFrom, credencialFrom, entradaFrom, reservaFrom } from './documents.ts'
import { feitoFrom } from './feitos.ts'
import { readEmpresas } from './import.ts'
import { documentsOf } from './pages.ts'

/** Everything stored, as it is carried to another storage. */
export async function* readRegistros(connection: Connection): AsyncIterable<Registro> {
  const { credenciais, chaves, reservas, aparelhos, entradas, historico } = connection
  const { found, twice } = await readEmpresas(connection)
  if (twice[0]) throw twice[0]
  for (const [empresaid, snapshot] of found) {
    yield { kind: 'empresa', empresa: parseEmpresa(empresaid, snapshot.data()) }
  }
  const all: Reserva[] = []
  for await (const snapshot of documentsOf(reservas)) all.push(reservaFrom(snapshot.id, snapshot.data()))
  const usadas = all.filter(({ estado }) => estado === 'usada')
  const paidBy = new Map(usadas.map(({ credencialid, reservaid }) => [credencialid, reservaid]))
  const keys = new Map<string, QueryDocumentSnapshot>()
  for await (const key of documentsOf(chaves)) keys.set(String(key.get('credencialid')), key)
  for await (const snapshot of documentsOf(credenciais)) {
    const key = keys.get(snapshot.id)
    const { versao, origem, criadaem } = chaveFrom(key?.data() ?? {})
    yield {
      kind: 'credencial',
      credencial: credencialFrom(snapshot.id, snapshot.data()),
      chave: key ? chaveOfId(key.id) : null,
      ...{ versao, origem, criadaem },
      reservaid: paidBy.get(snapshot.id) ?? null,
    }
  }
  for (const reserva of all) yield { kind: 'reserva', reserva }
  for await (const snapshot of documentsOf(aparelhos))
    yield { kind: 'aparelho', aparelho: aparelhoFrom(snapshot.id, snapshot.data()) }
  for await (const snapshot of documentsOf(entradas))
    yield { kind: 'entrada', entrada: entradaFrom(snapshot.id, snapshot.data()) }
  for await (const snapshot of documentsOf(historico))
    yield { kind: 'feito', feito: feitoFrom(snapshot.data()) }
}
