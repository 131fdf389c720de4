// Imports nothing: the picture and the words that stand for it count the years from one source.

export interface Aniversario {
  /** `Palestra comemorativa` */
  ato: string
  /** `80` */
  anos: string
  /** `1947` */
  desde: string
  /** `2027` */
  ate: string
}

/** Reads the years an occasion celebrates, `Palestra comemorativa dos 80 anos` in 2027; null where it names none. */
export function aniversarioOf(ocasiao: string, ano: string): Aniversario | null {
  const [, ato, anos] = /^(.+?)\s+(?:de|dos|pelos|aos)\s+(\d{1,3})\s+anos$/i.exec(ocasiao) ?? []
  if (ato === undefined || anos === undefined || Number(anos) === 0) return null
  return { ato, anos: String(Number(anos)), desde: String(Number(ano) - Number(anos)), ate: ano }
}
