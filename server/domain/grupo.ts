/** A guest of a list; `grupo` is the credencialid of the guest who brought them, null for none. */
interface DeGrupo {
  credencialid: string
  grupo: string | null
}

/**
 * Puts those who came along right after the one who brought them, if both are in the list; otherwise the order
 * stays. Whoever was brought may bring others in a later form, even the one who brought them: nobody is lost.
 */
export function keepTogether<One extends DeGrupo>(ones: One[]): One[] {
  if (ones.every(({ grupo }) => grupo === null)) return ones
  const brought = new Map<string, One[]>(ones.map(({ credencialid }) => [credencialid, []]))
  const alone = ones.filter((one) => !brought.get(one.grupo ?? '')?.push(one))
  const placed = new Set<One>()
  const withTheirs = (one: One): One[] => {
    if (placed.has(one)) return []
    placed.add(one)
    return [one, ...(brought.get(one.credencialid) ?? []).flatMap(withTheirs)]
  }
  return [...alone, ...ones].flatMap(withTheirs)
}
