import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a server that fails on command, as networks do. */
export type FaultyProxy = Awaited<ReturnType<typeof openFaultyProxy>>

/** @param target `host:port` of the server behind it */
export async function openFaultyProxy(target: string) {
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
    /** `127.0.0.1:port`, open at first. */
    host: `127.0.0.1:${port}`,
    /** Cuts every connection and refuses new ones. */
    refuse,
    /** Lets through again, on the same port. */
    open: () => listen(port),
    /** Cuts every connection and lets new ones through. */
    cut,
    /** Lets the next request through and cuts its connection when the answer would come. */
    loseAnswer: () => void (isAnswerLost = true),
    close: refuse,
  }
}
