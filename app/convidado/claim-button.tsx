import { useEffect, useRef, useState, type FormEvent } from 'react'

/**
 * The button that claims one invitation, as an admission ticket (specification, section 2).
 * @param left null once registrations are closed: the browser's own hold is good, however many invitations are left
 */
export function ClaimButton({ left }: { left: number | null }) {
  const { isPending, onSubmit } = usePending()
  return (
    <form method="post" onSubmit={onSubmit}>
      <button className={left === null ? undefined : 'ingresso'} aria-disabled={isPending || undefined}>
        {isPending ? 'ABRINDO…' : left === null ? 'USAR O CONVITE RESERVADO' : <LeftCount left={left} />}
      </button>
    </form>
  )
}

function LeftCount({ left }: { left: number }) {
  return (
    <>
      VOCÊ TEM <b className={left === 0 ? 'zero' : undefined}>{left}</b> CONVITE(S)
    </>
  )
}

/** No event tells that a sending was stopped by hand: after this long the button works again. A repeat is safe. */
const RETRY_MS = 15_000

/** Tells whether a form is on its way, and refuses to send it twice. Without scripts the natural key does that work. */
export function usePending(): { isPending: boolean; onSubmit: (event: FormEvent) => void } {
  const [isPending, setIsPending] = useState(false)
  // Two taps may come before the first one is rendered.
  const isSending = useRef(false)
  const wasSent = useRef(false)

  useEffect(() => {
    // The Back button may show this very page again, as it was when it was sent: ask the server how things stand.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && wasSent.current) location.replace(location.pathname)
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  return {
    isPending,
    onSubmit(event) {
      if (isSending.current) {
        event.preventDefault()
        return
      }
      isSending.current = true
      wasSent.current = true
      setIsPending(true)
      setTimeout(() => {
        isSending.current = false
        setIsPending(false)
      }, RETRY_MS)
    },
  }
}
