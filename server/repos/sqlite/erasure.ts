import type { CredencialRepo } from '../../domain/credencial-repo.ts'
import type { Empresa } from '../../domain/empresa.ts'
import { StorageError } from '../../domain/errors.ts'
import { PREPARO } from '../../domain/imagem.ts'
import { contatosemIn, erasedIn, type Totais } from '../../domain/outro-evento.ts'
import { contactsIn, countContacts, hasContacts, type PersonalData } from '../../domain/personal-data.ts'
import type { Parte, ParteDoEvento } from '../../domain/tx.ts'
import type { Connection } from './connection.ts'
import { erasuresIn } from './historico-repo.ts'
import { CONFIRMADOS } from './numeros.ts'
import type { createResidue } from './residue.ts'

/** What is stored of persons, and whether it was erased, inside the caller's transaction or outside of any. */
export function preparePersonalData(db: Connection) {
  const selectCounts = db.prepare<[], Omit<PersonalData, 'contatos' | 'apagadoem'>>(`
    SELECT (SELECT count(*) FROM credencial) AS convidados, (SELECT count(*) FROM chave) AS chaves,
      (SELECT count(*) FROM convitepessoal WHERE rotulo <> '') AS rotulos,
      (SELECT count(*) FROM entrada WHERE anotado IS NOT NULL) AS anotados,
      (SELECT count(*) FROM aparelho WHERE nome <> '') AS nomes,
      (SELECT count(*) FROM envio WHERE numero <> '') AS envios,
      (SELECT count(*) FROM (SELECT planilhaid FROM planilha UNION SELECT planilhaid FROM andamento)) AS planilhas`)
  const selectContacts = db.prepare<[], Pick<Empresa, 'empresaid' | 'contato' | 'solicitante' | 'cnpj'>>(
    'SELECT empresaid, contato, solicitante, cnpj FROM empresa',
  )
  const selectNumbers = prepareNumbers(db)
  const selectConvidado = db.prepare('SELECT 1 FROM credencial LIMIT 1')
  const countEntradas = db.prepare<[], { entradas: number }>(
    'SELECT count(*) FILTER (WHERE anula IS NULL) - count(DISTINCT anula) AS entradas FROM entrada',
  )
  const countConfirmados = db.prepare<[], { confirmados: number }>(`${CONFIRMADOS} AS confirmados`)
  return {
    isErased: () => selectConvidado.get() === undefined && erasuresIn(db).length > 0,
    totais(): Totais {
      const linhas = erasuresIn(db)
      return {
        convidados: erasedIn(linhas.filter(({ ato }) => ato === 'apagou-tudo')),
        contatosem: contatosemIn(linhas),
        entradas: countEntradas.get()?.entradas ?? 0,
      }
    },
    confirmados: () => countConfirmados.get()?.confirmados ?? 0,
    pessoal(): PersonalData {
      const counts = selectCounts.get()
      if (!counts) throw new Error('[sqlite] a count has no row')
      const empresas = selectContacts.all().map((empresa) => [empresa.empresaid, empresa] as const)
      const apagadoem = erasuresIn(db).at(-1)?.em ?? null
      return { ...counts, contatos: countContacts(empresas, selectNumbers()), apagadoem }
    },
  }
}

/** The companies whose holder's number is stored. */
function prepareNumbers(db: Connection): () => string[] {
  const select = db.prepare<[], { empresaid: string }>(`SELECT empresaid FROM mesa WHERE telefone <> ''`)
  return () => select.all().map(({ empresaid }) => empresaid)
}

