import type { EventoGravado } from '../domain/evento-gravado.ts'
import type { Autor } from '../domain/historico.ts'
import {
  countRespostas,
  PERGUNTAS_MAX,
  readPerguntas,
  respostasIn,
  type Contada,
  type PerguntaAoConvidado,
  type PerguntaTyped,
} from '../domain/perguntas.ts'
import type { Storage } from '../domain/storage.ts'
import { requestOf } from './describe-evento.ts'

interface Parts extends Pick<Storage, 'eventos' | 'painel'> {
  gravado: EventoGravado | null
  newId: () => string
  now: () => number
}

/** What those who come answered, counted: the kitchen needs no names. Former questions keep their answers. */
export async function readContadas({ painel, gravado }: Parts): Promise<Contada[]> {
  await painel.renew()
  const all = (await painel.listRespostas()).filter(({ vem }) => vem)
  return countRespostas(
    gravado?.evento.perguntas ?? [],
    all.flatMap(({ respostas }) => respostasIn(respostas)),
  )
}

/**
 * Stores the questions of the event, and nothing else of it.
 * @param versao of the event that the form shows
 * @param pronta a question that is ready to take, asked besides
 * @returns what is wrong, by field; under `gravar` for the whole form. Null once they are stored
 */
export async function storePerguntas(
  parts: Parts,
  { typed, versao, pronta }: { typed: PerguntaTyped[]; versao: number; pronta: PerguntaAoConvidado | null },
  autor: Autor,
): Promise<Record<string, string> | null> {
  const { gravado } = parts
  const { perguntas, errors } = readPerguntas(typed)
  if (Object.keys(errors).length > 0) return errors
  if (pronta && perguntas.every(({ texto }) => texto !== pronta.texto)) perguntas.push(pronta)
  if (perguntas.length > PERGUNTAS_MAX) return { gravar: 'Já há três perguntas. Apague uma antes.' }
  if (!gravado) return { gravar: CHANGED }
  const { perguntas: _, ...others } = gravado.evento
  const evento = perguntas.length === 0 ? others : { ...others, perguntas }
  const { kind } = await parts.eventos.gravar(
    { ...requestOf(parts, gravado, { evento, avisar: false }), versao },
    autor,
  )
  return kind === 'gravado' ? null : { gravar: CHANGED }
}

const CHANGED =
  'Enquanto você estava aqui, outra pessoa gravou o evento. Confira o que está escrito e grave de novo.'
