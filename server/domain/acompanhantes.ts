/** How many people a personal invitation is for, at most. */
export const LUGARES_MAX = 10

/** How many may come along with the guest who fills in the form. */
export const ACOMPANHANTES_MAX = LUGARES_MAX - 1

/** The fields of the form for those who come along: a name each. */
export const ACOMPANHANTES = Array.from({ length: ACOMPANHANTES_MAX }, (_, at) => `acompanhante-${at + 1}`)
