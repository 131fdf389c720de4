// One process of table holders, guests and organisers. Waits for a line on standard input, so that several
// start together. Then its actors act at random beside each other, and every act is printed once it is
// answered.
// node worker.js sqlite <path> | firebase <project> <rtdbUrl>, then -- <mix> <seed> <acts of each actor> <actor>…
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import type { Storage } from '../../../server/domain/storage.ts'
import { openFirebase } from '../../../server/repos/firebase/index.ts'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { actAtRandom } from './answers.ts'

const split = process.argv.indexOf('--')
const [kind, first = '', rtdbUrl = ''] = process.argv.slice(2, split)
const mix = process.argv[split + 1] === 'painel' ? 'painel' : 'convites'
const [seed = 0, count = 0, ...actors] = process.argv.slice(split + 2).map(Number)

const print = (line: string) => writeSync(1, `${line}\n`)
const open = (): Promise<Storage> =>
  kind === 'sqlite' ? openSqlite(first) : openFirebase({ projectId: first, rtdbUrl, serviceAccount: null })

const storage = await open()
print('ready')
await once(process.stdin, 'data')
await Promise.all(
  actors.map((number) =>
    actAtRandom(storage, { mix, number, seed, count }, (told) => print(JSON.stringify(told))),
  ),
)
await storage.close()
process.stdin.destroy()
