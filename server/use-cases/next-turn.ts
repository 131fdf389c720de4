/** Lets everything else that waits for the event loop go first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
