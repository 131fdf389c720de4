import { createContext } from 'react'

/** The nonce of our inline styles and scripts in the document being rendered; empty in the browser. */
export const NonceContext = createContext('')
