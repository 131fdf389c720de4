import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a server that fails when told to, as networks do. */
export interface FaultyProxy {
  /** `127.0.0.1:port`, open at first. */
  host: string
  /** Cuts every connection and refuses new ones. */
  refuse: () => Promise<void>
  /** Lets through again, on the same port. */
  open: () => Promise<void>
  /** Cuts every connection and lets new ones through. */
  cut: () => void
  /** Lets the next request through and cuts its connection where the answer would come. */
  loseAnswer: () => void
  close: () => Promise<void>
}

/** @param target `host:port` of the server behind it */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const [targetHost, targetPort] = target.split(':')
  const sockets = new Set<Socket>()
  let isAnswerLost = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((inner) => {
    const outer = connect(Number(targetPort), targetHost)
    for (const socket of [inner, outer]) keep(socket)
    outer.on('data', () => {
      if (!isAnswerLost) return
      isAnswerLost = false
      inner.destroy()
    })
    inner.pipe(outer).pipe(inner)
    inner.on('close', () => outer.destroy())
    outer.on('close', () => inner.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const refuse = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    refuse,
    open: () => listen(port),
    cut,
    loseAnswer: () => void (isAnswerLost = true),
    close: refuse,
  }
}
