// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.
import { isUsual } from './portuguese.mjs'

const LATIN_1 = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => 0xa0 + index))
/** The signs of the bytes from 0x80 on. Node's decoder before version 24 takes Windows-1252 for Latin-1. */
const SIGNS = {
  'Windows-1252': `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ${LATIN_1}`,
  MacRoman:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  CP850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
}

/**
 * Each page, with its signs by byte and its bytes by sign (-1 where it has none; also those of Windows-1252
 * read as Latin-1).
 */
export const PAGES = Object.entries(SIGNS).map(([encoding, signs]) => {
  const unitOf = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 ? byte : signs.charCodeAt(byte - 0x80),
  )
  const byteOf = new Int16Array(65_536).fill(-1)
  if (encoding === 'Windows-1252') for (let byte = 0x80; byte < 0xa0; byte += 1) byteOf[byte] = byte
  for (let byte = 0x80; byte < 0x100; byte += 1) byteOf[unitOf[byte]] = byte
  return { encoding, byteOf, unitOf }
})

/** The signs of bytes. @param {Uint16Array} bytes @param {Uint16Array} unitOf */
export function readPage(bytes, unitOf) {
  const units = new Uint16Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) units[at] = unitOf[bytes[at]]
  return units
}

/** The least code that takes so many more bytes. */
const LEAST = [0, 0x80, 0x800, 0x10000]

/**
 * Repairs UTF-8 that was read in a page: `Ã£` becomes `ã`. `runs` are how many signs were repaired, `kept` how
 * many others are usual in Portuguese.
 * @param {Uint16Array} units
 * @param {Int16Array} byteOf
 */
export function repaired(units, byteOf) {
  const out = new Uint16Array(units.length)
  let [length, kept, runs] = [0, 0, 0]
  for (let at = 0; at < units.length; at += 1) {
    const lead = byteOf[units[at]]
    const more = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    let code = lead & (0x3f >> more)
    let read = 0
    for (; read < more && (byteOf[units[at + read + 1]] & 0xc0) === 0x80; read += 1)
      code = (code << 6) | (byteOf[units[at + read + 1]] & 0x3f)
    if (more === 0 || read < more || code < LEAST[more] || code > 0x10ffff || code >> 11 === 27) {
      if (isUsual(units[at])) kept += 1
      out[length++] = units[at]
      continue
    }
    if (more === 3) out[length++] = 0xd7c0 + (code >> 10)
    out[length++] = more === 3 ? 0xdc00 + (code & 0x3ff) : code
    at += more
    runs += 1
  }
  return { units: out.subarray(0, length), kept, runs }
}
