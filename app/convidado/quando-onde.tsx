import { Fragment } from 'react'
import { ComoChegar, Logo, useEvento } from '~/shared/page'
import type { encontroShown } from '~/shared/words'

type Encontro = ReturnType<typeof encontroShown>

/** Day, place and map, on the stub below the invitation's picture. */
export function QuandoOnde({ quando, onde, mapa, avisos }: Encontro) {
  return (
    <>
      <p className="dia">
        {quando.split(/(?<=,) /).map((part) => (
          <Fragment key={part}>
            <span>{part}</span>{' '}
          </Fragment>
        ))}
      </p>
      <p className="onde">
        {onde}
        <ComoChegar mapa={mapa} antes=" · " />
      </p>
      {avisos.map((aviso) => (
        <p key={aviso}>{aviso}</p>
      ))}
    </>
  )
}

/** Who invites, at the top of the stub: a phone has no room for it below a tall picture. */
export function QuemConvida() {
  return (
    <div className="quem-convida">
      <Logo />
      <p>{useEvento()?.anfitriao}</p>
    </div>
  )
}
