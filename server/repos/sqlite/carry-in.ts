import { CARRIED_FIELDS, carriedOf, type Carried } from '../../domain/acesso.ts'
import { CREDENCIAL_FIELDS, type Credencial } from '../../domain/credencial.ts'
import { EMPRESA_FIELDS, type Empresa } from '../../domain/empresa.ts'
import type { Entrada } from '../../domain/entrada.ts'
import { isErasure, type LinhaDoHistorico } from '../../domain/historico.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Registro } from '../../domain/transfer.ts'
import { prepareBusca } from './busca-statements.ts'
import type { Connection } from './connection.ts'
import { prepareConvites } from './convite-pessoal-repo.ts'
import { prepareCredenciais } from './credencial-repo.ts'
import { prepareUpsert } from './database.ts'
import { prepareDesistencias } from './desistencia-repo.ts'
import { ENTRADA_FIELDS } from './entrada-repo.ts'
import { prepareEnvios } from './envio-repo.ts'
import { prepareAparelhos, preparePareamentos } from './equipe-repo.ts'
import { prepareEventos } from './evento-repo.ts'
import { LINHA_FIELDS, prepareLastErasure } from './historico-repo.ts'
import { prepareMesas } from './mesa-repo.ts'

const RESERVA = [
  'reservaid',
  'empresaid',
  'sid',
  'origem',
  'estado',
  'criadaem',
  'expiraem',
  'credencialid',
] as const satisfies (keyof Reserva)[]

/** Prepares storing a thing of another storage under its id, whatever was there, inside the caller's transaction. */
export function prepareCarryIn(db: Connection): (registro: Registro) => void {
  const busca = prepareBusca(db)
  const putEmpresa = prepareUpsert<Empresa>(db, 'empresa', 'empresaid', EMPRESA_FIELDS)
  const putCredencial = prepareUpsert<Credencial>(db, 'credencial', 'credencialid', CREDENCIAL_FIELDS)
  const { putAvip } = prepareCredenciais(db)
  const putReserva = prepareUpsert<Reserva>(db, 'reserva', 'reservaid', RESERVA)
  const { putAparelho } = prepareAparelhos(db)
  const { putPareamento } = preparePareamentos(db)
  const putEntrada = prepareUpsert<Entrada>(db, 'entrada', 'entradaid', ENTRADA_FIELDS)
  const putLinha = prepareUpsert<LinhaDoHistorico>(db, 'historico', 'historicoid', LINHA_FIELDS)
  const noteLast = prepareLastErasure(db)
  const { putConvite } = prepareConvites(db)
  const { putMesa } = prepareMesas(db)
  const { putDesistencia } = prepareDesistencias(db)
  const { putEnvio, putTexto } = prepareEnvios(db)
  const { putEvento, putImagem } = prepareEventos(db)
  // A key may have been another guest's when the copy was made before, who is erased or has another since.
  const deleteChaves = db.prepare<[string, string | null]>(
    'DELETE FROM chave WHERE credencialid = ? OR chave = ?',
  )
  // What lies in the way of a reserva was released since, or used, and is put as it is now in its turn.
  const releasePendente = db.prepare<[string, string, string]>(
    `UPDATE reserva SET estado = 'liberada'
     WHERE estado = 'pendente' AND sid = ? AND empresaid = ? AND reservaid <> ?`,
  )
  const releaseUsada = db.prepare<[string | null, string]>(
    `UPDATE reserva SET estado = 'liberada' WHERE estado = 'usada' AND credencialid = ? AND reservaid <> ?`,
  )
  const putChave = prepareUpsert<Carried & { chave: string; credencialid: string }>(db, 'chave', 'chave', [
    ...(['chave', 'credencialid'] as const),
    ...CARRIED_FIELDS,
  ])

  return (registro) => {
    switch (registro.kind) {
      case 'empresa':
        putEmpresa.run(registro.empresa)
        return
      case 'credencial': {
        const { credencial, chave } = registro
        const { credencialid } = credencial
        putCredencial.run(credencial)
        putAvip(credencial)
        busca.put(credencial)
        deleteChaves.run(credencialid, chave)
        if (chave !== null) putChave.run({ chave, credencialid, ...carriedOf(registro) })
        return
      }
      case 'reserva': {
        const { reserva } = registro
        const { reservaid, empresaid, sid, estado, credencialid } = reserva
        if (estado === 'pendente') releasePendente.run(sid, empresaid, reservaid)
        if (estado === 'usada') releaseUsada.run(credencialid, reservaid)
        putReserva.run(reserva)
        return
      }
      case 'aparelho':
        putAparelho(registro.aparelho)
        return
      case 'pareamento':
        putPareamento(registro.pareamento)
        return
      case 'entrada':
        putEntrada.run(registro.entrada)
        busca.admit(registro.entrada.credencialid)
        return
      case 'linha':
        putLinha.run(registro.linha)
        if (isErasure(registro.linha)) noteLast(registro.linha)
        return
      case 'convite':
        putConvite(registro.convite)
        return
      case 'mesa':
        putMesa(registro.mesa)
        return
      case 'desistencia':
        putDesistencia(registro.desistencia)
        return
      case 'envio':
        putEnvio(registro.envio)
        return
      case 'texto':
        putTexto(registro.texto)
        return
      case 'imagem':
        putImagem(registro.imagem)
        return
      case 'evento':
        putEvento(registro.evento)
        return
      default:
        return registro satisfies never
    }
  }
}
