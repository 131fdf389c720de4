let waiting: (() => Promise<unknown>) | null = null

/**
 * Runs `other` between what the next act reads and what it writes, or at the act's end if it writes nothing.
 */
export async function meet<Result>(
  act: () => Promise<Result>,
  other: () => Promise<unknown>,
): Promise<Result> {
  waiting = other
  try {
    return await act()
  } finally {
    await letOther()
  }
}

/** Called right before a write. */
export async function letOther(): Promise<void> {
  const other = waiting
  waiting = null
  await other?.()
}
