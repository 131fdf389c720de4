import { countOf } from './count-of'
import { PlaceShape } from './mesa-place'

/** An occupant as the table's holder sees one. */
export interface TakenPlace {
  credencialid: string
  nome: string
  hasArrived: boolean
  /** `presença confirmada`, `chegou às 18h52` */
  estado: string
  /** Of the personal invitation the guest came with. */
  rotulo: string | null
}

/** A place that was given back. */
export interface PlaceGivenBack {
  /** The holder took it back; else the guest withdrew. */
  isByMesa: boolean
  /** `hoje, às 15h10` */
  quando: string
}

interface Props {
  path: string
  ocupantes: TakenPlace[]
  /** Until when each hold lasts: `19h31`. */
  reservados: string[]
  desistencias: PlaceGivenBack[]
  isOver: boolean
}

/** Who is at the table, who may still come, and who was; of everybody only name and state. */
export function MesaOcupantes({ path, ocupantes, reservados, desistencias, isOver }: Props) {
  return (
    <section className="ocupantes" aria-labelledby="h-ocupantes">
      <h2 id="h-ocupantes">
        OCUPANTES <small>{countOf(ocupantes.length, 'confirmado', 'confirmados')}</small>
      </h2>
      {ocupantes.length + reservados.length + desistencias.length === 0 ? (
        <p className="nota">Ninguém se cadastrou ainda com os convites desta mesa.</p>
      ) : (
        <ul>
          {ocupantes.map(({ credencialid, nome, hasArrived, estado, rotulo }) => (
            <li key={credencialid} className="ocupante">
              <PlaceShape de={hasArrived ? 'chegou' : 'confirmado'} />
              <span>
                <b>{nome}</b>
                <span className="estado">
                  {estado}
                  {rotulo === null ? null : `, convite pessoal “${rotulo}”`}
                </span>
              </span>
              {hasArrived || isOver ? null : (
                <a
                  className="botao contorno pequeno"
                  href={`${path}/liberar/${encodeURIComponent(credencialid)}`}
                >
                  LIBERAR<span className="oculto">{` o convite de ${nome}`}</span>
                </a>
              )}
            </li>
          ))}
          {reservados.map((ate, index) => (
            <li key={index} className="ocupante">
              <PlaceShape de="preenchendo" />
              <span>
                Alguém está preenchendo o cadastro <span className="estado">{`reservado até ${ate}`}</span>
              </span>
            </li>
          ))}
          {desistencias.map(({ isByMesa, quando }, index) => (
            <li key={index} className="ocupante">
              <PlaceShape de="desfeito" />
              <span>
                {isByMesa ? 'A mesa liberou um convite' : 'Um ocupante desistiu'}{' '}
                <span className="estado">{`${quando}: o convite voltou para a mesa`}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
