import type { PainelRepo } from '../domain/painel-repo.ts'

/** How many codes are made in one turn of the event loop: some milliseconds of work. */
const BATCH = 1000

/** Finds the credencialids a code belongs to: one, or two in a rare coincidence. */
export type FindByCode = (code: string) => Promise<string[]>

interface Parts {
  painel: Pick<PainelRepo, 'dataVersion' | 'listVersoes'>
  codeOf: (credencialid: string, versao: number) => string
}

/**
 * Knows the guest of every code. A code is a keyed hash, stored nowhere and never turned back: all are made once per
 * process, then those of new guests and of replaced links, whenever storage has changed.
 */
export function createCodeIndex({ painel, codeOf }: Parts): FindByCode {
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
    // Read first: what is stored while the guests are listed makes another version.
    const current = await painel.dataVersion()
    if (current !== null && current === version) return
    const guests = await painel.listVersoes()
    let count = 0
    for (const { credencialid, versao, outros } of guests) {
      const known = made.get(credencialid)
      if (known?.versao === versao && known.codes.length === outros.length + 1) continue
      if (known) drop(credencialid, known.codes)
      if (++count % BATCH === 0) await new Promise((resolve) => setImmediate(resolve))
      const codes = [{ credencialid, versao }, ...outros].map((passe) =>
        codeOf(passe.credencialid, passe.versao),
      )
      made.set(credencialid, { versao, codes })
      for (const code of codes) byCode.set(code, [...(byCode.get(code) ?? []), credencialid])
    }
    if (made.size > guests.length) {
      const stored = new Set(guests.map(({ credencialid }) => credencialid))
      for (const [credencialid, { codes }] of made) if (!stored.has(credencialid)) drop(credencialid, codes)
    }
    version = current
  }

  return async (code) => {
    // One after the other: none trusts what another read before its own guest was stored.
    refreshed = refreshed.catch(() => {}).then(refresh)
    await refreshed
    return byCode.get(code) ?? []
  }
}
