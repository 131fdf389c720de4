import { randomBytes } from 'node:crypto'
import { UNPAIRED } from '../../server/domain/aparelho.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { keyedBy } from '../../server/domain/keyed-by.ts'
import { newPareamento } from '../../server/domain/pareamento.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { databaseIn } from './product.ts'
import { aCadastro } from '../../test/support/factories.ts'
import { registrosOf } from '../../test/support/many-convidados.ts'

/** The secret of the server and of these guests, whose links are created here. */
export const SECRET = 'p'.repeat(32)

/** The time over which guests registered. */
const REGISTERED_MS = 40 * 86_400_000
const TABLE = 50

/** A guest as the door sees them; no two have the same name. */
export interface Listed {
  nome: string
  credencialid: string
  /** The part of the link after the server's origin. */
  path: string
}

/**
 * Stores guests, with random names, phones and instants as on a list that has to be sent, and a paired phone.
 */
export async function storeList(
  directory: string,
  count: number,
): Promise<{ convidados: Listed[]; secret: string }> {
  const { segredoOf, tokenOf } = keyedBy(SECRET)
  const secret = randomBytes(32).toString('base64url')
  const names = namesOf(count)
  const ids = names.map((_, n) =>
    String(Math.floor(Date.now() - REGISTERED_MS + ((n + Math.random()) * REGISTERED_MS) / count)),
  )
  const storage = await openSqlite(databaseIn(directory))
  await storage.transfer.write([
    ...pairedOf(segredoOf(secret)),
    ...Array.from({ length: Math.ceil(count / TABLE) }, (_, n) => empresaOf(n)),
  ])
  for (let from = 0; from < count; from += 1_000) {
    const some = names.slice(from, from + 1_000)
    await storage.transfer.write(some.flatMap((nome, n) => listed(nome, ids[from + n] ?? '', from + n)))
  }
  await storage.close()
  const convidados = names.map((nome, n) => {
    const credencialid = ids[n] ?? ''
    return { nome, credencialid, path: `/c/${tokenOf(credencialid, 0)}` }
  })
  return { convidados, secret }
}

function pairedOf(segredo: string): Registro[] {
  const now = Date.now()
  const code = { codigo: null, codigoate: now }
  const paired = { segredo, pareadoem: now, vistoem: now }
  return [
    {
      kind: 'aparelho',
      aparelho: { ...UNPAIRED, ...code, ...paired, aparelhoid: 'porta-a', nome: 'Porta A', papel: 'porta' },
    },
    { kind: 'pareamento', pareamento: newPareamento('porta-a', segredo, now) },
  ]
}

function empresaOf(n: number): Registro {
  const fields = { nome: `${TABLES[n % TABLES.length]} ${n + 1}`, icredencial: TABLE, licredencial: TABLE }
  return { kind: 'empresa', empresa: parseEmpresa(`e${n}`, fields) }
}

function listed(nome: string, credencialid: string, n: number): Registro[] {
  const telefone = `659${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const cadastro = aCadastro({ nome, telefone, email: `c${n}@exemplo.com.br` })
  return registrosOf(credencialid, cadastro, `e${Math.floor(n / TABLE)}`)
}

function namesOf(count: number): string[] {
  const pick = (words: string[]) => words[Math.floor(Math.random() * words.length)] ?? ''
  const names = new Set<string>()
  while (names.size < count)
    names.add([pick(FIRST), pick(LAST), pick(LAST), ...(Math.random() < 0.3 ? [pick(LAST)] : [])].join(' '))
  return [...names]
}

const FIRST = (
  'ADRIANA ALESSANDRO ALINE AMANDA ANA ANDERSON ANDRÉ ANTÔNIO BEATRIZ BRUNO CAIO CAMILA CARLOS CECÍLIA CLÁUDIA DANIEL ' +
  'DÉBORA EDUARDO FERNANDA GABRIEL HELENA ÍRIS JOÃO JÚLIA LETÍCIA MARCOS NATÁLIA OTÁVIO PAULA RAFAEL SÔNIA VINÍCIUS'
).split(' ')
const LAST = (
  'ALMEIDA ALVES ANDRADE ARAÚJO BARBOSA BARROS CARDOSO CARVALHO CAVALCANTI COSTA DIAS DUARTE FERNANDES FERREIRA GOMES ' +
  'GONÇALVES LIMA LOPES MARTINS MENDES MORAES MOURA NASCIMENTO OLIVEIRA PEREIRA PRADO RIBEIRO ROCHA SANTOS SILVA SOUZA'
).split(' ')
const TABLES = [
  'Cooperativa Vale Dourado',
  'Fazenda Santa Rita',
  'Cerâmica do Cerrado',
  'Instituto Águas Claras',
]
