import type { EstadoDoAparelho, Papel } from '../../server/domain/aparelho'
import { PAPEL } from './papel'

interface Member {
  aparelhoid: string
  nome: string
  papel: Papel
  estado: EstadoDoAparelho
  hora: string | null
  visto: string | null
  isEste: boolean
  isUltimo: boolean
}

interface Props {
  membros: Member[]
  /** The label of the box that confirms revoking the last organiser. */
  falha: string | null
}

/** The id of the box that confirms revoking the last organiser. */
export const LAST_ORGANISER = 'ultimo'

/** The members of the team, and what can be done about each. */
export function Members({ membros, falha }: Props) {
  return (
    <table className="dobra">
      <caption>Aparelhos</caption>
      <thead>
        <tr>
          <th scope="col">Pessoa</th>
          <th scope="col">Papel</th>
          <th scope="col">Estado</th>
          <th scope="col">Visto</th>
          <th scope="col">
            <span className="oculto">Atos</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {membros.map((membro) => (
          <tr key={membro.aparelhoid}>
            <th scope="row">
              {membro.nome}
              {membro.isEste ? <span className="nota">, este aparelho</span> : null}
            </th>
            <td>{PAPEL[membro.papel].nome}</td>
            <td>
              <MemberState {...membro} />
            </td>
            <td className="larga">{membro.visto ?? 'ainda não'}</td>
            <td className="larga">
              <Acts {...membro} falha={membro.isUltimo ? falha : null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
    default:
      return estado satisfies never
  }
}

function Acts({ falha, ...membro }: Member & { falha: string | null }) {
  const { aparelhoid, nome, estado, isEste, isUltimo } = membro
  const quem = nome.split(' ')[0]?.toLocaleUpperCase('pt-BR') ?? ''
  const id = <input type="hidden" name="aparelhoid" value={aparelhoid} />
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
    <details className="perigo" open={falha !== null}>
      <summary>
        REVOGAR<span className="oculto"> {nome}</span>
      </summary>
      <form method="post" action="/painel/equipe">
        {id}
        <p className="dica">{warningOf(membro)}</p>
        {isUltimo ? (
          <>
            {falha === null ? null : (
              <span className="falha" id={`${LAST_ORGANISER}-falha`}>
                <span className="oculto">Erro: </span>
                {falha}
              </span>
            )}
            <label className="opcao" htmlFor={LAST_ORGANISER}>
              <input
                id={LAST_ORGANISER}
                type="checkbox"
                name={LAST_ORGANISER}
                value="sim"
                required
                aria-invalid={falha === null ? undefined : true}
                aria-describedby={falha === null ? undefined : `${LAST_ORGANISER}-falha`}
              />
              <span>Entendi: a volta é só pela linha de comando.</span>
            </label>
          </>
        ) : null}
        <button name="ato" value="revogar">
          REVOGAR {quem}
        </button>
        {isEste ? null : (
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

function warningOf({ isEste, isUltimo }: Member): string {
  if (isEste && isUltimo)
    return 'É o seu aparelho e o último da organização: você sai agora, e a volta é só pela linha de comando.'
  if (isEste) return 'É o seu aparelho: você sai agora, e outra pessoa da organização pode reconectar você.'
  return 'Vale já no próximo toque.'
}
