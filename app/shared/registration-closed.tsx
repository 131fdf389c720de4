import { Notice, ContactLine, Page, OutlineLink } from './page.tsx'

/** That registrations are closed, as a loader tells it under `closing`. */
export interface Closing {
  /** `16 de setembro, 22h` */
  quando: string
  /** Something was posted afterwards, and not stored. */
  isRefused: boolean
  /** The day of erasure has come, too. */
  isErased: boolean
}

/** Stands in place of a form once registrations are closed. `kicker` is whose page it is. */
export function RegistrationClosed(props: Closing & { kicker: string }) {
  const { quando, isRefused, isErased, kicker } = props
  return (
    <Page>
      <Notice kicker={kicker} title="INSCRIÇÕES ENCERRADAS">
        <p>
          {`As inscrições terminaram em ${quando}${isRefused ? ', e nada foi salvo' : ''}.`}
          {isErased
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
