import type { ReactNode } from 'react'
import { ContactLine } from '~/shared/contato'
import { ButtonLink, Notice, OutlineLink, Page } from '~/shared/page'
import { AlreadyRegistered } from '~/shared/registration-closed'
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
