import type { Andamento } from '../domain/andamento.ts'
import type { Storage } from '../domain/storage.ts'

/** How often a run notes how far it is, in milliseconds. */
const NOTED_MS = 1_000

/** What a run changes of what is told of it. */
export type Told = Partial<Omit<Andamento, 'planilhaid' | 'quem' | 'vistaem'>>

/** A run that is under way. */
export interface Run {
  andamento: () => Andamento
  /** What is noted within a second. */
  tell: (told: Told) => void
  /** What is noted when it resolves: a kill from then on leaves it told. */
  tellNow: (told: Told) => Promise<void>
  /** Another run has taken over, or all was erased: who asks does no more. */
  isLost: () => boolean
}

/**
 * Does work while it is noted, once a second, how far it is: who looks knows by it that the run has not stopped. Afterwards
 * what came of it is noted, also where it failed.
 * @param work answers a result and what is told at the end
 * @throws whatever the work does, and StorageError where its end could not be noted
 */
export async function whileNoted<Result>(
  { planilhas, now }: Pick<Storage, 'planilhas'> & { now: () => number },
  begun: Andamento,
  work: (run: Run) => Promise<{ result: Result; told: Told }>,
): Promise<Result> {
  let andamento = begun
  let isLost = false
  const { quem } = begun
  const tell = (told: Told) => void (andamento = { ...andamento, ...told })
  const note = async (by: string) => {
    const isOurs = await planilhas.note(quem, { ...andamento, quem: by, vistaem: now() })
    isLost ||= !isOurs
  }
  let noted: Promise<unknown> | null = null
  // Storage that takes longer is asked again once it has answered; what could not be noted is noted the next time.
  const noting = setInterval(() => {
    noted ??= note(quem)
      .catch(() => {})
      .finally(() => (noted = null))
  }, NOTED_MS)
  noting.unref()
  const tellNow = async (told: Told) => {
    tell(told)
    await noted
    await note(quem)
  }
  const end = async () => {
    clearInterval(noting)
    await noted
    await note('')
  }
  try {
    const { result, told } = await work({ andamento: () => andamento, tell, tellNow, isLost: () => isLost })
    tell(told)
    await end()
    return result
  } catch (error) {
    await end().catch(() => {})
    throw error
  }
}
