import { useEffect, useRef, useState, type FormEvent } from 'react'

/** Tells whether a form is on its way, and refuses to send it twice. Without scripts the natural key does that work. */
export function usePending(): { isPending: boolean; onSubmit: (event: FormEvent) => void } {
  const [isPending, setIsPending] = useState(false)
  // Two taps may come before the first one is rendered.
  const isSent = useRef(false)

  useEffect(() => {
    // Coming back with the Back button may show this very page again, still pending.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isSent.current = false
      setIsPending(false)
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  return {
    isPending,
    onSubmit(event) {
      if (isSent.current) event.preventDefault()
      isSent.current = true
      setIsPending(true)
    },
  }
}
