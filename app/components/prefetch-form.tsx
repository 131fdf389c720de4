import { useContext } from 'react'
import { NonceContext } from './nonce'

const RULES = JSON.stringify({ prefetch: [{ urls: ['/cadastro'] }] })

/**
 * Has the form fetched while the invitation is being looked at, where the browser can: it is there at the first tap.
 * Data, not a script; the policy still wants it to be ours.
 */
export function PrefetchForm() {
  const nonce = useContext(NonceContext)
  return <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: RULES }} />
}
