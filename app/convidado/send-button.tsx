import { useContext, type ComponentPropsWithoutRef } from 'react'
import { DocumentContext } from '~/shared/document'
import { Script } from '~/shared/script'

/** The button of a form of guests, what it says while the form is on its way, and the script that says it. */
export function SendButton({
  children,
  meanwhile,
  ...button
}: ComponentPropsWithoutRef<'button'> & { meanwhile: string }) {
  const { entry } = useContext(DocumentContext)
  return (
    <>
      <button {...button} data-envio={meanwhile}>
        <span data-rotulo="">{children}</span>
        <span data-dito="" />
      </button>
      <Script src={entry} />
    </>
  )
}
