import type { Services } from '../composition.ts'
import { KINDS } from '../domain/transfer.ts'
import {
  copyStorage,
  NUMBERS,
  unequalEmpresas,
  type Balance,
  type Survey,
} from '../use-cases/move-storage.ts'
import { EXIT, formatTable, refuse, refusedSentence, withOptions, withUsage, type Exit } from './cli.ts'
import type { Console } from './run.ts'

/** The world of a move: opens each side as its storage, and has the rest of a command's. */
export type Move = Omit<Console, 'ask'> & {
  /** Opens a storage by its name, with the rest of the environment. */
  open: (storage: string) => Promise<Services>
}

interface Names {
  de: string
  para: string
}

const USAGE = `Uso:
  npm run migrar -- --de sqlite --para firebase
  npm run migrar -- --de firebase --para sqlite

Copia o evento com suas imagens, empresas, credenciais, reservas, chaves, registros da portaria, equipe, entradas, convites pessoais, mesas,
desistências e histórico. Antes, pare o servidor e o que roda npm run manutencao por hora marcada. Se for interrompido, rode de novo: o que já foi copiado não se repete. O
CREDENCIAL_SECRET tem de ser o mesmo.`

const STORAGES = ['sqlite', 'firebase']

const OPTIONS = { de: { type: 'string' }, para: { type: 'string' } } as const

/** `migrar`: copies everything from one storage to another, and compares both (decision 0007). */
export const migrate = withUsage(
  USAGE,
  withOptions(OPTIONS, async (move: Move, { de = '', para = '' }) => {
    if (!STORAGES.includes(de) || !STORAGES.includes(para) || de === para) return EXIT.usage
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
  }),
)

async function carry(move: Move, from: Services, to: Services, names: Names): Promise<Exit> {
  const { out, err, progress, signal } = move
  // Another event being begun is finished first: it continues in parts only on its own storage.
  await from.eventos.terminarComeco()
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

function tableOf(names: Names, from: Survey, to: Survey): string[] {
  const columns = ['', { number: names.de }, { number: names.para }]
  const rows = [
    ...KINDS.map((kind) => [kind === 'historico' ? 'linhas' : kind, String(from[kind]), String(to[kind])]),
    ...NUMBERS.map((number) => [number, String(sumOf(from, number)), String(sumOf(to, number))]),
  ]
  return formatTable(columns, rows)
}

/** A line for each company whose numbers differ; none when all are equal. */
function differencesOf(names: Names, from: Survey, to: Survey): string[] {
  const unequal = unequalEmpresas(from, to)
  if (unequal.length === 0) return []
  const pairs = NUMBERS.flatMap((number) => [names.de, names.para].map((name) => `${number} ${name}`))
  const columns = ['EMPRESA', ...pairs.map((number) => ({ number }))]
  const cellOf = (survey: Survey, empresaid: string, number: keyof Balance) =>
    String(survey.balances.get(empresaid)?.[number] ?? '–')
  const rows = unequal.map((empresaid) => [
    empresaid,
    ...NUMBERS.flatMap((number) => [cellOf(from, empresaid, number), cellOf(to, empresaid, number)]),
  ])
  return formatTable(columns, rows)
}

function sumOf({ balances }: Survey, number: keyof Balance): number {
  return [...balances.values()].reduce((sum, balance) => sum + balance[number], 0)
}
