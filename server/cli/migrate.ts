import type { Services } from '../composition.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Exit } from './cli.ts'
import { differencesOf, isSame, tableOf } from './compare.ts'
import { refusedSentence } from './refused-avips.ts'
import type { Console } from './run.ts'
import { differencesBetween, surveyOf, type Survey } from './survey.ts'

/** The world of a move: one side opened as each storage, and the rest of a command's. */
export type Move = Omit<Console, 'ask'> & {
  /** Opens a storage by its name, with everything else of the environment. */
  open: (storage: string) => Promise<Services>
}

interface Names {
  de: string
  para: string
}

const USAGE = `Uso:
  npm run migrar -- --de sqlite --para firebase
  npm run migrar -- --de firebase --para sqlite

Copia empresas, credenciais, reservas, chaves e registros da portaria. Antes, pare o servidor e o que roda npm run
manutencao por hora marcada. Se for interrompido, rode de novo: o que já foi copiado não se repete. O
CREDENCIAL_SECRET tem de ser o mesmo.`

const STORAGES = ['sqlite', 'firebase']
const CHUNK = 200

/** `migrar`: carries everything from one storage to another, and compares both (decision 0007). */
export async function migrate(move: Move, args: string[]): Promise<Exit> {
  const options = { de: { type: 'string' }, para: { type: 'string' } } as const
  const { de = '', para = '' } = readArguments({ args, options })?.values ?? {}
  if (!STORAGES.includes(de) || !STORAGES.includes(para) || de === para) {
    move.err(USAGE)
    return EXIT.usage
  }
  const from = await move.open(de)
  try {
    const to = await move.open(para)
    try {
      return await carry(move, from, to, { de, para })
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function carry(move: Move, from: Services, to: Services, names: Names): Promise<Exit> {
  const before = await surveyOf(from.transfer)
  if (!(await makeReady(move, before, to, names))) return EXIT.refused
  await copy(move, from, to, before.things.size)
  const [after, copied] = [await surveyOf(from.transfer), await surveyOf(to.transfer)]

  tableOf(names, after, copied).forEach(move.out)
  differencesOf(names, after, copied).forEach(move.err)
  const changed = differencesBetween(before, after)
  if (changed > 0) {
    move.err(
      `O ${names.de} mudou durante a cópia (${changed} cadastro(s), reserva(s) ou empresa(s)): pare o servidor e o que ` +
        'roda npm run manutencao por hora marcada, e rode de novo.',
    )
    return EXIT.refused
  }
  if (!isSame(after, copied)) {
    move.err('Os números não são iguais: algo grava no destino? Pare tudo e rode de novo.')
    return EXIT.refused
  }
  const { due } = await to.credenciais.mirrorDueAvips(to.now())
  const refused = await to.credenciais.findRefusedAvips()
  if (refused.length > 0) move.err(refusedSentence(refused))
  if (due > 0) {
    move.err('Faltam registros da portaria: rode npm run manutencao daqui a pouco.')
    return EXIT.refused
  }
  move.out(`Pronto. Agora inicie o servidor com STORAGE=${names.para}.`)
  return EXIT.done
}

/**
 * Refuses a target in use for itself, and clears a copy nobody has used of guests the source has erased since.
 * @returns false when nothing may be copied, which the organiser was told
 */
async function makeReady(move: Move, source: Survey, to: Services, names: Names): Promise<boolean> {
  const target = await surveyOf(to.transfer)
  const isCopy = await to.transfer.isCopy()
  const foreign = [...target.things.keys()].filter((key) => !source.things.has(key))
  const guests = foreign.filter((key) => key.startsWith('credencial '))
  // Companies and reservas are never erased: in a copy of this source there are no others.
  const refused = isCopy ? foreign.length - guests.length : foreign.length
  if (refused > 0) {
    move.err(
      `O ${names.para} já tem ${refused} cadastro(s), reserva(s) ou empresa(s) que não estão no ${names.de}: nada foi copiado. ` +
        'Migre para um banco vazio, ou para um que só recebeu esta mesma cópia.',
    )
    return false
  }
  for (const key of guests) await to.credenciais.remove(key.slice('credencial '.length), false)
  if (target.credenciais + target.reservas === 0) await to.transfer.setCopy(true)
  return true
}

async function copy(move: Move, from: Services, to: Services, total: number): Promise<void> {
  const { step, end } = move.progress('Copiando')
  let done = 0
  try {
    for await (const chunk of chunksOf(from.transfer.read())) {
      move.signal.throwIfAborted()
      await to.transfer.write(chunk)
      done += chunk.length
      step(done, total)
    }
  } finally {
    end()
  }
}

async function* chunksOf<Item>(items: AsyncIterable<Item>): AsyncIterable<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
