/** Tells whether one version of dotted numbers is another or newer. A part that is missing counts as 0. */
export function isAtLeast(version: string, minimum: string): boolean {
  const parts = version.split('.').map(Number)
  const wanted = minimum.split('.').map(Number)
  const index = wanted.findIndex((part, n) => part !== (parts[n] ?? 0))
  return index === -1 || (parts[index] ?? 0) > (wanted[index] ?? 0)
}
