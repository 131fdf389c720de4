import { textOf } from '../../domain/empresa.ts'
import { imagemidsIn, type Imagem } from '../../domain/evento-gravado.ts'
import type { EventoRepo } from '../../domain/gravacao.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, isRetryable, within } from './deadline.ts'
import type { PainelIndex } from './painel.ts'
import { eventoFrom, eventoRef } from './table.ts'

/** Stores the files of pictures, all or none, a document each: a field holds at most a mebibyte. */
export async function putImagem({ db, imagens }: Connection, imagem: Imagem): Promise<void> {
  const { imagemid, enviadaem, arquivos } = imagem
  const batch = db.batch()
  for (const [ordem, { nome, bytes }] of arquivos.entries()) {
    const arquivo = { imagemid, enviadaem, nome, ordem, bytes: Buffer.from(bytes) }
    batch.set(imagens.doc(`${imagemid}-${nome}`), arquivo)
  }
  await within(DEADLINE_MS, batch.commit())
}

export async function findImagem({ imagens }: Connection, imagemid: string): Promise<Imagem | null> {
  const found = await getAll(imagens.where('imagemid', '==', imagemid), DEADLINE_MS)
  const arquivos = found.map((arquivo) => {
    return { nome: textOf(arquivo.get('nome')), bytes: new Uint8Array(arquivo.get('bytes') as Buffer) }
  })
  const [first] = found
  return first ? { imagemid, enviadaem: Number(first.get('enviadaem')), arquivos } : null
}

/** All stored pictures, each by its first file. */
export const firstArquivos = ({ imagens }: Pick<Connection, 'imagens'>) => imagens.where('ordem', '==', 0)

/** How long pictures that the event has dropped may stay before they are searched for, in milliseconds. */
const LOOK_MS = 3_600_000

/**
 * Erases pictures last sent before an instant, except the event's. One sent again meanwhile stays whole.
 * @returns `next` is when there may be others to erase: earlier ones are gone, and later ones are younger
 */
async function forgetImagens(connection: Connection, before: number) {
  const { db, imagens } = connection
  const sent = await getAll(firstArquivos(connection).select('imagemid', 'enviadaem'), DEADLINE_MS)
  const old = sent.filter((first) => Number(first.get('enviadaem')) < before)
  const younger = sent.map((first) => Number(first.get('enviadaem'))).filter((at) => at >= before)
  const next = Math.min(before + LOOK_MS, ...younger)
  if (old.length === 0) return { forgotten: 0, next }
  const evento = eventoFrom((await within(ATTEMPT_MS, eventoRef(connection).get())).data())
  const imagemids = old.map((first) => textOf(first.get('imagemid')))
  const unused = imagemids.filter((imagemid) => !imagemidsIn(evento).includes(imagemid))
  let forgotten = 0
  for (const imagemid of unused) {
    const batch = db.batch()
    const arquivos = await getAll(imagens.where('imagemid', '==', imagemid).select('enviadaem'), DEADLINE_MS)
    if (arquivos.some((arquivo) => Number(arquivo.get('enviadaem')) >= before)) continue
    for (const { ref, updateTime } of arquivos) batch.delete(ref, { lastUpdateTime: updateTime })
    const erased = within(DEADLINE_MS, batch.commit()).then(() => 1)
    // Just sent again, or left to the next pass.
    forgotten += await erased.catch((error: unknown) => {
      if (!isRetryable(error)) throw error
      return 0
    })
  }
  return { forgotten, next }
}

/** The event in Firestore. */
export function createEventoRepo(
  connection: Connection,
  made: EventoRepo,
  painel: Pick<PainelIndex, 'readAnew'>,
): EventoRepo {
  let lookedUntil = -Infinity
  return {
    ...made,
    // Deleted records leave no trace of when, and the board of this process still has them.
    comecarOutro: (request, autor) =>
      made.comecarOutro(request, autor).finally(() => {
        painel.readAnew()
      }),
    async terminarComeco() {
      const isDone = await made.terminarComeco()
      if (isDone) painel.readAnew()
      return isDone
    },
    findImagem: (imagemid) => findImagem(connection, imagemid),
    putImagem: (imagem) => putImagem(connection, imagem),
    // Maintenance passes come every half minute, and each read costs.
    async forgetImagens(before) {
      if (before <= lookedUntil) return 0
      const { forgotten, next } = await forgetImagens(connection, before)
      lookedUntil = next
      return forgotten
    },
  }
}
