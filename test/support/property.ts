import fc from 'fast-check'

/** Cases of a property in a run of everything. */
const RUNS = 250

/** How properties are tried: always the same cases; others, or more, with `FC_SEED=7 FC_RUNS=10000 npx vitest run`. */
export const PROPERTY = {
  seed: Number(process.env.FC_SEED ?? 20270916),
  numRuns: Number(process.env.FC_RUNS ?? RUNS),
}

/** So many in a run of everything, and in the fast one as much fewer as it tries fewer cases. */
export const upTo = (whole: number) => Math.ceil(whole * Math.min(1, PROPERTY.numRuns / RUNS))

/** Of all things to try, those the fast run tries: each of a run of everything, else one of a few. */
export const someOf = <Thing>(all: Thing[]) => {
  const step = Math.ceil(RUNS / PROPERTY.numRuns)
  return all.filter((_, index) => index % step === 0)
}

/** Any well-formed text: every code point but the surrogates, the first planes more often. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x24ff }), fc.integer({ min: 0, max: 0x10ffff })), {
    maxLength: 30,
  })
  .map((points) => String.fromCodePoint(...points.filter((point) => point < 0xd800 || point > 0xdfff)))

/** Any sequence of UTF-16 units, halves of pairs included. */
export const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units))
