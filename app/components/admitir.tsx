import type { Looks } from '../porta/page/looks'
import { nomeStep } from '../porta/page/name-step'
import { SINAIS, type Traco } from '../porta/page/shapes'
import { BotaoAdmitir, type AdmitirForm } from './botao-admitir'

/** What a volunteer reads on a guest's link. */
export interface Admissao {
  nome: string
  mesa: string | null
  /** The verdict, as the door's page says it; `isEntrar`: it is ENTRAR. */
  dito: Looks
  isEntrar: boolean
  /** A rehearsal is on: nobody is admitted. */
  isEnsaio: boolean
  /** The admission was made a moment ago. */
  isStored: boolean
  form: AdmitirForm
}

/** The guest is let in by the button alone: before it nothing is green. */
const ANTES: Looks = {
  ...{ field: 'recado', sinal: 'cartao', palavra: ['NA LISTA'], quando: '', fazer: 'Ainda não entrou.' },
}

/** A rehearsal is read on the door's own page, which has its guests. */
const EM_ENSAIO: Looks = {
  ...{ field: 'recado', sinal: 'cartao-vazio', palavra: ['ENSAIO'], quando: '' },
  fazer: 'Nada é gravado enquanto o ensaio durar. Ensaie na página da porta.',
}

const pathOf = (path: Traco) =>
  `<path ${Object.entries(path)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`

/** The verdict of the server, with name and table. */
export function AdmissaoDita({ nome, mesa, dito, isEntrar, isEnsaio, isStored, form }: Admissao) {
  const isGreen = isEntrar && isStored && !isEnsaio
  const { field, sinal, palavra, quando, fazer } = isEnsaio ? EM_ENSAIO : isEntrar && !isStored ? ANTES : dito
  const feito = isStored && !isEntrar && !isEnsaio ? 'Entrou mesmo assim: está anotado.' : fazer
  return (
    <main className="palco">
      <section className={`veredito ${field}`}>
        <svg
          className="sinal"
          viewBox="0 0 96 96"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: SINAIS[sinal].map(pathOf).join('') }}
        />
        <h1 className={`palavra${isGreen ? '' : ' palavra-3'}`}>{palavra.join(' ')}</h1>
        {quando ? <p className="quando">{quando}</p> : null}
        <p className={`nome ${nomeStep(nome)}${isGreen ? '' : ' menor'}`} dir="auto">
          {nome}
        </p>
        {mesa === null ? null : (
          <p className="mesa">
            <small>MESA</small> {mesa}
          </p>
        )}
        {feito ? <p className="fazer">{feito}</p> : null}
        {isStored || isEnsaio ? null : (
          <BotaoAdmitir {...form} className="agir vazado" mesmoAssim={!isEntrar} />
        )}
      </section>
    </main>
  )
}
