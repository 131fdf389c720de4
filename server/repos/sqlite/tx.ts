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
import { prepareLinhas, prepareJuncoes } from './historico-repo.ts'
import { prepareMesas } from './mesa-repo.ts'
import { prepareErasure, preparePersonalData } from './erasure.ts'
import { createResidue } from './residue.ts'

/** What acts read and write in SQLite, inside the caller's transaction. */
export function prepareTx(db: Connection): Tx {
  const allotment = prepareAllotment(db)
  const aparelhos = prepareAparelhos(db)
  const chaves = prepareChaves(db)
  const convites = prepareConvites(db)
  const credenciais = prepareCredenciais(db)
  const desistencias = prepareDesistencias(db)
  const entradas = prepareEntradas(db)
  const mesas = prepareMesas(db)
  const pareamentos = preparePareamentos(db)
  const erasure = prepareErasure(db)
  const personalData = preparePersonalData(db)
  const putEmpresa = prepareUpsert<Empresa>(db, 'empresa', 'empresaid', EMPRESA_FIELDS)
  const eraseEmpresa = prepareEraseEmpresa(db)
  const selectAwaited = db.prepare<[string]>(
    'SELECT 1 FROM desistencia WHERE empresaid = ? AND desfeitaem IS NULL LIMIT 1',
  )
  const juncoes = prepareJuncoes(db)
  const residue = createResidue(db)
  return {
    allotment: (request) => allotment.read(request),
    empresa: (empresaid) => allotment.readEmpresa(empresaid),
    mesa: (empresaid) => mesas.find(empresaid),
    credencial: (credencialid) => credenciais.find(credencialid),
    ownerOf: (key) => chaves.ownerOf(key),
    known(key) {
      const found = chaves.find(key)
      if (!found) return null
      const { credencialid } = found.chave
      const isPaid = allotment.findUsada(credencialid) !== null
      return { ...found, key, isPaid, desistencia: liveOf(desistencias.find(credencialid)) }
    },
    chaveOf: (credencialid) => chaves.findOf(credencialid),
    payerOf: (credencialid) => allotment.findPayer(credencialid),
    desistencia: (credencialid) => desistencias.find(credencialid),
    isAwaited: (empresaid) => selectAwaited.get(empresaid) !== undefined,
    guardadaOf: (desistencia) => allotment.findGuardada(desistencia),
    isStored: (credencialid) => credenciais.has(credencialid),
    entradasOf: (credencialid) => entradas.listOf(credencialid),
    entradasFollowing: (credencialid) => entradas.listOf(credencialid),
    entradas: (entradaids) => entradas.findMany(entradaids),
    keptFor: (credencialid) => juncoes.find(credencialid)?.kept ?? null,
    convite: (codigo) => convites.find(codigo),
    aparelho: (aparelhoid) => aparelhos.find(aparelhoid),
    aparelhoBy: (field, hash) => aparelhos.findBy(field, hash),
    equipe: () => aparelhos.list(),
    pareamento: (segredo) => pareamentos.find(segredo),
    freeId: (now) => credenciais.freeIdAt(now),
    isErased: () => personalData.isErased(),

    allot: (change) => allotment.write(change),
    putEmpresa: (empresaid, fields) =>
      void putEmpresa.run(parseEmpresa(empresaid, { ...allotment.readEmpresa(empresaid), ...fields })),
    putAparelho: (aparelho) => aparelhos.put(aparelho),
    putPareamento: (pareamento) => pareamentos.put(pareamento),
    putMesa(mesa) {
      // A number that was noted lies in the file until it is rewritten.
      const { telefone } = mesas.find(mesa.empresaid)
      if (telefone !== '' && telefone !== mesa.telefone) residue.note()
      mesas.put(mesa)
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
    putChave: (key, chave) => chaves.replace(key, chave),
    eraseConvidado(credencialid, taken) {
      if (credenciais.erase(credencialid, taken)) residue.note()
    },
    forgetPayer: (credencialid) => allotment.forgetPayer(credencialid),
    putDesistencia(desistencia) {
      if (desistencia) desistencias.put(desistencia)
    },
    append: (facts, linhaDoHistorico) => entradas.append(facts, linhaDoHistorico),
    eraseNext: (parte) => ({ ids: erasure.erase(parte), next: null }),
    // The line in the history says so.
    markErased() {
      erasure.forgetList()
      residue.note()
    },
    putConvite: (convite) => convites.put(convite),
    repoint: (from, to) => convites.repoint(from, to),
    done: prepareLinhas(db),
  }
}

/** Runs acts in SQLite, in the group commit (decision 0009). */
export function createRun(db: Connection, tx: Tx): Run {
  const run = inTransaction(db, (act: (tx: Tx) => unknown) => act(tx))
  return async <Result>(_about: unknown, _autor: unknown, act: (tx: Tx) => Result) =>
    (await run(act)) as Result
}
