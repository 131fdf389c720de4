import { json, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { syncOf } from './sync.server'
import { equipeOf } from '~/shared/equipe.server'

/** Phones of the door only post here. */
export async function loader({ request, context }: RouteArgs) {
  await equipeOf(request, context)
  throw json(
    { erro: 'Só por POST.' },
    { status: 405, headers: { Allow: 'POST', 'Cache-Control': 'no-store' } },
  )
}

/** Stores what a phone of the door admitted, and tells it what changed. */
export async function action({ request, context }: RouteArgs) {
  refuseOtherMethods(request)
  return syncOf(request, context)
}
