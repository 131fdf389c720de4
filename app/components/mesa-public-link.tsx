import { ShareLink } from './share-link'
import { Gate } from './gate'

interface Props {
  path: string
  publico: { link: string; whatsapp: string }
  isFechada: boolean
}

/** The public link as a gate, open or closed, with the act that moves it. */
export function PublicLink({ path, publico, isFechada }: Props) {
  return (
    <section className="publico" aria-labelledby="h-publico">
      <h2 id="h-publico">LINK PÚBLICO</h2>
      <div className="passagem">
        <Gate isOpen={!isFechada} />
        <p>
          <b>{isFechada ? 'FECHADO' : 'ABERTO'}</b>{' '}
          {isFechada ? 'Só entra quem tem convite pessoal.' : 'Quem tiver o link usa um convite livre.'}
        </p>
      </div>
      {isFechada ? (
        <p className="nota">
          Quem abre o link público lê que os convites desta mesa são pessoais. Nenhum convite é gasto.
        </p>
      ) : (
        <ShareLink {...publico} what="o link público" isOutlined />
      )}
      <form method="post" action={path}>
        <button
          className={isFechada ? undefined : 'contorno'}
          name="ato"
          value={isFechada ? 'abrir' : 'fechar'}
        >
          {isFechada ? 'ABRIR O LINK PÚBLICO' : 'FECHAR O LINK PÚBLICO'}
        </button>
      </form>
    </section>
  )
}
