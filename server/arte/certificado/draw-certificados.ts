import type { CertificadoInput } from './certificados.ts'

/** Draws certificates as one PDF. */
export function drawCertificados({ paginas }: CertificadoInput): Uint8Array {
  return new Uint8Array(Buffer.from(`%PDF-1.7\n% ${paginas.length}\n%%EOF\n`))
}
