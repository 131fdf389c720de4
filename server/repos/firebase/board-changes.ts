import type { CollectionReference, QueryDocumentSnapshot, QuerySnapshot } from 'firebase-admin/firestore'
import type { Feito } from '../../domain/historico.ts'
import { juncaoOf } from '../../domain/juncao.ts'
import { chunksOf, valuesOfEmpresaid } from './allotment.ts'
import { putReserva, readBoard, sumIn, type Board } from './board.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument } from './documents.ts'
import { feitoFrom } from './historico-repo.ts'
import { readGuestsOf } from './guests.ts'
import { juncoesIn, juncoesOf, noteJuncao, withMerged } from './juncoes.ts'
import { readPicture, type Picture } from './picture.ts'

/** A commit is found by when Firestore began it, and may be seen this much later. */
const OVERLAP_MS = 10_000

/** A board, and how far it has followed what is stored. */
export interface Followed {
  board: Board
  /** Changes from this instant on are looked for, in milliseconds since the epoch by the clock of Firestore. */
  since: number
  /** The changes among them that the board has, by document and version. */
  seen: Set<string>
}

/** Reads everything, to be followed from before it was read. */
export async function startFollowing(connection: Connection): Promise<Followed> {
  const { readTime, docs } = await within(ATTEMPT_MS, juncoesIn(connection).get())
  const juncoes = juncoesOf(docs.map((line) => feitoFrom(line.data())))
  const board = await readBoard(connection, readTime.toMillis(), juncoes)
  return { board, since: board.asOf - OVERLAP_MS, seen: new Set() }
}

/**
 * Takes over what has changed since, read from one picture; on failure the board stays as it was.
 * @returns false where the board is not whole even so: another product wrote, and left no trace of when
 */
export function follow(connection: Connection, followed: Followed): Promise<boolean> {
  const { credenciais, empresas, chaves, entradas, reservas, historico, desistencias } = connection
  const { board, seen } = followed
  return readPicture(connection, async (picture) => {
    const changedIn = (collection: CollectionReference) =>
      picture.query(collection.where('mudouem', '>', new Date(followed.since)))
    const [keys, facts, holds, lines, withdrawals, confirmados, convites, usados] = await Promise.all([
      changedIn(chaves),
      changedIn(entradas),
      changedIn(reservas),
      changedIn(historico),
      changedIn(desistencias),
      picture.count(credenciais),
      picture.sum(empresas, 'icredencial'),
      picture.sum(empresas, 'licredencial'),
    ])
    const newIn = ({ docs }: QuerySnapshot) => docs.filter((snapshot) => !seen.has(versionOf(snapshot)))
    const feitos = newIn(lines).map((line) => feitoFrom(line.data()))
    for (const feito of feitos) noteJuncao(board.juncoes, feito)
    const told = feitos.map(touchedBy)
    const owners = [...newIn(keys), ...newIn(facts), ...newIn(withdrawals)].map((found) =>
      String(found.get('credencialid')),
    )
    const touched = unique([...owners, ...told.flatMap(({ guests }) => guests)])
    const guestids = withMerged(board.juncoes, touched).filter(canNameDocument)
    const empresaids = newIn(holds).map((reserva) => String(reserva.get('empresaid')))
    const [{ guests, soltas }, companies] = await Promise.all([
      readGuestsOf(connection, picture, guestids, board.juncoes),
      readEmpresasOf(connection, picture, [...empresaids, ...told.flatMap((touched) => touched.empresas)]),
    ])

    for (const id of guestids) {
      const guest = guests.get(id)
      if (guest) board.guests.set(id, guest)
      else board.guests.delete(id)
      const left = soltas.get(id)
      if (left) board.soltas.set(id, left)
      else board.soltas.delete(id)
    }
    for (const reserva of newIn(holds)) putReserva(board, reserva)
    for (const empresa of companies) board.empresas.set(empresa.id, empresa.data())
    board.asOf = keys.readTime.toMillis()
    followed.since = board.asOf - OVERLAP_MS
    followed.seen = new Set(
      [keys, facts, holds, lines, withdrawals].flatMap(({ docs }) => docs.map(versionOf)),
    )
    const isWhole = board.guests.size === confirmados && sumIn(board, 'icredencial') === convites
    return isWhole && sumIn(board, 'licredencial') === usados
  })
}

const unique = (ids: string[]) => [...new Set(ids)]

const versionOf = ({ ref, updateTime }: QueryDocumentSnapshot) => `${ref.path} ${updateTime.valueOf()}`

/** The guests and companies an act may have changed; the empty id stands for all companies. */
function touchedBy({ ato, alvo, detalhe }: Feito): { guests: string[]; empresas: string[] } {
  switch (ato) {
    case 'cadastrou':
    case 'corrigiu':
    case 'mudou-de-empresa':
    case 'excluiu':
    case 'separou':
    case 'renovou-link':
    case 'admitiu':
    case 'anulou':
      return { guests: [alvo], empresas: [] }
    case 'desistiu':
    case 'liberou':
    case 'voltou':
      return { guests: [alvo], empresas: detalhe === '' ? [] : [detalhe] }
    case 'criou-convites':
    case 'revogou-convite':
      return { guests: [], empresas: [alvo] }
    case 'renomeou-convite':
    case 'fechou-link':
    case 'abriu-link':
    case 'renovou-mesa':
      return { guests: [], empresas: [] }
    case 'juntou':
      return { guests: [alvo, juncaoOf({ alvo, detalhe }).gone], empresas: [] }
    case 'gravou-empresas':
      return { guests: [], empresas: [alvo] }
    case 'convidou':
    case 'pareou':
    case 'revogou':
    case 'reconectou':
    case 'recebeu':
    case 'exportou-convidados':
    case 'exportou-empresas':
    case 'exportou-convites':
    case 'exportou-mesa':
    case 'comecou-ensaio':
    case 'encerrou-ensaio':
    // Far fewer guests are counted then, and everything is read again.
    case 'apagou-tudo':
      return { guests: [], empresas: [] }
    default:
      return ato satisfies never
  }
}

/** The documents of these companies, whose id may be a number; all of them when the empty one is among them. */
async function readEmpresasOf(
  { empresas }: Connection,
  picture: Picture,
  empresaids: string[],
): Promise<QueryDocumentSnapshot[]> {
  if (empresaids.includes('')) return (await picture.query(empresas)).docs
  const values = unique(empresaids).flatMap(valuesOfEmpresaid)
  const found = chunksOf(values).map((chunk) => picture.query(empresas.where('empresaid', 'in', chunk)))
  return (await Promise.all(found)).flatMap(({ docs }) => docs)
}
