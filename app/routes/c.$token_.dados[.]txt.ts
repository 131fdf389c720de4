import { dadosOf, whoReads } from '~/convidado/dados.server'
import { convidadoOf } from '~/shared/credenciais.server'
import { pageLoader } from '~/shared/failure.server'
import { NO_STORE, noForm } from '~/shared/remix.server'

/** All that is stored of a guest, a line each, for whoever may see it. */
export const loader = pageLoader(async ({ params, request, services }) => {
  const convidado = await convidadoOf(params.token, services)
  await whoReads(request, convidado, services)
  const dados = await dadosOf(convidado, services)
  return new Response(dados.map(([nome, valor]) => `${nome}: ${valor}\r\n`).join(''), {
    headers: {
      ...NO_STORE,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meus-dados.txt"',
      'X-Robots-Tag': 'noindex',
    },
  })
})

export const action = noForm
