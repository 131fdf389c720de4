import { own } from './own.ts'

/**
 * A question about a row of a sheet. Its first answer stands until another is chosen: it is the likeliest, or
 * leaves the row out where none is.
 */
export interface Pergunta {
  /** What is asked, unique within the row. */
  id: string
  /** The question, as a sentence for the organiser. */
  texto: string
  respostas: Resposta[]
}

/** An answer: what a form sends, and the words on its button. */
export interface Resposta {
  valor: string
  rotulo: string
}

/** The answer that leaves the row out. */
export const FORA: Resposta = { valor: 'fora', rotulo: 'Deixar de fora' }

/** What was chosen for a question: the value of the answer by the question's id. */
export type Respostas = Record<string, string>

/** The answer that stands for a question. An answer that is not on offer is no answer. */
export function respostaOf({ id, respostas }: Pergunta, said: Respostas): string {
  const chosen = own(said, id)
  return respostas.some(({ valor }) => valor === chosen) ? String(chosen) : (respostas[0]?.valor ?? '')
}
