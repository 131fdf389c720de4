import { limitOf } from '~/shared/failure.server'

/**
 * Wrong answers of one address in a minute; what comes after them is not looked at, right or wrong. Addresses together have
 * no count, which a stranger could use up for everybody. A code has ten of 25 signs: whoever has addresses enough to keep a
 * whole process busy, 5,000 forms a second, finds the one of a given name in three hundred years on average.
 */
export const wrongGuesses = limitOf({ points: 20, duration: 60 })
