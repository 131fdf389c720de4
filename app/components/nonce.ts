import { createContext } from 'react'

/** What marks the inline styles and scripts of the document being rendered as ours; empty in the browser. */
export const NonceContext = createContext('')
