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

/** What an act reads and writes, as Firestore bills it. */
export interface Counted {
  act: string
  reads: number
  writes: number
}

/** Counts acts at the fake beside so many guests. The board is read by its first row, and told from memory by the others. */
export async function countBeside(convidados: number): Promise<Counted[]> {
  const fake = await startFakeFirestore()
  const rtdb = await startFakeRtdb()
  const storage = await openFirebaseAt(fake.host, 'demo-convites', rtdb.url)
  const counted: Counted[] = []
  const count = async (act: string, run: () => Promise<unknown>) => {
    const before = { reads: fake.reads(), writes: fake.writes() }
    await run()
    counted.push({ act, reads: fake.reads() - before.reads, writes: fake.writes() - before.writes })
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
    await count('the board, first asked of a process', readWhole)
    await count('a search', () => painel.search([{ ...EVERYBODY, words: ['MARIA'] }], 0, 50))
    const claim = aClaim('e0', { now })
    await count('the first claim of a company', () =>
      empresas.claim(aClaim('e0', { now, sid: randomUUID() })),
    )
    await count('a claim', () => empresas.claim(claim))
    await count('a registration with it', () => credenciais.register(aRegister({ claim, now })))
    await count('an admission on the board', () =>
      entradas.admit({ credencialid: String(NOW), entradaid: randomUUID(), isAgain: false }, anAutor()),
    )
    await count('a phone’s batch of 100', () => {
      const batch = Array.from({ length: 100 }, (_, n) => anEntrada(String(NOW + n), { aparelhoid: 'fone' }))
      return entradas.deliver('segredo', batch, anAutor())
    })
    await count('a company’s page', () => empresas.find('e0', now))
    return counted
  } finally {
    await storage.close()
    await rtdb.close()
    fake.close()
  }
}
