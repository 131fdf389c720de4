// One server process on a Firestore. Waits for a line on standard input, so that several start together.
// Prints how each of its claims ended; of the house, its registrations; without a company, each row it was
// offered from a queue of reminders.
// node firebase-worker.mjs <project> <rtdbUrl> <empresaid> <count> <name> <now>, FIRESTORE_EMULATOR_HOST set
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { CASA } from '../../build/node/domain/casa.js'
import { openFirebase } from '../../build/node/repos/firebase/index.js'
import { sendAll } from './send-all.mjs'

const [projectId, rtdbUrl, empresaid, count, name, now] = process.argv.slice(2)
const print = (line) => writeSync(1, `${line}\n`)

const aClaim = (id) => ({
  ...{ empresaid, sid: id, origem: null, reservaid: id },
  ...{ now: Number(now), holdMs: 1_800_000 },
})
/** In a millisecond of its own, which its id is made of. */
const aRegister = (id, at) => ({
  cadastro: { nome: `GUEST ${id}`, telefone: '11987654321', email: '' },
  ...{ chave: id, now: at, origem: null, claim: null, codigo: null, reservaid: id },
  ...{ isClosed: false, recibo: id, conhecidas: [], chaveAntiga: null },
  autor: { historicoid: id, quem: 'convidado', em: at },
})

const TRIES = 5

/** A guest who was told to try again does: the first try may have registered them. */
async function register(request, tries = TRIES) {
  try {
    const { kind } = await storage.credenciais.register(request)
    return kind === 'already-registered' && tries < TRIES ? { kind: 'registered' } : { kind }
  } catch (error) {
    if (error.name !== 'StorageError' || tries === 1) throw error
    return register(request, tries - 1)
  }
}

const storage = await openFirebase({ projectId, rtdbUrl, serviceAccount: null })
print('ready')
await once(process.stdin, 'data')
if (empresaid === '')
  await sendAll(storage, {
    quem: name,
    count: Number(count),
    from: Number(now),
    at: Number(now),
    onOffered: print,
  })
else
  await Promise.all(
    Array.from({ length: Number(count) }, async (_, i) => {
      // The fake keeps the reservas of all projects together.
      const id = `${empresaid === CASA ? 'casa-' : ''}${name}-${i}`
      const asked =
        empresaid === CASA
          ? register(aRegister(id, Number(now) + 4 * i + Number(name.slice(1))))
          : storage.empresas.claim(aClaim(id))
      const outcome = await asked.catch((error) => ({ kind: String(error) }))
      print(outcome.kind)
    }),
  )
await storage.close()
process.stdin.destroy()
