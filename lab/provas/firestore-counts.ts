import { randomUUID } from 'node:crypto'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import { credencialOf } from '../../server/domain/credencial.ts'
import type { Storage } from '../../server/domain/storage.ts'
import {
  aCadastro,
  aClaim,
  aMerge,
  anAutor,
  anEmpresa,
  anEntrada,
  aRegister,
  NOW,
} from '../../test/support/factories.ts'
import { openFirebaseAt } from '../../test/support/firebase-harness.ts'
import { startFakeFirestore, type FakeFirestore } from '../../test/support/firestore/fake.ts'
import { startFakeRtdb } from '../../test/support/rtdb/fake.ts'

/** Guests of one company. */
const TABLE = 50

/** What an act reads and writes, as Firestore bills it, under the name it has in docs/producao.md. */
export interface Counted {
  act: string
  reads: number
  writes: number
  /** Whether both are within their limits. */
  isReached: boolean
}

/** Counts what an act reads and writes. */
type Count = (
  act: string,
  most: [reads: number, writes: number],
  run: () => Promise<unknown>,
) => Promise<void>

/**
 * Counts acts on the fake with this many guests. The board's first row reads it whole, the others answer from
 * memory.
 */
export async function countBeside(convidados: number): Promise<Counted[]> {
  const fake = await startFakeFirestore()
  const rtdb = await startFakeRtdb()
  const storage = await openFirebaseAt(fake.host, 'demo-convites', rtdb.url)
  const counted: Counted[] = []
  const count: Count = async (act, most, run) => {
    const before = { reads: fake.reads(), writes: fake.writes() }
    await run()
    const [reads, writes] = [fake.reads() - before.reads, fake.writes() - before.writes]
    counted.push({ act, reads, writes, isReached: reads <= most[0] && writes <= most[1] })
  }
  try {
    putConvidados(fake, convidados)
    const now = NOW + convidados
    await countFrequent(storage, now, count)
    await countOfTeam(storage, now, count)
    return counted
  } finally {
    await storage.close()
    await rtdb.close()
    fake.close()
  }
}

function putConvidados(fake: FakeFirestore, convidados: number): void {
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
}

/** What happens for each guest. The phone's batch admits the first hundred. */
async function countFrequent(storage: Storage, now: number, count: Count): Promise<void> {
  const { credenciais, empresas, entradas, equipe, painel } = storage
  await equipe.invite(
    { aparelhoid: 'fone', nome: 'PORTA', papel: 'porta', codigo: 'codigo', codigoate: now + 1 },
    anAutor(),
  )
  await equipe.pair('codigo', 'segredo', anAutor())
  // Waits for a board that takes longer than a request may.
  const readWhole = async (): Promise<unknown> => painel.count(now).catch(readWhole)
  // Three documents for each guest, and the companies; twice that when pages come too late on a busy machine.
  await count('the board, first asked', [7 * (now - NOW), 0], readWhole)
  const search = () => painel.search([{ ...EVERYBODY, words: ['MARIA'] }], 0, 50)
  // On a busy machine reading the board takes so long that it is already due for another look.
  await search()
  await count('a search, the board being fresh', [0, 0], search)
  const claim = aClaim('e0', { now })
  await count('the first claim of a company', [6, 5], () =>
    empresas.claim(aClaim('e0', { now, sid: randomUUID() })),
  )
  await count('a claim', [4, 5], () => empresas.claim(claim))
  await count('a registration with it', [6, 8], () => credenciais.register(aRegister({ claim, now })))
  await count('an admission on the board', [5, 3], () =>
    entradas.admit({ credencialid: String(NOW), entradaid: randomUUID(), isAgain: false }, anAutor()),
  )
  await count('a phone’s batch of 100', [201, 201], () => {
    const batch = Array.from({ length: 100 }, (_, n) => anEntrada(String(NOW + n), { aparelhoid: 'fone' }))
    return entradas.deliver('segredo', batch, anAutor())
  })
  await count('a company’s page', [4, 0], () => empresas.find('e0', now))
}

