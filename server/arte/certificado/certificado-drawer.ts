// Run by certificado-process.ts as a process of its own: draws what it is asked for until nobody asks any more.
import { constants, setPriority } from 'node:os'
import type { Answer, Asked } from './certificado-process.ts'
import { drawCertificados } from './draw-certificados.ts'

// Registrations come first.
setPriority(constants.priority.PRIORITY_LOW)

process.on('message', ({ input, forma }: Asked) => {
  process.send?.(answer(input, forma))
})
process.once('disconnect', () => process.exit())

function answer(input: Asked['input'], forma: Asked['forma']): Answer {
  try {
    return { kind: 'drawn', bytes: drawCertificados(input, forma) }
  } catch (error) {
    return {
      kind: 'failed',
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}
