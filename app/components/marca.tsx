import { MARCA } from '../../server/arte/marca-outline'

/** The brand: a zebu's head whose forehead is an ear of wheat, in the colour of the text around it. */
export function Marca() {
  return (
    <svg viewBox="24 8 152 184" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={MARCA} />
    </svg>
  )
}
