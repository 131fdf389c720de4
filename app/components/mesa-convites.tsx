import { countOf } from './count-of'
import type { ShownConvite } from './mesa-convite'
import { NewConvite } from './mesa-new-convite'
import { PlaceShape } from './mesa-place'
import { MesaNewConvites } from './mesa-new-convites'
import type { RefusedRotulo } from './refused-rotulo'

interface Props {
  path: string
  convites: ShownConvite[]
  /** How many may be made. */
  livres: number
  pedido: string
  isOver: boolean
  recusado: RefusedRotulo | null
}

/** Invitations with a link of their own: new ones as stubs to be torn off, used and revoked ones flat. */
export function MesaConvites({ path, convites, livres, pedido, isOver, recusado }: Props) {
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
          label="Novos convites: um rótulo por linha"
          tip="Cada linha vira um convite. Só você e a organização veem o rótulo, e quem abrir o convite."
          recusado={recusado?.codigo === null ? recusado : null}
        />
      )}
    </section>
  )
}
