import type { EventoGravado, EventoGuardado, Imagem } from '../domain/evento-gravado.ts'
import type { EventoRepo, GravarRequest } from '../domain/gravacao.ts'
import {
  altIn,
  idDescribed,
  redescribed,
  described,
  imagemidOf,
  PREPARO,
  type CampoDeImagem,
  type Enviada,
  type PictureOf,
} from '../domain/imagem.ts'
import type { Tasks } from './andamento.ts'

export interface Escolha {
  convite: 'desenhado' | 'propria'
  /** The id of own pictures that were sent and prepared but are not the event's yet; empty text for none. */
  imagem: string
  /** What the own pictures show, in words. */
  alt: string
  /** The id of a logo that was sent and prepared; `boi` for the drawn one; empty text for no change. */
  logo: string
}

export type Escolhida =
  | {
      kind: 'ok'
      /** As in `GravarRequest`: undefined keeps the event's pictures. */
      imagemid: string | null | undefined
      /** The pictures to be shown; null for the drawn invitation. */
      imagem: Imagem | null
      /** As in `GravarRequest`, with the logo to store if it is another. */
      logoid?: string | null | undefined
      logo?: Imagem | null
    }
  /** Own pictures are wanted, but none were sent. */
  | { kind: 'nenhuma' }
  /** The pictures or the logo that were sent are no longer stored. */
  | { kind: 'sumiu'; campo: 'retrato' | 'logotipo' }

/** A phone’s screen blurs a picture with fewer pixels across. */
const SHARP_WIDTH = 720

/** The size of a picture too small for a phone’s screen, as `300 × 500`; null for one that is large enough. */
export function pequenaIn(arquivos: Imagem['arquivos']): string | null {
  const widths = arquivos.flatMap(({ nome }) => {
    const [, width, height] = /^retrato-(\d+)x(\d+)\.jpg$/.exec(nome) ?? []
    return width && height ? [{ width: Number(width), height }] : []
  })
  const [largest] = widths.sort((a, b) => b.width - a.width)
  return largest && largest.width < SHARP_WIDTH ? `${largest.width} × ${largest.height}` : null
}

export async function escolhaOf(
  guardado: EventoGuardado | null,
  eventos: Pick<EventoRepo, 'findImagem'>,
): Promise<Escolha> {
  const imagemid = guardado?.imagemid ?? null
  const imagem = imagemid === null ? null : await eventos.findImagem(imagemid)
  const logo = guardado?.evento === null ? (guardado.logoid ?? '') : ''
  if (!imagem) return { convite: 'desenhado', imagem: '', alt: '', logo }
  const alt = altIn(imagem.arquivos)
  if (guardado?.evento) return { convite: 'propria', imagem: '', alt, logo }
  // The former event's picture may say its date: it is offered, not chosen.
  return { convite: 'desenhado', imagem: imagem.imagemid, alt, logo }
}

/**
 * Tells whether pictures were chosen in this form.
 * @param era the form's original own pictures; empty text for none
 */
export function isChosen({ convite, imagem, alt }: Escolha, era: string): boolean {
  if (imagem !== '' || convite !== (era === '' ? 'desenhado' : 'propria')) return true
  return convite === 'propria' && idDescribed(era, alt) !== era
}

/** The choice's `imagemid` for `GravarRequest`, enough to recognise a repeat. */
export function chosenId({ imagem, alt }: Escolha): string | undefined {
  return imagem === '' ? undefined : idDescribed(imagem, alt)
}

/** Keeps the pictures an event is about to lose for another day, because an organiser may go back. */
export async function keepFormer(
  { eventos, now }: Pick<PreparoParts, 'eventos' | 'now'>,
  gravado: EventoGravado | null,
  { imagemid: asked = gravado?.imagemid }: Pick<GravarRequest, 'imagemid'>,
): Promise<void> {
  const former = gravado?.imagemid ?? null
  if (former === null || asked === former) return
  const imagem = await eventos.findImagem(former)
  if (imagem) await eventos.putImagem({ ...imagem, enviadaem: now() })
}

/** Reads the choice of pictures and logo against what is stored. */
export async function chooseImagem(
  parts: Parameters<typeof choosePictures>[0],
  escolha: Escolha,
): Promise<Escolhida> {
  const escolhida = await choosePictures(parts, escolha)
  const logoid = chosenLogo(escolha)
  if (escolhida.kind !== 'ok' || logoid === undefined || logoid === (parts.gravado?.logoid ?? null))
    return escolhida
  const logo = logoid === null ? null : await parts.eventos.findImagem(logoid)
  if (logoid !== null && !logo) return { kind: 'sumiu', campo: 'logotipo' }
  return { ...escolhida, logoid, logo }
}

/** The choice's `logoid` for `GravarRequest`. */
export const chosenLogo = ({ logo }: Escolha) => (logo === '' ? undefined : logo === 'boi' ? null : logo)

