import { Notice } from './notice'
import { LeftCount } from './claim-button'
import { AlreadyRegistered } from './already-registered'
import { Page } from './page'

/** Tells whether a company's page says that its holder has closed the link. */
export function isMesaFechada(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'isMesaFechada' in data && data.isMesaFechada === true
}

/** Replaces the ticket while the holder has closed the link: says how many are left, and cannot be tapped. */
export function MesaFechada({ nome, left }: { nome: string; left: number }) {
  return (
    <Page>
      <Notice kicker="Convites reservados para" title={nome}>
        <p className="contagem">
          <LeftCount left={left} />
        </p>
        <p>
          Os convites desta mesa são pessoais: cada pessoa recebe um link só seu. Peça o seu a quem convidou
          você.
        </p>
        <p className="nota">
          Já tinha começado um cadastro? <a href="/cadastro">Continue daqui</a>.
        </p>
        <AlreadyRegistered />
      </Notice>
    </Page>
  )
}
