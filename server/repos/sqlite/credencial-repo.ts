import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import { RAJADA_MS, CREDENCIAL_FIELDS, type Credencial } from '../../domain/credencial.ts'
import { DO_CONVIDADO } from '../../domain/envio.ts'
import { StorageError } from '../../domain/errors.ts'
import type { Procedencia } from '../../domain/procedencia.ts'
import type { Tx } from '../../domain/tx.ts'
import type { BoundActs } from '../bind.ts'
import { prepareAvips } from './avips.ts'
import { createFillBusca, prepareBusca } from './busca-statements.ts'
import { prepareChaves } from './chave-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareConvidados } from './convidados.ts'
import { erasingBytes, preparePersonalData } from './erasure.ts'
import { prepareJuncoes } from './historico-repo.ts'
import { createResidue } from './residue.ts'

/** Credentials and what is stored with them, inside the caller's transaction. */
export function prepareCredenciais(db: Connection) {
  const busca = prepareBusca(db)
  const select = db.prepare<[string], Credencial>('SELECT * FROM credencial WHERE credencialid = ?')
  const put = db.prepare<[Credencial]>(
    `INSERT INTO credencial (${CREDENCIAL_FIELDS.join(', ')})
     VALUES (${CREDENCIAL_FIELDS.map((field) => `@${field}`).join(', ')})
     ON CONFLICT (credencialid) DO UPDATE SET nome = @nome, telefone = @telefone, email = @email`,
  )
  const deleteOne = db.prepare<[string]>('DELETE FROM credencial WHERE credencialid = ?')
  const forgetRotulo = db.prepare<[string | null, string]>(
    `UPDATE convitepessoal AS p SET rotulo = '' WHERE rotulo <> '' AND p.reservaid IS NOT ?
     AND EXISTS (SELECT 1 FROM reserva r WHERE r.reservaid = p.reservaid AND r.credencialid = ?)`,
  )
  const tipos = DO_CONVIDADO.map((tipo) => `'${tipo}'`).join(', ')
  const deleteEnvio = db.prepare<[string]>(`DELETE FROM envio WHERE tipo IN (${tipos}) AND para = ?`)
  const selectId = db.prepare<[string]>('SELECT 1 FROM credencial WHERE credencialid = ?')
  const selectLastId = db.prepare<[string, string], { credencialid: string }>(
    // Ids of other products may begin like ours and go on: as text, or as longer numbers.
    `SELECT credencialid FROM credencial WHERE credencialid BETWEEN ? AND ?
     AND length(credencialid) = 13 AND credencialid NOT GLOB '*[^0-9]*'
     ORDER BY credencialid DESC LIMIT 1`,
  )
  const isStored = (credencialid: string) => selectId.get(credencialid) !== undefined
  return {
    credencial: (credencialid: string) => select.get(credencialid) ?? null,
    isStored,
    /** Stores a new one, or a known one's name, phone and e-mail. */
    put(credencial: Credencial) {
      put.run(credencial)
      busca.put(credencial)
    },
    ...prepareAvips(db),
    /** With key, avip, withdrawal, messages and the labels of its personal invitations, but that of `taken`; false for none. */
    erase(credencialid: string, taken: string | null) {
      forgetRotulo.run(taken, credencialid)
      deleteEnvio.run(credencialid)
      return deleteOne.run(credencialid).changes > 0
    },
    /** The current millisecond; when it is taken, the one after the last taken. Other writers are locked out meanwhile. */
    freeId(now: number) {
      if (!isStored(String(now))) return String(now)
      const last = selectLastId.get(String(now), String(now + RAJADA_MS))
      const id = String(Number(last?.credencialid) + 1)
      if (isStored(id)) throw new StorageError('[sqlite] no credencialid is free')
      return id
    },
  }
}

/** Credentials in SQLite. */
export function createCredencialRepo(db: Connection, tx: Tx, acts: BoundActs['credenciais']): CredencialRepo {
  const residue = createResidue(db)
  const chaves = prepareChaves(db)
  const convidados = prepareConvidados(db)
  const juncoes = prepareJuncoes(db)
  const personalData = preparePersonalData(db)

  const findKnown = (keys: string[]) => {
    const known = keys.map((key) => tx.known(key))
    return new Map(known.flatMap((one) => (one ? [[one.key, one]] : [])))
  }
  const forgetFormCookies = inTransaction(db, (now: number) => chaves.forgetFormCookies(now))

  return {
    ...acts,
    findKnown: async (chaves) => translateErrors(() => findKnown(chaves)),
    async forgetFormCookies(now) {
      // Looked for first: to write, this process would wait for all others.
      return translateErrors(() => chaves.hasEndedFormCookies(now)) ? forgetFormCookies(now) : 0
    },
    findById: async (credencialid) => convidados.find(credencialid),
    findJuncao: async (credencialid) => translateErrors(() => juncoes.find(credencialid)),
    findByCpf: async (cpf) => convidados.findByCpf(cpf),
    async *list() {
      yield* convidados.list()
    },
    ...createProcedencias(db),
    wipeRemoved: () => residue.wipe(),
    fillSearch: createFillBusca(db),
    erasePersonalData: erasingBytes(acts.erasePersonalData, residue),
    countPersonalData: async () => translateErrors(() => personalData.pessoal()),
  }
}

/** What the credenciais' repo knows of addresses. */
export function createProcedencias(
  db: Connection,
): Pick<CredencialRepo, 'listProcedencias' | 'forgetOrigens'> {
  const selectSince = db.prepare<[number, number], Procedencia>(
    `SELECT r.credencialid, r.origem, r.empresaid, r.criadaem
     FROM reserva r JOIN credencial c ON c.credencialid = r.credencialid
     WHERE r.estado = 'usada' AND r.origem IS NOT NULL AND r.criadaem >= ?
     UNION ALL
     SELECT k.credencialid, k.origem, r.empresaid, k.criadaem
     FROM chave k LEFT JOIN reserva r ON r.credencialid = k.credencialid AND r.estado = 'usada'
     WHERE r.origem IS NULL AND k.origem IS NOT NULL AND k.criadaem >= ?`,
  )
  const selectOld = db.prepare<[number, number]>(
    `SELECT 1 FROM reserva WHERE origem IS NOT NULL AND criadaem < ?
     UNION ALL SELECT 1 FROM chave WHERE criadaem < ? LIMIT 1`,
  )
  const forgetReservas = db.prepare<[number]>(
    'UPDATE reserva SET origem = NULL WHERE origem IS NOT NULL AND criadaem < ?',
  )
  const forgetChaves = db.prepare<[number]>(
    'UPDATE chave SET origem = NULL, criadaem = NULL WHERE criadaem < ?',
  )
  const forget = inTransaction(db, (before: number) => {
    forgetReservas.run(before)
    forgetChaves.run(before)
  })

  return {
    listProcedencias: async (since) => translateErrors(() => selectSince.all(since, since)),
    async forgetOrigens(before) {
      // Looked for first: to write, this process would wait for all others.
      if (translateErrors(() => selectOld.get(before, before))) await forget(before)
    },
  }
}
