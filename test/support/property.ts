import fc from 'fast-check'

/** How properties are tried: always the same cases; others, or more, with `FC_SEED=7 FC_RUNS=10000 npx vitest run`. */
export const PROPERTY = {
  seed: Number(process.env.FC_SEED ?? 20270916),
  numRuns: Number(process.env.FC_RUNS ?? 250),
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
