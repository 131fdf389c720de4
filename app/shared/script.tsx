import { useContext } from 'react'
import { DocumentContext } from './document.ts'

/** A module that adds to its page what scripts add. */
export function Script({ src }: { src: string }) {
  return <script type="module" src={src} nonce={useContext(DocumentContext).nonce} />
}
