import { ShareLink } from './share-link'
import { MesaNewConvites } from './mesa-new-convites'
import type { RefusedRotulo } from './refused-rotulo'

interface Props {
  path: string
  publico: { link: string; whatsapp: string }
  livres: number
  /** False where the organiser switched names off. */
  isNamed: boolean
  pedido: string
  recusado: RefusedRotulo | null
}

/** The two ways to invite, for a table nobody was invited to yet. */
export function MesaStart({ path, publico, livres, isNamed, pedido, recusado }: Props) {
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
          label="Um rótulo por linha"
          tip="Por exemplo: Tia Lúcia. Só você e a organização veem o rótulo, e quem abrir o convite."
        />
      </div>
      <p className="nota">
        {`Quem se cadastra aparece aqui. Você vê ${isNamed ? 'o nome, ' : ''}se confirmou e se chegou: nada mais.`}
      </p>
    </section>
  )
}
