import type { Services } from '../composition.ts'
import { copyStorage } from '../use-cases/move-storage.ts'
import { readArguments, EXIT, refuse, type Exit } from './cli.ts'
import { differencesOf, tableOf } from './table.ts'
import { refusedSentence } from './follow-up.ts'
import type { Console } from './run.ts'

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

Copia empresas, credenciais, reservas, chaves, registros da portaria, equipe, entradas, convites pessoais, mesas,
desistências e histórico. Antes, pare o servidor e o que roda npm run manutencao por hora marcada. Se for interrompido, rode de novo: o que já foi copiado não se repete. O
CREDENCIAL_SECRET tem de ser o mesmo.`

const STORAGES = ['sqlite', 'firebase']

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
  const { out, err, progress, signal } = move
  const { step, end } = progress('Copiando')
  const copy = await copyStorage(from, to, (done, total) => {
    step(done, total)
    signal.throwIfAborted()
  }).finally(end)
  if (copy.kind === 'target-in-use')
    return refuse(
      err,
      `O ${names.para} já tem ${copy.foreign} registro(s) que não estão no ${names.de}: nada foi copiado. ` +
        'Migre para um banco vazio, ou para um que só recebeu esta mesma cópia.',
    )
  tableOf(names, copy.source, copy.target).forEach(out)
  differencesOf(names, copy.source, copy.target).forEach(err)
  if (copy.kind === 'source-changed')
    return refuse(
      err,
      `O ${names.de} mudou durante a cópia (${copy.changed} registro(s)): pare o servidor e o que ` +
        'roda npm run manutencao por hora marcada, e rode de novo.',
    )
  if (copy.kind === 'unequal')
    return refuse(err, 'Os números não são iguais: algo grava no destino? Pare tudo e rode de novo.')
  const { due } = await to.avips.mirrorDue(to.now())
  const refused = await to.avips.findRefused()
  if (refused.length > 0) err(refusedSentence(refused))
  if (due > 0) return refuse(err, 'Faltam registros da portaria: rode npm run manutencao daqui a pouco.')
  out(`Pronto. Agora inicie o servidor com STORAGE=${names.para}.`)
  return EXIT.done
}
