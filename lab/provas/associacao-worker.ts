// One server process that claims invitations of one company for browsers of many addresses, some at once. Waits for a
// line on standard input; prints the milliseconds each claim took, and how it ended.
import { once } from 'node:events'
import { openFirebase } from '../../server/repos/firebase/index.ts'

const [projectId = '', rtdbUrl = '', empresaid = '', name = '', total = '0', atOnce = '1'] =
  process.argv.slice(2)
const storage = await openFirebase({ projectId, rtdbUrl, serviceAccount: null })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
let next = 0
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (next < Number(total)) {
      const id = `${name}-${next++}`
      const now = Date.now()
      const request = {
        empresaid,
        sid: id,
        origem: id,
        reservaid: id,
        now,
        holdMs: 1_800_000,
        isClosed: false,
      }
      const begun = performance.now()
      const kind = await storage.empresas.claim(request).then(
        (claim) => claim.kind,
        (error: unknown) => `failed: ${String(error)}`,
      )
      process.stdout.write(`${Math.round(performance.now() - begun)} ${kind}\n`)
    }
  }),
)
// Not closed first: the SDK may be about to try a call again, and would fail on a closed connection.
process.exit(0)
