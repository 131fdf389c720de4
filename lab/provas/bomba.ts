import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { MESA, newConvidados } from './convidados.ts'
import { crowd } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import type { Prova } from './prova.ts'

const MB = 1024 * 1024
const BOMB_BYTES = 60 * MB
const CHUNK = Buffer.alloc(64 * 1024, 'a')

/**
 * Forms of 60 MB, with and without a declared length: the server's peak memory, against its memory before.
 */
export const bomba: Prova = {
  goal: '20 forms of 60 MB: refused with 413, memory grows ≤ 20 MB',
  limitSeconds: { full: 120, short: 60 },
  async run(isShort) {
    const server = await startServer(newDatabase({ [MESA]: 1_000_000 }))
    const pid = server.child.pid ?? 0
    const convidados = newConvidados()
    await crowd([server.port], 16, convidados.register, () => convidados.acknowledged() >= 1_000)
    await throwBomb(server.port, true)

    // Writing 5 makes Linux forget the peak.
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = readMark(pid)
    const statuses: (number | null)[] = []
    const bombs = isShort ? 4 : 20
    while (statuses.length < bombs) {
      const isTold = [true, false, true, false]
      statuses.push(...(await Promise.all(isTold.map((told) => throwBomb(server.port, told)))))
    }
    const grown = (readMark(pid) - before) / MB
    return {
      figure: `${statuses.length} × 60 MB: ${statuses.filter((s) => s === 413).length} × 413, highest mark ${grown.toFixed(1)} MB above before`,
      isReached: grown <= 20 && statuses.every((status) => status === 413),
    }
  },
}

/** A process's peak memory, in bytes. */
function readMark(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Sends as much as the server takes. @returns the status of its answer, or null when there was none */
function throwBomb(port: number, isLengthTold: boolean): Promise<number | null> {
  return new Promise((resolve) => {
    let answer = ''
    let sent = 0
    const socket = connect(port, '127.0.0.1')
    const send = () => {
      while (sent < BOMB_BYTES && !socket.destroyed) {
        sent += CHUNK.length
        const isTaken = isLengthTold
          ? socket.write(CHUNK)
          : socket.write(`${CHUNK.length.toString(16)}\r\n${CHUNK.toString('latin1')}\r\n`, 'latin1')
        if (!isTaken) return
      }
    }
    socket.on('drain', send)
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0) || null))
    const framing = isLengthTold ? `Content-Length: ${BOMB_BYTES}` : 'Transfer-Encoding: chunked'
    socket.write(
      `POST /cadastro HTTP/1.1\r\nHost: convite.test\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n${framing}\r\n\r\n`,
    )
    send()
  })
}
