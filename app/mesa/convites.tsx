import { OutlineLink } from '~/shared/page'
import type { EstadoDoConvite } from '../../server/domain/convite-pessoal'
import { Field } from '~/shared/field'
import { rotuloFieldOf, NewConvites, type NewConvitesProps, type RefusedRotulo } from '~/shared/new-convites'
import { countOf } from '~/shared/words'
import type { MesaNaTela } from './panel.server.ts'
import { PlaceShape } from './place.tsx'
import { Sending, SharePublic } from './share.tsx'

interface MesaConvitesProps extends Pick<MesaNaTela, 'path' | 'convites' | 'envios' | 'pedido' | 'isOver'> {
  livres: number
  recusado: RefusedRotulo | null
}

/** What became of an invitation that nobody registered with. */
const FINS: Partial<Record<EstadoDoConvite, string>> = {
  revogado: 'o convite voltou para a mesa',
  recusado: 'avisou que não vem. O lugar fica guardado por 12 horas e depois volta para a mesa',
}
const GONE = 'por quem depois saiu da mesa: o link não vale mais'

/** Invitations with a link of their own: new ones as stubs to tear off, used and revoked ones flat. */
export function MesaConvites(props: MesaConvitesProps) {
  const { path, convites, envios, livres, pedido, isOver, recusado } = props
  const novos = convites.filter(({ estado }) => estado === 'novo')
  return (
    <section className="pessoais" id="convites" aria-labelledby="h-pessoais">
      <h2 id="h-pessoais">
        Convites pessoais <small>{countOf(novos.length, 'novo', 'novos')}</small>
      </h2>
      {envios && envios.total > 1 ? <OneByOne path={path} {...envios} /> : null}
      {novos.map((convite) => (
        <NewConvite
          key={convite.codigo}
          {...convite}
          path={path}
          isOver={isOver}
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
                {estado === 'revogado' ? 'CANCELADO' : estado.toUpperCase()}
              </p>
            </header>
            <p className="nota">
              {isOver && estado === 'recusado'
                ? 'avisou que não viria'
                : (FINS[estado] ?? (por.length === 0 ? GONE : `por ${por.join(', ')}`))}
            </p>
          </article>
        ))}
      {isOver ? null : (
        <MesaNewConvites
          path={path}
          livres={livres}
          pedido={pedido}
          label="Novos convites: um nome por linha"
          tip="Cada linha vira um convite. O nome só aparece para você, para a organização e para quem abrir o convite."
          recusado={recusado?.codigo === null ? recusado : null}
        />
      )}
    </section>
  )
}

/** How many were sent, and the button that sends the others one by one. */
function OneByOne({ path, feitos, total, porEnviar }: { path: string } & NonNullable<MesaNaTela['envios']>) {
  return (
    <form className="um-por-vez" method="post" action={path}>
      <p className="nota">
        <b>{`${feitos} de ${total}`}</b> enviados
      </p>
      {porEnviar > 0 ? (
        <button name="ato" value="proximo">
          Enviar um por vez
        </button>
      ) : null}
    </form>
  )
}

type NewConviteProps = Omit<MesaNaTela['convites'][number], 'estado' | 'por'> &
  Pick<MesaConvitesProps, 'path' | 'isOver' | 'recusado'>

/** A new personal invitation: send it; remind, rename and revoke are behind a fold. */
function NewConvite({ path, codigo, rotulo, link, envio, isOver, recusado }: NewConviteProps) {
  const fieldId = `para-${codigo}`
  const action = `${path}/enviar/${codigo}`
  // A reminder of what was never sent would be the first they hear of it.
  const [ato, nome] = envio?.next === 'enviar' ? ['enviar', 'Enviar'] : ['lembrar', 'Lembrar']
  return (
    <article className="convite">
      <header>
        <h3>{rotulo}</h3>
        <p className="situacao novo">
          <PlaceShape de="novo" />
          Novo
        </p>
      </header>
      {link !== null && envio ? <Sending action={action} rotulo={rotulo} link={link} envio={envio} /> : null}
      {isOver ? null : (
        <details open={recusado !== null}>
          <summary>
            {`${nome}, mudar ou cancelar`}
            <span className="oculto">{`: ${rotulo}`}</span>
          </summary>
          <div className="mais">
            {envio ? (
              <form method="post" action={action}>
                <label htmlFor={fieldId}>WhatsApp, se quiser escolher o número</label>
                <div className="par">
                  <input id={fieldId} name="para" type="tel" inputMode="numeric" autoComplete="off" />
                  <button className="contorno" name="ato" value={ato}>
                    {nome}
                  </button>
                </div>
              </form>
            ) : null}
            <form method="post" action={path} className="par">
              <input type="hidden" name="codigo" value={codigo} />
              <Field
                id={rotuloFieldOf(codigo)}
                label="Nome"
                error={recusado?.message}
                value={recusado?.typed ?? rotulo}
              />
              <button className="contorno" name="ato" value="mudar">
                Mudar
              </button>
            </form>
            <OutlineLink href={`${path}/revogar/${codigo}`}>Cancelar este convite</OutlineLink>
          </div>
        </details>
      )}
    </article>
  )
}

interface MesaNewConvitesProps extends Omit<NewConvitesProps, 'botao'> {
  livres: number
}

/** The form for new personal invitations, as a table's panel words it. */
function MesaNewConvites({ tip, livres, ...props }: MesaNewConvitesProps) {
  if (livres === 0 && props.recusado === null)
    return <p className="nota criar">Não há convites livres para novos convites pessoais.</p>
  return (
    <NewConvites
      {...props}
      tip={`${tip} O WhatsApp pode vir do lado; o que estiver entre parênteses, só a organização lê. ${livres === 1 ? 'Resta 1 lugar' : `Restam ${livres} lugares`}.`}
      botao="Criar convites pessoais"
    />
  )
}

interface MesaStartProps
  extends Pick<MesaNaTela, 'isNamed'>, Pick<MesaConvitesProps, 'path' | 'livres' | 'pedido' | 'recusado'> {
  publico: NonNullable<MesaNaTela['publico']>
}

/** The two ways to invite, for a table that has not invited anyone yet. */
export function MesaStart({ path, publico, livres, isNamed, pedido, recusado }: MesaStartProps) {
  return (
    <section className="comeco" aria-labelledby="h-comeco">
      <h2 id="h-comeco">Como convidar</h2>
      <div className="caminho">
        <h3>Um link para todos</h3>
        <p className="nota">{`Mande no grupo. Quem abrir primeiro usa os convites, até acabarem os ${livres}.`}</p>
        <SharePublic publico={publico} />
      </div>
      <div className="caminho">
        <h3>Um convite para cada pessoa</h3>
        <p className="nota">Cada um tem seu link, que só vale uma vez. Você vê quem usou e pode cancelar.</p>
        <MesaNewConvites
          path={path}
          livres={livres}
          pedido={pedido}
          recusado={recusado}
          label="Um nome por linha"
          tip="Por exemplo: Tia Lúcia. O nome só aparece para você, para a organização e para quem abrir o convite."
        />
      </div>
      <p className="nota">
        {`Quem se cadastra aparece aqui. Você vê ${isNamed ? 'o nome, ' : ''}se confirmou e se chegou: nada mais.`}
      </p>
    </section>
  )
}
