import { painelLoader } from '~/shared/equipe.server'
import { noForm } from '~/shared/remix.server'

/** Any other address of the board: the 404 page, with the menu for the organisation's browsers. */
export const loader = painelLoader(() => {
  throw new Response(null, { status: 404 })
})

export const action = noForm

export default function NotFound() {
  return null
}
