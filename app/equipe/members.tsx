import { Failure, Option } from '~/shared/field'
import { Table } from '~/shared/table'
import type { EstadoDoAparelho, Papel } from '../../server/domain/aparelho'
import { PAPEL } from './invite.tsx'

export interface Member {
  aparelhoid: string
  nome: string
  papel: Papel
  estado: EstadoDoAparelho
  /** `20h12`: until when a code pairs, or when the browser was revoked; null where neither matters. */
  hora: string | null
  /** When it last asked for anything: `há 12 min`; null before it did. */
  visto: string | null
  /** Whether the page is shown in this one. */
  isThis: boolean
  /** Whether this is the last one: without it only the person who runs the server can open the board. */
  isLast: boolean
}

/** The id of the box that confirms revoking the last organiser. */
export const LAST_ORGANISER = 'ultimo'

/** The members of the team, and what can be done about each. `failure`: of that box. */
export function Members({ members, failure }: { members: Member[]; failure: string | null }) {
  return (
    <Table caption="Aparelhos" heads={['Pessoa', 'Papel', 'Estado', 'Visto', { hidden: 'Atos' }]}>
      {members.map((member) => (
        <tr key={member.aparelhoid}>
          <th scope="row">
            {member.nome}
            {member.isThis ? <span className="nota">, este aparelho</span> : null}
          </th>
          <td>{PAPEL[member.papel].nome}</td>
          <td>
            <MemberState {...member} />
          </td>
          <td className="larga">{member.visto ?? 'ainda não'}</td>
          <td className="larga">
            <Buttons {...member} failure={member.isLast ? failure : null} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function MemberState({ estado, hora }: Pick<Member, 'estado' | 'hora'>) {
  switch (estado) {
    case 'paired':
      return <span className="estado ligado">Na equipe</span>
    case 'open':
      return <span className="estado aberto">{`Convite até ${hora}`}</span>
    case 'ended':
      return <span className="estado parado">Convite vencido</span>
    case 'revoked':
      return <span className="estado fim">{`Revogado, ${hora}`}</span>
    case 'over':
      return <span className="estado fim">Acabou com o evento</span>
    default:
      return estado satisfies never
  }
}

function Buttons({ failure, ...member }: Member & { failure: string | null }) {
  const { aparelhoid, nome, estado, isThis, isLast } = member
  const quem = nome.split(' ')[0]?.toLocaleUpperCase('pt-BR') ?? ''
  const id = <input type="hidden" name="aparelhoid" value={aparelhoid} />
  if (estado === 'over') return null
  if (estado !== 'paired') {
    return (
      <form method="post" action="/painel/equipe" className="lado">
        {id}
        <button className="ato" name="ato" value="reconectar">
          {estado === 'revoked' ? 'RECONECTAR' : 'NOVO CÓDIGO'}
        </button>
        {estado === 'revoked' ? null : (
          <button className="ato perigo" name="ato" value="cancelar">
            CANCELAR
          </button>
        )}
      </form>
    )
  }
  return (
    <details className="perigo" open={failure !== null}>
      <summary>
        REVOGAR<span className="oculto"> {nome}</span>
      </summary>
      <form method="post" action="/painel/equipe">
        {id}
        <p className="dica">{warningOf(member)}</p>
        {isLast ? (
          <>
            <Failure id={LAST_ORGANISER} error={failure} />
            <Option
              id={LAST_ORGANISER}
              type="checkbox"
              name={LAST_ORGANISER}
              value="sim"
              required
              aria-invalid={failure === null ? undefined : true}
              aria-describedby={failure === null ? undefined : `${LAST_ORGANISER}-falha`}
            >
              Entendi: a volta é só com um link de quem cuida do servidor.
            </Option>
          </>
        ) : null}
        <button name="ato" value="revogar">
          REVOGAR {quem}
        </button>
        {isThis ? null : (
          <>
            <p className="dica">Trocou de aparelho? Este sai, e um código novo põe outro no lugar.</p>
            <button className="contorno" name="ato" value="reconectar">
              RECONECTAR {quem}
            </button>
          </>
        )}
      </form>
    </details>
  )
}

function warningOf({ isThis, isLast }: Member): string {
  if (isThis && isLast)
    return 'É o seu aparelho e o último da organização: você sai agora, e a volta é só com um link de quem cuida do servidor.'
  if (isThis) return 'É o seu aparelho: você sai agora, e outra pessoa da organização pode reconectar você.'
  return 'Vale já no próximo toque.'
}
