import type { Services } from '../composition.ts'
import type { Counts, Registro } from '../domain/transfer.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Exit } from './cli.ts'
import type { Console } from './run.ts'
import { formatTable } from './table.ts'

/** The world of a move: one side opened as each storage, and the rest of a command's. */
export type Move = Omit<Console, 'ask'> & {
  /** Opens a storage by its name, with everything else of the environment. */
  open: (storage: string) => Promise<Services>
}

const USAGE = `Uso:
  npm run migrar -- --de sqlite --para firebase
  npm run migrar -- --de firebase --para sqlite

Copia empresas, credenciais, reservas, chaves e registros da portaria. Pare o servidor antes. Se for interrompido,
rode de novo: o que já foi copiado não se repete. O CREDENCIAL_SECRET tem de ser o mesmo.`

const STORAGES = ['sqlite', 'firebase']
const CHUNK = 200
const KINDS = ['empresas', 'credenciais', 'chaves', 'reservas', 'avips'] as const satisfies (keyof Counts)[]

/** `migrar`: carries everything from one storage to another, and counts both. */
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

async function carry(
  move: Move,
  from: Services,
  to: Services,
  names: { de: string; para: string },
): Promise<Exit> {
  const foreign = await countForeign(from, to)
  if (foreign > 0) {
    move.err(
      `O ${names.para} já tem ${foreign} cadastro(s) ou reserva(s) que não estão no ${names.de}: nada foi copiado. ` +
        'Migre para um banco vazio, ou para um que só recebeu esta mesma cópia.',
    )
    return EXIT.refused
  }

  const progress = move.progress('Copiando')
  const { empresas, credenciais, reservas } = await from.transfer.count()
  const total = empresas + credenciais + reservas
  let done = 0
  try {
    for await (const chunk of chunksOf(from.transfer.read())) {
      move.signal.throwIfAborted()
      await to.transfer.write(chunk)
      done += chunk.length
      progress.step(done, total)
    }
  } finally {
    progress.end()
  }
  await to.maintain()

  const [before, after] = [await from.transfer.count(), await to.transfer.count()]
  const columns = [
    { title: '' },
    ...[names.de, names.para].map((title) => ({ title, isNumber: true as const })),
  ]
  const rows = KINDS.map((kind) => [kind, String(before[kind]), String(after[kind])])
  formatTable(columns, rows).forEach(move.out)
  const isWhole = KINDS.every((kind) => kind === 'avips' || before[kind] === after[kind])
  if (!isWhole) {
    move.err('Os números não são iguais: o servidor ainda estava no ar? Pare-o e rode de novo.')
    return EXIT.refused
  }
  if (after.avips < after.credenciais) {
    move.err('Faltam registros da portaria: rode npm run manutencao daqui a pouco.')
    return EXIT.refused
  }
  move.out(`Pronto. Agora inicie o servidor com STORAGE=${names.para}.`)
  return EXIT.done
}

/** Guests and holds that only the target has: then it is in use for itself, and would be overwritten. */
async function countForeign(from: Services, to: Services): Promise<number> {
  const known = new Set<string>()
  for await (const registro of from.transfer.read()) known.add(idOf(registro))
  let foreign = 0
  for await (const registro of to.transfer.read()) {
    if (registro.kind !== 'empresa' && !known.has(idOf(registro))) foreign++
  }
  return foreign
}

function idOf(registro: Registro): string {
  switch (registro.kind) {
    case 'empresa':
      return registro.empresa.empresaid
    case 'credencial':
      return registro.credencial.credencialid
    case 'reserva':
      return registro.reserva.reservaid
    default:
      return registro satisfies never
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
