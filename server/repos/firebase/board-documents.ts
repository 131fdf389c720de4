import type { DocumentReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Feito } from '../../domain/historico.ts'
import { juncaoOf } from '../../domain/juncao.ts'
import type { Board } from '../board.ts'
import {
  chaveFrom,
  credencialFrom,
  desistenciaFrom,
  empresaidOfMesa,
  entradaFrom,
  reservaFrom,
} from './documents.ts'
import { feitoFrom } from './historico-repo.ts'
import type { Document } from './unit.ts'

/**
 * Puts a document where the board has it, as it is stored now; null for one that is gone. A key that is gone was replaced
 * by another, or went with its guest.
 */
export function putStored(board: Board, { id, parent }: DocumentReference, stored: Document | null): void {
  switch (parent.id) {
    case 'credencial':
      board.putCredencial(id, stored && credencialFrom(id, stored))
      break
    case 'desistencia':
      board.putDesistencia(id, stored && desistenciaFrom(id, stored))
      break
    case 'empresa':
      board.putEmpresa(id, stored)
      break
    case 'mesa':
      board.putFechada(empresaidOfMesa(id), stored?.fechada === true)
      break
    case 'chave':
      if (stored) board.putChave(chaveFrom(stored))
      break
    case 'reserva':
      if (stored) board.putReserva(reservaFrom(id, stored))
      break
    case 'entrada':
      if (stored) board.putEntrada(entradaFrom(id, stored))
      break
    case 'historico':
      if (stored) board.putFeito(feitoFrom(stored))
  }
}

/** What a page of changes says of documents that carry no mark of their own. */
export interface Touched {
  guests: string[]
  /** The empty id stands for all companies. */
  empresas: string[]
  mesas: string[]
  isErased: boolean
}

export function touchedIn(fresh: QueryDocumentSnapshot[], board: Board): Touched {
  const guests = new Set<string>()
  const empresas = new Set<string>()
  const mesas = new Set<string>()
  let isErased = false
  for (const found of fresh) {
    const owner: unknown = found.get('credencialid')
    switch (found.ref.parent.id) {
      case 'chave':
        guests.add(String(owner))
        break
      case 'historico': {
        const feito = feitoFrom(found.data())
        const told = touchedBy(feito)
        for (const id of told.guests) guests.add(id)
        for (const id of told.empresas) empresas.add(id)
        if (feito.ato === 'fechou-link' || feito.ato === 'abriu-link') mesas.add(feito.alvo)
        isErased ||= feito.ato === 'apagou-tudo'
        break
      }
      case 'reserva':
        empresas.add(String(found.get('empresaid')))
    }
    if (typeof owner === 'string' && owner !== '' && !board.hasGuest(owner)) guests.add(owner)
  }
  return { guests: [...guests], empresas: [...empresas], mesas: [...mesas], isErased }
}

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
