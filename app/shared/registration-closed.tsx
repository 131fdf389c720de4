import type { ReactNode } from 'react'
import { ContactLine } from './contato.tsx'
import { Notice, Page, OutlineLink } from './page.tsx'

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
