import { countOf } from '~/shared/words'
import type { MesaNaTela } from './panel.server.ts'
import { PlaceShape } from './place.tsx'

type Props = Pick<MesaNaTela, 'path' | 'convidados' | 'reservados' | 'desistencias' | 'isOver'>

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
