import { liveOf } from '../../domain/desistencia.ts'
import { EMPRESA_FIELDS, parseEmpresa, type Empresa } from '../../domain/empresa.ts'
import type { Run, Tx } from '../../domain/tx.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { prepareUpsert } from './database.ts'
import { prepareAparelhos, preparePareamentos } from './equipe-repo.ts'
import { prepareChaves } from './chave-statements.ts'
import { inTransaction, type Connection } from './connection.ts'
import { prepareConvites } from './convite-pessoal-repo.ts'
import { prepareCredenciais } from './credencial-repo.ts'
import { prepareDesistencias } from './desistencia-repo.ts'
import { prepareEraseEmpresa } from './empresa-repo.ts'
import { prepareEntradas } from './entrada-repo.ts'
import { prepareEnvios } from './envio-repo.ts'
import { prepareLastErasure, prepareLinhas, prepareJuncoes } from './historico-repo.ts'
import { prepareMesas } from './mesa-repo.ts'
import { prepareAndamentos } from './planilha-repo.ts'
import { prepareEnding, prepareErasure, preparePersonalData } from './erasure.ts'
import { prepareEventos } from './evento-repo.ts'
import { createResidue } from './residue.ts'

/** What acts read and write in SQLite, inside the caller's transaction. */
export function prepareTx(db: Connection): Tx {
  const allotment = prepareAllotment(db)
  const andamentos = prepareAndamentos(db)
  const chaves = prepareChaves(db)
  const credenciais = prepareCredenciais(db)
  const desistencias = prepareDesistencias(db)
  const entradas = prepareEntradas(db)
  const erasure = prepareErasure(db)
  const end = prepareEnding(db)
  const mesas = prepareMesas(db)
  const { evento, putEvento } = prepareEventos(db)
  const eraseEmpresa = prepareEraseEmpresa(db)
  const selectConvidado = db.prepare('SELECT 1 FROM credencial LIMIT 1')
  const selectAwaited = db.prepare<[string]>(
    'SELECT 1 FROM desistencia WHERE empresaid = ? AND desfeitaem IS NULL LIMIT 1',
  )
  // The number leads: guests of one number are few, those of a company may be many.
  const selectPagos = db.prepare<[string, string], { credencialid: string }>(
    `SELECT c.credencialid FROM credencial AS c CROSS JOIN reserva AS r ON r.credencialid = c.credencialid AND r.estado = 'usada'
     WHERE c.telefone = ? AND r.empresaid = ?`,
  )
  const putEmpresa = prepareUpsert<Empresa>(db, 'empresa', 'empresaid', EMPRESA_FIELDS)
  const juncoes = prepareJuncoes(db)
  const residue = createResidue(db)
  const noteLast = prepareLastErasure(db)
  return {
    ...allotment,
    ...prepareAparelhos(db),
    ...chaves,
    ...prepareConvites(db),
    ...credenciais,
    ...desistencias,
    ...entradas,
    ...prepareEnvios(db),
    evento,
    putEvento,
    hasConvidados: () => selectConvidado.get() !== undefined,
    ...mesas,
    ...andamentos,
    isForgotten: ({ planilhaid }) => andamentos.andamento(planilhaid) === null,
    ...preparePareamentos(db),
    ...preparePersonalData(db),
    known(key) {
      const found = chaves.find(key)
      if (!found) return null
      const { credencialid } = found.chave
      const isPaid = allotment.findUsada(credencialid) !== null
      return { ...found, key, isPaid, desistencia: liveOf(desistencias.desistencia(credencialid)) }
    },
    pagosCom: (empresaid, telefones) =>
      telefones.flatMap((telefone) =>
        selectPagos.all(telefone, empresaid).map(({ credencialid }) => credencialid),
      ),
    entradasFollowing: entradas.entradasOf,
    keptFor: (credencialid) => juncoes.find(credencialid)?.kept ?? null,
    isFollowedWhenRead: false,
    putEmpresa: (empresaid, fields) =>
      void putEmpresa.run(parseEmpresa(empresaid, { ...allotment.empresa(empresaid), ...fields })),
    isAwaited: (empresaid) => selectAwaited.get(empresaid) !== undefined,
    putMesa(mesa) {
      // A number that was noted lies in the file until it is rewritten.
      const { telefone } = mesas.mesa(mesa.empresaid)
      if (telefone !== '' && telefone !== mesa.telefone) residue.note()
      mesas.putMesa(mesa)
    },
    eraseEmpresa(empresaid) {
      eraseEmpresa(empresaid)
      residue.note()
      return true
    },
    addCredencial(credencial) {
      credenciais.put(credencial)
      credenciais.putAvip(credencial)
    },
    putCredencial(credencial, isAvipDue) {
      credenciais.put(credencial)
      if (!isAvipDue) return
      credenciais.putAvip(credencial)
      residue.note()
    },
    eraseConvidado(credencialid, taken) {
      if (credenciais.erase(credencialid, taken)) residue.note()
    },
    eraseNext: (parte) => ({ ids: erasure.erase(parte), next: null }),
    endNext(parte) {
      end(parte)
      return null
    },
    markErased(autor) {
      erasure.forgetList()
      residue.note()
      noteLast(autor)
    },
    done: prepareLinhas(db),
  }
}

/** Runs acts in SQLite, in the group commit (decision 0009). */
export function createRun(db: Connection, tx: Tx): Run {
  const run = inTransaction(db, (act: (tx: Tx) => unknown) => act(tx))
  return async <Result>(_about: unknown, _autor: unknown, act: (tx: Tx) => Result) =>
    (await run(act)) as Result
}
