import type { ReactNode } from 'react'
import campo from '~/arte/campo.svg'
import { Logo } from './logo'
import { useEvento } from './use-evento'

/** A page where a journey of the team begins: the landscape, and beside it what to do. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const evento = useEvento()
  return (
    <div className="duas">
      <div className="faixa">
        <img src={campo} alt="" width="1080" height="1500" decoding="async" />
        <p className="selo" aria-hidden="true">
          <Logo /> <span>{evento?.anfitriao}</span>
        </p>
      </div>
      <main className="estreita">
        <div className="topo">
          <div>
            {evento ? <p className="sobre">{`${evento.ocasiao} · ${evento.quando}`}</p> : null}
            <h1>{title}</h1>
          </div>
        </div>
        {children}
      </main>
    </div>
  )
}
