import { admissionsIn, instantOf, type Entrada } from '../domain/entrada.ts'
import type { Storage } from '../domain/storage.ts'

/** An admission as the board tells it. */
export interface Admitida {
  entradaid: string
  /** By the server's clock, in milliseconds since the epoch. */
  em: number
  /** The name of the phone or browser; empty text after an erasure. */
  quem: string
}

/** A guest who was admitted more than once. */
export interface EntrouDuasVezes {
  credencialid: string
  /** Null once the guest is removed. */
  nome: string | null
  mesa: string | null
  /** First to last, two or more. */
  admissions: Admitida[]
}

/** Somebody who was let in and is on no list. */
export interface ForaDaLista extends Admitida {
  /** What was scanned, heard or typed; null once it is erased. */
  anotado: string | null
  modo: Entrada['modo']
}

/** What the door leaves for a person to look at. */
export interface DoorRead {
  duas: EntrouDuasVezes[]
  fora: ForaDaLista[]
}

/** How many guests are looked up at once. */
const AT_ONCE = 20

/** Reads what a person has to decide: who entered twice, and who is inside but on no list. @throws StorageError */
export async function readDoor({
  entradas,
  painel,
  equipe,
  credenciais,
}: Pick<Storage, 'entradas' | 'painel' | 'equipe' | 'credenciais'>): Promise<DoorRead> {
  const [twice, noted, aparelhos] = await Promise.all([
    painel.listTwice(),
    entradas.listAnotadas(),
    equipe.list(),
  ])
  const nomes = new Map(aparelhos.map(({ aparelhoid, nome }) => [aparelhoid, nome]))
  const told = (entrada: Entrada): Admitida => ({
    ...{ entradaid: entrada.entradaid, em: instantOf(entrada), quem: nomes.get(entrada.aparelhoid) ?? '' },
  })
  const byGuest = new Map<string, Entrada[]>()
  for (const fact of twice) byGuest.set(fact.credencialid, [...(byGuest.get(fact.credencialid) ?? []), fact])
  const duas: EntrouDuasVezes[] = []
  const ids = [...byGuest].flatMap(([id, facts]) => (admissionsIn(facts).length > 1 ? [id] : []))
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const chunk = ids.slice(start, start + AT_ONCE)
    const guests = await Promise.all(chunk.map((id) => credenciais.findById(id)))
    for (const [index, credencialid] of chunk.entries()) {
      const guest = guests[index]
      const admissions = admissionsIn(byGuest.get(credencialid) ?? []).map(told)
      duas.push({
        ...{ credencialid, nome: guest?.credencial.nome ?? null, mesa: guest?.empresa?.nome ?? null },
        admissions,
      })
    }
  }
  return {
    duas: duas.sort((a, b) => (a.admissions[0]?.em ?? 0) - (b.admissions[0]?.em ?? 0)),
    fora: admissionsIn(noted).map((entrada) => ({
      ...told(entrada),
      anotado: entrada.anotado,
      modo: entrada.modo,
    })),
  }
}
