import { type Looks, nameStep, SHAPES, type SvgPath } from '~/porta/page/verdict-looks'

export interface EntradaShown {
  nome: string
  mesa: { nome: string; numero: string } | null
  /** The verdict in the words of the door's page; `isEntrar`: it is ENTRAR. */
  looks: Looks
  isEntrar: boolean
  /** A rehearsal is on: nobody is admitted. */
  isEnsaio: boolean
  /** The admission was made a moment ago. */
  isStored: boolean
  /** When the event begins: `16 de setembro, 19h30`. */
  comeco: string
  form: AdmitFormProps
}

/** Only the button lets the guest in: nothing is green before it. */
const NOT_YET: Looks = {
  field: 'recado',
  shape: 'card',
  headline: ['NA LISTA'],
  when: '',
  advice: 'Ainda não entrou.',
}

/** A rehearsal is read on the door's own page, which has its guests. */
const IN_ENSAIO: Looks = {
  field: 'recado',
  shape: 'hollow-card',
  headline: ['ENSAIO'],
  when: '',
  advice: 'Nada é gravado enquanto o ensaio durar. Ensaie na página da porta.',
}

const EARLY = {
  unasked: 'Antes do dia, nada é gravado por esta leitura.',
  asked: 'A entrada conta a partir de agora, e esta pessoa não poderá mais desistir. Ela está entrando?',
}

const pathOf = (path: SvgPath) =>
  `<path ${Object.entries(path)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`

/** The verdict of the server, with name and table. */
export function EntradaVerdict(props: EntradaShown) {
  const { nome, mesa, looks, isEntrar, isEnsaio, isStored, comeco, form } = props
  const isGreen = isEntrar && isStored && !isEnsaio
  const { field, shape, headline, when, advice } = isEnsaio
    ? IN_ENSAIO
    : isEntrar && !isStored
      ? NOT_YET
      : looks
  const does = isStored && !isEntrar && !isEnsaio ? 'Entrou mesmo assim: está anotado.' : advice
  return (
    <main className="palco">
      <section className={`veredito ${field}`}>
        <svg
          className="sinal"
          viewBox="0 0 96 96"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: SHAPES[shape].map(pathOf).join('') }}
        />
        <h1 className={`palavra${isGreen ? '' : ' palavra-3'}`}>{headline.join(' ')}</h1>
        {when ? <p className="quando">{when}</p> : null}
        <p className={`nome ${nameStep(nome)}${isGreen ? '' : ' menor'}`} dir="auto">
          {nome}
        </p>
        {mesa === null ? null : <Mesa {...mesa} />}
        {does ? <p className="fazer">{does}</p> : null}
        {form.early === null || isStored || isEnsaio ? null : (
          <p className="fazer">{`O evento só começa em ${comeco}. ${EARLY[form.early]}`}</p>
        )}
        {isStored || isEnsaio ? null : <AdmitButton {...form} className="agir vazado" isAnyway={!isEntrar} />}
      </section>
    </main>
  )
}

/** The table: its number, if it has one, with the company below it. */
function Mesa({ nome, numero }: NonNullable<EntradaShown['mesa']>) {
  if (numero === '')
    return (
      <p className="mesa">
        <small>MESA</small> {nome}
      </p>
    )
  return (
    <p className="mesa numerada">
      <small>MESA</small> <b>{numero}</b> <span>{nome}</span>
    </p>
  )
}

/** The address Dar entrada posts to, and the id its admission will have. */
export interface AdmitFormProps {
  action: string
  entradaid: string
  /** Before the day of the event: whether the volunteer was asked. Null once the day has come. */
  early: 'unasked' | 'asked' | null
}

/** Where a volunteer is asked whether the guest enters before the day of the event. */
export const askPath = (action: string) => `${action}?antes=1`

interface Props extends AdmitFormProps {
  className?: string
  /** The volunteer read another verdict, and lets the guest in anyway. */
  isAnyway?: boolean
}

/** Before the day of the event it takes two touches: the first leads to the question. */
export function AdmitButton({ action, entradaid, early, className = 'botao', isAnyway = false }: Props) {
  const text = isAnyway ? 'Entrou mesmo assim' : 'Dar entrada'
  if (early === 'unasked') {
    return (
      <p className="acoes">
        <a className={className === 'botao' ? 'botao contorno' : className} href={askPath(action)}>
          {text}
        </a>
      </p>
    )
  }
  return (
    <form className="acoes" method="post" action={action}>
      <input type="hidden" name="entradaid" value={entradaid} />
      {isAnyway ? <input type="hidden" name="ato" value="mesmo-assim" /> : null}
      {early === null ? null : <input type="hidden" name="antes" value="1" />}
      <button className={className}>{early === null ? text : `${text} antes do dia`}</button>
    </form>
  )
}
