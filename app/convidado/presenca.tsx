import { Heading, OcasiaoEQuando, useEvento, useIsOver } from '~/shared/page'
import type { retiradaOf } from './presenca.server.ts'

interface Props extends NonNullable<ReturnType<typeof retiradaOf>> {
  nome: string
  /** `14 de setembro, 19h30`; null once coming back is no longer possible. */
  prazo: string | null
  action: string
  /** The cancelled event, for the guest's calendar. */
  calendar: string
  /** Why Desfazer changed nothing; null before it was tried. */
  refusal?: string | null
}

/** Replaces the badge of a guest who withdrew, or whose place the table freed. */
export function PresencaWithdrawn({ nome, prazo, action, calendar, refusal = null, ...retirada }: Props) {
  const { isByMesa, quando, hasMesa, guardado, canUndo } = retirada
  const evento = useEvento()
  const isOver = useIsOver()
  return (
    <>
      <Heading kicker={evento ? <OcasiaoEQuando {...evento} /> : null} title="PRESENÇA RETIRADA" />
      <Recusa text={refusal} />
      <p className="pessoa retirada">
        <b>{nome}</b>
        {isOver ? null : <span>esta credencial não vale na portaria</span>}
      </p>
      {canUndo && prazo !== null ? <Prazo prazo={prazo} guardado={guardado} action={action} /> : null}
      <p className="centro">
        {isByMesa
          ? `Quem cuida da mesa retirou sua presença ${quando}. Fale com quem convidou você.`
          : `Você avisou ${quando}. Obrigado.${hasMesa && guardado === null && !isOver ? ' Seu lugar já está com a mesa.' : ''}`}
      </p>
      {guardado === null || prazo === null ? null : (
        <p className="nota">
          {`Quem cuida da mesa pode passar o lugar a outra pessoa antes. Depois, se ainda houver lugar, você pode voltar até ${prazo}.`}
        </p>
      )}
      {isOver ? null : (
        <p className="nota">
          Guardou o evento na agenda? <a href={calendar}>Tirar da agenda</a>.
        </p>
      )}
    </>
  )
}

/** Why a guest's request changed nothing; null before any. */
export function Recusa({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="recusa" role="alert">
      {text}
    </p>
  )
}

/** Desfazer, on a ticket that shows until when the place is kept or, where it is not, until when to ask for one. */
function Prazo({ prazo, guardado, action }: Record<'prazo' | 'action', string> & Pick<Props, 'guardado'>) {
  const [dia, hora] = (guardado ?? prazo).split(', ')
  return (
    <form className="bilhete" method="post" action={action}>
      <p>
        {guardado === null
          ? 'Você pode desfazer, se ainda houver lugar, até'
          : 'Guardamos seu lugar, se quiser voltar, até'}
      </p>
      <p className="prazo">
        <span>{dia},</span> <span>{hora}</span>
      </p>
      <div className="canhoto">
        <button name="ato" value="voltar">
          Desfazer, eu vou
        </button>
      </div>
    </form>
  )
}
