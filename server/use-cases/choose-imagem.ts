import type { EventoGravado, Imagem } from '../domain/evento-gravado.ts'
import type { EventoRepo } from '../domain/evento-repo.ts'
import { imagemidAfter, type GravarRequest } from '../domain/gravacao.ts'
import type { Evento } from '../domain/evento.ts'
import { altIn, idDescribed, redescribed } from '../domain/imagem.ts'

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

/** Tells whether it was chosen in this form. @param era the own pictures the form was made from; empty text for none */
export function isChosen({ convite, imagem, alt }: Escolha, era: string): boolean {
  if (imagem !== '' || convite !== (era === '' ? 'desenhado' : 'propria')) return true
  return convite === 'propria' && idDescribed(era, alt) !== era
}

/** What was chosen says of `GravarRequest`, where only a repeat is to be known by it. */
export function chosenId({ imagem, alt }: Escolha): string | undefined {
  return imagem === '' ? undefined : idDescribed(imagem, alt)
}

interface Keeping {
  eventos: Pick<EventoRepo, 'findImagem' | 'putImagem'>
  now: () => number
}

/** Before an event is stored that loses its pictures: they stay for another day, for an organiser may go back. */
export async function keepFormer(
  { eventos, now }: Keeping,
  gravado: EventoGravado | null,
  request: Pick<GravarRequest, 'evento' | 'imagemid'>,
): Promise<void> {
  const former = gravado?.imagemid ?? null
  if (former === null || imagemidAfter(gravado, request) === former) return
  const imagem = await eventos.findImagem(former)
  if (imagem) await eventos.putImagem({ ...imagem, enviadaem: now() })
}

interface Parts {
  eventos: Pick<EventoRepo, 'findImagem'>
  gravado: EventoGravado | null
}

/** Reads what was chosen against what is stored. Pictures that are only described otherwise have another id. */
export async function chooseImagem(
  { eventos, gravado }: Parts,
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
  const imagem = altIn(found.arquivos) === alt ? found : redescribed(found, alt)
  const { imagemid } = imagem
  if (imagemidAfter(gravado, { evento, imagemid }) === null)
    return { kind: 'ok', imagemid: null, imagem: null, isVolta: true }
  return { kind: 'ok', imagemid: imagemid === stored ? undefined : imagemid, imagem, isVolta: false }
}
