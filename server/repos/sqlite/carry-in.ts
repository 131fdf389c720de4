import { CARRIED_FIELDS, carriedOf, type Carried } from '../../domain/acesso.ts'
import type { Aparelho } from '../../domain/aparelho.ts'
import { avipOf, type Avip } from '../../domain/avip.ts'
import type { ConvitePessoal } from '../../domain/convite-pessoal.ts'
import { CREDENCIAL_FIELDS, type Credencial } from '../../domain/credencial.ts'
import { EMPRESA_FIELDS, type Empresa } from '../../domain/empresa.ts'
import type { Entrada } from '../../domain/entrada.ts'
import type { LinhaDoHistorico } from '../../domain/historico.ts'
import type { Pareamento } from '../../domain/pareamento.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Registro } from '../../domain/transfer.ts'
import { prepareBusca } from './busca-statements.ts'
import type { Connection } from './connection.ts'
import { prepareUpsert } from './database.ts'
import { prepareDesistencias } from './desistencia-repo.ts'
import { ENTRADA_FIELDS } from './entrada-repo.ts'
import { APARELHO_FIELDS, PAREAMENTO_FIELDS } from './equipe-repo.ts'
import { LINHA_FIELDS } from './historico-repo.ts'
import { MESA_FIELDS, type MesaRow } from './mesa-repo.ts'

const AVIP = ['vipid', 'cpf', 'nome', 'tipo', 'controle', 'usuarioid'] as const satisfies (keyof Avip)[]
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

const CONVITE = [
  'codigo',
  'empresaid',
  'rotulo',
  'reservaid',
  'criadoem',
] as const satisfies (keyof ConvitePessoal)[]

/** Prepares storing a thing of another storage under its id, whatever was there, inside the caller's transaction. */
export function prepareCarryIn(db: Connection): (registro: Registro) => void {
  const busca = prepareBusca(db)
  const putEmpresa = prepareUpsert<Empresa>(db, 'empresa', 'empresaid', EMPRESA_FIELDS)
  const putCredencial = prepareUpsert<Credencial>(db, 'credencial', 'credencialid', CREDENCIAL_FIELDS)
  const putAvip = prepareUpsert<Avip>(db, 'avip', 'vipid', AVIP)
  const putReserva = prepareUpsert<Reserva>(db, 'reserva', 'reservaid', RESERVA)
  const putAparelho = prepareUpsert<Aparelho>(db, 'aparelho', 'aparelhoid', APARELHO_FIELDS)
  const putPareamento = prepareUpsert<Pareamento>(db, 'pareamento', 'segredo', PAREAMENTO_FIELDS)
  const putEntrada = prepareUpsert<Entrada>(db, 'entrada', 'entradaid', ENTRADA_FIELDS)
  const putLinha = prepareUpsert<LinhaDoHistorico>(db, 'historico', 'historicoid', LINHA_FIELDS)
  const putConvite = prepareUpsert<ConvitePessoal>(db, 'convitepessoal', 'codigo', CONVITE)
  const putMesa = prepareUpsert<MesaRow>(db, 'mesa', 'empresaid', MESA_FIELDS)
  const desistencias = prepareDesistencias(db)
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
        putAvip.run(avipOf(credencial))
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
        putAparelho.run(registro.aparelho)
        return
      case 'pareamento':
        putPareamento.run(registro.pareamento)
        return
      case 'entrada':
        putEntrada.run(registro.entrada)
        busca.admit(registro.entrada.credencialid)
        return
      case 'linha':
        putLinha.run(registro.linha)
        return
      case 'convite':
        putConvite.run(registro.convite)
        return
      case 'mesa':
        putMesa.run({ ...registro.mesa, fechada: Number(registro.mesa.fechada) })
        return
      case 'desistencia':
        desistencias.put(registro.desistencia)
        return
      default:
        return registro satisfies never
    }
  }
}
