// Both run in the page, before its own scripts: they hold nothing of this file.

/** A transaction that admits is complete 50 ms after it began at the earliest, as on a slow disk. */
export function slowDisk(): void {
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as (
    this: IDBDatabase,
    ...args: Parameters<IDBDatabase['transaction']>
  ) => IDBTransaction
  Object.assign(IDBDatabase.prototype, {
    transaction(this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
      const transaction = begin.apply(this, args)
      if (args[1] !== 'readwrite' || !transaction.objectStoreNames.contains('entradas')) return transaction
      const until = performance.now() + 50
      const hold = () => {
        const request = transaction.objectStore('entradas').count()
        request.onsuccess = () => performance.now() < until && hold()
      }
      hold()
      return transaction
    },
  })
}

type Listening = Parameters<EventTarget['addEventListener']>

/** A transaction that writes says that it is complete as soon as it is begun. */
export function completeTooEarly(): void {
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener')
  Object.assign(IDBTransaction.prototype, {
    addEventListener(this: IDBTransaction, ...args: Listening) {
      const [type, listener] = args
      if (type !== 'complete' || this.mode !== 'readwrite') listen.apply(this, args)
      else if (typeof listener === 'function')
        queueMicrotask(() => {
          listener.call(this, new Event('complete'))
        })
    },
  })
}
