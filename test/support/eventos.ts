/** The event of tests that have a clock of their own: two weeks after NOW. */
export const EVENTO = 'test/support/evento.json'

/** The event of servers under the machine's clock: it does not pass, and its day is a Thursday, too. */
export const EVENTO_POR_VIR = 'test/support/evento-por-vir.json'

/** The fields of an event that ends a number of milliseconds from now, by the machine's clock. */
export function endingIn(ms: number): { inicio: string; fim: string } {
  const fim = Date.now() + ms
  return { inicio: new Date(fim - 9_000_000).toISOString(), fim: new Date(fim).toISOString() }
}
