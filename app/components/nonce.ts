import { createContext } from 'react'

/** The nonce of the document being rendered, for its inline styles and scripts; empty in the browser. */
export const NonceContext = createContext('')
