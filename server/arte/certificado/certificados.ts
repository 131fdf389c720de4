import { setTimeout as sleep } from 'node:timers/promises'
import { isRare } from '../../domain/text.ts'
import { createFairQueue } from '../../queue.ts'
import type { CertificadoInput, Forma } from './layout.ts'

/** Draws certificates, one after the other, in this process or in one of its own. */
export interface CertificadoDrawer {
  /** Null when drawing was cut off more than once or took too long: the caller asks again. */
  draw: (input: CertificadoInput, forma: Forma) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

export interface Certificados {
  /**
   * @param address the client's address: the queue is fair between addresses
   * @returns null while too many wait, or when drawing was cut off; the caller tells the client when to come
   * back
   */
  draw: (input: CertificadoInput, address: string | null, forma?: Forma) => Promise<Uint8Array | null>
  /** The names with a letter that no font here has: a certificate would show half of one, or none of it. */
  undrawable: (nomes: string[]) => Promise<string[]>
  close: () => Promise<void>
}

/** How many may wait. Drawing a guest's takes milliseconds, two hundred pages a few tenths of a second. */
const WAITING = 100

/**
 * How long drawing pauses after each drawing: a multiple of the time it took, and milliseconds at most.
 * Registrations have the processor meanwhile.
 */
const REST = { times: 5, maxMs: 250 }

/**
 * Draws certificates one at a time, with a rest in between (decision 0041).
 * @param drawer used instead of drawing in this process
 */
export function createCertificados({ drawer = drawHere }: { drawer?: CertificadoDrawer } = {}): Certificados {
  const runInTurn = createFairQueue({ concurrency: 1, waiting: WAITING })
  let rest: Promise<unknown> = Promise.resolve()
  return {
    draw: (input, address, forma = 'pdf') =>
      runInTurn(address, async () => {
        await rest
        const begun = performance.now()
        try {
          return await drawer.draw(input, forma)
        } finally {
          rest = sleep(Math.min((performance.now() - begun) * REST.times, REST.maxMs), undefined, {
            ref: false,
          })
        }
      }),
    async undrawable(nomes) {
      const rare = nomes.filter(isRare)
      // Only such names make this process open the fonts.
      if (rare.length === 0) return []
      const { isDrawable } = await import('./lines.ts')
      return rare.filter((nome) => !isDrawable(nome, 'strong'))
    },
    close: () => drawer.close(),
  }
}

/** Loaded on first use. */
const drawHere: CertificadoDrawer = {
  async draw(input, forma) {
    const { drawCertificados } = await import('./draw-certificados.ts')
    return drawCertificados(input, forma)
  },
  close: async () => {},
}
