import { randomBytes } from 'node:crypto'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { keyedBy } from '../../server/domain/keyed-by.ts'
import { newPareamento } from '../../server/domain/pareamento.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import type { Transport } from '../../test/support/phones.ts'
import { seeded } from './prova.ts'
import { MESA } from './convidados.ts'
import { CREDENCIAL_SECRET, databaseIn, newDatabase, PUBLIC_ORIGIN } from './product.ts'
import { aCadastro } from '../../test/support/factories.ts'
import { registrosOf } from '../../test/support/many-convidados.ts'

const DAY_MS = 86_400_000
/** The time over which guests registered. */
const REGISTERED_MS = 40 * DAY_MS
const TABLE = 50

/** A database with guests, and phones paired for its door. */
export interface Hall {
  directory: string
  /** Credencialids. */
  convidados: string[]
  phones: PairedPhone[]
  /** What a guest's QR holds. */
  urlOf: (credencialid: string) => string
}

export interface PairedPhone {
  aparelhoid: string
  cookie: string
}

const { segredoOf, tokenOf } = keyedBy(CREDENCIAL_SECRET)

/** @param seed determines names and numbers */
export async function newHall(convidados: number, phones: number, seed = 1): Promise<Hall> {
  const directory = newDatabase()
  const draw = seeded(seed)
  const listed = Array.from({ length: convidados }, (_, n) => convidadoOf(n, convidados, draw))
  const paired = Array.from({ length: phones }, (_, n) => ({
    aparelhoid: `porta-${n}`,
    secret: randomBytes(32).toString('base64url'),
  }))
  const storage = await openSqlite(databaseIn(directory))
  await storage.transfer.write([
    ...paired.flatMap(({ aparelhoid, secret }) => pairedOf(aparelhoid, secret)),
    empresaOf(MESA, 1_000_000, 0),
    ...Array.from({ length: Math.ceil(convidados / TABLE) }, (_, n) => empresaOf(`e${n}`, TABLE, TABLE)),
  ])
  const stored = listed.flatMap(({ registros }) => registros)
  for (let from = 0; from < stored.length; from += 2_000)
    await storage.transfer.write(stored.slice(from, from + 2_000))
  await storage.close()
  return {
    directory,
    convidados: listed.map(({ credencialid }) => credencialid),
    phones: paired.map(({ aparelhoid, secret }) => ({ aparelhoid, cookie: cookieOf(secret) })),
    urlOf: (credencialid) => `${PUBLIC_ORIGIN}/c/${tokenOf(credencialid, 0)}`,
  }
}

/** The headers of a browser with that cookie, on a page of ours. */
export const headersOf = ({ cookie }: PairedPhone) => ({
  Cookie: cookie,
  Origin: PUBLIC_ORIGIN,
  'Content-Type': 'application/json',
  'Accept-Encoding': 'gzip, deflate, br',
})

/** A phone's network, connected to a server. */
export function transportTo(url: string, phone: PairedPhone): Transport {
  return (body) => fetch(`${url}/porta/sync`, { method: 'POST', body, headers: headersOf(phone) })
}

/** The cookie in Remix's encoding. */
const cookieOf = (secret: string) =>
  `__Host-equipe=${encodeURIComponent(Buffer.from(JSON.stringify(secret)).toString('base64'))}`

function pairedOf(aparelhoid: string, secret: string): Registro[] {
  const now = Date.now()
  const rest = { codigo: null, codigoate: now, revogadoem: null }
  const seen = { segredo: segredoOf(secret), pareadoem: now, vistoem: now }
  return [
    {
      kind: 'aparelho',
      aparelho: { ...rest, ...seen, aparelhoid, nome: `Portão ${aparelhoid}`, papel: 'porta' },
    },
    { kind: 'pareamento', pareamento: newPareamento(aparelhoid, seen.segredo, now) },
  ]
}

function empresaOf(empresaid: string, icredencial: number, licredencial: number): Registro {
  const nome = `Cooperativa ${empresaid}`
  return { kind: 'empresa', empresa: parseEmpresa(empresaid, { nome, icredencial, licredencial }) }
}

/** The nth guest, with random name, phone and instant, as on a list that has to be sent. */
function convidadoOf(
  n: number,
  of: number,
  draw: () => number,
): { credencialid: string; registros: Registro[] } {
  const pick = (words: string[]) => words[Math.floor(draw() * words.length)] ?? ''
  const credencialid = String(Math.floor(Date.now() - REGISTERED_MS + ((n + draw()) * REGISTERED_MS) / of))
  const nome = [pick(FIRST), pick(LAST), pick(LAST), ...(draw() < 0.3 ? [pick(LAST)] : [])].join(' ')
  const telefone = `659${String(Math.floor(draw() * 1e8)).padStart(8, '0')}`
  const cadastro = aCadastro({ nome, telefone, email: `c${n}@exemplo.com.br` })
  return { credencialid, registros: registrosOf(credencialid, cadastro, `e${Math.floor(n / TABLE)}`) }
}

const FIRST = (
  'ADRIANA ALESSANDRO ALINE AMANDA ANA ANDERSON ANDRÉ ANTÔNIO BEATRIZ BRUNO CAIO CAMILA CARLOS CECÍLIA CÍCERO CLÁUDIA ' +
  'DANIEL DAVI DÉBORA DIEGO EDUARDO ELAINE ÉRICA FÁBIO FERNANDA FRANCISCO GABRIEL GUSTAVO HELENA HUGO IARA INÊS ' +
  'JOANA JOÃO JOSÉ JÚLIA LARISSA LETÍCIA LÍVIA LUÍS MARCELO MARIA MATEUS MÔNICA NATÁLIA OTÁVIO PATRÍCIA PAULO PEDRO ' +
  'RAFAEL RAQUEL RENATA RICARDO RUI SANDRA SÉRGIO SÔNIA TATIANA TEREZA THIAGO VANESSA VERA VINÍCIUS WAGNER YARA ZILDA'
).split(' ')
const LAST = (
  'ALMEIDA ALVES ANDRADE ARAÚJO ARRUDA BARBOSA BARROS BASTOS BORGES CAMPOS CARDOSO CARVALHO CASTRO CORRÊA COSTA DIAS ' +
  'DUARTE FARIA FERREIRA FONSECA FREITAS GARCIA GOMES GONÇALVES LIMA LOPES MACHADO MARQUES MARTINS MEDEIROS MELO ' +
  'MENDES MIRANDA MONTEIRO MORAES MOREIRA MOURA NASCIMENTO NOGUEIRA NUNES OLIVEIRA PACHECO PEREIRA PINTO PRADO RAMOS ' +
  'REIS RIBEIRO ROCHA RODRIGUES SALES SAMPAIO SANTANA SANTOS SILVA SIQUEIRA SOARES SOUZA TAVARES TEIXEIRA VIANA VIEIRA'
).split(' ')
