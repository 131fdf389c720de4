import { Comunicado } from './notice'
import { FaleCom } from './contact-line'
import { AlreadyRegistered } from './already-registered'
import { Pagina } from './page'

/** That registrations are closed, as a loader tells it under `encerramento`. */
export interface Encerramento {
  /** `16 de setembro, 22h` */
  quando: string
  /** Something was posted all the same, and not stored. */
  isRefused: boolean
  /** The day of erasure has come, too. */
  isErased: boolean
}

/** Tells whether a page's loader says that registrations are closed. */
export function isEncerrada(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'encerramento' in data && data.encerramento !== null
}

/** Stands in place of a form once registrations are closed. `sobre` is whose page it is. */
export function InscricoesEncerradas(props: Encerramento & { sobre: string }) {
  const { quando, isRefused, isErased, sobre } = props
  return (
    <Pagina>
      <Comunicado sobre={sobre} titulo="INSCRIÇÕES ENCERRADAS">
        <p>
          {`As inscrições terminaram em ${quando}${isRefused ? ', e nada foi salvo' : ''}.`}
          {isErased ? null : ' Quem já se cadastrou continua com a sua credencial.'}
        </p>
        <FaleCom />
        <AlreadyRegistered />
      </Comunicado>
    </Pagina>
  )
}
