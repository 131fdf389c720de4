import { dadosOf, refuseOthers } from '~/convidado/dados.server'
import { convidadoOf } from '~/shared/credenciais.server'
import { pageLoader } from '~/shared/failure.server'
import { NO_STORE, noForm } from '~/shared/remix.server'

/** What is stored of a guest, one line for each thing. */
export const loader = pageLoader(async ({ params, request, services }) => {
  const convidado = await convidadoOf(params.token, services)
  await refuseOthers(request, convidado, services)
  const { linhas } = await dadosOf(convidado, services)
  return new Response(linhas.map(([nome, valor]) => `${nome}: ${valor}\r\n`).join(''), {
    headers: {
      ...NO_STORE,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meus-dados.txt"',
      'X-Robots-Tag': 'noindex',
    },
  })
})

export const action = noForm
