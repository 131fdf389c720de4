import type { PainelRepo } from '../domain/painel-repo.ts'

/** How many codes are made in one turn of the event loop: some milliseconds of work. */
const BATCH = 1000

/** Finds the credencialids a code belongs to: one, or two in a rare coincidence. */
export type FindByCode = (code: string) => Promise<string[]>

interface Parts {
  painel: Pick<PainelRepo, 'mark' | 'listVersoes'>
  codeOf: (credencialid: string, versao: number) => string
}

/**
 * Knows the guest of every code. A code is a keyed hash, stored nowhere and never turned back: all are made once per
 * process, then those of new guests and of replaced links, whenever storage has changed.
 */
export function createCodeIndex({ painel, codeOf }: Parts): FindByCode {
  let made = new Map<string, { versao: number; code: string }>()
  let byCode = new Map<string, string[]>()
  let mark: string | null = null
  let refreshed = Promise.resolve()

  const refresh = async () => {
    // Read first: what is stored while the guests are listed makes another mark.
    const current = await painel.mark()
    if (current !== null && current === mark) return
    const guests = await painel.listVersoes()
    // Made afresh, so that erased guests leave it.
    const nextMade: typeof made = new Map()
    const nextByCode: typeof byCode = new Map()
    let count = 0
    for (const { credencialid, versao } of guests) {
      const known = made.get(credencialid)
      const isKnown = known?.versao === versao
      if (!isKnown && ++count % BATCH === 0) await new Promise((resolve) => setImmediate(resolve))
      const code = isKnown ? known.code : codeOf(credencialid, versao)
      nextMade.set(credencialid, { versao, code })
      const sharing = nextByCode.get(code)
      if (sharing) sharing.push(credencialid)
      else nextByCode.set(code, [credencialid])
    }
    made = nextMade
    byCode = nextByCode
    mark = current
  }

  return async (code) => {
    // One after the other: none trusts what another read before its own guest was stored.
    refreshed = refreshed.catch(() => {}).then(refresh)
    await refreshed
    return byCode.get(code) ?? []
  }
}
