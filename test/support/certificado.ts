import type { World } from '../../server/composition.ts'
import { anEntrada, NOW } from './factories.ts'
import { readText } from './html.ts'
import { startApp } from './remix.ts'
import type { Store } from './stored.ts'

export const MARIA = { nome: 'Maria d’Ávila', telefone: '11987654321', email: 'maria@exemplo.com' }
export const CODIGO = /\b[2-9A-Y]{5}-[2-9A-Y]{5}\b/

/** A guest who is admitted, of an event that has ended, unless the options say otherwise. */
export async function openCertificado({
  isInside = true,
  nome = MARIA.nome,
  hasEnded = true,
  world,
}: Partial<{
  isInside: boolean
  nome: string
  hasEnded: boolean
  world: (store: Store) => Partial<World>
}> = {}) {
  const app = await startApp(world)
  const { services, store } = app
  await app.browser().post('/cadastro', { ...MARIA, nome })
  const [credencialid = ''] = store.ids('credenciais')
  if (isInside) await services.entradas.add([anEntrada(credencialid, { entradaid: 'entrada-1' })], null)
  const { fim } = services.config.evento
  if (hasEnded) app.advance(Date.parse(fim) - NOW)
  return { app, credencialid, path: `/c/${services.tokenOf(credencialid, 0)}`, guest: app.browser() }
}

export const textOf = async (response: Promise<Response>) => readText(await (await response).text())

/** The code on a guest's page. */
export const codeOn = async ({ guest, path }: Awaited<ReturnType<typeof openCertificado>>) =>
  CODIGO.exec(await textOf(guest.get(`${path}/certificado`)))?.[0] ?? ''
