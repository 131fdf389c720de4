import { Heading, OcasiaoEQuando, useEvento } from '~/shared/page'

/** A withdrawal that holds. */
export interface WithdrawnPresenca {
  /** The holder of the table freed the place. */
  isByMesa: boolean
  /** `hoje, às 15h10` */
  quando: string
  /** A company had paid: its place is kept for a while, then free for the table. */
  hasMesa: boolean
  /** Until when the place is kept, unless the table frees it: `hoje, 23h10`; null where it is not. */
  guardado: string | null
  canUndo: boolean
}

interface Props extends WithdrawnPresenca {
  nome: string
  /** `14 de setembro, 19h30`; null once nobody may come back. */
  prazo: string | null
  action: string
  /** The event as cancelled, for the guest's calendar. */
  calendar: string
  /** Why DESFAZER changed nothing; null at first. */
  refusal: string | null
}

/** Stands in place of the badge of a guest who withdrew, or was withdrawn by the table. */
export function PresencaWithdrawn({ nome, prazo, action, calendar, refusal, ...retirada }: Props) {
  const { isByMesa, quando, hasMesa, guardado, canUndo } = retirada
  const evento = useEvento()
  return (
    <>
      <Heading kicker={evento ? <OcasiaoEQuando {...evento} /> : null} title="PRESENÇA RETIRADA" />
      <Recusa text={refusal} />
      <p className="pessoa retirada">
        <b>{nome}</b>
        <span>esta credencial não vale na portaria</span>
      </p>
      {canUndo && prazo !== null ? <Prazo prazo={prazo} action={action} /> : null}
      <p className="centro">
        {isByMesa
          ? `Quem cuida da mesa retirou sua presença ${quando}. Fale com quem convidou você.`
          : `Você avisou ${quando}. Obrigado.${hasMesa && guardado === null ? ' Seu lugar já está com a mesa.' : ''}`}
      </p>
      {canUndo && hasMesa ? (
        <p className="nota">
          {guardado === null
            ? 'Se a mesa usar o lugar antes de você desfazer, dizemos aqui a quem pedir outro.'
            : `Guardamos seu lugar até ${guardado}, a não ser que a mesa o libere antes. Depois, outra pessoa pode usá-lo.`}
        </p>
      ) : null}
      <p className="nota">
        Guardou o evento na agenda? <a href={calendar}>Tirar da agenda</a>.
      </p>
    </>
  )
}

/** Why what a guest asked for changed nothing; null at first. */
export function Recusa({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="recusa" role="alert">
      {text}
    </p>
  )
}

/** DESFAZER, on the ticket that says until when. */
function Prazo({ prazo, action }: { prazo: string; action: string }) {
  const [dia, hora] = prazo.split(', ')
  return (
    <form className="bilhete" method="post" action={action}>
      <p>Você pode desfazer até</p>
      <p className="prazo">
        <span>{dia},</span> <span>{hora}</span>
      </p>
      <div className="canhoto">
        <button name="ato" value="voltar">
          DESFAZER, EU VOU
        </button>
      </div>
    </form>
  )
}
