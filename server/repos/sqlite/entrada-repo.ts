import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { compareEntradas, type Entrada } from '../../domain/entrada.ts'
import { feitoOfEntrada } from '../../domain/feito-da-entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import { inTransaction, translateErrors, type Connection } from './connection.ts'
import { prepareEntradas } from './entrada-statements.ts'
import { prepareFeitos } from './feitos.ts'

/** Admissions in SQLite. */
export function createEntradaRepo(db: Connection): EntradaRepo {
  const stored = prepareEntradas(db)
  const putFeito = prepareFeitos(db)

  const add = (entradas: Entrada[], autor: Autor | null) => {
    const added = entradas.filter((entrada) => stored.append(entrada))
    if (autor) for (const entrada of added) putFeito(feitoOfEntrada(autor, entrada))
    return added.length
  }

  return {
    add: inTransaction(db, add),
    listOf: async (credencialid) => translateErrors(() => stored.listOf(credencialid)),
    listAnotadas: async () => translateErrors(() => stored.listOf('')).sort(compareEntradas),
  }
}
