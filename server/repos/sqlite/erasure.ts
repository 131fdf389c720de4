import type { Empresa } from '../../domain/empresa.ts'
import { StorageError } from '../../domain/errors.ts'
import { erasureFeito, type Autor } from '../../domain/historico.ts'
import { contactsIn, hasContacts, type PersonalData } from '../../domain/personal-data.ts'
import { inTransaction, type Connection } from './connection.ts'
import { prepareFeitos } from './historico-repo.ts'
import type { Residue } from './residue.ts'

/** What is stored of persons, and whether it was erased, inside the caller's transaction or outside of any. */
export interface PersonalDataStatements {
  count(): PersonalData
  /** Tells whether everything was erased and no guest is stored since. */
  isErased(): boolean
}

/** Prepares the statements once per connection. */
export function preparePersonalData(db: Connection): PersonalDataStatements {
  const selectCounts = db.prepare<[], Omit<PersonalData, 'contatos'>>(`
    SELECT (SELECT count(*) FROM credencial) AS convidados, (SELECT count(*) FROM chave) AS chaves,
      (SELECT count(*) FROM convitepessoal WHERE rotulo <> '') AS rotulos,
      (SELECT count(*) FROM entrada WHERE anotado IS NOT NULL) AS anotados,
      (SELECT count(*) FROM aparelho WHERE nome <> '') AS nomes,
      (SELECT count(*) FROM planilha) AS planilhas,
      (SELECT max(em) FROM historico WHERE ato = 'apagou-tudo') AS apagadoem`)
  const selectContacts = db.prepare<[], Pick<Empresa, 'contato' | 'solicitante' | 'cnpj'>>(
    'SELECT contato, solicitante, cnpj FROM empresa',
  )
  const selectErased = db.prepare<[], { apagado: number }>(`
    SELECT NOT EXISTS (SELECT 1 FROM credencial)
      AND EXISTS (SELECT 1 FROM historico WHERE ato = 'apagou-tudo') AS apagado`)
  return {
    count() {
      const counts = selectCounts.get()
      if (!counts) throw new Error('[sqlite] a count has no row')
      return { ...counts, contatos: selectContacts.all().filter(hasContacts).length }
    },
    isErased: () => selectErased.get()?.apagado === 1,
  }
}

/**
 * Erases every guest, so that nothing of them is left in the bytes of the file either. A hold that is still pendente
 * keeps its `sid`, by which its browser is known until it ends.
 * @returns an act that answers how many credentials it erased
 */
export function createErasure(
  db: Connection,
  residue: Residue,
): (autor: Autor, onProgress?: (done: number) => void, areContactsErased?: boolean) => Promise<number> {
  const TABLES = ['planilha', 'desistencia', 'busca', 'avip', 'chave', 'credencial']
  const deleteAll = TABLES.map((table) => db.prepare(`DELETE FROM ${table}`))
  const forgetNames = db.prepare(`UPDATE aparelho SET nome = '', segredorevogado = NULL`)
  const forgetFechados = db.prepare('DELETE FROM pareamento WHERE fechadoem IS NOT NULL')
  const forgetAnotados = db.prepare('UPDATE entrada SET anotado = NULL WHERE anotado IS NOT NULL')
  const forgetRotulos = db.prepare(`UPDATE convitepessoal SET rotulo = '' WHERE rotulo <> ''`)
  const forgetOrigens = db.prepare('UPDATE reserva SET origem = NULL WHERE origem IS NOT NULL')
  const forgetSids = db.prepare(`UPDATE reserva SET sid = '' WHERE estado <> 'pendente' AND sid <> ''`)

  // Phones get the whole list under another id: nobody has to be told by name of whom it has lost.
  const forgetAlteracoes = db.prepare('DELETE FROM alteracao')
  const renameList = db.prepare(`UPDATE meta SET valor = lower(hex(randomblob(8))) WHERE nome = 'alteracoes'`)

  const selectEmpresas = db.prepare<[], Empresa>('SELECT * FROM empresa')
  const putContacts = db.prepare<[Pick<Empresa, 'empresaid' | 'contato' | 'solicitante' | 'cnpj'>]>(
    `UPDATE empresa SET contato = @contato, solicitante = @solicitante, cnpj = @cnpj WHERE empresaid = @empresaid`,
  )
  const forgetContacts = () => {
    const named = selectEmpresas.all().filter(hasContacts)
    for (const empresa of named) {
      const { empresaid, contato, solicitante, cnpj } = { ...empresa, ...contactsIn(empresa) }
      putContacts.run({ empresaid, contato, solicitante, cnpj })
    }
    return named.length
  }

  const putFeito = prepareFeitos(db)

  const erase = inTransaction(db, (autor: Autor, areContactsErased: boolean) => {
    const erased = deleteAll.map((statement) => statement.run().changes).at(-1) ?? 0
    forgetNames.run()
    forgetFechados.run()
    forgetAnotados.run()
    forgetRotulos.run()
    forgetOrigens.run()
    forgetSids.run()
    forgetAlteracoes.run()
    renameList.run()
    residue.note()
    putFeito(erasureFeito(autor, erased, areContactsErased ? forgetContacts() : null))
    return erased
  })

  return async (autor, onProgress, areContactsErased = false) => {
    const erased = await erase(autor, areContactsErased)
    if (!(await residue.wipe())) {
      throw new StorageError(
        '[sqlite] somebody keeps reading the database, and the bytes are still in its files',
      )
    }
    onProgress?.(erased)
    return erased
  }
}
