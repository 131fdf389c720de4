// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.
import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import { chanceOf, isUsual } from './portuguese.mjs'

/** How much likelier one text must be to leave no doubt, and a repaired one, for each sign repaired. */
const [MARGIN, GAIN] = [4, 12]

/** Signs beyond ASCII with those beside them, and how many such pieces are looked at. */
const PIECE = /.{0,2}[^\0-\x7F](?:[\p{L}\d]|[^\0-\x7F]){0,24}.?/gsu
const PIECES_MAX = 20_000

const LATIN_1 = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => 0xa0 + index))
/** The signs of the bytes from 0x80 on. Node's decoder before version 24 takes Windows-1252 for Latin-1. */
const SIGNS = {
  'Windows-1252': `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ${LATIN_1}`,
  MacRoman:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  CP850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
}

const PAGES = Object.entries(SIGNS).map(([encoding, signs]) => {
  const byteOf = new Map(Array.from(signs, (sign, at) => [sign, at + 0x80]))
  // Some programs take Windows-1252 for Latin-1.
  if (encoding === 'Windows-1252')
    for (let byte = 0x80; byte < 0xa0; byte += 1) byteOf.set(String.fromCharCode(byte), byte)
  const read = (bytes) => bytes.replace(/[\x80-\xFF]/g, (byte) => signs[byte.charCodeAt(0) - 0x80])
  const signsOf = (from, to) => {
    return `[${[...byteOf].flatMap(([sign, byte]) => (byte < from || byte > to ? [] : sign)).join('')}]`
  }
  const leads = [signsOf(0xc2, 0xdf), signsOf(0xe0, 0xef), signsOf(0xf0, 0xf4)]
  const sequences = leads.map((lead, at) => `${lead}${signsOf(0x80, 0xbf)}{${at + 1}}`).join('|')
  return { encoding, byteOf, read, sequences: new RegExp(sequences, 'g') }
})

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
  const readings = said.text === null ? [] : [readingOf(said.encoding, said.text)]
  if (!said.isMarked && (said.text === null || readings[0].isUnlikely))
    readings.push(...PAGES.map((page) => readingOf(page.encoding, bytes.toString('latin1'), page.read)))
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

/** What comes of a text that is changed: its likelihood, by its words beyond ASCII, each once. */
function readingOf(encoding, source, change = (text) => text, sample = sampleOf(source)) {
  const text = () => change(source).replace(/^\uFEFF/, '')
  return { encoding, source, change, sample, text, ...chanceOf(change(sample)) }
}

/** Each piece once. */
function sampleOf(text) {
  const pieces = new Set()
  for (const [piece] of text.matchAll(PIECE)) if (pieces.add(piece).size === PIECES_MAX) break
  return [...pieces].join('\n')
}

/**
 * Repairs UTF-8 that was read in a page, `Ã£` for `ã`: in how many places, and how many other signs are usual
 * in Portuguese.
 */
function repaired(text, { byteOf, sequences }) {
  let runs = 0
  const made = text.replace(sequences, (read) => {
    const bytes = Buffer.from(Array.from(read, (sign) => byteOf.get(sign)))
    if (!isUtf8(bytes)) return read
    runs += 1
    return bytes.toString()
  })
  return { made, runs, kept: () => Array.from(text.replace(sequences, '')).filter(isUsual).length }
}

/** The readings of a text where UTF-8 was taken for one of the pages, and repaired as often as it was. */
function repairsOf(first, pages) {
  const found = []
  for (const page of pages) {
    let [last, base] = [first, first]
    for (let times = 0; times < 3; times += 1) {
      const { change } = last
      const { kept, runs } = repaired(change(first.sample), page)
      if (runs === 0) break
      const repair = (text) => repaired(change(text), page).made
      last = readingOf(`UTF-8 (${page.encoding})`, first.source, repair, first.sample)
      if (last.score > base.score + GAIN * runs) {
        base = last
        found.push(last)
      } else if (kept() === 0 && last.score > base.score) found.push({ ...last, score: base.score })
    }
  }
  return found
}
