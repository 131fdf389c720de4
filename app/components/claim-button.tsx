import { usePending } from './use-pending'

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

/** How many are left, in the words of the specification. */
export function LeftCount({ left }: { left: number }) {
  return (
    <>
      VOCÊ TEM <b className={left === 0 ? 'zero' : undefined}>{left}</b> CONVITE(S)
    </>
  )
}
