import { chaveAt } from '../domain/chave.ts'
import type { Cadastro } from '../domain/credencial.ts'
import type { ChaveOf, CredencialRepo } from '../domain/credencial-repo.ts'
import { EVERYBODY, nameKeyOf, semelhanteOf } from '../domain/convidado-search.ts'
import { addTo } from '../domain/group.ts'
import { linhaDoHistorico, type Autor } from '../domain/historico.ts'
import type { ConvidadoNoPainel } from '../domain/painel-repo.ts'
import { presentTelefone } from '../domain/telefone.ts'
import type { Storage } from '../domain/storage.ts'
import { compareText, wordsOf } from '../domain/text.ts'
import { inStretches } from './event-loop.ts'

const PAGE = 500

/** A pair of credencialids, the same in either order. */
const pairOf = (one: string, other: string) => JSON.stringify([one, other].sort())

/** The pairs declared different people, each as {@link pairOf} writes it, read from the history. */
async function readSeparated(historico: Pick<Storage['historico'], 'list'>): Promise<ReadonlySet<string>> {
  const separated = new Set<string>()
  for (let after = null; ;) {
    const page = await historico.list({ ato: 'separou', after, limit: PAGE })
    for (const { alvo, detalhe } of page) separated.add(pairOf(alvo, detalhe))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return separated
    after = last
  }
}

/** Notes that two credenciais belong to different people, once. */
export async function separateRepetidos(
  historico: Storage['historico'],
  one: string,
  other: string,
  autor: Autor,
): Promise<void> {
  if ((await readSeparated(historico)).has(pairOf(one, other))) return
  await historico.add(linhaDoHistorico(autor, 'separou', one, other))
}

export type ParDeRepetidos = [string, string]

/** Lists the pairs not declared different people, by credencialid; three similar credenciais make three. */
export async function listRepetidos({
  painel,
  historico,
}: Pick<Storage, 'painel' | 'historico'>): Promise<ParDeRepetidos[]> {
  const groups = await painel.findRepetidos()
  if (groups.length === 0) return []
  const separated = await readSeparated(historico)
  const pares = groups.flatMap((ids) =>
    ids.flatMap((one, index) => ids.slice(index + 1).map((other): ParDeRepetidos => [one, other])),
  )
  return pares
    .filter(([one, other]) => !separated.has(pairOf(one, other)))
    .sort(([a, b], [c, d]) => compareText(a, c) || compareText(b, d))
}

/**
 * Pairs of guests with one company and one name but two numbers, or one or none, whom nobody has declared
 * different people: they are two people, or one whose number changed. Only somebody who knows them can say
 * which, so no merge is proposed.
 * @returns `most` of them, by name, and whether there are more
 */
export async function listHomonimos(
  { painel, historico }: Pick<Storage, 'painel' | 'historico'>,
  most: number,
): Promise<{ pares: [ConvidadoNoPainel, ConvidadoNoPainel][]; hasMore: boolean }> {
  const [namesakes, separated] = await Promise.all([namesakesIn(painel), readSeparated(historico)])
  const pares: [ConvidadoNoPainel, ConvidadoNoPainel][] = []
  for (const ids of namesakes) {
    const group = (await painel.find(ids)).map((one) => ({ one, same: semelhanteOf(one.credencial) }))
    for (const [at, a] of group.entries())
      for (const b of group.slice(at + 1)) {
        const par = pairOf(a.one.credencial.credencialid, b.one.credencial.credencialid)
        if (a.same === b.same || separated.has(par)) continue
        if (pares.length === most) return { pares, hasMore: true }
        pares.push([a.one, b.one])
      }
  }
  return { pares, hasMore: false }
}

/** The ids of guests with the same name and company, wherever there are two or more. */
async function namesakesIn(painel: Pick<Storage['painel'], 'listed'>): Promise<string[][]> {
  const listed = (await painel.listed()).convidados
  const found = new Map<string, string[]>()
  await inStretches(listed, (some) => {
    for (const { credencialid, ordem, empresaid } of some) {
      if (empresaid === null) continue
      addTo(found, `${nameKeyOf(ordem)}\n${empresaid}`, credencialid)
    }
  })
  return [...found.values()].filter((ids) => ids.length > 1)
}

/** At most this many guests with one phone, or without any, and all these words are examined. */
const LOOKED_THROUGH = 200

export interface Repetido {
  convidado: ConvidadoNoPainel
  /** The natural keys are equal, so storage takes no second guest under them. */
  isExact: boolean
}

export interface RepetidoParts extends Pick<Storage, 'painel' | 'historico'> {
  credenciais: Pick<CredencialRepo, 'findKnown'>
  chaveOf: ChaveOf
  chaveAntigaOf: (cadastro: Cadastro) => string | null
}

/** The guest whose key storage found to be equal. */
export async function repetidoBy(
  { painel }: Pick<RepetidoParts, 'painel'>,
  credencialid: string,
): Promise<Repetido | null> {
  const [convidado] = await painel.find([credencialid])
  return convidado ? { convidado, isExact: true } : null
}

/**
 * Finds a guest with the same name, apart from accents, particles and order, and the same phone, in its old
 * or present form. Where either has no phone, the same company makes them alike (decision 0055).
 * @param empresaid the company that invited, or will invite; null for none
 * @param credencialid the guest's own, skipped like those declared different from it; null for one not stored
 * yet
 */
export async function findRepetido(
  { painel, historico, credenciais, chaveOf, chaveAntigaOf }: RepetidoParts,
  cadastro: Cadastro,
  empresaid: string | null,
  credencialid: string | null,
): Promise<Repetido | null> {
  const { nome } = cadastro
  const present = presentTelefone(cadastro.telefone)
  const query = { ...EVERYBODY, words: wordsOf(nome), telefone: present || null }
  const numberless = chaveOf({ ...cadastro, telefone: '' }, empresaid)
  const [known, { convidados }] = await Promise.all([
    credenciais.findKnown([numberless]),
    painel.search([query], 0, LOOKED_THROUGH),
  ])
  const named = await painel.find([...known.values()].map((one) => one.credencial.credencialid))
  const isAlike = (one: ConvidadoNoPainel) =>
    present === ''
      ? chaveAt('', inviterOf(one)) === chaveAt('', empresaid) &&
        nameKeyOf(one.credencial.nome) === nameKeyOf(nome)
      : semelhanteOf(one.credencial) === semelhanteOf(cadastro)
  const alike = [...convidados.filter(isAlike), ...named].filter(
    ({ credencial }) => credencial.credencialid !== credencialid,
  )
  if (alike.length === 0) return null
  const keys = [chaveOf(cadastro, empresaid), chaveAntigaOf(cadastro)]
  const repetidos = alike.map((convidado) => ({
    convidado,
    isExact: keys.includes(chaveOf(convidado.credencial, inviterOf(convidado))),
  }))
  const exact = repetidos.find(({ isExact }) => isExact)
  if (exact || credencialid === null) return exact ?? repetidos[0] ?? null
  const separated = await readSeparated(historico)
  const isOpen = (id: string) => !separated.has(pairOf(id, credencialid))
  return repetidos.find(({ convidado }) => isOpen(convidado.credencial.credencialid)) ?? null
}

const inviterOf = ({ empresa, desistencia }: ConvidadoNoPainel) =>
  empresa?.empresaid ?? desistencia?.empresaid ?? null
