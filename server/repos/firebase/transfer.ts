import type { DocumentReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { carriedOf } from '../../domain/acesso.ts'
import { imagemidsIn } from '../../domain/evento-gravado.ts'
import { followed, juncoesOf } from '../../domain/juncao.ts'
import type { Kind, Stored } from '../../domain/records.ts'
import { KINDS, type Counts, type Transfer } from '../../domain/transfer.ts'
import { readRegistros, type Source } from '../transfer.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { readEmpresas } from './empresa-repo.ts'
import { readEnvios } from './envio-repo.ts'
import { countOf, erasureRef, lastErasureIn } from './erasure.ts'
import { findImagem, firstArquivos } from './evento-repo.ts'
import { juncoesIn } from './juncoes.ts'
import { documentsOf, pagesOf } from './picture.ts'
import type { Queues } from './run-transaction.ts'
import { chaveFrom, chaveOfId, eventoFrom, eventoRef, recordsOf, type Plain } from './table.ts'
import { createTransferIn } from './transfer-in.ts'
import type { Unit } from './unit.ts'

/** Transfers everything in and out of Firestore, and keeps the data about the storage as a whole. */
export function createTransfer(connection: Connection, queues: Queues): Transfer {
  const { outbox, meta } = connection

  /** Reads a note of the storage about itself, by its name, and decides on it. */
  const note = <Result>(nome: string, decide: (unit: Unit, ref: DocumentReference) => Result) =>
    queues.run(nome, async (unit) => {
      const ref = meta.doc(nome)
      unit.track(await within(ATTEMPT_MS, ref.get()))
      return () => decide(unit, ref)
    })

  const queryOf = (kind: Kind) => {
    // A document without empresaid is not a company.
    if (kind === 'empresas') return connection.empresas.orderBy('empresaid')
    if (kind === 'imagens') return firstArquivos(connection)
    return kind === 'avips' ? outbox : connection[kind as Plain]
  }
  return {
    ...createTransferIn(connection, queues),
    read: () => readRegistros(sourceIn(connection)),

    async count() {
      const counted = ([...KINDS, 'avips'] as const).map(async (kind) => {
        const envios = kind === 'envios' ? await readEnvios(connection.envios, DEADLINE_MS) : null
        return [kind, envios?.length ?? (await countOf(queryOf(kind)))]
      })
      const counts = Object.fromEntries(await Promise.all(counted)) as Counts
      // Those in the outbox are still due.
      return { ...counts, avips: counts.credenciais - counts.avips }
    },

    isCopy: async () => (await within(ATTEMPT_MS, meta.doc('copia').get())).exists,

    setCopy: (isCopy) =>
      note('copia', (unit, ref) => {
        if (!isCopy) unit.delete(ref)
        else if (!unit.get(ref)) unit.set(ref, { valor: true })
      }),

    keepFingerprint: (fingerprint) =>
      note('marca', (unit, ref) => {
        const kept = unit.get(ref)?.valor
        if (typeof kept === 'string') return kept
        unit.set(ref, { valor: fingerprint })
        return fingerprint
      }),
  }
}

/** Reads what is stored in Firestore, for a transfer to another storage. */
function sourceIn(connection: Connection): Source {
  const { chaves, credenciais } = connection
  const stored = new Set<string>()

  async function* plain<K extends Plain>(kind: K): AsyncIterable<Stored[K]> {
    for await (const page of pagesOf(connection[kind])) yield* recordsOf(kind, page)
  }
  const otherwise: { [K in Kind]?: () => AsyncIterable<Stored[K]> } = {
    async *empresas() {
      const { found, twice } = await readEmpresas(connection)
      if (twice[0]) throw twice[0]
      for (const [empresaid, stored] of found) yield { ...stored, empresaid }
    },
    async *entradas() {
      const facts: Stored['entradas'][] = []
      for await (const fact of plain('entradas')) facts.push(fact)
      yield* facts
      const lines = await getAll(juncoesIn(connection), DEADLINE_MS)
      const theirs = followed(facts, (id) => stored.has(id), juncoesOf(recordsOf('historico', lines)))
      const areStored = new Set(facts.map(({ entradaid }) => entradaid))
      // Other storages look for a guest's facts under that guest only.
      for (const id of stored)
        for (const entrada of theirs.get(id) ?? []) if (!areStored.has(entrada.entradaid)) yield entrada
    },
    async *desistencias() {
      // A guest deleted by hand may have left a withdrawal, which is not transferred.
      for await (const one of plain('desistencias')) if (stored.has(one.credencialid)) yield one
    },
    async *envios() {
      yield* await readEnvios(connection.envios, DEADLINE_MS)
    },
    async *imagens() {
      const evento = eventoFrom((await within(DEADLINE_MS, eventoRef(connection).get())).data())
      for (const imagemid of imagemidsIn(evento)) {
        const imagem = await findImagem(connection, imagemid)
        if (imagem) yield imagem
      }
    },
  }

  return {
    all: <K extends Kind>(kind: K) =>
      otherwise[kind]?.() ?? (plain(kind as Plain) as AsyncIterable<Stored[K]>),

    async *convidados() {
      const keys = new Map<string, QueryDocumentSnapshot>()
      for await (const key of documentsOf(chaves)) keys.set(String(key.get('credencialid')), key)
      for await (const page of pagesOf(credenciais)) {
        const unknown = page.filter(({ id }) => keys.get(id)?.get('reservaid') === undefined)
        const paidBy = await readPaidBy(
          connection,
          unknown.map(({ id }) => id),
        )
        for (const credencial of recordsOf('credenciais', page)) {
          const { credencialid } = credencial
          stored.add(credencialid)
          const key = keys.get(credencialid)
          const reservaid: unknown = key?.get('reservaid') ?? paidBy.get(credencialid)
          yield {
            kind: 'credencial',
            credencial,
            chave: key ? chaveOfId(key.id) : null,
            ...carriedOf(chaveFrom(key?.data() ?? {})),
            reservaid: typeof reservaid === 'string' ? reservaid : null,
          }
        }
      }
    },

    lastErasure: async () => lastErasureIn((await within(DEADLINE_MS, erasureRef(connection).get())).data()),
  }
}

/** Which reserva pays for guests whose key does not say: those of other products and earlier releases. */
async function readPaidBy({ reservas }: Connection, credencialids: string[]): Promise<Map<string, string>> {
  const paidBy = new Map<string, string>()
  for (const chunk of chunksOf(credencialids)) {
    const usadas = reservas.where('credencialid', 'in', chunk).where('estado', '==', 'usada')
    for (const usada of await getAll(usadas)) paidBy.set(String(usada.get('credencialid')), usada.id)
  }
  return paidBy
}
