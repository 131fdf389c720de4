import type { ReactNode } from 'react'
import { ContactLine } from '~/shared/contato'
import { ButtonLink, cadastroPath, Notice, OutlineLink, Page } from '~/shared/page'
import { LIMIT_OF_HOUSE, limitReached } from '~/shared/words'

/** Says that this browser holds an invitation of the company whose page it is, and links to its form. */
export function Reservado({ ate, form }: { ate: string; form: string }) {
  return (
    <div className="centro">
      <p>{`Um convite está reservado neste aparelho até ${ate}.`}</p>
      <ButtonLink href={form}>Continuar o cadastro</ButtonLink>
    </div>
  )
}

/** Why a company has no invitation for a browser without a hold. */
export type Falta = 'fechada' | 'cheia'

interface SemConviteProps {
  falta: Falta
  nome: string
  /** A hold of this browser has ended. */
  terminou?: boolean
  /** This same page, to load it again. */
  href?: string
  faixa?: ReactNode
  /** What this browser holds. */
  reserva?: ReactNode
}

/** Replaces the ticket or the form where there is no invitation to take, and says what can still be done. */
export function SemConvite({ falta, nome, terminou = false, href, faixa, reserva }: SemConviteProps) {
  return (
    <Page>
      {faixa}
      <Notice kicker="Convites reservados para" title={nome}>
        {terminou ? <p>A reserva deste aparelho terminou antes do cadastro.</p> : null}
        {falta === 'fechada' ? (
          <p>
            Os convites desta mesa são pessoais: cada pessoa recebe um link só seu. Peça o seu a quem convidou
            você.
          </p>
        ) : (
          <>
            <p>{limitReached(nome)}</p>
            <FaleComQuemConvidou />
          </>
        )}
        {reserva}
        {href === undefined ? null : <OutlineLink href={href}>Ver se há convite de novo</OutlineLink>}
        <AlreadyRegistered />
        <ContactLine />
      </Notice>
    </Page>
  )
}

export const houseTitle = (falta: Falta) => (falta === 'fechada' ? 'Só com convite' : 'Sem lugares')

/** Replaces the public form where the house has closed it, or has no place left. */
export function SemLugar({ falta, kicker }: { falta: Falta; kicker: string }) {
  return (
    <Page>
      <Notice kicker={kicker} title={houseTitle(falta)}>
        {falta === 'fechada' ? (
          <p>Cada convidado recebe um link só seu. Abra o link que você recebeu, ou peça um à organização.</p>
        ) : (
          <>
            <p>{LIMIT_OF_HOUSE}</p>
            <p className="nota">Se alguém desistir, o lugar aparece aqui: abra este mesmo link mais tarde.</p>
            <OutlineLink href={cadastroPath(null)}>Ver se abriu lugar</OutlineLink>
          </>
        )}
        <AlreadyRegistered />
        <ContactLine />
      </Notice>
    </Page>
  )
}

/** What can still be done once a company has none left: the same link takes a place that becomes free. */
export function FaleComQuemConvidou() {
  return (
    <p className="nota">
      Fale com quem convidou você: um lugar que ficar livre volta para este mesmo link. Convite reservado e
      não usado volta sozinho.
    </p>
  )
}

/** Registrations are closed; a loader returns it as `closing`. */
export interface Closing {
  /** `16 de setembro, 22h` */
  quando: string
  /** When the cancelled event was to take place: `16 de setembro, 19h30`; null if it was not cancelled. */
  cancelado: string | null
  /** Something was posted after the closing, and not stored. */
  isRefused: boolean
  /** The day of erasure has passed too. */
  isErased: boolean
}

/** A page's title once registrations are closed. */
export const closedTitle = ({ cancelado }: Closing) =>
  cancelado === null ? 'Inscrições encerradas' : 'Evento cancelado'

/** Replaces a form once registrations are closed. `kicker`: whose page it is; `faixa` comes first. */
export function RegistrationClosed(props: Closing & { kicker: string; faixa?: ReactNode }) {
  const { quando, cancelado, isRefused, isErased, kicker, faixa } = props
  const closed =
    cancelado === null
      ? `As inscrições terminaram em ${quando}`
      : `O evento de ${cancelado} foi cancelado: ninguém mais se cadastra`
  return (
    <Page>
      {faixa}
      <Notice kicker={kicker} title={closedTitle(props).toLocaleUpperCase('pt-BR')}>
        <p>
          {`${closed}${isRefused ? ', e nada foi salvo' : ''}.`}
          {isErased || cancelado !== null
            ? null
            : ' Quem já se cadastrou continua com a sua credencial. Ela abre no aparelho em que o cadastro foi feito.'}
        </p>
        <ContactLine />
        <AlreadyRegistered />
      </Notice>
    </Page>
  )
}

export function AlreadyRegistered() {
  return <OutlineLink href="/">JÁ ME CADASTREI, ACESSAR CONVITE</OutlineLink>
}
