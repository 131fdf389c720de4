import type { RouteArgs } from '~/shared/remix.server'
import { isStorageError } from '~/shared/failure.server'
import { servicesOf } from '~/services.server'
import { backupsTold } from '~/shared/backups.server'

/**
 * Health check: 200 when storage answers, 503 when it does not. The body also says when the erasure promised
 * to guests is due, how the backups are doing, and which product answers. None of these changes the status,
 * because they are no reason to restart anything.
 */
export async function loader({ context }: RouteArgs) {
  const services = await servicesOf(context)
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  try {
    await services.check()
    const isDue = await services.isErasureDue().catch(() => false)
    const since = new Date(services.eraseAt).toISOString()
    const due = isDue ? [`expurgo is due since ${since}: npm run expurgo`] : []
    const { version, commit } = services.version
    const lines = ['ok', ...due, ...backupsTold(services), `convites ${version}, commit ${commit}`]
    return new Response(`${lines.join('\n')}\n`, { headers })
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage is not healthy')
    return new Response('storage does not answer\n', { status: 503, headers })
  }
}
