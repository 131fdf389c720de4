// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.

const LETTERS = 'abcdefghijklmnopqrstuvwxyzçãõ*'
/** A neighbour: each plain letter, `ç`, `ã` and `õ` alone, `*` any other letter, `0` a digit, `_` the rest. */
const NEIGHBOURS = `${LETTERS}0_`
const INITIALS = 'bcdfghjlmnprstvxz'

/**
 * How often Portuguese writes each sign (a natural logarithm), what follows it, and what goes before it:
 * four times in five what stands before `|`.
 */
const HABITS = [
  ['á', -1.7, 'bcdfgijlmnpqrstuvz_', `${INITIALS}qkwiueç_`],
  ['í', -1.7, 'bcdfglmnpqrstvzçao_', `${INITIALS}auoek_`],
  ['é', -2, 'lrstmcdi_|abfgjopquvxzn', `${INITIALS}uioak_`],
  ['ã', -1.7, 'o|es_', `rtmoçslhindg|${INITIALS}eu`],
  ['ó', -2, 'bcdfgijlmpqrstvxz_', `${INITIALS}ieaoç_`],
  ['ç', -2.3, 'aãuo|õ*', 'anuir|eolpc*'],
  ['ú', -3.2, 'bcdfjlmnprstvxz_', `${INITIALS}aieoç_`],
  ['â', -3, 'nm', `${INITIALS}iue_`],
  ['ê', -3.2, 'nms_|uxvradtglz', `${INITIALS}iuao_`],
  ['ô', -3.3, 'nm_|slvrabct', `${INITIALS}ieu_`],
  ['õ', -4.5, 'e', `${INITIALS}çieoa`],
  ['à', -6, 's_', '_'],
  ['ü', -6, 'lnrbthecis', `${INITIALS}kq_`],
  ['ñ', -6.5, 'aeiou', 'aeiou'],
  ['öä', -7, `${INITIALS}k_`, `${INITIALS}k_`],
  ['èëïòùìîûåýÿøæ', -7.5, LETTERS + '_', LETTERS + '_'],
  ['ºª', -4, '_0', '0nm|drfl_'],
  ['°', -5, '_0', '0n'],
  ['–—•€', -5, '_|0', '_|0'],
  ['“‘', -5, LETTERS + '0', '_'],
  ['”', -5, '_', LETTERS + '0'],
  ['…', -7, '_', LETTERS + '0_'],
  ['’´', -5, 'aeiouh*', 'dolt'],
  ['\u00A0', -6, LETTERS + '0_', LETTERS + '0_'],
]
/** The same for any other sign: of our letters' kind or none, of other scripts, and of no text. */
const [UNUSUAL, OTHER_SCRIPT, NO_TEXT] = [-9, -16, -18]
const [OUT_OF_PLACE, WRONG_CASE, LOWER_FIRST] = [-9, -8, -2]

/** A text as unlikely as this, for each of its signs or for one of them, is in an encoding unknown here. */
const [MEAN_MIN, WORST_MIN] = [-11.5, -22]

/** How likely each neighbour is. @param {string} habit */
function chancesOf(habit) {
  const [often, seldom = ''] = habit.split('|')
  return Array.from(NEIGHBOURS, (sign) => {
    if (often.includes(sign)) return Math.log((seldom === '' ? 1 : 0.8) / often.length)
    return seldom.includes(sign) ? Math.log(0.2 / seldom.length) : OUT_OF_PLACE
  })
}

const kinds = [UNUSUAL, OTHER_SCRIPT, NO_TEXT].map((weight) => ['', weight, NEIGHBOURS, NEIGHBOURS])
kinds.push(...HABITS)
const WEIGHT = Float32Array.from(kinds, ([, weight]) => weight)
const AFTER = Float32Array.from(kinds.flatMap(([, , after]) => chancesOf(after)))
const BEFORE = Float32Array.from(kinds.flatMap(([, , , before]) => chancesOf(before)))
/** Of each UTF-16 unit, which of these it is. */
const KIND = new Uint8Array(65_536).fill(1, 0x250, 0x2000).fill(1, 0x2e80).fill(2, 0x2500, 0x2600)
KIND.fill(2, 0x80, 0xa0).fill(2, 0xe000, 0xf900).fill(2, 0xfff0)
kinds.forEach(([signs], kind) => {
  for (const sign of signs + signs.toUpperCase()) KIND[sign.charCodeAt(0)] = kind
})

const END = NEIGHBOURS.indexOf('_')
const NEIGHBOUR = new Uint8Array(65_536).fill(END)
const [LOWER, UPPER] = [1, 2]
const CASE = new Uint8Array(65_536)
for (let unit = 0x30; unit < 0x250; unit += 1) {
  const sign = String.fromCharCode(unit)
  const lower = sign.toLowerCase()
  if (sign <= '9') NEIGHBOUR[unit] = NEIGHBOURS.indexOf('0')
  if (lower === sign.toUpperCase() || sign === 'µ') continue
  CASE[unit] = sign === lower ? LOWER : UPPER
  NEIGHBOUR[unit] = NEIGHBOURS.indexOf(NEIGHBOURS.includes(lower) ? lower : '*')
}

/** How likely the case of a letter is, between its neighbours. */
function caseChance(own, beforeLeft, left, right) {
  if (own === 0) return 0
  if (own === UPPER) return left === LOWER || (left === UPPER && right === LOWER) ? WRONG_CASE : 0
  if (right === UPPER || (left === UPPER && beforeLeft === UPPER)) return WRONG_CASE
  return left === 0 ? LOWER_FIRST : 0
}

/**
 * How likely Portuguese is to have these signs in these places, by its habits rather than its words: JOÃO is
 * likelier than JOÌO, JOÇO or JoÃO. ASCII counts for nothing.
 * @param {Uint16Array} units
 * @returns {{ score: number, isUnlikely: boolean }} a logarithm to compare with another reading's, and
 * whether hardly any text of ours is like this
 */
export function chanceOf(units) {
  let [score, worst, signs] = [0, 0, 0]
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at]
    if (unit < 0x80) continue
    const [beforeLeft, left, right] = [units[at - 2] ?? 0, units[at - 1] ?? 0, units[at + 1] ?? 0]
    const kind = KIND[unit]
    const places = AFTER[kind * 32 + NEIGHBOUR[right]] + BEFORE[kind * 32 + NEIGHBOUR[left]]
    const own = WEIGHT[kind] + places + caseChance(CASE[unit], CASE[beforeLeft], CASE[left], CASE[right])
    score += own
    worst = Math.min(worst, own)
    signs += 1
  }
  return { score, isUnlikely: score < MEAN_MIN * signs || worst < WORST_MIN }
}

/** Whether the sign has habits of its own here. @param {number} unit */
export const isUsual = (unit) => KIND[unit] > 2

/** Whether a word may have the sign in it. @param {number} unit */
export const isOfWord = (unit) => unit >= 0x80 || NEIGHBOUR[unit] !== END
