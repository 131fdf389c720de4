import type { LoaderFunctionArgs } from '~/shared/remix.server'
import { isStorageError } from '~/shared/failure.server'
import { servicesOf } from '~/services.server'

/**
 * Health check: 200 when storage answers, 503 when it does not. Its body also says when the erasure promised to guests is
 * due, and which product answers; the status stays, because that is no reason to restart anything.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  try {
    await services.check()
    const isDue = await services.isErasureDue().catch(() => false)
    const since = new Date(services.eraseAt).toISOString()
    const due = isDue ? [`expurgo is due since ${since}: npm run expurgo`] : []
    const { version, commit } = services.version
    return new Response(['ok', ...due, `convites ${version}, commit ${commit}`, ''].join('\n'), { headers })
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage is not healthy')
    return new Response('storage does not answer\n', { status: 503, headers })
  }
}
