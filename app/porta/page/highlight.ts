import { foldText, wordsOf } from '../../../server/domain/text.ts'

/** A name in pieces, those that were typed marked. */
export function highlightOf(nome: string, typed: string): { text: string; isMarked: boolean }[] {
  const signs = Array.from(nome)
  // Signs that fold to none or several are matched by what they fold to.
  const folded = signs.map((sign) => (/\s/.test(sign) ? ' ' : foldText(sign)))
  const owner = folded.flatMap((text, at) => Array.from(text, () => at))
  const flat = folded.join('')
  const marked = new Set<number>()
  for (const word of wordsOf(typed)) {
    const start = ` ${flat}`.indexOf(` ${word}`)
    const from = start === -1 ? flat.indexOf(word) : start
    if (from === -1) continue
    // An apostrophe between them folds to nothing, and is marked all the same.
    const [first = 0, last = -1] = [owner[from], owner[from + word.length - 1]]
    for (let at = first; at <= last; at++) marked.add(at)
  }
  const pieces: { text: string; isMarked: boolean }[] = []
  signs.forEach((text, at) => {
    const last = pieces.at(-1)
    if (last?.isMarked === marked.has(at)) last.text += text
    else pieces.push({ text, isMarked: marked.has(at) })
  })
  return pieces
}
