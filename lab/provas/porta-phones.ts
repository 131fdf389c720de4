import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { EntradaEnviada, Lote, Resposta } from '../../server/domain/porta-sync.ts'
import { transportTo, headersOf, type Hall, type PairedPhone } from './porta-hall.ts'

/** Milliseconds between two syncs of a phone. */
const EVERY_MS = 7_000

/** Phones as the server sees them: each sends its latest admission, of one guest, and asks what changed. */
export interface SyncingPhones {
  /** Syncs all phones, one after the other. */
  syncAll: () => Promise<void>
  /** Syncs each phone every seven seconds, spread evenly. @returns the time of each answer */
  syncFor: (milliseconds: number) => Promise<number[]>
}

export function openSyncingPhones(url: string, phones: PairedPhone[], hall: Hall): SyncingPhones {
  let admitted = 0
  const opened = phones.map((paired) => {
    const ask = transportTo(url, paired)
    let marca: string | null = null
    let seq = 0
    return async (): Promise<number> => {
      const credencialid = hall.convidados[admitted++ % hall.convidados.length] ?? ''
      const made = { entradaid: randomUUID(), credencialid, seq: ++seq, lidaem: Date.now(), desvio: 0 }
      const entrada: EntradaEnviada = { ...made, modo: 'camera', anula: null, anotado: null }
      const lote: Lote = { marca, entradas: [entrada], porEnviar: 0 }
      const begun = performance.now()
      const response = await ask(JSON.stringify(lote))
      const text = await response.text()
      const took = performance.now() - begun
      if (response.status !== 200) throw new Error(`a sync was answered ${response.status}`)
      const resposta = JSON.parse(text) as Resposta
      if (!resposta.guardadas.includes(made.entradaid)) throw new Error('an admission was not stored')
      marca = resposta.lista.marca
      return took
    }
  })
  return {
    async syncAll() {
      for (const sync of opened) await sync()
    },
    async syncFor(milliseconds) {
      const begun: Promise<number>[] = []
      const until = performance.now() + milliseconds
      await new Promise<void>((resolve) => {
        let next = 0
        const timer = setInterval(() => {
          const sync = opened[next++ % opened.length]
          if (performance.now() < until && sync) return void begun.push(sync())
          clearInterval(timer)
          resolve()
        }, EVERY_MS / opened.length)
      })
      return Promise.all(begun)
    },
  }
}

/** The bytes on the wire of the whole list, compressed as the server compresses it for a phone. */
export async function bytesOfList(port: number, phone: PairedPhone, encoding: string): Promise<number> {
  const headers = { ...headersOf(phone), 'Accept-Encoding': encoding }
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/porta/sync',
    headers,
    agent: false,
  })
  const lote: Lote = { marca: null, entradas: [], porEnviar: 0 }
  asked.end(JSON.stringify(lote))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { socket } = response
  await once(response.resume(), 'end')
  if (response.statusCode !== 200 || response.headers['content-encoding'] !== encoding)
    throw new Error(`the list came as ${response.statusCode}, ${response.headers['content-encoding']}`)
  return socket.bytesRead
}
