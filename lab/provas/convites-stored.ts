import type { ConvitePessoal } from '../../server/domain/convite-pessoal.ts'
import type { Desistencia } from '../../server/domain/desistencia.ts'
import type { Feito } from '../../server/domain/historico.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { MESAS, TOTAL, beforeOf } from './convites-draw.ts'

/** Everything a storage holds, as it is carried to another. */
export interface Stored {
  empresas: Map<string, { icredencial: number; licredencial: number }>
  reservas: Map<string, Reserva>
  guests: Map<string, { versao: number; reservaid: string | null }>
  convites: Map<string, ConvitePessoal>
  desistencias: Map<string, Desistencia>
  fechadas: Set<string>
  entradas: Set<string>
  feitos: Map<string, Feito>
}

/** Companies with something given away before, and nothing else. */
export async function prepare(storage: Storage): Promise<void> {
  const texts = {
    cnpj: '',
    nome: 'Mesa',
    contato: '',
    categoria: '',
    solicitante: '',
    lcredencial: '',
    status: '',
  }
  const more = { estacionamento: '', llcredencial: '', lestacionamento: '', usuarioid: '' }
  await storage.transfer.write(
    MESAS.map((empresaid) => {
      const numbers = { icredencial: TOTAL, licredencial: beforeOf(empresaid) }
      return { kind: 'empresa', empresa: { ...texts, ...more, ...numbers, empresaid } }
    }),
  )
}

export async function readAll(storage: Storage): Promise<Stored> {
  const stored: Stored = {
    ...{ empresas: new Map(), reservas: new Map(), guests: new Map(), convites: new Map() },
    ...{ desistencias: new Map(), fechadas: new Set(), entradas: new Set(), feitos: new Map() },
  }
  for await (const registro of storage.transfer.read()) {
    switch (registro.kind) {
      case 'empresa':
        stored.empresas.set(registro.empresa.empresaid, registro.empresa)
        break
      case 'reserva':
        stored.reservas.set(registro.reserva.reservaid, registro.reserva)
        break
      case 'credencial':
        stored.guests.set(registro.credencial.credencialid, registro)
        break
      case 'convite':
        stored.convites.set(registro.convite.codigo, registro.convite)
        break
      case 'desistencia':
        stored.desistencias.set(registro.desistencia.credencialid, registro.desistencia)
        break
      case 'mesa':
        if (registro.mesa.fechada) stored.fechadas.add(registro.mesa.empresaid)
        break
      case 'entrada':
        stored.entradas.add(registro.entrada.entradaid)
        break
      case 'feito':
        stored.feitos.set(registro.feito.historicoid, registro.feito)
        break
      case 'aparelho':
      case 'pareamento':
        break
      default:
        registro satisfies never
    }
  }
  return stored
}