/** What an erasure does with a part of storage, inside the caller's transaction. A hold that is still pendente keeps its `sid`. */
export function prepareErasure(db: Connection) {
  const STATEMENTS: Record<Exclude<Parte, 'contatos' | 'mesas'>, string[]> = {
    convidados: ['planilha', 'andamento', 'desistencia', 'busca', 'avip', 'chave', 'credencial'].map(
      (table) => `DELETE FROM ${table}`,
    ),
    // They went with their guests, which they belong to.
    chaves: [],
    desistencias: [],
    reservas: [
      'UPDATE reserva SET origem = NULL WHERE origem IS NOT NULL',
      `UPDATE reserva SET sid = '' WHERE estado <> 'pendente' AND sid <> ''`,
    ],
    convites: [`UPDATE convitepessoal SET rotulo = '' WHERE rotulo <> ''`],
    aparelhos: [`UPDATE aparelho SET nome = ''`],
    pareamentos: ['DELETE FROM pareamento WHERE fechadoem IS NOT NULL'],
    entradas: ['UPDATE entrada SET anotado = NULL WHERE anotado IS NOT NULL'],
    envios: ['DELETE FROM envio'],
    preparos: [`DELETE FROM imagem WHERE imagemid LIKE '${PREPARO}%'`],
  }
  const prepared = new Map(
    Object.entries(STATEMENTS).map(([parte, all]) => [parte, all.map((sql) => db.prepare(sql))]),
  )
  const selectIds = db.prepare<[], { credencialid: string }>('SELECT credencialid FROM credencial')
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
    return named.map(({ empresaid }) => empresaid)
  }
  const selectNumbers = prepareNumbers(db)
  const clearNumbers = db.prepare(`UPDATE mesa SET telefone = '' WHERE telefone <> ''`)
  const forgetNumbers = () => {
    const noted = selectNumbers()
    clearNumbers.run()
    return noted
  }
  const forgetAlteracoes = db.prepare('DELETE FROM alteracao')
  const renameList = db.prepare(`UPDATE meta SET valor = lower(hex(randomblob(8))) WHERE nome = 'alteracoes'`)
  return {
    /** @returns the ids of guests and companies */
    erase(parte: Parte) {
      if (parte === 'contatos') return forgetContacts()
      if (parte === 'mesas') return forgetNumbers()
      const ids = parte === 'convidados' ? selectIds.all().map(({ credencialid }) => credencialid) : []
      for (const statement of prepared.get(parte) ?? []) statement.run()
      return ids
    },
    /** Gives phones the whole list under another id: nobody has to be told by name of whom it has lost. */
    forgetList() {
      forgetAlteracoes.run()
      renameList.run()
    },
  }
}

/** What ends with an event in each part of storage, inside the caller's transaction. */
export function prepareEnding(db: Connection): (parte: ParteDoEvento) => void {
  const STATEMENTS: Record<ParteDoEvento, string[]> = {
    reservas: ['DELETE FROM reserva'],
    empresas: [
      'UPDATE empresa SET licredencial = 0',
      `INSERT INTO mesa (empresaid, versao, fechada) SELECT empresaid, 1, 0 FROM empresa WHERE true
       ON CONFLICT (empresaid) DO UPDATE SET versao = versao + 1, fechada = 0, numero = ''`,
    ],
    convites: ['DELETE FROM convitepessoal'],
    aparelhos: [`DELETE FROM aparelho WHERE papel = 'porta'`],
    pareamentos: ['DELETE FROM pareamento WHERE aparelhoid NOT IN (SELECT aparelhoid FROM aparelho)'],
    entradas: ['DELETE FROM entrada'],
    textos: ['DELETE FROM texto'],
    imagens: ['DELETE FROM imagem'],
    historico: ['DELETE FROM historico'],
  }
  const prepared = new Map(
    Object.entries(STATEMENTS).map(([parte, all]) => [parte, all.map((sql) => db.prepare(sql))]),
  )
  return (parte) => {
    for (const statement of prepared.get(parte) ?? []) statement.run()
  }
}

/** Erases, so that nothing of any guest is left in the bytes of the file either. */
export function erasingBytes(
  erase: CredencialRepo['erasePersonalData'],
  residue: ReturnType<typeof createResidue>,
): CredencialRepo['erasePersonalData'] {
  return async (autor, onProgress, asked) => {
    const erased = await erase(autor, undefined, asked)
    if (erased === null) return null
    if (!(await residue.wipe())) {
      throw new StorageError(
        '[sqlite] somebody keeps reading the database, and the bytes are still in its files',
      )
    }
    onProgress?.(erased)
    return erased
  }
}
