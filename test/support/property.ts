import fc from 'fast-check'

/** Cases of a property in a full run. */
const RUNS = 250

/**
 * How properties are tried: always the same cases, or other ones or more with
 * `FC_SEED=7 FC_RUNS=10000 npx vitest run`.
 */
export const PROPERTY = {
  seed: Number(process.env.FC_SEED ?? 20270916),
  numRuns: Number(process.env.FC_RUNS ?? RUNS),
}

/** This many in a full run; the fast run reduces it as it reduces the number of cases. */
export const upTo = (whole: number) => Math.ceil(whole * Math.min(1, PROPERTY.numRuns / RUNS))

/** The things a run tries: all of them in a full run, one in a few in the fast one. */
export const someOf = <Thing>(all: Thing[]) => {
  const step = Math.ceil(RUNS / PROPERTY.numRuns)
  return all.filter((_, index) => index % step === 0)
}

/** Any well-formed text: every code point except surrogates, the first planes more often. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x24ff }), fc.integer({ min: 0, max: 0x10ffff })), {
    maxLength: 30,
  })
  .map((points) => String.fromCodePoint(...points.filter((point) => point < 0xd800 || point > 0xdfff)))

/** Any sequence of UTF-16 units, including halves of pairs. */
export const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units))