/** What happens now and then, for guests of two companies who are outside, and for one who is in. */
async function countOfTeam(storage: Storage, now: number, count: Count): Promise<void> {
  const { convites, credenciais, desistencias, empresas, envios } = storage
  const expecting = async (kind: string, act: Promise<{ kind: string }>) => {
    const outcome = await act
    if (outcome.kind !== kind) throw new Error(`${outcome.kind} instead of ${kind}`)
  }
  // The first act on a company creates the list of its pendentes.
  for (const empresaid of ['e2', 'e3']) await empresas.claim(aClaim(empresaid, { now }))
  const [ofE2, ofE3] = [NOW + 2 * TABLE, NOW + 3 * TABLE]
  const guest = (n: number) => String(ofE2 + n)
  const moveTo = (credencialid: string, empresaid: string | null) =>
    credenciais.move({ credencialid, empresaid, reservaid: randomUUID(), now }, anAutor())

  await count('a correction', [6, 6], () => {
    const cadastro = aCadastro({ nome: 'JOANA' })
    const request = { credencialid: guest(0), cadastro, shown: null, chaveOf: () => 'joana' }
    return expecting('corrected', credenciais.correct(request, anAutor()))
  })
  await count('another link of a guest', [5, 4], () => credenciais.renewLink(guest(0), anAutor(), 0))
  await count('a move to another company', [12, 12], () => expecting('moved', moveTo(guest(1), 'e3')))
  await count('a move to no company', [10, 8], () => expecting('moved', moveTo(guest(2), null)))
  await count('a removal, the invitation given back', [20, 15], () =>
    expecting('removed', credenciais.remove(guest(3), true, anAutor())),
  )
  await count('a removal of one who is in', [21, 16], () =>
    expecting('removed', credenciais.remove(String(NOW + 1), true, anAutor())),
  )
  await count('a merge of guests of two companies', [28, 22], () =>
    expecting('merged', credenciais.merge(aMerge(guest(4), String(ofE3)), anAutor())),
  )
  await count('a withdrawal', [12, 8], () => {
    const request = { credencialid: guest(5), empresaid: null, now, isClosed: false }
    return expecting('withdrawn', desistencias.withdraw(request, anAutor()))
  })
  await count('Desfazer', [11, 9], () => {
    const request = { credencialid: guest(5), reservaid: randomUUID(), now, isClosed: false }
    return expecting('returned', desistencias.undo(request, anAutor()))
  })
  await count('a withdrawal by the holder', [12, 8], () => {
    const request = { credencialid: guest(5), empresaid: 'e2', now, isClosed: false }
    return expecting('withdrawn', desistencias.withdraw(request, anAutor()))
  })
  await count('10 personal invitations', [15, 25], () => {
    const novos = Array.from({ length: 10 }, (_, n) => {
      return { codigo: codigoOf(n), rotulo: 'Tia', reservaid: `p${n}`, sid: `p${n}` }
    })
    return expecting('created', convites.create('e2', novos, now, anAutor()))
  })
  await count('one re-labelled', [4, 3], () =>
    expecting(
      'corrected',
      convites.correct(codigoOf(0), { rotulo: 'Tio', telefone: '', nota: '' }, anAutor()),
    ),
  )
  await count('one revoked', [8, 6], () => expecting('revoked', convites.revoke(codigoOf(0), anAutor())))
  await count('a sheet of 100 labels marked', [154, 155], () => {
    const impressas = Array.from({ length: 100 }, (_, n) => {
      return { credencialid: String(NOW + 4 * TABLE + n), impresso: 'h1', versao: 0 }
    })
    return expecting('marcada', envios.mark(impressas, now, anAutor()))
  })
  await count('a sheet unmarked', [1, 2], () => envios.unmark(now, 100, anAutor()))
}

const codigoOf = (n: number) => String(n).padStart(20, 'a')
