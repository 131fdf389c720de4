/** The address ADMITIR is posted to, and the id its admission will have. */
export interface AdmitirForm {
  action: string
  entradaid: string
}

interface Props extends AdmitirForm {
  className?: string
  /** The volunteer read another verdict, and lets the guest in anyway. */
  mesmoAssim?: boolean
}

/** Admits the guest of this page. */
export function BotaoAdmitir({ action, entradaid, className = 'botao', mesmoAssim = false }: Props) {
  return (
    <form className="acoes" method="post" action={action}>
      <input type="hidden" name="entradaid" value={entradaid} />
      {mesmoAssim ? <input type="hidden" name="ato" value="mesmo-assim" /> : null}
      <button className={className}>{mesmoAssim ? 'ENTROU MESMO ASSIM' : 'ADMITIR'}</button>
    </form>
  )
}