/** Reads the choice against what is stored. The same pictures with another description have another id. */
async function choosePictures(
  { eventos, gravado }: { eventos: Pick<EventoRepo, 'findImagem'>; gravado: EventoGravado | null },
  { convite, imagem: sent, alt }: Escolha,
): Promise<Escolhida> {
  const stored = gravado?.imagemid ?? null
  if (convite === 'desenhado')
    return { kind: 'ok', imagemid: stored === null ? undefined : null, imagem: null }
  const asked = sent === '' ? stored : sent
  if (asked === null) return { kind: 'nenhuma' }
  const found = await eventos.findImagem(asked)
  if (!found) return { kind: 'sumiu', campo: 'retrato' }
  const imagem = altIn(found.arquivos) === alt ? found : redescribed(found, alt)
  const { imagemid } = imagem
  return { kind: 'ok', imagemid: imagemid === stored ? undefined : imagemid, imagem }
}

/** The longest a preparation takes, including its wait for others in the process, in milliseconds. */
const PREPARO_MS = 200_000

/** How many may wait in a process, each with a few megabytes in memory. */
const WAITING_MAX = 1

export type EstadoDoPreparo =
  | { kind: 'em-preparo' }
  /** Null for what was not sent. */
  | { kind: 'pronta'; imagemid: string | null; logoid: string | null }
  | { kind: 'recusada'; campo: CampoDeImagem; problema: string }
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
 * Prepares an organiser's own pictures after the request that sent them was answered, one at a time in a
 * process. The progress is stored with the pictures, as a record of one or two files, so that each process
 * can read it, and is erased with them.
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
    enviada: Enviada,
    alt: string,
    signal: AbortSignal,
  ): Promise<string | Extract<EstadoDoPreparo, { kind: 'recusada' }>> => {
    const imagemid = await imagemidOf(enviada, alt)
    // Made before, here or by another process.
    const stored = await eventos.findImagem(imagemid)
    if (stored) {
      await eventos.putImagem({ ...stored, enviadaem: now() })
      return imagemid
    }
    const preparada = await pictureOf(enviada, signal)
    if (preparada.kind === 'recusada') return preparada
    const arquivos = described(preparada.arquivos, alt)
    await eventos.putImagem({ imagemid, enviadaem: now(), arquivos })
    return imagemid
  }
  const prepareAll = async (
    enviadas: Enviada[],
    alt: string,
    signal: AbortSignal,
  ): Promise<EstadoDoPreparo> => {
    const made = { imagemid: null as string | null, logoid: null as string | null }
    for (const enviada of enviadas) {
      const isLogo = 'logo' in enviada
      const prepared = await prepare(enviada, isLogo ? '' : alt, signal)
      if (typeof prepared !== 'string') return prepared
      made[isLogo ? 'logoid' : 'imagemid'] = prepared
    }
    return { kind: 'pronta', ...made }
  }
  const put = (preparoid: string, pedido: Pedido, estado?: EstadoDoPreparo) => {
    const arquivos = [fileOf('pedido', pedido), ...(estado ? [fileOf('estado', estado)] : [])]
    return eventos.putImagem({ imagemid: keyOf(preparoid), enviadaem: pedido.em, arquivos })
  }

  return {
    /** Begins to prepare pictures. @returns the id for `find` and `tasks.ended`; null while others wait */
    async begin(enviadas: Enviada[], alt: string, formulario: string): Promise<string | null> {
      if (waiting > WAITING_MAX) return null
      waiting++
      const [preparoid, pedido] = [newId(), { em: now(), formulario }]
      // The page asks for it at once.
      const begun = put(preparoid, pedido)
      const work = async (signal: AbortSignal) => {
        await begun
        const tell = async (estado: EstadoDoPreparo) => {
          // The form may name somebody, so one erased meanwhile is not stored again.
          if (await eventos.findImagem(keyOf(preparoid))) await put(preparoid, pedido, estado)
        }
        const estado = await inTurn(() => prepareAll(enviadas, alt, signal)).catch(async (error: unknown) => {
          await tell({ kind: 'parou' })
          if (!signal.aborted) throw error
        })
        if (estado) await tell(estado)
      }
      // Tasks log their own failures.
      const ended = tasks.run(preparoid, work).catch(() => {})
      void ended.finally(() => waiting--)
      await begun
      return preparoid
    },

    /** @returns null for a preparation that was never begun, or is forgotten */
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

/** Only the functions below write under this key, so what they read can be trusted. */
const keyOf = (preparoid: string) => PREPARO + preparoid

function fileOf(nome: string, told: Pedido | EstadoDoPreparo): Imagem['arquivos'][number] {
  return { nome, bytes: new TextEncoder().encode(JSON.stringify(told)) }
}

function textIn({ arquivos }: Imagem, asked: string): string | null {
  const found = arquivos.find(({ nome }) => nome === asked)
  return found ? new TextDecoder().decode(found.bytes) : null
}
