import type { Imagem } from '../domain/evento-gravado.ts'
import type { EventoRepo } from '../domain/evento-repo.ts'
import {
  described,
  imagemidOf,
  PREPARO,
  type Originais,
  type Orientacao,
  type PictureOf,
} from '../domain/imagem.ts'
import type { Tasks } from './andamento.ts'

/** How long a preparation goes on at most, its turn among those of a process included, in milliseconds. */
const PREPARO_MS = 200_000

/** How many wait in a process, each with some megabytes in memory. */
const WAITING_MAX = 1

/** How far an organiser's own pictures are. */
export type Estado =
  | { kind: 'em-preparo' }
  | { kind: 'pronta'; imagemid: string }
  | { kind: 'recusada'; campo: Orientacao; problema: string }
  /** Its process ended, or it failed. */
  | { kind: 'parou' }

/** A preparation, and the form the pictures were sent with, as its page wrote it. */
export interface Preparo {
  formulario: string
  estado: Estado
}

/** What is stored when a preparation begins. */
interface Pedido {
  em: number
  formulario: string
}

interface Parts {
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
export function createPreparos({ eventos, tasks, pictureOf, newId, now }: Parts) {
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  /** Runs work when all before has ended. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
  const prepare = async (originais: Originais, alt: string, signal: AbortSignal): Promise<Estado> => {
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
  const put = (preparoid: string, pedido: Pedido, estado?: Estado) => {
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
        const tell = async (estado: Estado) => {
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
      if (told !== null) return { formulario: pedido.formulario, estado: JSON.parse(told) as Estado }
      const isOver = pedido.em + PREPARO_MS < now()
      return { formulario: pedido.formulario, estado: { kind: isOver ? 'parou' : 'em-preparo' } }
    },
  }
}

export type Preparos = ReturnType<typeof createPreparos>

/** Only what is below writes there, and what it wrote is read as it was. */
const keyOf = (preparoid: string) => PREPARO + preparoid

function fileOf(nome: string, told: Pedido | Estado): Imagem['arquivos'][number] {
  return { nome, bytes: new TextEncoder().encode(JSON.stringify(told)) }
}

function textIn({ arquivos }: Imagem, asked: string): string | null {
  const found = arquivos.find(({ nome }) => nome === asked)
  return found ? new TextDecoder().decode(found.bytes) : null
}
