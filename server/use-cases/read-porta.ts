import { entradasIn, instantOf, type Entrada } from '../domain/entrada.ts'
import { byConvidado } from '../domain/juncao.ts'
import type { Storage } from '../domain/storage.ts'
import { askForEach } from './event-loop.ts'

export interface Admitida {
  entradaid: string
  /** Milliseconds since the epoch, by the server's clock. */
  em: number
  /** The name of the phone or browser; empty text after an erasure. */
  quem: string
}

export const PORTA_PAGE = 100

/** The most admissions shown for one guest: a single phone may have made thousands. */
const ENTRADAS = 10

/**
 * Reads what a person has to decide: a page of the guests who entered twice, a page of the people inside who
 * are on no list, and how many of each there are.
 */
export async function readPorta(
  { entradas, painel, equipe, credenciais }: Pick<Storage, 'entradas' | 'painel' | 'equipe' | 'credenciais'>,
  pages: { duas: number; fora: number },
) {
  const [twice, noted, aparelhos] = await Promise.all([
    painel.listTwice(),
    entradas.listAnotadas((pages.fora - 1) * PORTA_PAGE, PORTA_PAGE),
    equipe.list(),
  ])
  const nomes = new Map(aparelhos.map(({ aparelhoid, nome }) => [aparelhoid, nome]))
  const admitidaOf = (entrada: Entrada): Admitida => {
    const { entradaid, aparelhoid } = entrada
    return { entradaid, em: instantOf(entrada), quem: nomes.get(aparelhoid) ?? '' }
  }
  const all = inOrder(twice)
  const page = all.slice((pages.duas - 1) * PORTA_PAGE, pages.duas * PORTA_PAGE)
  const duas = await askForEach(page, async ({ credencialid, entradas }) => {
    const convidado = await credenciais.findById(credencialid)
    return {
      credencialid,
      /** Null once the guest is removed. */
      nome: convidado?.credencial.nome ?? null,
      mesa: convidado?.empresa?.nome ?? null,
      /** First to last, two or more. */
      entradas: entradas.slice(0, ENTRADAS).map(admitidaOf),
      more: Math.max(0, entradas.length - ENTRADAS),
    }
  })
  return {
    duas,
    totalDuas: all.length,
    totalFora: noted.total,
    fora: noted.entradas.map((entrada) => {
      const { anotado, modo } = entrada
      return { ...admitidaOf(entrada), anotado, modo }
    }),
  }
}

/** The guests admitted more than once, in the order of their first admissions. */
function inOrder(facts: Entrada[]): { credencialid: string; entradas: Entrada[] }[] {
  const first = ({ entradas: [one] }: { entradas: Entrada[] }) => (one ? instantOf(one) : 0)
  return [...byConvidado(facts)]
    .map(([credencialid, theirs]) => ({ credencialid, entradas: entradasIn(theirs) }))
    .filter(({ entradas }) => entradas.length > 1)
    .sort((a, b) => first(a) - first(b))
}
