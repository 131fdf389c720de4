import { whatHolderSees } from './what-holder-sees'
import { useEvento } from './use-evento'
import { Rule, Page } from './page'

interface Props {
  /** The company. */
  nome: string
  /** Whom it is for, as the holder typed it. */
  rotulo: string
  codigo: string
  /** Until when one may register. */
  ate: string
  evento: { ocasiao: string; quando: string; local: string; cidade: string }
}

/** A new personal invitation, as a ticket whose stub is the way to the form. */
export function Ticket({ nome, rotulo, codigo, ate, evento }: Props) {
  return (
    <Page>
      <p className="sobre">Convite pessoal para</p>
      <h1 className="nome-longo">{rotulo}</h1>
      <Rule />
      <div className="bilhete">
        <p className="de">Um lugar na mesa</p>
        <p className="mesa">{nome}</p>
        <p className="quando">
          {evento.ocasiao}
          <br />
          {evento.quando}
          <br />
          {evento.local}
          <br />
          {evento.cidade}
        </p>
        <div className="canhoto">
          <a className="botao" href={`/cadastro?convite=${codigo}`}>
            CADASTRAR
          </a>
        </div>
      </div>
      <p className="nota">
        {`Vale para uma pessoa, até ${ate}.`}
        <br />
        Não é para você? Devolva a quem enviou.
      </p>
      <p className="nota">
        {whatHolderSees(useEvento()?.nomesNaMesa ?? true)}
        <br />
        <a href="/privacidade">Aviso de privacidade</a>
      </p>
    </Page>
  )
}
