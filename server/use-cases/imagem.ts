import type { EventoGravado, Imagem } from '../domain/evento-gravado.ts'
import { type EventoRepo, imagemidAfter, type GravarRequest } from '../domain/gravacao.ts'
import type { Evento } from '../domain/evento.ts'
import {
  altIn,
  idDescribed,
  redescribed,
  described,
  imagemidOf,
  PREPARO,
  type Originais,
  type Orientacao,
  type PictureOf,
} from '../domain/imagem.ts'
import type { Tasks } from './andamento.ts'

export interface Escolha {
  convite: 'desenhado' | 'propria'
  /** The id of own pictures that were sent and prepared, and are not the event's yet; empty text without any. */
  imagem: string
  /** What the own ones show, in words. */
  alt: string
}

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

/** Keeps the pictures an event is about to lose for another day: an organiser may go back. */
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

interface ChoiceParts {
  eventos: Pick<EventoRepo, 'findImagem'>
  gravado: EventoGravado | null
}

/** Reads what was chosen against what is stored. Pictures that are only described otherwise have another id. */
export async function chooseImagem(
  { eventos, gravado }: ChoiceParts,
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

/** How long a preparation goes on at most, its turn among those of a process included, in milliseconds. */
const PREPARO_MS = 200_000

/** How many wait in a process, each with some megabytes in memory. */
const WAITING_MAX = 1

export type EstadoDoPreparo =
  | { kind: 'em-preparo' }
  | { kind: 'pronta'; imagemid: string }
  | { kind: 'recusada'; campo: Orientacao; problema: string }
  /** Its process ended, or it failed. */
  | { kind: 'parou' }

/** A preparation, and the form the pictures were sent with, as its page wrote it. */
export interface Preparo {
  formulario: string
  estado: EstadoDoPreparo
}

interface Pedido {
  em: number
  formulario: string
}

interface PreparoParts {
  eventos: Pick<EventoRepo, 'findImagem' | 'putImagem'>
  tasks: Pick<Tasks, 'run'>
  pictureOf: PictureOf
  newId: () => string
  now: () => number
}

/**
 * Prepares an organiser's own pictures after the request that sent them was answered, one at a time in a process. How far
 * it is, is stored beside pictures, as one of a file or two, so that each process can tell, and is forgotten with them.
 */
export function createPreparos({ eventos, tasks, pictureOf, newId, now }: PreparoParts) {
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
  const prepare = async (
    originais: Originais,
    alt: string,
    signal: AbortSignal,
  ): Promise<EstadoDoPreparo> => {
    const imagemid = await imagemidOf(originais, alt)
    // Made before, here or by another process.
    const stored = await eventos.findImagem(imagemid)
    if (stored) {
      await eventos.putImagem({ ...stored, enviadaem: now() })
      return { kind: 'pronta', imagemid }
    }
    const preparada = await pictureOf(originais, signal)
    if (preparada.kind === 'recusada') return preparada
    const arquivos = described(preparada.arquivos, alt)
    await eventos.putImagem({ imagemid, enviadaem: now(), arquivos })
    return { kind: 'pronta', imagemid }
  }
  const put = (preparoid: string, pedido: Pedido, estado?: EstadoDoPreparo) => {
    const arquivos = [fileOf('pedido', pedido), ...(estado ? [fileOf('estado', estado)] : [])]
    return eventos.putImagem({ imagemid: keyOf(preparoid), enviadaem: pedido.em, arquivos })
  }

  return {
    /** Begins to prepare pictures. @returns the id that `find` and `tasks.ended` know it by; null while others wait */
    async begin(originais: Originais, alt: string, formulario: string): Promise<string | null> {
      if (waiting > WAITING_MAX) return null
      waiting++
      const [preparoid, pedido] = [newId(), { em: now(), formulario }]
      // Its page asks for it at once.
      const begun = put(preparoid, pedido)
      const work = async (signal: AbortSignal) => {
        await begun
        const tell = async (estado: EstadoDoPreparo) => {
          // What was erased meanwhile names somebody, and is not stored again.
          if (await eventos.findImagem(keyOf(preparoid))) await put(preparoid, pedido, estado)
        }
        const estado = await inTurn(() => prepare(originais, alt, signal)).catch(async (error: unknown) => {
          await tell({ kind: 'parou' })
          if (!signal.aborted) throw error
        })
        if (estado) await tell(estado)
      }
      // What fails is logged where tasks are.
      const ended = tasks.run(preparoid, work).catch(() => {})
      void ended.finally(() => waiting--)
      await begun
      return preparoid
    },

    /** @returns null for one that was never begun, or is forgotten */
    async find(preparoid: string): Promise<Preparo | null> {
      const stored = await eventos.findImagem(keyOf(preparoid))
      const asked = stored && textIn(stored, 'pedido')
      if (!stored || asked === null) return null
      const pedido = JSON.parse(asked) as Pedido
      const told = textIn(stored, 'estado')
      if (told !== null) return { formulario: pedido.formulario, estado: JSON.parse(told) as EstadoDoPreparo }
      const isOver = pedido.em + PREPARO_MS < now()
      return { formulario: pedido.formulario, estado: { kind: isOver ? 'parou' : 'em-preparo' } }
    },
  }
}

export type Preparos = ReturnType<typeof createPreparos>

/** Only what is below writes there, and what it wrote is read as it was. */
const keyOf = (preparoid: string) => PREPARO + preparoid

function fileOf(nome: string, told: Pedido | EstadoDoPreparo): Imagem['arquivos'][number] {
  return { nome, bytes: new TextEncoder().encode(JSON.stringify(told)) }
}

function textIn({ arquivos }: Imagem, asked: string): string | null {
  const found = arquivos.find(({ nome }) => nome === asked)
  return found ? new TextDecoder().decode(found.bytes) : null
}
