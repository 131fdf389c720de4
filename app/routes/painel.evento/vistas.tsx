import { Logo, QrCode } from '~/shared/page'
import { whereOf } from '~/shared/words'
import type { Vista } from './vistas.server.ts'

interface Props {
  title: string
  vista: Vista
  /** The present event, shown pale beside the changed one. */
  antes?: Vista | null
  link: string
  credencial: string
}

/** Invitation, link and credencial, on a sheet that stays in sight if there is room. */
export function Vistas({ title, vista, antes = null, link, credencial }: Props) {
  return (
    <section className="vistas" aria-labelledby="h-vistas">
      <h2 id="h-vistas">{title}</h2>
      {antes ? (
        <div className="antes-depois">
          <Telefone vista={antes} said="Hoje" className="vista antes" />
          <Telefone vista={vista} said="Depois de gravar" />
        </div>
      ) : (
        <Telefone vista={vista} said="O convite no celular" />
      )}
      <figure className="vista">
        <div className="conversa">
          <span className="cartao-link">
            {vista.figuras ? <img src={vista.figuras.previa} alt="" width="1200" height="630" /> : null}
            <b>{vista.evento.ocasiao}</b>
            <span className="de">{vista.resumo}</span>
          </span>
          <p>{vista.host}</p>
        </div>
        <figcaption>{link}</figcaption>
      </figure>
      <figure className="vista">
        <div className="miniatura">
          <p className="alto">
            <Logo own={vista.logo} />
            {vista.evento.anfitriao}
          </p>
          <p className="quem">MARIA APARECIDA</p>
          <p>Fazenda Santa Clara</p>
          <QrCode qr={vista.qr} label="QR code de exemplo" />
          <p className="horario">
            {vista.quando}
            <br />
            {vista.evento.local}
            <br />
            {vista.evento.cidade}
          </p>
        </div>
        <figcaption>{credencial}</figcaption>
      </figure>
    </section>
  )
}

function Telefone({ vista, said, className = 'vista' }: { vista: Vista; said: string; className?: string }) {
  return (
    <figure className={className}>
      <div className="telefone">
        {vista.figuras ? (
          <img src={vista.figuras.retrato} alt={vista.alt} width="1080" height="1920" />
        ) : (
          <div className="em-palavras">
            <Logo own={vista.logo} />
            <p>{vista.evento.anfitriao}</p>
            <p>{vista.evento.ocasiao}</p>
            <p className="titulo">{`“${vista.evento.titulo}”`}</p>
            <p>{vista.quando}</p>
            <p>{whereOf(vista.evento)}</p>
          </div>
        )}
      </div>
      <figcaption>{said}</figcaption>
    </figure>
  )
}
