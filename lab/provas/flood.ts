import { connect } from 'node:net'
import { get } from './load.ts'

/**
 * A stranger's thousand browsers, as a process of their own. Each requests one path again as soon as it is
 * answered. The process reads only the status and the length of an answer, because it must cost less than the
 * server it floods.
 * Prints `ready` once every connection has been answered, and at SIGTERM how often each status was read.
 */
const [port, path = '/', size, addresses] = process.argv.slice(2)
const statuses: Record<string, number> = {}
let answered = 0
let serial = 0

const next = () => get(path, serial++ % Number(addresses))

function open(): void {
  let missing = 0
  let isAnswered = false
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
  const ask = () => void socket.write(next(), 'latin1')
  socket.on('connect', ask)
  socket.on('error', () => {})
  socket.on('close', open)
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length
    else {
      const head = chunk.toString('latin1', 0, 2_500)
      const status = head.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      missing = head.indexOf('\r\n\r\n') + 4 + length - chunk.length
    }
    if (missing > 0) return
    if (!isAnswered) {
      isAnswered = true
      answered += 1
      if (answered === Number(size)) process.stdout.write('ready\n')
    }
    ask()
  })
}

process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit(0))
})
for (let n = 0; n < Number(size); n++) open()
