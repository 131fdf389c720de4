// Loaded into the server under test before the server itself: at SIGUSR2 it prints the size of the heap after
// a collection.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collect()
  process.stderr.write(`heap ${process.memoryUsage().heapUsed}\n`)
})
