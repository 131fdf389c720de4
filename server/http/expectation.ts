/** As Node reads it, which then asks for the body by itself. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** Tells whether `Expect` asks for anything but 100-continue, the only expectation there is (RFC 9110, section 10.1.1). */
export function isUnmet(expect: string | undefined): boolean {
  return expect !== undefined && !CONTINUE.test(expect)
}
