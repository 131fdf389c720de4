import { LOGO_OUTLINE } from '../../server/arte/logo-outline'

/** The logo, in the colour of the text around it. */
export function Logo() {
  return (
    <svg viewBox="24 8 152 184" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={LOGO_OUTLINE} />
    </svg>
  )
}
