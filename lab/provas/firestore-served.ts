import { randomUUID } from 'node:crypto'
import { credencialOf } from '../../server/domain/credencial.ts'
import { newPareamento } from '../../server/domain/pareamento.ts'
import { keyedBy } from '../../server/domain/keyed-by.ts'
import { LOTE_MAX, type Lote, type Resposta } from '../../server/domain/porta-sync.ts'
import { chaveIdOf } from '../../server/repos/firebase/table.ts'
import { openClient } from '../../test/support/firestore/client.ts'
import { aCadastro, anEmpresa } from '../../test/support/factories.ts'
import {
  newDirectory,
  removeDirectory,
  startProcess,
  type ServerProcess,
} from '../../test/support/process.ts'
import { startFakeRtdb } from '../../test/support/rtdb/fake.ts'
import { CREDENCIAL_SECRET } from './product.ts'

const EMPRESAS = 100
const { segredoOf } = keyedBy(CREDENCIAL_SECRET)
/** The secrets in the cookies of an organiser's browser and of the door's phones. */
const ORGANISER = 'organizacao'.padEnd(43, '-')
const phoneOf = (n: number) => `porta-${n}`.padEnd(43, '-')

/** A Firestore with guests, and servers on it. */
export interface Served {
  /** Stores this many more guests, as another server does: dated now, by Firestore's clock. */
  putConvidados: (count: number) => Promise<void>
  startServer: () => Promise<ServerProcess>
  /** The number of guests stored. */
  count: () => number
  /** The number of admissions stored. */
  countEntradas: () => Promise<number>
  close: () => Promise<void>
}

/** @param host of a Firestore @param phones number of phones to pair for the door */
export async function serve(host: string, phones: number): Promise<Served> {
  const projectId = `demo-convites-prova-${process.pid}-${Date.now()}`
  const rtdb = await startFakeRtdb()
  const { db, close } = openClient(host, projectId)
  const directory = newDirectory()
  const servers: ServerProcess[] = []
  let stored = 0

  const putAll = async (documents: [string, string, Record<string, unknown>][]) => {
    const batches: (typeof documents)[] = []
    for (let from = 0; from < documents.length; from += 450) batches.push(documents.slice(from, from + 450))
    const next = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const writes = db.batch()
        for (const [collection, id, document] of batch)
          writes.set(db.collection(collection).doc(id), document)
        await writes.commit()
      }
    }
    await Promise.all([next(), next(), next()])
  }
  const { FieldValue } = await import('firebase-admin/firestore')
  const now = Date.now()
  const teamOf = (
    aparelhoid: string,
    secret: string,
    papel: string,
  ): [string, string, Record<string, unknown>][] => [
    [
      'aparelho',
      aparelhoid,
      {
        aparelhoid,
        nome: `Aparelho ${aparelhoid}`,
        papel,
        codigo: null,
        codigoate: now,
        segredo: segredoOf(secret),
        pareadoem: now,
        vistoem: now,
        revogadoem: null,
      },
    ],
    ['pareamento', chaveIdOf(segredoOf(secret)), { ...newPareamento(aparelhoid, segredoOf(secret), now) }],
  ]
  await putAll([
    ...teamOf('organizacao', ORGANISER, 'organizacao'),
    ...Array.from({ length: phones }, (_, n) => teamOf(`porta-${n}`, phoneOf(n), 'porta')).flat(),
  ])
  await putAll(
    Array.from({ length: EMPRESAS }, (_, n) => {
      const empresa = anEmpresa({ empresaid: `e${n}`, icredencial: 1_000, licredencial: 0 })
      return ['empresa', `e${n}`, empresa]
    }),
  )

  return {
    async putConvidados(count) {
      const from = stored
      stored += count
      const documents = Array.from({ length: count }, (_, k): [string, string, Record<string, unknown>][] => {
        const n = from + k
        const credencialid = String(1_760_000_000_000 + n)
        const [reservaid, empresaid] = [`r${n}`, `e${n % EMPRESAS}`]
        const at = { origem: null, criadaem: now, mudouem: FieldValue.serverTimestamp() }
        return [
          [
            'credencial',
            credencialid,
            { ...credencialOf(credencialid, aCadastro({ nome: `MARIA SOUZA ${n}` })) },
          ],
          ['chave', `k${n}`, { credencialid, versao: 0, recibo: null, reciboate: null, reservaid, ...at }],
          [
            'reserva',
            reservaid,
            {
              reservaid,
              empresaid,
              sid: '',
              estado: 'usada',
              expiraem: now,
              credencialid,
              ritmo: null,
              ...at,
            },
          ],
        ]
      })
      await putAll(documents.flat())
    },
    async startServer() {
      const server = await startProcess('build/node/main.js', directory, {
        STORAGE: 'firebase',
        GCP_PROJECT_ID: projectId,
        RTDB_URL: rtdb.url,
        HOST: '127.0.0.1',
        FIRESTORE_EMULATOR_HOST: host,
        METADATA_SERVER_DETECTION: 'none',
        SESSION_SECRET: '',
        CREDENCIAL_SECRET,
        LOG_LEVEL: 'warn',
      })
      servers.push(server)
      return server
    },
    count: () => stored,
    countEntradas: async () => (await db.collection('entrada').count().get()).data().count,
    async close() {
      for (const server of servers) await server.stop('SIGKILL')
      removeDirectory(directory)
      await close()
      await rtdb.close()
    },
  }
}

