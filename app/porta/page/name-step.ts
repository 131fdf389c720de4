// The steps of the design: characters of the name, and of its longest word.
const STEPS = [
  { most: 16, word: 8 },
  { most: 28, word: 10 },
  { most: 48, word: 11 },
  { most: 80, word: 14 },
]

/** The largest of five sizes in which a name fits the screen: `nome-1` to `nome-5`; from another one on, where asked. */
export function nameStep(nome: string, from = 1): string {
  const longest = Math.max(...nome.split(/\s+/).map((word) => Array.from(word).length))
  const length = Array.from(nome).length
  const at = STEPS.findIndex(({ most, word }) => length <= most && longest <= word)
  return `nome-${Math.max(from, at === -1 ? STEPS.length + 1 : at + 1)}`
}
