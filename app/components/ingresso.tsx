import { usePending } from './use-pending'

/** The button that claims one invitation, as an admission ticket (specification, section 2). */
export function Ingresso({ left }: { left: number }) {
  const { isPending, onSubmit } = usePending()
  return (
    <form method="post" onSubmit={onSubmit}>
      <button className="ingresso" aria-disabled={isPending || undefined}>
        {isPending ? (
          'ABRINDO…'
        ) : (
          <>
            VOCÊ TEM <b className={left === 0 ? 'zero' : undefined}>{left}</b> CONVITE(S)
          </>
        )}
      </button>
    </form>
  )
}
