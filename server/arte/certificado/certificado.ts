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
