/**
 * Ends when this is the phone's only page of the door: each page knows no more than what was read on itself, and two
 * would admit a guest twice. A browser without locks lets every page in.
 * @param isOpenElsewhere called while another page is open, which has to be closed
 */
export function alone(isOpenElsewhere: () => void): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return Promise.resolve()
  return new Promise((resolve) => {
    /** Kept until the page goes. */
    const keep = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    void locks.request('porta', { ifAvailable: true }, (lock) => {
      if (lock) return keep()
      isOpenElsewhere()
      void locks.request('porta', keep)
      return undefined
    })
  })
}
