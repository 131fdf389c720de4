import { CASA, empresaidInPath } from '../domain/casa.ts'
import type { ConviteNovo } from '../domain/convite-pessoal.ts'
import { nameKeyOf } from '../domain/convidado-search.ts'
import type { ConvidadoLine } from '../domain/planilha-row.ts'
import type { Allotment } from '../domain/reserva.ts'
import type { Storage } from '../domain/storage.ts'
import { presentTelefone } from '../domain/telefone.ts'
import { createPauses } from './event-loop.ts'

type Placed = ConvidadoLine & { giver: Allotment | null }

/** What tells whether an invitation is a guest's. */
type Alike = Record<'isNumber' | 'isNome' | 'isTable' | 'isNumberless', boolean>

/** By what an invitation is known as a guest's, the surest first: all guests are tried by one before the next. */
const WAYS: ((alike: Alike) => boolean)[] = [
  ({ isNumber, isNome }) => isNumber && isNome,
  ({ isNumber }) => isNumber,
  ({ isNome, isTable, isNumberless }) => isNome && isTable && isNumberless,
]

/**
 * Finds the open personal invitation of each guest, by line. One of another company than the row's is not
 * theirs, and each serves as many guests as it has open places.
 */
export async function findOpenConvites(
  { convites }: Pick<Storage, 'convites'>,
  rows: Placed[],
): Promise<Map<number, ConviteNovo>> {
  const found = new Map<number, ConviteNovo>()
  const open = rows.length === 0 ? [] : await convites.listNovos()
  const left = new Map(open.map(({ codigo, abertos }) => [codigo, abertos]))
  const byKey = new Map<string, ConviteNovo[]>()
  const pause = createPauses()
  for (const convite of open) {
    await pause()
    for (const key of keysOf(convite.rotulo, convite.telefone))
      byKey.set(key, [...(byKey.get(key) ?? []), convite])
  }
  for (const isTheirs of byKey.size === 0 ? [] : WAYS)
    for (const { line, row, giver } of rows) {
      await pause()
      if (found.has(line)) continue
      const { nome, telefone } = row.cadastro
      const keys = keysOf(nome, telefone)
      const convite = keys
        .flatMap((key) => byKey.get(key) ?? [])
        .find((one) => {
          const theirs = keysOf(one.rotulo, one.telefone)
          const isTable = empresaidInPath(one.empresaid) === (giver?.empresa.empresaid ?? CASA)
          const alike = {
            isNome: theirs[0] === keys[0],
            isNumber: telefone !== '' && theirs[1] === keys[1],
            isTable,
            isNumberless: telefone === '' || one.telefone === '',
          }
          return (left.get(one.codigo) ?? 0) > 0 && (giver === null || isTable) && isTheirs(alike)
        })
      if (!convite) continue
      left.set(convite.codigo, (left.get(convite.codigo) ?? 0) - 1)
      found.set(line, convite)
    }
  return found
}

const keysOf = (nome: string, telefone: string): string[] => [
  `nome ${nameKeyOf(nome)}`,
  ...(telefone === '' ? [] : [`numero ${presentTelefone(telefone)}`]),
]
