import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can be shut: what a network does to whoever is far from it. */
export interface Gate {
  /** `127.0.0.1:port`, open at first. */
  host: string
  /** Cuts every connection and refuses new ones. */
  refuse: () => Promise<void>
  /** Lets through again, on the same port. */
  open: () => Promise<void>
  close: () => Promise<void>
}

export async function openGate(target: string): Promise<Gate> {
  const [targetHost, targetPort] = target.split(':')
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((inner) => {
    const outer = connect(Number(targetPort), targetHost)
    for (const socket of [inner, outer]) keep(socket)
    inner.pipe(outer).pipe(inner)
    inner.on('close', () => outer.destroy())
    outer.on('close', () => inner.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const refuse = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, refuse, open: () => listen(port), close: refuse }
}
