import type { ReactNode } from 'react'
import { ContactLine } from '~/shared/contato'
import { ButtonLink, Notice, OutlineLink, Page } from '~/shared/page'
import { limitReached } from '~/shared/words'

/** That this browser holds an invitation of the company whose page it is, and the way to its form. */
export function Reservado({ ate, form }: { ate: string; form: string }) {
  return (
    <div className="centro">
      <p>{`Um convite está reservado neste aparelho até ${ate}.`}</p>
      <ButtonLink href={form}>CONTINUAR O CADASTRO</ButtonLink>
    </div>
  )
}

/** Why a company has no invitation for a browser that holds none. */
export type Falta = 'fechada' | 'cheia'

interface SemConviteProps {
  falta: Falta
  nome: string
  /** A hold of this browser ended. */
  terminou?: boolean
  /** This very page, to be asked for again. */
  href?: string
  faixa?: ReactNode
  children?: ReactNode
}

/** Stands in place of the ticket or the form where there is no invitation to take: what is left to do. */
export function SemConvite({ falta, nome, terminou = false, href, faixa, children }: SemConviteProps) {
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
        {children}
        {href === undefined ? null : <OutlineLink href={href}>VER SE HÁ CONVITE DE NOVO</OutlineLink>}
        <AlreadyRegistered />
        <ContactLine />
      </Notice>
    </Page>
  )
}

/** What is left to do once a company has none left: a place that comes free is taken by the same link. */
export function FaleComQuemConvidou() {
  return (
    <p className="nota">
      Fale com quem convidou você: um lugar que ficar livre volta para este mesmo link. Convite reservado e
      não usado volta sozinho.
    </p>
  )
}

/** That registrations are closed, as a loader tells it under `closing`. */
export interface Closing {
  /** `16 de setembro, 22h` */
  quando: string
  /** For when the event was that was cancelled: `16 de setembro, 19h30`; null where it takes place. */
  cancelado: string | null
  /** Something was posted afterwards, and not stored. */
  isRefused: boolean
  /** The day of erasure has come, too. */
  isErased: boolean
}

/** What a page is called once registrations are closed. */
export const closedTitle = ({ cancelado }: Closing) =>
  cancelado === null ? 'Inscrições encerradas' : 'Evento cancelado'

/**
 * Stands in place of a form once registrations are closed. `kicker` is whose page it is; `children` come first.
 */
export function RegistrationClosed(props: Closing & { kicker: string; children?: ReactNode }) {
  const { quando, cancelado, isRefused, isErased, kicker, children } = props
  const closed =
    cancelado === null
      ? `As inscrições terminaram em ${quando}`
      : `O evento de ${cancelado} foi cancelado: ninguém mais se cadastra`
  return (
    <Page>
      {children}
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
