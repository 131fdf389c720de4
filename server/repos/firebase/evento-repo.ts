import type { EventoGuardado, EventoRepo, Imagem } from '../../domain/evento-gravado.ts'
import type { BoundActs } from '../bind.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { text } from './documents.ts'
import type { PainelIndex } from './painel.ts'
import type { Document } from './unit.ts'

/** The one document of the event. */
export const eventoRef = ({ eventos }: Pick<Connection, 'eventos'>) => eventos.doc('evento')

/** The event as text beside its version: Firestore refuses fields that are not supplied. */
export function eventoDocument(evento: EventoGuardado): Document {
  return { versao: evento.versao, gravado: JSON.stringify(evento) }
}

/** The event; only this product writes there. */
export function eventoFrom(stored: Document | null | undefined): EventoGuardado | null {
  return stored ? (JSON.parse(text(stored.gravado)) as EventoGuardado) : null
}

/** Stores the files of pictures, one document each, for a field holds no more than a mebibyte. All of them, or none. */
export async function putImagem({ db, imagens }: Connection, { imagemid, arquivos }: Imagem): Promise<void> {
  const batch = db.batch()
  for (const [ordem, { nome, bytes }] of arquivos.entries())
    batch.set(imagens.doc(`${imagemid}-${nome}`), { imagemid, nome, ordem, bytes: Buffer.from(bytes) })
  await within(DEADLINE_MS, batch.commit())
}

export async function findImagem({ imagens }: Connection, imagemid: string): Promise<Imagem | null> {
  const found = await getAll(imagens.where('imagemid', '==', imagemid), DEADLINE_MS)
  const arquivos = found.map((arquivo) => {
    return { nome: text(arquivo.get('nome')), bytes: new Uint8Array(arquivo.get('bytes') as Buffer) }
  })
  return arquivos.length === 0 ? null : { imagemid, arquivos }
}

/** All pictures that are stored, each by its first file. */
export const firstArquivos = ({ imagens }: Pick<Connection, 'imagens'>) => imagens.where('ordem', '==', 0)

/** The event in Firestore. */
export function createEventoRepo(
  connection: Connection,
  acts: BoundActs['eventos'],
  painel: Pick<PainelIndex, 'readAnew'>,
): EventoRepo {
  const read = async () => (await within(ATTEMPT_MS, eventoRef(connection).get())).data()
  return {
    ...acts,
    // What was deleted leaves no trace of when, and the board of this process has it still.
    comecarOutro: (request, autor) =>
      acts.comecarOutro(request, autor).finally(() => {
        painel.readAnew()
      }),
    async terminarComeco() {
      const isDone = await acts.terminarComeco()
      if (isDone) painel.readAnew()
      return isDone
    },
    find: async () => eventoFrom(await read()),
    versao: async () => Number((await read())?.versao ?? 0),
    findImagem: (imagemid) => findImagem(connection, imagemid),
    putImagem: (imagem) => putImagem(connection, imagem),
  }
}
