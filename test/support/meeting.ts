let waiting: (() => Promise<unknown>) | null = null

/** Lets something be done between what the next act reads and what it writes; at its end, where it writes nothing. */
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

/** Called by what is about to write. */
export async function letOther(): Promise<void> {
  const other = waiting
  waiting = null
  await other?.()
}