/** An answer: its status, its time, and the number of guests it showed, null when it was refused. */
export interface Answer {
  status: number
  ms: number
  convidados: number | null
  /** The age of that number, in seconds. */
  age: number
}

const headersOf = (url: string, secret: string) => ({
  Cookie: `equipe=${encodeURIComponent(Buffer.from(JSON.stringify(secret)).toString('base64'))}`,
  Origin: url,
})

/** Asks for the board's numbers. */
export async function askNumeros({ url }: ServerProcess): Promise<Answer> {
  const begun = performance.now()
  const response = await fetch(`${url}/painel/numeros`, { headers: headersOf(url, ORGANISER) })
  const body = await response.text()
  const { texts } = response.ok ? (JSON.parse(body) as { texts: { confirmados: string } }) : { texts: null }
  // Shown as 21.000.
  const confirmados = texts && Number(texts.confirmados.replace('.', ''))
  const age = Number(response.headers.get('Age') ?? 0)
  return { status: response.status, ms: performance.now() - begun, convidados: confirmados, age }
}

/** A phone that syncs over and over, as a page of the door does. */
export function openPhone(n: number) {
  let marca: string | null = null
  let seq = 0
  const known = new Set<string>()
  return {
    async sync({ url }: ServerProcess, admitted: string[] = []): Promise<Answer & { guardadas: number }> {
      const entradas = admitted.map((credencialid) => ({
        entradaid: randomUUID(),
        credencialid,
        seq: ++seq,
        lidaem: Date.now() - 3_600_000,
        desvio: 0,
        modo: 'camera' as const,
        anula: null,
        anotado: null,
      }))
      if (entradas.length > LOTE_MAX) throw new Error('a phone sends fewer at once')
      const lote: Lote = { marca, entradas, porEnviar: 0 }
      const headers = { ...headersOf(url, phoneOf(n)), 'Content-Type': 'application/json' }
      const begun = performance.now()
      const response = await fetch(`${url}/porta/sync`, {
        method: 'POST',
        headers,
        body: JSON.stringify(lote),
      })
      const body = await response.text()
      const ms = performance.now() - begun
      const refused = { status: response.status, ms, convidados: null, age: 0, guardadas: 0 }
      if (response.status !== 200) return refused
      const { lista, guardadas } = JSON.parse(body) as Resposta
      if (lista.isInteira) known.clear()
      for (const id of lista.ids) known.add(id)
      marca = lista.marca
      return { ...refused, convidados: known.size, guardadas: guardadas.length }
    },
  }
}
