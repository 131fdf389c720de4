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
/** How often it writes any other sign: of no text, of another script, of our letters' kind or none. */
const UNKNOWN = [
  [/[\x80-\x9F\u2500-\u25FF\uE000-\uF8FF\uFFF0-\uFFFF]/, -18],
  [/[\u0250-\u1FFF\u2E80-\uFFEF]/, -16],
  [/./s, -9],
]
const [OUT_OF_PLACE, WRONG_CASE, LOWER_FIRST] = [-9, -8, -2]

/** A text as unlikely as this, for each of its signs or for one of them, is in an encoding unknown here. */
const [MEAN_MIN, WORST_MIN] = [-11.5, -22]

/** How likely each neighbour is, by its letter. @param {string} habit */
function chancesOf(habit) {
  const [often, seldom = ''] = habit.split('|')
  const chanceOf = (sign) => {
    if (often.includes(sign)) return Math.log((seldom === '' ? 1 : 0.8) / often.length)
    return seldom.includes(sign) ? Math.log(0.2 / seldom.length) : OUT_OF_PLACE
  }
  return Object.fromEntries(Array.from(NEIGHBOURS, (sign) => [sign, chanceOf(sign)]))
}

const habitOf = (weight, after, before) => ({ weight, after: chancesOf(after), before: chancesOf(before) })

const KNOWN = new Map(
  HABITS.flatMap(([signs, ...habit]) => {
    const known = habitOf(...habit)
    return Array.from(signs + signs.toUpperCase(), (sign) => [sign, known])
  }),
)
const OTHERS = UNKNOWN.map(([signs, weight]) => [signs, habitOf(weight, NEIGHBOURS, NEIGHBOURS)])

const isLetter = (sign = '') => sign < '\u0250' && sign !== 'µ' && sign.toLowerCase() !== sign.toUpperCase()
const isUpper = (sign) => isLetter(sign) && sign !== sign.toLowerCase()
const isLower = (sign) => isLetter(sign) && sign === sign.toLowerCase()

function neighbourOf(sign = '') {
  if (/^\d$/.test(sign)) return '0'
  if (!isLetter(sign)) return '_'
  return LETTERS.includes(sign.toLowerCase()) ? sign.toLowerCase() : '*'
}

/** How likely the case of a letter is, between its neighbours. */
function caseChance(sign, beforeLeft, left, right) {
  if (isUpper(sign)) return isLower(left) || (isUpper(left) && isLower(right)) ? WRONG_CASE : 0
  if (!isLetter(sign)) return 0
  if (isUpper(right) || (isUpper(left) && isUpper(beforeLeft))) return WRONG_CASE
  return isLetter(left) ? 0 : LOWER_FIRST
}

/**
 * How likely Portuguese is to have these signs in these places, by its habits rather than its words: JOÃO is
 * likelier than JOÌO, JOÇO or JoÃO. ASCII counts for nothing.
 * @param {string} text
 * @returns {{ score: number, isUnlikely: boolean }} a logarithm to compare with another reading's, and
 * whether hardly any text of ours is like this
 */
export function chanceOf(text) {
  let [score, worst, signs] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] < '\x80') continue
    const [beforeLeft, left, sign, right] = [text[at - 2], text[at - 1], text[at], text[at + 1]]
    const { weight, after, before } = KNOWN.get(sign) ?? OTHERS.find(([signs]) => signs.test(sign))[1]
    const places = after[neighbourOf(right)] + before[neighbourOf(left)]
    const own = weight + places + caseChance(sign, beforeLeft, left, right)
    score += own
    worst = Math.min(worst, own)
    signs += 1
  }
  return { score, isUnlikely: score < MEAN_MIN * signs || worst < WORST_MIN }
}

/** Whether the sign has habits of its own here. @param {string} sign */
export const isUsual = (sign) => KNOWN.has(sign)
