import type { Convidado } from '../domain/credencial-repo.ts'
import { liveOf, type Desistencia } from '../domain/desistencia.ts'
import { EVERYBODY, TEXT_MIN, queriesOf } from '../domain/convidado-search.ts'
import { createNear } from '../domain/near-words.ts'
import type { ConvidadoNoPainel, ConvidadoQuery, PainelRepo } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import type { Keyed } from '../domain/keyed-by.ts'
import { parseCode } from '../domain/signed-text.ts'
import type { Passe } from '../domain/token.ts'
import { inStretches, nextTurn } from './event-loop.ts'

/**
 * The guest of a link: the one it was made for, or the one who was kept when both were merged as the same
 * person.
 * @returns whether the link was replaced by a newer one; null for a link that ended, and for a guest no
 * longer stored
 */
export async function followPasse(
  credenciais: Pick<Storage['credenciais'], 'findById' | 'findJuncao'>,
  { credencialid, versao }: Passe,
): Promise<{ convidado: Convidado; isOld: boolean } | null> {
  const convidado = await credenciais.findById(credencialid)
  if (convidado) return { convidado, isOld: convidado.versao !== versao }
  const juncao = await credenciais.findJuncao(credencialid)
  if (juncao?.elo?.de !== versao) return null
  return followPasse(credenciais, { credencialid: juncao.kept, versao: juncao.elo.para })
}

/** Who was kept of the records merged as the same person; the credencialid itself if there was no merge. */
export async function whoStays(
  credenciais: Pick<Storage['credenciais'], 'findJuncao'>,
  credencialid: string,
): Promise<string> {
  const juncao = await credenciais.findJuncao(credencialid)
  return juncao?.elo ? whoStays(credenciais, juncao.kept) : credencialid
}

/** A guest's withdrawal while it holds; null while the guest is confirmed. */
export async function findDesistencia(
  { desistencias }: Pick<Storage, 'desistencias'>,
  credencialid: string,
): Promise<Desistencia | null> {
  return liveOf(await desistencias.find(credencialid))
}

/** How many codes are made in one turn of the event loop: a few milliseconds of work. */
const BATCH = 1000

/** Finds the credencialids a code belongs to: one, or two in a rare coincidence. */
export type FindByCode = (code: string) => Promise<string[]>

/**
 * Finds the guest of every code. A code is a keyed hash that is stored nowhere and cannot be reversed. All
 * codes are made once per process, then those of new guests and replaced links whenever storage has changed.
 */
export function createCodeIndex({
  painel,
  codeOf,
}: Pick<Keyed, 'codeOf'> & { painel: Pick<PainelRepo, 'dataVersion' | 'listVersoes'> }): FindByCode {
  const made = new Map<string, { versao: number; codes: string[] }>()
  const byCode = new Map<string, string[]>()
  let version: string | null = null
  let refreshed = Promise.resolve()

  const drop = (credencialid: string, codes: string[]) => {
    made.delete(credencialid)
    for (const code of codes) {
      const others = (byCode.get(code) ?? []).filter((one) => one !== credencialid)
      if (others.length > 0) byCode.set(code, others)
      else byCode.delete(code)
    }
  }

  const refresh = async () => {
    // Read first, because anything stored while the guests are listed makes another version.
    const current = await painel.dataVersion()
    if (current !== null && current === version) return
    const convidados = await painel.listVersoes()
    let count = 0
    for (const { credencialid, versao, outros } of convidados) {
      const known = made.get(credencialid)
      if (known?.versao === versao && known.codes.length === outros.length + 1) continue
      if (known) drop(credencialid, known.codes)
      if (++count % BATCH === 0) await nextTurn()
      const codes = [{ credencialid, versao }, ...outros].map((passe) =>
        codeOf(passe.credencialid, passe.versao),
      )
      made.set(credencialid, { versao, codes })
      for (const code of codes) byCode.set(code, [...(byCode.get(code) ?? []), credencialid])
    }
    if (made.size > convidados.length) {
      const stored = new Set(convidados.map(({ credencialid }) => credencialid))
      for (const [credencialid, { codes }] of made) if (!stored.has(credencialid)) drop(credencialid, codes)
    }
    version = current
  }

  return async (code) => {
    // One after the other, so that none relies on a reading from before its own guest was stored.
    refreshed = refreshed.catch(() => {}).then(refresh)
    await refreshed
    return byCode.get(code) ?? []
  }
}

export type Search =
  /**
   * Some of the matches, by name, and how many there are in all. After the last match come guests whose names
   * are near the typed text.
   */
  | { kind: 'found'; convidados: ConvidadoNoPainel[]; total: number; near: ConvidadoNoPainel[] }
  | { kind: 'too-short' }
  /** The CPF stored for guests who gave none: it would match all of them. */
  | { kind: 'placeholder-cpf' }

/**
 * Searches by name without accents and particles, words in any order, and by phone with or without the ninth
 * digit, e-mail, credencialid, code, a valid CPF, or the company's name. A search by name also finds similar
 * names. A blank text finds everybody. `empresaid` limits the search to one company; null means the public
 * form.
 */
export async function searchCredenciais(
  { painel, findByCode }: Pick<Storage, 'painel'> & { findByCode: FindByCode },
  { text, empresaid }: { text: string; empresaid?: string | null | undefined },
  offset: number,
  limit: number,
): Promise<Search> {
  const typed = text.trim()
  if (typed !== '' && typed.length < TEXT_MIN) return { kind: 'too-short' }
  const queries = typed === '' ? [EVERYBODY] : queriesOf(typed)
  if (!queries) return { kind: 'placeholder-cpf' }
  const code = parseCode(typed)
  const ids = code === null ? [] : await findByCode(code)
  const byCode = ids.map((credencialid): ConvidadoQuery => ({ ...EVERYBODY, credencialid }))
  const all = [...byCode, ...queries].map((query) => ({ ...query, empresaid }))
  const found = await painel.search(all, offset, limit)
  const isName = ids.length === 0 && queries.some(({ words }) => words.length > 0)
  const near = isName && offset + limit >= found.total ? await nearTo(painel, typed, empresaid, found) : []
  return { kind: 'found', ...found, near }
}

export const NEAR_MAX = 20

/** Guests whose names are near the typed text without matching it, the nearest first. */
async function nearTo(
  painel: Pick<PainelRepo, 'listed' | 'find'>,
  typed: string,
  empresaid: string | null | undefined,
  { convidados }: { convidados: ConvidadoNoPainel[] },
): Promise<ConvidadoNoPainel[]> {
  const near = createNear(typed)
  if (!near) return []
  const { convidados: listed, words } = await painel.listed()
  await inStretches(words, (some) => near.compare(some))
  const found = new Set(convidados.map(({ credencial }) => credencial.credencialid))
  /** Ids, grouped by how far their names are. */
  const ranks: string[][] = []
  await inStretches(listed, (some) => {
    for (const one of some) {
      const distance = near.distanceOf(one.words)
      if (distance === 0 || distance === Infinity || found.has(one.credencialid)) continue
      if (empresaid === undefined || one.empresaid === empresaid)
        (ranks[distance] ??= []).push(one.credencialid)
    }
  })
  return painel.find(ranks.flat().slice(0, NEAR_MAX))
}
