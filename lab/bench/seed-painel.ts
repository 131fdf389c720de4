import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { carriedOf, newChave } from '../../server/domain/acesso.ts'
import { chaveOf, keyedHash } from '../../server/domain/chave.ts'
import { credencialOf, type Cadastro } from '../../server/domain/credencial.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { aCadastro, anEntrada, aReserva } from '../../test/support/factories.ts'

/** Where a demonstration looks for its secrets, in the database's folder. */
export const SECRETS = 'segredos.json'

/** The size of the event the board is measured with. */
export const CONVIDADOS = 50_000
export const EMPRESAS = 2_000

const DAY_MS = 86_400_000
const BATCH = 5_000

/** What the measuring side needs to know about the stored event. */
export interface SeededPainel {
  /** The `Cookie` of a paired browser of the organisers. */
  cookie: string
  /** Some guests, in no order. */
  convidados: (Cadastro & { credencialid: string })[]
  empresaids: string[]
}

/**
 * Fills a new database with companies, guests over forty days, holds, and admissions of two guests in five.
 * Pairs a browser, and writes the secrets where a demonstration finds them.
 * @param inicio the event's start, in milliseconds since the epoch
 */
export async function seedPainel(path: string, inicio: number): Promise<SeededPainel> {
  const secret = randomBytes(32).toString('base64url')
  const secrets = { session: randomBytes(32).toString('base64url'), credencial: secret }
  writeFileSync(join(dirname(path), SECRETS), JSON.stringify(secrets))
  const browser = randomBytes(32).toString('base64url')
  const now = Date.now()

  const storage = await openSqlite(path)
  try {
    let batch: Registro[] = []
    for (const registro of registrosOf(secret, keyedHash(secret, 'segredo', browser), now, inicio)) {
      batch.push(registro)
      if (batch.length < BATCH) continue
      await storage.transfer.write(batch)
      batch = []
    }
    await storage.transfer.write(batch)
  } finally {
    await storage.close()
  }
  return {
    cookie: `equipe=${encodeURIComponent(btoa(JSON.stringify(browser)))}`,
    convidados: Array.from({ length: 500 }, (_, n) => convidadoOf((n * 7919) % CONVIDADOS, now)),
    empresaids: Array.from({ length: EMPRESAS }, (_, n) => `empresa-${n}`),
  }
}

function* registrosOf(secret: string, segredo: string, now: number, inicio: number): Generator<Registro> {
  yield { kind: 'aparelho', aparelho: aparelhoOf(segredo, now) }
  for (let n = 0; n < EMPRESAS; n++) yield { kind: 'empresa', empresa: empresaOf(n) }
  for (let n = 0; n < CONVIDADOS; n++) {
    const { credencialid, ...cadastro } = convidadoOf(n, now)
    const criadaem = Number(credencialid)
    const reservaid = `reserva-${n}`
    const beside = { ...carriedOf(newChave(credencialid)), versao: 1, criadaem, reservaid }
    const chave = chaveOf(secret, cadastro)
    yield { kind: 'credencial', credencial: credencialOf(credencialid, cadastro), chave, ...beside }
    const empresaid = `empresa-${n % BEGUN}`
    const paid = { reservaid, sid: `sid-${n}`, criadaem, expiraem: criadaem + 1_800_000 }
    yield { kind: 'reserva', reserva: aReserva(empresaid, credencialid, paid) }
    if (n % 5 < 2) yield { kind: 'entrada', entrada: entradaOf(n, credencialid, inicio) }
  }
  for (let n = 0; n < HELD; n++) {
    const held = { reservaid: `aberta-${n}`, sid: `aberta-${n}`, criadaem: now, expiraem: now + DAY_MS }
    yield { kind: 'reserva', reserva: aReserva(`empresa-${n}`, null, { ...held, estado: 'pendente' }) }
  }
}

/** Companies that have guests; the others have none yet. */
const BEGUN = EMPRESAS - 100
/** Companies with one open form. */
const HELD = 200

function empresaOf(n: number) {
  const used = n < BEGUN ? Math.floor(CONVIDADOS / BEGUN) + (n < CONVIDADOS % BEGUN ? 1 : 0) : 0
  const held = n < HELD ? 1 : 0
  const nome = `${NAMES[n % NAMES.length]} ${PLACES[n % PLACES.length]} ${n}`
  return parseEmpresa(`empresa-${n}`, { nome, icredencial: 30 + (n % 20), licredencial: used + held })
}

function aparelhoOf(segredo: string, now: number) {
  const code = { codigo: null, codigoate: now }
  const seen = { pareadoem: now, vistoem: now, revogadoem: null }
  return {
    aparelhoid: 'aparelho-1',
    nome: 'Cida Moreira',
    papel: 'organizacao' as const,
    segredo,
    ...code,
    ...seen,
  }
}

/** Gives every guest their own name, phone, and millisecond in the forty days before today. */
function convidadoOf(n: number, now: number): Cadastro & { credencialid: string } {
  const credencialid = String(now - DAY_MS * 40 + Math.floor((n * DAY_MS * 40) / CONVIDADOS))
  const nome = `${FIRST[n % FIRST.length]} ${LAST[(n * 7) % LAST.length]} ${LAST[(n * 13 + 5) % LAST.length]} ${n}`
  const telefone = `119${String(10_000_000 + n)}`
  return { credencialid, ...aCadastro({ nome, telefone, email: `convidado${n}@exemplo.com.br` }) }
}

function entradaOf(n: number, credencialid: string, inicio: number) {
  const lidaem = inicio - 3_600_000 + ((n * 7919) % 10_800_000)
  return anEntrada(credencialid, { entradaid: `entrada-${n}`, seq: n, lidaem, recebidaem: lidaem })
}

const NAMES = [
  'Fazenda',
  'Cooperativa',
  'Laticínios',
  'Sementes',
  'Haras',
  'Usina',
  'Irrigação',
  'Água Limpa',
]
const PLACES = ['Santa Clara', 'do Vale', 'Ipê-Roxo', 'São João', 'Três Irmãos', 'da Serra', 'Paraíso']
const FIRST = ['MARIA', 'JOSÉ', 'ANA', 'JOÃO', 'ANTÔNIO', 'HELENA', 'CAIO', 'LÍVIA', 'DAVI', 'TEREZA', 'RUI']
const LAST = [
  'SOUZA',
  'SILVA',
  'PRADO',
  'BASTOS',
  'DA CONCEIÇÃO',
  'NOGUEIRA',
  'ARRUDA',
  'DE LIMA',
  'GONÇALVES',
]
