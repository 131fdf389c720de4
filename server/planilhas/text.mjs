// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import { PAGES, readPage, repaired } from './code-pages.mjs'
import { chanceOf, isOfWord } from './portuguese.mjs'

/** How much likelier one text must be to leave no doubt, and a repaired one, for each sign repaired. */
const [MARGIN, GAIN] = [4, 12]

/** How many words are looked at, and how far on each side of a sign, so that no file takes long. */
const WORDS_MAX = 20_000
const REACH = 24

/**
 * The text of a file in UTF-8, UTF-16, Windows-1252, MacRoman or CP850, also of UTF-8 that was read as one of
 * these and saved as UTF-8, once or several times. What the bytes do not say is told from how Portuguese
 * writes, by every word with an accent.
 * @param {Buffer} bytes
 * @returns {{ text: string, nears: { encoding: string, text: string }[] }} the likeliest text, and where
 * others are nearly as likely all of them, the likeliest first; else none
 */
export function decodeText(bytes) {
  if (isAscii(bytes) && !bytes.includes(0)) return { text: bytes.toString('latin1'), nears: [] }
  const said = unicodeOf(bytes)
  const readings = said.text === null ? [] : [readingOf(said.encoding, unitsOf(said.text))]
  if (!said.isMarked && (said.text === null || readings[0].isUnlikely))
    readings.push(...pageReadingsOf(bytes))
  readings.push(...repairsOf(readings[0], said.text === null ? PAGES.slice(0, 1) : PAGES))
  readings.sort((one, other) => other.score - one.score)
  const [best] = readings
  const within = (margin) => readings.filter(({ score }) => best.score - score < margin)
  const isLost = said.text === null && best.isUnlikely
  const isDoubtful = isLost || within(MARGIN).length > 1
  const nears = isDoubtful ? (isLost ? readings : within(3 * MARGIN)) : []
  return { text: best.text(), nears: nears.map(({ encoding, text }) => ({ encoding, text: text() })) }
}

/** The text that the bytes say to be UTF-16 or can only be UTF-8, or null; `isMarked` where they say it. */
function unicodeOf(bytes) {
  const top = bytes.subarray(0, 65_536)
  const [mark] = /^(?:\xFF\xFE|\xFE\xFF|\xEF\xBB\xBF)?/.exec(top.toString('latin1'))
  const zeros = [0, 0]
  for (let at = 0; at < top.length; at += 1) if (top[at] === 0) zeros[at % 2] += 1
  const [even, odd] = zeros.map((count) => count / top.length)
  const isLittle = mark === '\xFF\xFE' || (mark === '' && odd > 0.2 && even < 0.05)
  const isBig = mark === '\xFE\xFF' || (mark === '' && even > 0.2 && odd < 0.05)
  if (isLittle || isBig) {
    const text = new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(bytes.subarray(0, bytes.length & ~1))
    return { encoding: 'UTF-16', text, isMarked: true }
  }
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null
  return { encoding: 'UTF-8', text, isMarked: text !== null && mark !== '' }
}

/** What comes of units that are changed: its likelihood, by its words beyond ASCII, each once. */
function readingOf(encoding, source, change = (units) => units, sample = sampleOf(source)) {
  return { encoding, source, change, sample, text: () => textOf(change(source)), ...chanceOf(change(sample)) }
}

function pageReadingsOf(bytes) {
  const source = new Uint16Array(bytes)
  const sample = sampleOf(source)
  return PAGES.map(({ encoding, unitOf }) =>
    readingOf(encoding, source, (units) => readPage(units, unitOf), sample),
  )
}

/** Every word beyond ASCII, once; another of the same hash may be left out. */
function sampleOf(units) {
  const seen = new Uint8Array(1 << 20)
  const words = []
  for (let at = 0; at < units.length && words.length < WORDS_MAX; at += 1) {
    if (units[at] < 0x80) continue
    let [from, to, hash] = [at, at, 0]
    while (from > 0 && from > at - REACH && isOfWord(units[from - 1])) from -= 1
    while (to < units.length && to < at + REACH && isOfWord(units[to])) to += 1
    for (let of = from; of < to; of += 1) hash = (Math.imul(hash, 31) + units[of]) | 0
    at = to
    const place = (hash ^ (hash >>> 20)) & 0xfffff
    if (seen[place] === 1) continue
    seen[place] = 1
    words.push(String.fromCharCode(...units.subarray(from, to)))
  }
  return unitsOf(words.join('\n'))
}

const unitsOf = (text) => {
  const { buffer, byteOffset } = Buffer.from(text, 'utf16le')
  return new Uint16Array(buffer, byteOffset, text.length)
}
const textOf = (units) =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength)
    .toString('utf16le')
    .replace(/^\uFEFF/, '')

/** The readings of a text where UTF-8 was taken for one of the pages, and repaired as often as it was. */
function repairsOf(first, pages) {
  const found = []
  for (const { encoding, byteOf } of pages) {
    let [last, base] = [first, first]
    for (let times = 0; times < 3; times += 1) {
      const { change } = last
      const { kept, runs } = repaired(change(first.sample), byteOf)
      if (runs === 0) break
      const repair = (units) => repaired(change(units), byteOf).units
      last = readingOf(`UTF-8 (${encoding})`, first.source, repair, first.sample)
      if (last.score > base.score + GAIN * runs) {
        base = last
        found.push(last)
      } else if (kept === 0 && last.score > base.score) found.push({ ...last, score: base.score })
    }
  }
  return found
}
