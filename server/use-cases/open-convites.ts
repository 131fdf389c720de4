import { empresaidInPath } from '../domain/casa.ts'
import { addTo } from '../domain/group.ts'
import { nameKeyOf } from '../domain/convidado-search.ts'
import { novosIn, type ConviteNoPainel } from '../domain/painel-repo.ts'
import type { ConvidadoLine } from '../domain/planilha-row.ts'
import type { Allotment } from '../domain/reserva.ts'
import type { Storage } from '../domain/storage.ts'
import { wordsOf } from '../domain/text.ts'
import { presentTelefone } from '../domain/telefone.ts'
import { inTurns } from './event-loop.ts'

type Placed = ConvidadoLine & { giver: Allotment | null }

/** Somebody on a list, as they are compared. Without a number or a company it is empty text, or the house. */
const pessoaOf = (nome: string, telefone: string, empresaid: string) => ({
  nome: nameKeyOf(nome),
  primeiro: wordsOf(nome)[0] ?? '',
  numero: presentTelefone(telefone),
  mesa: empresaidInPath(empresaid),
})

type Compared = ReturnType<typeof pessoaOf>

/**
 * How an invitation is recognised as a guest's, the surest way first: all guests are tried by one before the next.
 * Empty text for nothing.
 */
const WAYS: ((pessoa: Compared) => string)[] = [
  ({ nome, numero }) => numero && `${nome}\n${numero}`,
  ({ numero }) => numero,
  ({ nome, mesa }) => `${nome}\n${mesa}`,
]

/** A family may have one number: an invitation for one person is for the one it names. */
const isCalled = (one: Compared, other: Compared) =>
  one.nome.split(' ').includes(other.primeiro) || other.nome.split(' ').includes(one.primeiro)

/**
 * Finds the open personal invitation of each guest, by line. One with another number, or of another company
 * than the row's, is not theirs. Each serves as many guests as it has open places.
 */
export async function findOpenConvites(
  { painel }: Pick<Storage, 'painel'>,
  rows: Placed[],
): Promise<Map<number, ConviteNoPainel>> {
  const found = new Map<number, ConviteNoPainel>()
  const novos = rows.length === 0 ? [] : novosIn(await painel.listConvites())
  const open = await inTurns(novos, (convite) => {
    const { rotulo, telefone, empresaid, abertos } = convite
    return { convite, left: abertos, ...pessoaOf(rotulo, telefone, empresaid) }
  })
  const guests = await inTurns(open.length === 0 ? [] : rows, ({ line, row: { cadastro }, giver }) => {
    const pessoa = pessoaOf(cadastro.nome, cadastro.telefone, giver?.empresa.empresaid ?? '')
    return { line, hasGiver: giver !== null, ...pessoa }
  })
  for (const keyOf of WAYS) {
    const byKey = new Map<string, typeof open>()
    await inTurns(open, (one) => addTo(byKey, keyOf(one), one))
    await inTurns(guests, (guest) => {
      if (keyOf(guest) === '' || found.has(guest.line)) return
      const isTheirs = (one: (typeof open)[number]) =>
        one.left > 0 &&
        (!guest.hasGiver || one.mesa === guest.mesa) &&
        (one.numero === guest.numero || one.numero === '' || guest.numero === '') &&
        (one.convite.lugares > 1 || isCalled(one, guest))
      const one = byKey.get(keyOf(guest))?.find(isTheirs)
      if (!one) return
      one.left -= 1
      found.set(guest.line, one.convite)
    })
  }
  return found
}
