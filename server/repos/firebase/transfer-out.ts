import { imagemidIn } from '../../domain/evento-gravado.ts'
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { carriedOf } from '../../domain/acesso.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Entrada } from '../../domain/entrada.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import { followed, juncoesOf } from '../../domain/juncao.ts'
import type { Registro } from '../../domain/transfer.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { DEADLINE_MS, within } from './deadline.ts'
import { readEmpresas } from './empresa-repo.ts'
import { readEnvios, textoFrom } from './envio-repo.ts'
import { listPareamentos } from './equipe-repo.ts'
import { erasureRef } from './erasure.ts'
import { findImagem } from './evento-repo.ts'
import { juncoesIn } from './juncoes.ts'
import { documentsOf, pagesOf } from './picture.ts'
import { chaveFrom, chaveOfId, eventoFrom, eventoRef, mesaFrom, recordOf } from './table.ts'

/** Everything stored, as it is carried to another storage. */
export async function* readRegistros(connection: Connection): AsyncIterable<Registro> {
  const { credenciais, chaves, reservas, aparelhos, entradas, historico } = connection
  const { convites, mesas, desistencias } = connection
  const { found, twice } = await readEmpresas(connection)
  if (twice[0]) throw twice[0]
  for (const [empresaid, snapshot] of found) {
    yield { kind: 'empresa', empresa: parseEmpresa(empresaid, snapshot.data()) }
  }
  const keys = new Map<string, QueryDocumentSnapshot>()
  for await (const key of documentsOf(chaves)) keys.set(String(key.get('credencialid')), key)
  const convidados = new Set<string>()
  for await (const page of pagesOf(credenciais)) {
    const unknown = page.filter(({ id }) => keys.get(id)?.get('reservaid') === undefined)
    const paidBy = await readPaidBy(
      connection,
      unknown.map(({ id }) => id),
    )
    for (const snapshot of page) {
      convidados.add(snapshot.id)
      const key = keys.get(snapshot.id)
      const reservaid: unknown = key?.get('reservaid') ?? paidBy.get(snapshot.id)
      yield {
        kind: 'credencial',
        credencial: recordOf('credenciais', snapshot.id, snapshot.data()),
        chave: key ? chaveOfId(key.id) : null,
        ...carriedOf(chaveFrom(key?.data() ?? {})),
        reservaid: typeof reservaid === 'string' ? reservaid : null,
      }
    }
  }
  for await (const snapshot of documentsOf(reservas))
    yield { kind: 'reserva', reserva: recordOf('reservas', snapshot.id, snapshot.data()) }
  for await (const snapshot of documentsOf(aparelhos))
    yield { kind: 'aparelho', aparelho: recordOf('aparelhos', snapshot.id, snapshot.data()) }
  for (const pareamento of await listPareamentos(connection)) yield { kind: 'pareamento', pareamento }
  const facts: Entrada[] = []
  for await (const snapshot of documentsOf(entradas))
    facts.push(recordOf('entradas', snapshot.id, snapshot.data()))
  const lines = await getAll(juncoesIn(connection), DEADLINE_MS)
  const juncoes = juncoesOf(lines.map((line) => recordOf('historico', line.id, line.data())))
  const theirs = followed(facts, (id) => convidados.has(id), juncoes)
  for (const entrada of facts) yield { kind: 'entrada', entrada }
  const areStored = new Set(facts.map(({ entradaid }) => entradaid))
  // Other storages look for the facts of a guest under that guest alone.
  for (const id of convidados)
    for (const entrada of theirs.get(id) ?? [])
      if (!areStored.has(entrada.entradaid)) yield { kind: 'entrada', entrada }
  const last: unknown = (await within(DEADLINE_MS, erasureRef(connection).get())).get('historicoid')
  const erasures: LinhaDoHistorico[] = []
  for await (const snapshot of documentsOf(historico)) {
    const linha = recordOf('historico', snapshot.id, snapshot.data())
    if (linha.historicoid === last) erasures.push(linha)
    else yield { kind: 'linha', linha }
  }
  for (const linha of erasures) yield { kind: 'linha', linha }
  for await (const snapshot of documentsOf(convites))
    yield { kind: 'convite', convite: recordOf('convites', snapshot.id, snapshot.data()) }
  for await (const snapshot of documentsOf(mesas))
    yield { kind: 'mesa', mesa: mesaFrom(String(snapshot.get('empresaid')), snapshot.data()) }
  for await (const snapshot of documentsOf(desistencias)) {
    // Of a guest somebody deleted by hand nothing is carried.
    if (convidados.has(snapshot.id))
      yield { kind: 'desistencia', desistencia: recordOf('desistencias', snapshot.id, snapshot.data()) }
  }
  for (const envio of await readEnvios(connection, DEADLINE_MS)) yield { kind: 'envio', envio }
  for (const snapshot of await getAll(connection.textos))
    for (const texto of textoFrom(snapshot.id, snapshot.data())) yield { kind: 'texto', texto }
  const evento = eventoFrom((await within(DEADLINE_MS, eventoRef(connection).get())).data())
  const imagemid = imagemidIn(evento)
  const imagem = imagemid === null ? null : await findImagem(connection, imagemid)
  if (imagem) yield { kind: 'imagem', imagem }
  if (evento) yield { kind: 'evento', evento }
}

/** Which reserva pays, for guests whose key does not tell: those of other products and earlier releases. */
async function readPaidBy({ reservas }: Connection, credencialids: string[]): Promise<Map<string, string>> {
  const paidBy = new Map<string, string>()
  for (const chunk of chunksOf(credencialids)) {
    const usadas = reservas.where('credencialid', 'in', chunk).where('estado', '==', 'usada')
    for (const usada of await getAll(usadas)) paidBy.set(String(usada.get('credencialid')), usada.id)
  }
  return paidBy
}
