/** The address ADMITIR is posted to, and the id its admission will have. */
export interface AdmitFormProps {
  action: string
  entradaid: string
}

interface Props extends AdmitFormProps {
  className?: string
  /** The volunteer read another verdict, and lets the guest in anyway. */
  isAnyway?: boolean
}

/** Admits the guest of this page. */
export function AdmitButton({ action, entradaid, className = 'botao', isAnyway = false }: Props) {
  return (
    <form className="acoes" method="post" action={action}>
      <input type="hidden" name="entradaid" value={entradaid} />
      {isAnyway ? <input type="hidden" name="ato" value="mesmo-assim" /> : null}
      <button className={className}>{isAnyway ? 'ENTROU MESMO ASSIM' : 'ADMITIR'}</button>
    </form>
  )
}
