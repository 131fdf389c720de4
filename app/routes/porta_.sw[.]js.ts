import { portaServiceWorker } from '~/porta/shell.server'
import { servicesOf } from '~/services.server'
import type { RouteArgs } from '~/shared/remix.server'

export async function loader({ context }: RouteArgs) {
  const { config } = await servicesOf(context)
  return portaServiceWorker(config.evento)
}
