import { OutlineLink } from '~/shared/page'
import type { EstadoDoConvite } from '../../server/domain/convite-pessoal'
import { Field } from '~/shared/field'
import { rotuloFieldOf, NewConvites, type NewConvitesProps, type RefusedRotulo } from '~/shared/new-convites'
import { countOf } from '~/shared/words'
import { PlaceShape } from './convidados.tsx'

interface MesaConvitesProps {
  path: string
  convites: ShownConvite[]
  livres: number
  pedido: string
  isOver: boolean
  recusado: RefusedRotulo | null
}

/** Invitations with a link of their own: new ones as stubs to be torn off, used and revoked ones flat. */
export function MesaConvites({ path, convites, livres, pedido, isOver, recusado }: MesaConvitesProps) {
  const novos = convites.filter(({ estado }) => estado === 'novo')
  return (
    <section className="pessoais" id="convites" aria-labelledby="h-pessoais">
      <h2 id="h-pessoais">
        CONVITES PESSOAIS <small>{countOf(novos.length, 'novo', 'novos')}</small>
      </h2>
      {novos.map((convite) => (
        <NewConvite
          key={convite.codigo}
          {...{ ...convite, path, isOver }}
          recusado={recusado?.codigo === convite.codigo ? recusado : null}
        />
      ))}
      {convites
        .filter(({ estado }) => estado !== 'novo')
        .map(({ codigo, rotulo, estado, por }) => (
          <article key={codigo} className={`convite acabado ${estado}`}>
            <header>
              <h3>{rotulo}</h3>
              <p className="situacao">
                <PlaceShape de={estado === 'usado' ? 'chegou' : 'desfeito'} />
                {estado.toUpperCase()}
              </p>
            </header>
            <p className="nota">
              {estado === 'revogado'
                ? 'o convite voltou para a mesa'
                : por === null
                  ? 'por quem depois saiu da mesa: o link não vale mais'
                  : `por ${por}`}
            </p>
          </article>
        ))}
      {isOver ? null : (
        <MesaNewConvites
          {...{ path, livres, pedido }}
          label="Novos convites: um nome por linha"
          tip="Cada linha vira um convite. Só você e a organização veem o nome, e quem abrir o convite."
          recusado={recusado?.codigo === null ? recusado : null}
        />
      )}
    </section>
  )
}

type NewConviteProps = Omit<ShownConvite, 'estado' | 'por'> &
  Pick<MesaConvitesProps, 'path' | 'isOver' | 'recusado'>

/** A new personal invitation: sent, and behind a fold reminded, renamed and revoked. */
function NewConvite({ path, codigo, rotulo, envio, isOver, recusado }: NewConviteProps) {
  const fieldId = `para-${codigo}`
  return (
    <article className="convite">
      <header>
        <h3>{rotulo}</h3>
        <p className="situacao novo">
          <PlaceShape de="novo" />
          NOVO
        </p>
      </header>
      {envio && !isOver ? <ShareLink {...envio} what={`o convite de ${rotulo}`} /> : null}
      {isOver ? null : (
        <details open={recusado !== null}>
          <summary>
            Lembrar, mudar ou revogar<span className="oculto">{`: ${rotulo}`}</span>
          </summary>
          <div className="mais">
            {envio ? (
              <form method="post" action={`${path}/enviar/${codigo}`}>
                <label htmlFor={fieldId}>WhatsApp, se quiser escolher o número</label>
                <div className="par">
                  <input id={fieldId} name="para" type="tel" inputMode="numeric" autoComplete="off" />
                  <button className="contorno">LEMBRAR</button>
                </div>
              </form>
            ) : null}
            <form method="post" action={path} className="par">
              <input type="hidden" name="codigo" value={codigo} />
              <Field
                id={rotuloFieldOf(codigo)}
                label="Nome"
                error={recusado?.message ?? null}
                value={recusado?.typed ?? rotulo}
                autoComplete="off"
              />
              <button className="contorno" name="ato" value="mudar">
                MUDAR
              </button>
            </form>
            <OutlineLink href={`${path}/revogar/${codigo}`}>REVOGAR ESTE CONVITE</OutlineLink>
          </div>
        </details>
      )}
    </article>
  )
}

/** The form for new personal invitations, in the words of a table's panel. */
function MesaNewConvites({ tip, ...props }: Omit<NewConvitesProps, 'botao' | 'noneLeft'>) {
  return (
    <NewConvites
      {...props}
      tip={`${tip} Dá para criar até ${props.livres}.`}
      botao="CRIAR CONVITES PESSOAIS"
      noneLeft="Não há convites livres para novos convites pessoais."
    />
  )
}

interface MesaStartProps extends Pick<MesaConvitesProps, 'path' | 'livres' | 'pedido' | 'recusado'> {
  publico: { link: string; whatsapp: string }
  /** False where the organiser switched names off. */
  isNamed: boolean
}

/** The two ways to invite, for a table nobody was invited to yet. */
export function MesaStart({ path, publico, livres, isNamed, pedido, recusado }: MesaStartProps) {
  return (
    <section className="comeco" aria-labelledby="h-comeco">
      <h2 id="h-comeco">COMO CONVIDAR</h2>
      <div className="caminho">
        <h3>UM LINK PARA TODOS</h3>
        <p className="nota">{`Mande no grupo. Quem abrir primeiro usa os convites, até acabarem os ${livres}.`}</p>
        <ShareLink {...publico} what="o link público" />
      </div>
      <div className="caminho">
        <h3>UM CONVITE PARA CADA PESSOA</h3>
        <p className="nota">Cada um tem seu link, que só vale uma vez. Você vê quem usou e pode revogar.</p>
        <MesaNewConvites
          {...{ path, livres, pedido, recusado }}
          label="Um nome por linha"
          tip="Por exemplo: Tia Lúcia. Só você e a organização veem o nome, e quem abrir o convite."
        />
      </div>
      <p className="nota">
        {`Quem se cadastra aparece aqui. Você vê ${isNamed ? 'o nome, ' : ''}se confirmou e se chegou: nada mais.`}
      </p>
    </section>
  )
}

export interface ShownConvite {
  codigo: string
  rotulo: string
  estado: EstadoDoConvite
  /** Who came with it; null for a new or revoked one, and after a withdrawal. */
  por: string | null
  /** Its address; null where nobody could open it. */
  envio: { link: string; whatsapp: string } | null
}

interface ShareLinkProps {
  link: string
  whatsapp: string
  /** What it is, for those who hear the page: `o convite de Tia Lúcia`. */
  what: string
  isOutlined?: boolean
}

/** An address that selects whole at a tap, with the ways to send it. A script shows COPIAR. */
export function ShareLink({ link, whatsapp, what, isOutlined = false }: ShareLinkProps) {
  const { origin, pathname } = new URL(link)
  const heard = <span className="oculto"> {what}</span>
  return (
    <>
      <code className="endereco">
        <span>{origin}</span>
        <span>{pathname}</span>
      </code>
      <div className="par">
        <a className={isOutlined ? 'botao contorno' : 'botao'} href={whatsapp} rel="noreferrer">
          ENVIAR PELO WHATSAPP{heard}
        </a>
        <button className="contorno" type="button" hidden data-copiar={link}>
          <span>COPIAR</span>
          {heard}
        </button>
      </div>
    </>
  )
}
