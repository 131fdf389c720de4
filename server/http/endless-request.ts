const ENDLESS = Symbol('endless')
const NativeRequest = globalThis.Request

/** Follows a signal that somebody may fire, and knows that its own never fires when there is none. */
class EndlessRequest extends NativeRequest {
  constructor(input: Request | URL | string, init?: RequestInit) {
    const signal = init?.signal
    const isEndless = !(input instanceof NativeRequest) && (!signal || ENDLESS in signal)
    super(input, isEndless && signal ? { ...init, signal: null } : init)
    if (isEndless) Object.assign(this.signal, { [ENDLESS]: true })
  }
}

/**
 * Remix copies every request twice and hands on its signal, which each copy then watches by way of a finalizer. These
 * keep what belongs to the request until a major garbage collection, and after it ten thousand of them hold up the
 * process at once (decision 0009). Requests made from now on do not watch a signal that never fires.
 */
export function watchNoEndlessSignal(): void {
  globalThis.Request = EndlessRequest
}
