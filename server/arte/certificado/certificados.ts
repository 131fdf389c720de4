import { createFairQueue } from '../fair-queue.ts'

/** What one certificate says that no other does. */
export interface PaginaDoCertificado {
  /** As it is stored; a letter no font here has is drawn without its accents, and found as it is stored. */
  nome: string
  /** `XXXXX-XXXXX` */
  codigo: string
}

/** What certificates say: one page for each guest, everything else the same on all. */
export interface CertificadoInput {
  anfitriao: string
  ocasiao: string
  titulo: string
  local: string
  cidade: string
  /** Follows “em”: `23 de setembro de 2027`, `23 e 24 de setembro de 2027`. */
  quando: string
  /** Follows “carga horária de”: `2 horas`. */
  horas: string
  /** None, one or two: whom there is a line for to sign above. */
  assinaturas: { nome: string; cargo: string }[]
  /** Where a certificate is verified, as it is printed: `convites.example/certificado`. */
  endereco: string
  /** Where the QR code leads: each page's code is added to its end, `https://convites.example/certificado?codigo=`. */
  url: string
  /** 1 to 200. */
  paginas: PaginaDoCertificado[]
}

/** `pdf`: a page for each guest. `svg`: a picture of the first, for a page of the guest's. */
export type Forma = 'pdf' | 'svg'

/** What draws certificates, one after the other, within this process or in one of its own. */
export interface CertificadoDrawer {
  /** Null when it was cut off more than once, or took too long: to be asked for again. */
  draw: (input: CertificadoInput, forma: Forma) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

export interface Certificados {
  /**
   * @param address whose request it is: the queue is fair between addresses
   * @returns null while too many wait, or where drawing was cut off: whoever asked is told when to come back
   */
  draw: (input: CertificadoInput, address: string | null, forma?: Forma) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

/** How many wait for the one that is drawn. A guest's takes milliseconds, two hundred pages some tenths of a second. */
const WAITING = 100

/**
 * Gives certificates, one drawn at a time (decision 0041).
 * @param drawer where they are not drawn within this process
 */
export function createCertificados({ drawer = drawHere }: { drawer?: CertificadoDrawer } = {}): Certificados {
  const runInTurn = createFairQueue({ concurrency: 1, waiting: WAITING })
  return {
    draw: (input, address, forma = 'pdf') => runInTurn(address, () => drawer.draw(input, forma)),
    close: () => drawer.close(),
  }
}

/** Loaded when first asked for. */
const drawHere: CertificadoDrawer = {
  async draw(input, forma) {
    const { drawCertificados } = await import('./draw-certificados.ts')
    return drawCertificados(input, forma)
  },
  close: async () => {},
}
