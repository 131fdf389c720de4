import { OutlineLink } from '~/shared/page'
import { type Looks, nameStep, SHAPES, type SvgPath } from '~/porta/page/verdict-looks'

export interface EntradaShown {
  nome: string
  mesa: { nome: string; numero: string } | null
  /** The verdict, as the door's page says it; `isEntrar`: it is ENTRAR. */
  looks: Looks
  isEntrar: boolean
  /** A rehearsal is on: nobody is admitted. */
  isEnsaio: boolean
  /** The admission was made a moment ago. */
  isStored: boolean
  /** When the event begins, where its day has not come: `16 de setembro, 19h30`; else null. */
  early: string | null
  form: AdmitFormProps
}

/** The guest is let in by the button alone: before it nothing is green. */
const NOT_YET: Looks = {
  ...{ field: 'recado', shape: 'card', headline: ['NA LISTA'], when: '', advice: 'Ainda não entrou.' },
}

/** A rehearsal is read on the door's own page, which has its guests. */
const IN_ENSAIO: Looks = {
  ...{ field: 'recado', shape: 'hollow-card', headline: ['ENSAIO'], when: '' },
  advice: 'Nada é gravado enquanto o ensaio durar. Ensaie na página da porta.',
}

const pathOf = (path: SvgPath) =>
  `<path ${Object.entries(path)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`

/** The verdict of the server, with name and table. */
export function EntradaTold(props: EntradaShown) {
  const { nome, mesa, looks, isEntrar, isEnsaio, isStored, early, form } = props
  const isGreen = isEntrar && isStored && !isEnsaio
  const { field, shape, headline, when, advice } = isEnsaio
    ? IN_ENSAIO
    : isEntrar && !isStored
      ? NOT_YET
      : looks
  const done = isStored && !isEntrar && !isEnsaio ? 'Entrou mesmo assim: está anotado.' : advice
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
        {done ? <p className="fazer">{done}</p> : null}
        {early === null || isStored || isEnsaio ? null : (
          <p className="fazer">{`O evento só começa em ${early}. Admitir agora conta como entrada.`}</p>
        )}
        {isStored || isEnsaio ? null : <AdmitButton {...form} className="agir vazado" isAnyway={!isEntrar} />}
      </section>
    </main>
  )
}

/** The table: its number, where it has one, with the company below it. */
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

/** The address ADMITIR is posted to, and the id its admission will have. */
interface AdmitFormProps {
  action: string
  entradaid: string
}

interface Props extends AdmitFormProps {
  className?: string
  /** The volunteer read another verdict, and lets the guest in anyway. */
  isAnyway?: boolean
  /** The day of the event has not come: the way leads over the page that says so, and asks once more. */
  isEarly?: boolean
}

export function AdmitButton(props: Props) {
  const { action, entradaid, className = 'botao', isAnyway = false, isEarly = false } = props
  if (isEarly) {
    return (
      <p className="acoes">
        <OutlineLink href={action}>ADMITIR</OutlineLink>
      </p>
    )
  }
  return (
    <form className="acoes" method="post" action={action}>
      <input type="hidden" name="entradaid" value={entradaid} />
      {isAnyway ? <input type="hidden" name="ato" value="mesmo-assim" /> : null}
      <button className={className}>{isAnyway ? 'ENTROU MESMO ASSIM' : 'ADMITIR'}</button>
    </form>
  )
}
