import { avipOf, type Avip } from '../../domain/avip.ts'
import { BURST_MS, CREDENCIAL_FIELDS, type Credencial } from '../../domain/credencial.ts'
import type {
  Convidado,
  CorrectRequest,
  Correction,
  CredencialRepo,
  Removal,
} from '../../domain/credencial-repo.ts'
import { StorageError } from '../../domain/errors.ts'
import { decideRegister, type RegisterRequest, type Registration } from '../../domain/register.ts'
import { giveBack } from '../../domain/reserva.ts'
import { prepareAllotment } from './allotment.ts'
import { prepareChaves } from './chaves.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { createErasure } from './erasure.ts'
import { createRastros } from './rastros.ts'
import { createResidue } from './residue.ts'

type ConvidadoRow = Credencial & { versao: number | null; mesaid: string | null; mesanome: string | null }

/** Credentials in SQLite. The avip lies in the same file, so it is stored in the registration's own transaction. */
export function createCredencialRepo(db: Connection): CredencialRepo {
  const allotment = prepareAllotment(db)
  const chaves = prepareChaves(db)
  const residue = createResidue(db)
  const CONVIDADO = `
    SELECT c.*, k.versao, e.empresaid AS mesaid, e.nome AS mesanome FROM credencial c
    LEFT JOIN chave k ON k.credencialid = c.credencialid
    LEFT JOIN reserva r ON r.credencialid = c.credencialid AND r.estado = 'usada'
    LEFT JOIN empresa e ON e.empresaid = r.empresaid`
  const selectById = db.prepare<[string], ConvidadoRow>(`${CONVIDADO} WHERE c.credencialid = ?`)
  const selectByCpf = db.prepare<[string], ConvidadoRow>(
    `${CONVIDADO} WHERE c.cpf = ? ORDER BY c.credencialid`,
  )
  const selectPage = db.prepare<[string], ConvidadoRow>(
    `${CONVIDADO} WHERE c.credencialid > ? ORDER BY c.credencialid LIMIT 500`,
  )
  const putCredencial = db.prepare<[Credencial]>(
    `INSERT INTO credencial (${CREDENCIAL_FIELDS.join(', ')})
     VALUES (${CREDENCIAL_FIELDS.map((field) => `@${field}`).join(', ')})
     ON CONFLICT (credencialid) DO UPDATE SET nome = @nome, telefone = @telefone, email = @email`,
  )
  const selectLastId = db.prepare<[string, string], { credencialid: string }>(
    // Ids of other products may begin like ours and go on: as text, or as longer numbers.
    `SELECT credencialid FROM credencial WHERE credencialid BETWEEN ? AND ?
     AND length(credencialid) = 13 AND credencialid NOT GLOB '*[^0-9]*'
     ORDER BY credencialid DESC LIMIT 1`,
  )
  const putAvip = db.prepare<[Avip]>(
    `INSERT OR REPLACE INTO avip (vipid, cpf, nome, tipo, controle, usuarioid)
     VALUES (@vipid, @cpf, @nome, @tipo, @controle, @usuarioid)`,
  )
  const selectId = db.prepare<[string]>('SELECT 1 FROM credencial WHERE credencialid = ?')
  const selectChave = db.prepare<[string], { credencialid: string }>(
    'SELECT credencialid FROM chave WHERE chave = ?',
  )
  const deleteCredencial = db.prepare<[string]>('DELETE FROM credencial WHERE credencialid = ?')
  const forgetPayer = db.prepare<[string]>(
    `UPDATE reserva SET origem = NULL, sid = '' WHERE credencialid = ? AND estado = 'usada'`,
  )

  /** The current millisecond; when it is taken, the one after the last taken. Other writers are locked out meanwhile. */
  const freeIdAt = (now: number): string => {
    const isTaken = (id: string) => selectId.get(id) !== undefined
    if (!isTaken(String(now))) return String(now)
    const last = selectLastId.get(String(now), String(now + BURST_MS))
    const id = String(Number(last?.credencialid) + 1)
    if (isTaken(id)) throw new StorageError('[sqlite] no credencialid is free')
    return id
  }

  const register = (request: RegisterRequest): Registration => {
    const { claim } = request
    const found = chaves.find(request.chave)
    const known = found && { ...found, isPaid: allotment.findUsada(found.chave.credencialid) !== null }
    const facts = { known, allotment: claim && allotment.read(claim), freeId: freeIdAt(request.now) }
    const { outcome, writes } = decideRegister(facts, request)
    if (!writes) return outcome
    if (writes.credencial) putCredencial.run(writes.credencial)
    if (writes.credencial && writes.isAvipDue) putAvip.run(avipOf(writes.credencial))
    if (known && writes.isAvipDue) residue.note()
    if (writes.chave) chaves.put(request.chave, writes.chave)
    allotment.write(writes.change)
    return outcome
  }

  const correct = ({ credencialid, cadastro, chave }: CorrectRequest): Correction => {
    const row = selectById.get(credencialid)
    if (!row) return { kind: 'credencial-not-found' }
    const owner = selectChave.get(chave)?.credencialid
    if (owner !== undefined && owner !== credencialid) return { kind: 'already-taken', credencialid: owner }
    const credencial = { ...convidadoOf(row).credencial, ...cadastro }
    putCredencial.run(credencial)
    chaves.change(credencialid, chave)
    putAvip.run(avipOf(credencial))
    residue.note()
    return { kind: 'corrected', credencial }
  }

  const remove = (credencialid: string, isReturned: boolean): Removal => {
    if (deleteCredencial.run(credencialid).changes === 0) return { kind: 'credencial-not-found' }
    residue.note()
    forgetPayer.run(credencialid)
    const usada = isReturned ? allotment.findUsada(credencialid) : null
    const empresa = usada && allotment.readEmpresa(usada.empresaid)
    if (!empresa) return { kind: 'removed', returned: null }
    allotment.write(giveBack(empresa, [usada]))
    return { kind: 'removed', returned: empresa.empresaid }
  }

  const forgetRecibos = inTransaction(db, (now: number) => chaves.forgetRecibos(now))

  return {
    register: inTransaction(db, register),
    async forgetRecibos(now) {
      // Looked for first: to write, this process would wait for all others.
      return translateErrors(() => chaves.hasEndedRecibos(now)) ? forgetRecibos(now) : 0
    },
    async findById(credencialid) {
      const row = translateErrors(() => selectById.get(credencialid))
      return row ? convidadoOf(row) : null
    },
    async findByCpf(cpf) {
      return translateErrors(() => selectByCpf.all(cpf)).map(convidadoOf)
    },
    async *list() {
      let after = ''
      for (;;) {
        const page = translateErrors(() => selectPage.all(after))
        yield* page.map(convidadoOf)
        const last = page.at(-1)
        if (!last) return
        after = last.credencialid
      }
    },
    correct: inTransaction(db, correct),
    remove: inTransaction(db, remove),
    ...createRastros(db),
    wipeRemoved: () => residue.wipe(),
    erasePersonalData: createErasure(db, residue),
  }
}

function convidadoOf({ versao, mesaid, mesanome, ...credencial }: ConvidadoRow): Convidado {
  const empresa = mesaid === null ? null : { empresaid: mesaid, nome: mesanome ?? '' }
  return { credencial, versao: versao ?? 0, empresa }
}
