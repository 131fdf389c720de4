import { listaResponse } from '~/mesa/panel.server'
import { pageLoader } from '~/shared/failure.server'

export const loader = pageLoader(({ params, services }) => listaResponse(params.token, services))
