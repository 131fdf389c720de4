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

type Parts = Pick<Storage, 'eventos' | 'painel'> & { gravado: EventoGravado | null; now: () => number }

/** What those who come answered, counted: the kitchen needs no names. Former questions keep their answers. */
export async function readContadas({ painel, gravado }: Parts): Promise<Contada[]> {
  await painel.renew()
  const all = (await painel.listRespostas()).filter(({ vem }) => vem)
  return countRespostas(
    gravado?.evento.perguntas ?? [],
    all.flatMap(({ respostas }) => respostasIn(respostas)),
  )
}

/** What became of the questions: stored, or what is wrong, by field; an empty name for the whole form. */
export type PerguntasStored = { kind: 'gravadas' } | { kind: 'invalid'; errors: Record<string, string> }

/**
 * Stores the questions of the event, and nothing else of it.
 * @param versao of the event that the form shows
 * @param pronta a question that is ready to take, asked besides
 */
export async function storePerguntas(
  { eventos, gravado, now }: Parts,
  asked: { typed: PerguntaTyped[]; versao: number; pronta: PerguntaAoConvidado | null },
  autor: Autor,
): Promise<PerguntasStored> {
  const { typed, versao, pronta } = asked
  const refuse = (message: string): PerguntasStored => ({ kind: 'invalid', errors: { '': message } })
  const { perguntas, errors } = readPerguntas(typed)
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  const isNew = pronta && perguntas.every(({ texto }) => texto !== pronta.texto)
  const all = isNew ? [...perguntas, pronta] : perguntas
  if (all.length > PERGUNTAS_MAX) return refuse('Já há três perguntas. Apague uma antes.')
  if (!gravado) return refuse(CHANGED)
  const { perguntas: _, ...others } = gravado.evento
  const gravacao = await eventos.gravar(
    {
      versao,
      evento: { ...others, ...(all.length > 0 && { perguntas: all }) },
      avisar: false,
      cancelado: gravado.canceladoem !== null,
      eventoid: gravado.eventoid,
      now: now(),
    },
    autor,
  )
  return gravacao.kind === 'gravado' ? { kind: 'gravadas' } : refuse(CHANGED)
}

const CHANGED =
  'Enquanto você estava aqui, outra pessoa gravou o evento. Confira o que está escrito e grave de novo.'
