import type { ReactNode } from 'react'
import { countOf } from '~/shared/words'

export interface TakenPlace {
  credencialid: string
  nome: string
  hasArrived: boolean
  /** `presença confirmada`, `chegou às 18h52` */
  estado: string
  /** The label of the personal invitation the guest came with. */
  rotulo: string | null
}

interface PlaceGivenBack {
  credencialid: string
  /** The holder took the place back; otherwise the guest withdrew. */
  isByMesa: boolean
  /** `hoje, às 15h10` */
  quando: string
  /** Until when it is kept for the guest: `3h10`; null once the table has it. */
  guardado: string | null
}

interface Props {
  path: string
  convidados: TakenPlace[]
  /** When each hold ends: `19h31`. */
  reservados: string[]
  desistencias: PlaceGivenBack[]
  isOver: boolean
}

/** Who is at the table, who may still come, and who has left. Everyone appears by name and state only. */
export function MesaConvidados({ path, convidados, reservados, desistencias, isOver }: Props) {
  const free = (credencialid: string, ato: string, what: string) => (
    <a className="botao contorno pequeno" href={`${path}/liberar/${encodeURIComponent(credencialid)}`}>
      {ato}
      <span className="oculto">{` ${what}`}</span>
    </a>
  )
  return (
    <section className="ocupantes" aria-labelledby="h-ocupantes">
      <h2 id="h-ocupantes">
        Convidados da mesa <small>{countOf(convidados.length, 'confirmado', 'confirmados')}</small>
      </h2>
      {convidados.length + reservados.length + desistencias.length === 0 ? (
        <p className="nota">Ninguém se cadastrou ainda com os convites desta mesa.</p>
      ) : (
        <ul>
          {convidados.map(({ credencialid, nome, hasArrived, estado, rotulo }) => (
            <li key={credencialid} className="ocupante">
              <PlaceShape de={hasArrived ? 'chegou' : 'confirmado'} />
              <span>
                <b>{nome}</b>
                <span className="estado">
                  {estado}
                  {rotulo === null ? null : `, convite pessoal “${rotulo}”`}
                </span>
              </span>
              {hasArrived || isOver ? null : free(credencialid, 'Tirar da mesa', nome)}
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
          {desistencias.map(({ credencialid, isByMesa, quando, guardado }) => (
            <li key={credencialid} className="ocupante">
              <PlaceShape de={guardado === null ? 'desfeito' : 'guardado'} />
              <span>
                {isByMesa ? 'A mesa tirou uma pessoa' : 'Um convidado desistiu'}{' '}
                <span className="estado">
                  {guardado === null
                    ? `${quando}: o convite voltou para a mesa`
                    : `${quando}: o lugar fica guardado até ${guardado}${isOver ? '' : ', se quiser voltar'}`}
                </span>
              </span>
              {guardado === null || isOver
                ? null
                : free(credencialid, 'Não guardar', `o lugar até ${guardado}`)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export type Place =
  | 'chegou'
  | 'confirmado'
  | 'preenchendo'
  | 'guardado'
  | 'novo'
  | 'outro'
  | 'livre'
  | 'desfeito'

const RING = { cx: 11, cy: 11, r: 8, fill: 'none', stroke: 'currentColor', strokeWidth: 2 }

const DRAWINGS = {
  chegou: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M11 1a10 10 0 1 1 0 20 10 10 0 0 1 0-20M5 11.5 9.5 16 17.5 8l-2-2-6 6-2.5-2.5z"
    />
  ),
  confirmado: <circle cx="11" cy="11" r="8.5" fill="currentColor" />,
  preenchendo: (
    <>
      <circle {...RING} />
      <path fill="currentColor" d="M11 3a8 8 0 0 0 0 16z" />
    </>
  ),
  guardado: (
    <>
      <circle {...RING} />
      <path fill="none" stroke="currentColor" strokeWidth="2" d="M11 5.5V11l3.5 3" />
    </>
  ),
  novo: <path fill="currentColor" d="M11 .8 21.2 11 11 21.2.8 11z" />,
  outro: <rect x="3" y="3" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" />,
  livre: <circle {...RING} strokeDasharray="3.6 2.7" />,
  desfeito: <path fill="none" stroke="currentColor" strokeWidth="3.5" d="m4 4 14 14M18 4 4 18" />,
} as const satisfies Record<Place, ReactNode>

/** The shape of a place. It shows the same state as the word beside it; colour only helps. */
export function PlaceShape({ de }: { de: Place }) {
  return (
    <svg className={de} viewBox="0 0 22 22" aria-hidden="true">
      {DRAWINGS[de]}
    </svg>
  )
}
