import { useContext } from 'react'
import { NonceContext } from './nonce'

const RULES = JSON.stringify({ prefetch: [{ urls: ['/cadastro'] }] })

/**
 * Lets the browser fetch the form while the guest looks at the invitation, so that it is there at the first tap.
 * Its rules are data, not a script, but the policy applies to them too.
 */
export function PrefetchForm() {
  const nonce = useContext(NonceContext)
  return <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: RULES }} />
}
