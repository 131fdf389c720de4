import { SendButton } from '~/convidado/send-button'

/**
 * The button that claims one invitation, as an admission ticket (specification, section 2).
 * @param left null once registrations are closed: the browser's own hold is good, however many invitations are left
 */
export function ClaimButton({ left }: { left: number | null }) {
  return (
    <form method="post">
      <SendButton className={left === null ? undefined : 'ingresso'} meanwhile="ABRINDO…">
        {left === null ? 'USAR O CONVITE RESERVADO' : <LeftCount left={left} />}
      </SendButton>
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
