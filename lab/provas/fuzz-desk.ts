import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { compose } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import type { Credencial } from '../../server/domain/credencial.ts'
import { readForm } from '../../server/http/form-body.ts'
import { createLog } from '../../server/log.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { createMemoryStore } from '../../server/repos/memory/store.ts'
import { MESA } from './convidados.ts'
import { EVENTO_POR_VIR } from '../../test/support/environment.ts'

/**
 * The product without port and pages, which cost most: a form's way from the first byte to storage, here
 * memory.
 */
export interface Desk {
  /** Parses a form's bytes and registers the guest. Rejects where the server would answer 5xx. */
  post: (form: string) => Promise<void>
  stored: () => Credencial[]
  /** The inconsistencies in the store. */
  faults: () => string[]
}

export async function openDesk(): Promise<Desk> {
  const store = createMemoryStore()
  store.empresas.set(MESA, { empresaid: MESA, nome: 'Mesa', icredencial: 100, licredencial: 0 })
  const services = await compose(readConfig({ POSTS_PER_MINUTE: '0', EVENTO: EVENTO_POR_VIR }), {
    storage: openMemory(store),
    isSampleLoaded: false,
    log: createLog('silent'),
  })
  let sid = 0
  const socket = new Socket()
  return {
    async post(form) {
      const request = new IncomingMessage(socket)
      request.headers = { 'content-type': 'application/x-www-form-urlencoded' }
      request.push(Buffer.from(form, 'latin1'))
      request.push(null)
      const body = await readForm(request)
      if (body.kind !== 'form') return
      // A Request's formData reads the same, at many times the cost.
      const fields = new URLSearchParams(body.bytes.toString())
      await services.register(fields, { sid: String(++sid), origem: null, recibo: null, tokens: [] })
    },
    stored: () => [...store.credenciais.values()],
    faults() {
      const ids = [...store.credenciais.keys()].sort().join()
      const used = [...store.reservas.values()].filter(({ estado }) => estado !== 'liberada').length
      const faults = []
      const keyed = [...store.chaves.values()].map(({ credencialid }) => credencialid)
      if (keyed.sort().join() !== ids) faults.push('chaves other than credenciais')
      if ([...store.avips.keys()].sort().join() !== ids) faults.push('avips other than credenciais')
      if (store.empresas.get(MESA)?.licredencial !== used) faults.push('licredencial other than its reservas')
      return faults
    },
  }
}
