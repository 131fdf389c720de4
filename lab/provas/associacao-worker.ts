// One server process that claims invitations of one company for browsers of many addresses, some at once.
// Waits for a line on standard input. Prints how each claim ended and when it began and ended, in
// milliseconds of the machine's monotonic clock, which all processes share.
import { once } from 'node:events'
import { openFirebase } from '../../server/repos/firebase/index.ts'

const [projectId = '', rtdbUrl = '', empresaid = '', name = '', total = '0', atOnce = '1'] =
  process.argv.slice(2)
const storage = await openFirebase({ projectId, rtdbUrl, serviceAccount: null })
const instant = () => Number(process.hrtime.bigint()) / 1e6
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
      const begun = instant()
      const kind = await storage.empresas.claim(request).then(
        (claim) => claim.kind,
        (error: unknown) => `failed: ${String(error)}`,
      )
      process.stdout.write(`${begun} ${instant()} ${kind}\n`)
    }
  }),
)
// Storage is not closed first: the SDK may be about to retry a call, and would fail on a closed connection.
process.exit(0)
