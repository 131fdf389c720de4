import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * What systemd does with a socket unit and `Restart=always`, in a few lines of sh. The socket is file 3 of
 * the shell and of every server it starts, one after the other. The shell prints each server's pid.
 */
const HOLDER = `while :; do
  LISTEN_FDS=1 sh -c 'LISTEN_PID=$$; export LISTEN_PID; echo $$; exec "$0" "$@"' "$@"
done`

/** A listening socket that outlives the servers behind it. */
export type HeldSocket = Awaited<ReturnType<typeof holdSocket>>

/**
 * Starts a command behind a socket that is held outside it, and again whenever it ends. Its standard output
 * is not kept.
 */
export async function holdSocket(
  command: readonly string[],
  env: Record<string, string>,
  cwd = process.cwd(),
) {
  const socket = createServer()
  socket.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  const holder = spawn('sh', ['-c', HOLDER, 'holder', ...command], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env, PORT: String(port) },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', fd],
    detached: true,
  })
  // The shell and the server, in a process group of their own: an abandoned run takes both along.
  const kill = () => process.kill(-(holder.pid ?? 0), 'SIGKILL')
  process.once('exit', kill)
  // Nobody knows the port yet: this process has accepted no connection.
  socket.close()
  let printed = ''
  holder.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const pids: number[] = []
  const started = createInterface({ input: holder.stdout ?? process.stdin })
  // The server's own lines are JSON or words.
  started.on('line', (line) => /^\d+$/.test(line) && pids.push(Number(line)))
  while (pids.length === 0) await once(started, 'line')
  const pid = () => pids.at(-1) ?? 0
  return {
    port,
    /** The pid of the current server. */
    pid,
    /** What the servers have written to standard error. */
    printed: () => printed,
    /**
     * Asks the server to end, and waits until the next one has started, which does not mean that it answers.
     */
    restart: async () => {
      const count = pids.length
      process.kill(pid(), 'SIGTERM')
      while (pids.length === count) await once(started, 'line')
    },
    end: async () => {
      const ended = once(holder, 'exit')
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}
