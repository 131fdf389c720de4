import { imagemidAfter, type EventoGravado, type EventoRepo, type Imagem } from '../domain/evento-gravado.ts'
import type { Evento } from '../domain/evento.ts'
import { altIn, redescribed } from '../domain/imagem.ts'

/** What the form of the event says of its pictures. */
export interface Escolha {
  convite: 'desenhado' | 'propria'
  /** The id of own pictures that were sent and prepared, and are not the event's yet; empty text without any. */
  imagem: string
  /** What the own ones show, in words. */
  alt: string
}

/** What is to be stored and shown by it. */
export type Escolhida =
  | {
      kind: 'ok'
      /** As `GravarRequest` has it: undefined for what the event has. */
      imagemid: string | null | undefined
      /** What will be shown: null for the drawn invitation. */
      imagem: Imagem | null
      /** The event's own pictures tell the former event, and go. */
      isVolta: boolean
    }
  /** Own pictures are wanted, and none were sent. */
  | { kind: 'nenhuma' }
  /** Those that were sent are not stored any more. */
  | { kind: 'sumiu' }

/** What the event has, as its form says it. */
export async function escolhaOf(
  gravado: EventoGravado | null,
  eventos: Pick<EventoRepo, 'findImagem'>,
): Promise<Escolha> {
  const imagem = gravado?.imagemid ? await eventos.findImagem(gravado.imagemid) : null
  return { convite: imagem ? 'propria' : 'desenhado', imagem: '', alt: imagem ? altIn(imagem.arquivos) : '' }
}

interface Parts {
  eventos: Pick<EventoRepo, 'findImagem' | 'putImagem'>
  gravado: EventoGravado | null
  now: () => number
}

/**
 * Reads what was chosen against what is stored. Pictures that are only described otherwise are stored under another id,
 * and what is to become the event's is kept for another day.
 */
export async function chooseImagem(
  { eventos, gravado, now }: Parts,
  evento: Evento,
  { convite, imagem: sent, alt }: Escolha,
): Promise<Escolhida> {
  const stored = gravado?.imagemid ?? null
  if (convite === 'desenhado')
    return { kind: 'ok', imagemid: stored === null ? undefined : null, imagem: null, isVolta: false }
  const asked = sent === '' ? stored : sent
  if (asked === null) return { kind: 'nenhuma' }
  const found = await eventos.findImagem(asked)
  if (!found) return { kind: 'sumiu' }
  const isOther = altIn(found.arquivos) !== alt
  const imagem = isOther ? redescribed(found, alt, now()) : { ...found, enviadaem: now() }
  const imagemid = imagem.imagemid === stored ? undefined : imagem.imagemid
  if (imagemid !== undefined) await eventos.putImagem(imagem)
  const request = imagemid === undefined ? { evento } : { evento, imagemid }
  const isVolta = imagemidAfter(gravado, request) === null
  return { kind: 'ok', imagemid, imagem: isVolta ? null : imagem, isVolta }
}
