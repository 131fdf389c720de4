import type { RouteArgs } from '~/shared/remix.server'
import { portaShell } from '~/porta/shell.server'
import { servicesOf } from '~/services.server'

/** The door: one shell for everyone, which shows nothing until the phone's pairing is known. */
export async function loader({ context }: RouteArgs) {
  const { config } = await servicesOf(context)
  return portaShell(config.evento)
}
