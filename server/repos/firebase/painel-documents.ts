import type { DocumentReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { ALVOS, isErasure, type Ato, type LinhaDoHistorico } from '../../domain/historico.ts'
import { juncaoOf } from '../../domain/juncao.ts'
import { own } from '../../domain/own.ts'
import type { Painel } from '../painel.ts'
import { enviosIn } from './envio-repo.ts'
import { chaveFrom, empresaidOfMesa, mesaFrom, recordOf } from './table.ts'
import type { Document } from './unit.ts'

/**
 * Puts a document on the board as it is stored now; null for one that is gone. A key that is gone was
 * replaced by another, or went with its guest.
 */
export function putStored(painel: Painel, { id, parent }: DocumentReference, stored: Document | null): void {
  own(PUT, parent.id)?.(painel, id, stored)
}

/** How a document is put on the board, by the name of its collection. */
const PUT: Record<string, (painel: Painel, id: string, stored: Document | null) => void> = {
  credencial: (painel, id, stored) => painel.putCredencial(id, stored && recordOf('credenciais', id, stored)),
  desistencia: (painel, id, stored) =>
    painel.putDesistencia(id, stored && recordOf('desistencias', id, stored)),
  convitepessoal: (painel, id, stored) => painel.putConvite(id, stored && recordOf('convites', id, stored)),
  empresa: (painel, id, stored) => painel.putEmpresa(id, stored),
  aparelho: (painel, id, stored) => stored && painel.putAparelho(recordOf('aparelhos', id, stored)),
  envio: (painel, id, stored) => painel.putEnvios(id, enviosIn(stored)),
  mesa: (painel, id, stored) => painel.putMesa(mesaFrom(empresaidOfMesa(id), stored)),
  chave: (painel, _, stored) => stored && painel.putChave(chaveFrom(stored)),
  reserva: (painel, id, stored) => stored && painel.putReserva(recordOf('reservas', id, stored)),
  entrada: (painel, id, stored) => stored && painel.putEntrada(recordOf('entradas', id, stored)),
  historico: (painel, id, stored) => stored && painel.putLinha(recordOf('historico', id, stored)),
}

/** The acts that change what the board shows of a mesa. */
const ON_MESA = new Set<Ato>([
  ...(['fechou-link', 'abriu-link', 'renovou-mesa', 'gravou-empresas'] as const),
  ...(['corrigiu-empresa', 'removeu-empresa', 'pediu-convites', 'negou-convites'] as const),
])

/**
 * The documents without a mark of their own that a page of changes affects. The empty id means all companies,
 * or all mesas.
 */
export function touchedIn(fresh: QueryDocumentSnapshot[], painel: Painel) {
  const convidados = new Set<string>()
  const empresas = new Set<string>()
  const mesas = new Set<string>()
  let isErased = false
  for (const found of fresh) {
    const owner: unknown = found.get('credencialid')
    switch (found.ref.parent.id) {
      case 'chave':
        convidados.add(String(owner))
        break
      case 'historico': {
        const linha = recordOf('historico', found.id, found.data())
        const told = touchedBy(linha)
        for (const id of told.convidados) convidados.add(id)
        for (const id of told.empresas) empresas.add(id)
        if (ON_MESA.has(linha.ato)) mesas.add(linha.alvo)
        isErased ||= isErasure(linha)
        break
      }
      case 'reserva':
        empresas.add(String(found.get('empresaid')))
    }
    if (typeof owner === 'string' && owner !== '' && !painel.hasConvidado(owner)) convidados.add(owner)
  }
  return { convidados: [...convidados], empresas: [...empresas], mesas: [...mesas], isErased }
}

/** The guests and companies an act may have changed; the empty id means all companies. */
function touchedBy({ ato, alvo, detalhe }: LinhaDoHistorico): { convidados: string[]; empresas: string[] } {
  switch (ato) {
    case 'desistiu':
    case 'liberou':
    case 'voltou':
      return { convidados: [alvo], empresas: detalhe === '' ? [] : [detalhe] }
    // Companies' counts do not change here.
    case 'renomeou-convite':
    case 'fechou-link':
    case 'abriu-link':
    case 'renovou-mesa':
    case 'exportou-convites':
    case 'exportou-mesa':
      return { convidados: [], empresas: [] }
    case 'juntou':
      return { convidados: [alvo, juncaoOf({ alvo, detalhe }).gone], empresas: [] }
    // After an erasure the count of guests is far lower, so everything is read again.
    default:
      return {
        convidados: ALVOS[ato] === 'convidado' ? [alvo] : [],
        empresas: ALVOS[ato] === 'empresa' ? [alvo] : [],
      }
  }
}
