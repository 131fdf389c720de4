import type { ReactNode } from 'react'
import campo from '~/arte/campo.svg'
import { Logo } from './logo'
import { useEvento } from './use-evento'

/** A page under the letterhead. `alert`, when there is one, comes first and covers the rest. */
export function Page({ alert, children }: { alert?: ReactNode; children: ReactNode }) {
  const evento = useEvento()
  return (
    <>
      {alert}
      <a className="pular" href="#conteudo">
        Ir para o conteúdo
      </a>
      <div className="duas">
        <header className="capa">
          <img src={campo} alt="" width="1080" height="1500" decoding="async" />
          <a className="logo" href="/" aria-label={`${evento?.anfitriao ?? 'Convite'}: ver o convite`}>
            <Logo />
            <span>{evento?.anfitriao}</span>
            {evento?.anos ? <span className="anos">{`${evento.anos} ANOS`}</span> : null}
          </a>
        </header>
        <main id="conteudo">{children}</main>
      </div>
    </>
  )
}

/** The line that parts a title from what follows. */
export function Rule() {
  return (
    <div className="fio" aria-hidden="true">
      <i />
    </div>
  )
}
