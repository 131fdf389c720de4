import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Navigation is by whole documents. A jump to a field within the page must not wake the router, which would fetch the
// page again and lose the errors and what was typed; this listener comes before the router's own.
addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true })

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
