import { FoldedAct } from '~/painel/painel'
import { ActLink } from '~/shared/page'
import { countOf } from '~/shared/words'

/** An address as it is opened, and as it is read. */
export interface ShownLink {
  href: string
  text: string
}

export interface LinksProps {
  empresaid: string
  /** The public one, and the same ready for WhatsApp; null for a company whose id is no address. */
  link: (ShownLink & { whatsapp: string }) | null
  /** The holder has closed the public link. */
  isFechada: boolean
  /** The panel of the holder: its link, and how many times it was replaced. */
  mesa: ShownLink & { versao: number }
  /** Personal invitations by state. */
  pessoais: { novo: number; usado: number; revogado: number }
  /** The address of the page of the personal ones. */
  convites: string
}

/** The ways into a company: its public link, the panel of its holder, its personal invitations. */
export function EmpresaLinks(props: LinksProps) {
  const { link, mesa, pessoais, convites } = props
  return (
    <>
      {link ? <MesaPanelLink {...mesa} /> : null}
      <div className="cartao">
        <h3>Link público</h3>
        {link ? <PublicLink {...props} link={link} /> : <NoLink empresaid={props.empresaid} />}
      </div>
      {link ? (
        <div className="cartao">
          <h3>Convites pessoais</h3>
          <p className="nota">
            {`Um por pessoa, com o nome dela: ${countOf(pessoais.novo, 'novo', 'novos')}, ${countOf(pessoais.usado, 'usado', 'usados')}, ${countOf(pessoais.revogado, 'revogado', 'revogados')}.`}
          </p>
          <p>
            <ActLink href={convites}>VER E FAZER CONVITES PESSOAIS</ActLink>
          </p>
        </div>
      ) : null}
    </>
  )
}

function PublicLink({ link, isFechada }: { link: NonNullable<LinksProps['link']>; isFechada: boolean }) {
  return (
    <>
      <p className="nota">
        {isFechada
          ? 'Fechado: diz que os convites são pessoais, e não deixa ninguém se cadastrar por ele.'
          : 'Para os convidados se cadastrarem. Quem tem o link usa os convites.'}
      </p>
      <p>
        <a className="copiavel" href={link.href}>
          {link.text}
        </a>
      </p>
      {isFechada ? null : (
        <p>
          <ActLink href={link.whatsapp}>ENVIAR LINK PELO WHATSAPP</ActLink>
        </p>
      )}
      <form method="post">
        <button className="contorno" name="ato" value={isFechada ? 'abrir' : 'fechar'}>
          {isFechada ? 'ABRIR O LINK PÚBLICO' : 'FECHAR O LINK PÚBLICO'}
        </button>
      </form>
    </>
  )
}

function NoLink({ empresaid }: { empresaid: string }) {
  return (
    <p className="nota">
      {`Ninguém abre esta empresa: o ID "${empresaid}" não pode ser um endereço. Cadastre-a com outro e envie a ela o novo link.`}
    </p>
  )
}

function MesaPanelLink({ href, text, versao }: LinksProps['mesa']) {
  return (
    <div className="cartao">
      <h3>Painel da mesa</h3>
      <p className="nota">
        Só para quem cuida da mesa: mostra quem vem, libera lugares e faz convites pessoais.
      </p>
      <p>
        <a className="copiavel" href={href}>
          {text}
        </a>
      </p>
      <FoldedAct
        title="RENOVAR O LINK DA MESA"
        told="O link de agora deixa de abrir na hora. Envie o novo a quem cuida da mesa."
        fields={{ versao }}
        ato="renovar-mesa"
        button="TROCAR O LINK"
      />
    </div>
  )
}
