/** The event's two terms, in milliseconds since the epoch. */
export interface Terms {
  /** When registrations close. */
  closesAt: number
  /** When personal data is due to be erased. */
  eraseAt: number
}

/** Tells whether registrations are closed at an instant. */
export function isClosedAt({ closesAt }: Pick<Terms, 'closesAt'>, instant: number): boolean {
  return instant >= closesAt
}

/** Tells whether the day of erasure has come by an instant: from then on no credencial is shown. */
export function isErasureDayAt({ eraseAt }: Pick<Terms, 'eraseAt'>, instant: number): boolean {
  return instant >= eraseAt
}
