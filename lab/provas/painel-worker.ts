// One process of the board on a database file. Waits for a line on standard input, so that several start together;
// then each organiser acts at random, beside the others, and every act is printed once its answer is there.
// node painel-worker.js <path> <acts of each organiser> <organiser>…
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { actAtRandom } from './painel-acts.ts'

const [path = '', count = '0', ...organisers] = process.argv.slice(2)
const print = (line: string) => writeSync(1, `${line}\n`)

const storage = await openSqlite(path)
print('ready')
await once(process.stdin, 'data')
await Promise.all(
  organisers.map(async (organiser) => {
    for (let n = 0; n < Number(count); n++)
      for (const told of await actAtRandom(storage, organiser)) print(JSON.stringify(told))
  }),
)
await storage.close()
process.stdin.destroy()
