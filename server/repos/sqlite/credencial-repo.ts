import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import { liveOf } from '../../domain/desistencia.ts'
import { decideRegister, type RegisterFacts, type RegisterRequest } from '../../domain/register.ts'
import { prepareAllotment } from './allotment-statements.ts'
import { createFillBusca } from './busca-statements.ts'
import { prepareChaves } from './chave-statements.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareConvidados } from './convidados.ts'
import { prepareCredenciais } from './credencial-statements.ts'
import { prepareDesistencias } from './desistencias.ts'
import { createErasure } from './erasure.ts'
import { prepareFeitos } from './feitos.ts'
import { createOrganiserActs } from './organiser-acts.ts'
import { createRastros } from './rastros.ts'
import { createResidue } from './residue.ts'

/** Credentials in SQLite. The avip lies in the same file, so it is stored in the registration's own transaction. */
export function createCredencialRepo(db: Connection): CredencialRepo {
  const residue = createResidue(db)
  const allotment = prepareAllotment(db)
  const chaves = prepareChaves(db)
  const convidados = prepareConvidados(db)
  const credenciais = prepareCredenciais(db)
  const desistencias = prepareDesistencias(db)
  const putFeito = prepareFeitos(db)

  const knownUnder = (key: string | null): RegisterFacts['known'] => {
    const found = key === null ? null : chaves.find(key)
    if (key === null || !found) return null
    const { credencialid } = found.chave
    const desistencia = liveOf(desistencias.find(credencialid))
    return { ...found, key, isPaid: allotment.findUsada(credencialid) !== null, desistencia }
  }

  const register = (request: RegisterRequest) => {
    const { claim, chave, chaveAntiga, now } = request
    const known = knownUnder(chave) ?? knownUnder(chaveAntiga)
    const facts = { known, allotment: claim && allotment.read(claim), freeId: credenciais.freeIdAt(now) }
    const { outcome, writes } = decideRegister(facts, request)
    if (!writes) return outcome
    if (writes.credencial) credenciais.put(writes.credencial)
    if (writes.credencial && writes.isAvipDue) credenciais.putAvip(writes.credencial)
    if (known && writes.isAvipDue) residue.note()
    if (writes.chave) chaves.put(writes.key, writes.chave)
    allotment.write(writes.change)
    if (writes.desistencia) desistencias.put(writes.desistencia)
    putFeito(writes.feito)
    return outcome
  }

  const findKnown = (keys: string[]) =>
    new Map(
      keys.flatMap((key) => {
        const known = knownUnder(key)
        return known ? [[key, known] as const] : []
      }),
    )

  const forgetRecibos = inTransaction(db, (now: number) => chaves.forgetRecibos(now))

  return {
    register: inTransaction(db, register),
    findKnown: async (chaves) => translateErrors(() => findKnown(chaves)),
    async forgetRecibos(now) {
      // Looked for first: to write, this process would wait for all others.
      return translateErrors(() => chaves.hasEndedRecibos(now)) ? forgetRecibos(now) : 0
    },
    findById: async (credencialid) => convidados.find(credencialid),
    findByCpf: async (cpf) => convidados.findByCpf(cpf),
    async *list() {
      yield* convidados.list()
    },
    ...createOrganiserActs(db, residue),
    ...createRastros(db),
    wipeRemoved: () => residue.wipe(),
    fillSearch: createFillBusca(db),
    erasePersonalData: createErasure(db, residue),
  }
}
