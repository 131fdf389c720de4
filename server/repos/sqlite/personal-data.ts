import type { Empresa } from '../../domain/empresa.ts'
import { hasContacts, type PersonalData } from '../../domain/personal-data.ts'
import type { Connection } from './connection.ts'

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
