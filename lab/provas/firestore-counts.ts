import { randomUUID } from 'node:crypto'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import { credencialOf } from '../../server/domain/credencial.ts'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  aRegister,
  NOW,
} from '../../test/support/factories.ts'
import { openFirebaseAt } from '../../test/support/firebase-harness.ts'
import { startFakeFirestore } from '../../test/support/firestore/fake.ts'
import { startFakeRtdb } from '../../test/support/rtdb/fake.ts'

/** Guests of one company. */
const TABLE = 50

/** What an act reads and writes, as Firestore bills it; its name is that of docs/producao.md. */
export interface Counted {
  act: string
  reads: number
  writes: number
  /** Neither is above what is allowed. */
  isReached: boolean
}

/** Counts acts at the fake beside so many guests. The board is read by its first row, and told from memory by the others. */
export async function countBeside(convidados: number): Promise<Counted[]> {
  const fake = await startFakeFirestore()
  const rtdb = await startFakeRtdb()
  const storage = await openFirebaseAt(fake.host, 'demo-convites', rtdb.url)
  const counted: Counted[] = []
  const count = async (act: string, most: [reads: number, writes: number], run: () => Promise<unknown>) => {
    const before = { reads: fake.reads(), writes: fake.writes() }
    await run()
    const [reads, writes] = [fake.reads() - before.reads, fake.writes() - before.writes]
    counted.push({ act, reads, writes, isReached: reads <= most[0] && writes <= most[1] })
  }
  try {
    for (let n = 0; n < convidados; n++) {
      const credencialid = String(NOW + n)
      const [reservaid, empresaid] = [`r${n}`, `e${Math.floor(n / TABLE)}`]
      const at = { origem: null, criadaem: NOW, mudouem: new Date(0) }
      const used = { sid: '', estado: 'usada', expiraem: NOW, credencialid, ritmo: null }
      if (n % TABLE === 0)
        fake.put('empresa', empresaid, anEmpresa({ empresaid, icredencial: 2 * TABLE, licredencial: TABLE }))
      fake.put('credencial', credencialid, {
        ...credencialOf(credencialid, aCadastro({ nome: `MARIA ${n}` })),
      })
      fake.put('chave', `k${n}`, { credencialid, versao: 0, recibo: null, reciboate: null, reservaid, ...at })
      fake.put('reserva', reservaid, { reservaid, empresaid, ...used, ...at })
    }
    const { credenciais, empresas, entradas, equipe, painel } = storage
    const now = NOW + convidados
    await equipe.invite(
      { aparelhoid: 'fone', nome: 'PORTA', papel: 'porta', codigo: 'codigo', codigoate: now + 1 },
      anAutor(),
    )
    await equipe.pair('codigo', 'segredo', anAutor())
    // A board that takes longer than a request may is waited for.
    const readWhole = async (): Promise<unknown> => painel.count(now).catch(readWhole)
    // Three documents for each guest, and the companies: twice at most, where pages come too late on a busy machine.
    await count('the board, first asked', [7 * convidados, 0], readWhole)
    await count('a search, the board being fresh', [0, 0], () =>
      painel.search([{ ...EVERYBODY, words: ['MARIA'] }], 0, 50),
    )
    const claim = aClaim('e0', { now })
    await count('the first claim of a company', [5, 3], () =>
      empresas.claim(aClaim('e0', { now, sid: randomUUID() })),
    )
    await count('a claim', [3, 3], () => empresas.claim(claim))
    await count('a registration with it', [5, 5], () => credenciais.register(aRegister({ claim, now })))
    await count('an admission on the board', [5, 2], () =>
      entradas.admit({ credencialid: String(NOW), entradaid: randomUUID(), isAgain: false }, anAutor()),
    )
    await count('a phone’s batch of 100', [201, 201], () => {
      const batch = Array.from({ length: 100 }, (_, n) => anEntrada(String(NOW + n), { aparelhoid: 'fone' }))
      return entradas.deliver('segredo', batch, anAutor())
    })
    await count('a company’s page', [4, 0], () => empresas.find('e0', now))
    return counted
  } finally {
    await storage.close()
    await rtdb.close()
    fake.close()
  }
}
