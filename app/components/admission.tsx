import type { Looks } from '../porta/page/looks'
import { nameStep } from '../porta/page/name-step'
import { SHAPES, type SvgPath } from '../porta/page/shapes'
import { AdmitButton, type AdmitFormProps } from './admit-button'

/** What a volunteer reads on a guest's link. */
export interface AdmissionShown {
  nome: string
  mesa: string | null
  /** The verdict, as the door's page says it; `isEntrar`: it is ENTRAR. */
  looks: Looks
  isEntrar: boolean
  /** A rehearsal is on: nobody is admitted. */
  isEnsaio: boolean
  /** The admission was made a moment ago. */
  isStored: boolean
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
export function AdmissionTold({ nome, mesa, looks, isEntrar, isEnsaio, isStored, form }: AdmissionShown) {
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
        {mesa === null ? null : (
          <p className="mesa">
            <small>MESA</small> {mesa}
          </p>
        )}
        {done ? <p className="fazer">{done}</p> : null}
        {isStored || isEnsaio ? null : <AdmitButton {...form} className="agir vazado" isAnyway={!isEntrar} />}
      </section>
    </main>
  )
}
