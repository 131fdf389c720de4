import { UNPAIRED, stateOfAparelho, type EstadoDoAparelho } from '../../../server/domain/aparelho.ts'
import type { ConvitePessoal } from '../../../server/domain/convite-pessoal.ts'
import type { Desistencia } from '../../../server/domain/desistencia.ts'
import { parseEmpresa } from '../../../server/domain/empresa.ts'
import { NOT_DESCRIBED } from '../../../server/domain/evento.ts'
import type { LinhaDoHistorico } from '../../../server/domain/historico.ts'
import type { Reserva } from '../../../server/domain/reserva.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { anEmpresa } from '../../../test/support/factories.ts'
import { APARELHOS, beforeOf, MESAS, TOTAL } from './acts.ts'
import { codeOf, NOW } from './answers.ts'

/** With this event, no pairing ends while acts are compared. */
const TEAM = { config: { evento: NOT_DESCRIBED }, now: () => NOW }

/** Everything a storage holds, in the form in which it moves to another storage. */
export interface Stored {
  empresas: Map<string, { icredencial: number; licredencial: number }>
  reservas: Map<string, Reserva>
  convidados: Map<string, { nome: string; versao: number; reservaid: string | null }>
  convites: Map<string, ConvitePessoal>
  desistencias: Map<string, Desistencia>
  fechadas: Set<string>
  entradas: Set<string>
  aparelhos: Map<string, EstadoDoAparelho>
  linhas: Map<string, LinhaDoHistorico>
}

/**
 * Stores companies that gave some invitations away before, and team places with expired codes; no history
 * lines.
 */
export async function prepare(storage: Storage): Promise<void> {
  const ended = { ...UNPAIRED, papel: 'porta' as const, codigoate: 0 }
  await storage.transfer.write([
    ...MESAS.map((empresaid) => {
      const numbers = { icredencial: TOTAL, licredencial: beforeOf(empresaid) }
      return { kind: 'empresa' as const, empresa: parseEmpresa(empresaid, anEmpresa(numbers)) }
    }),
    ...APARELHOS.map((aparelhoid) => {
      const aparelho = { ...ended, aparelhoid, nome: aparelhoid, codigo: codeOf(aparelhoid) }
      return { kind: 'aparelho' as const, aparelho }
    }),
  ])
}

export async function readAll(storage: Storage): Promise<Stored> {
  const stored: Stored = {
    empresas: new Map(),
    reservas: new Map(),
    convidados: new Map(),
    convites: new Map(),
    desistencias: new Map(),
    fechadas: new Set(),
    entradas: new Set(),
    aparelhos: new Map(),
    linhas: new Map(),
  }
  for await (const registro of storage.transfer.read()) {
    switch (registro.kind) {
      case 'empresa':
        stored.empresas.set(registro.empresa.empresaid, registro.empresa)
        break
      case 'reserva':
        stored.reservas.set(registro.reserva.reservaid, registro.reserva)
        break
      case 'credencial': {
        const { credencialid, nome } = registro.credencial
        stored.convidados.set(credencialid, { ...registro, nome })
        break
      }
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
      case 'linha':
        stored.linhas.set(registro.linha.historicoid, registro.linha)
        break
      case 'aparelho':
        stored.aparelhos.set(registro.aparelho.aparelhoid, stateOfAparelho(registro.aparelho, TEAM))
        break
      case 'pareamento':
      case 'envio':
      case 'texto':
      case 'imagem':
      case 'evento':
      case 'importado':
        break
      default:
        registro satisfies never
    }
  }
  return stored
}
