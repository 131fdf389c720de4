import { equipeCookie } from '../../app/shared/equipe.server.ts'
import type { Aparelho } from '../../server/domain/aparelho.ts'
import { newPareamento } from '../../server/domain/pareamento.ts'
import { anAparelho, unique } from './factories.ts'
import type { Browser, TestApp } from './remix.ts'

/** A paired browser of the team, and its aparelhoid. */
export async function openEquipe(
  app: TestApp,
  {
    nome = 'Cida Moreira',
    papel = 'organizacao',
    aparelhoid = unique('aparelho'),
  }: Partial<Pick<Aparelho, 'nome' | 'papel' | 'aparelhoid'>> = {},
): Promise<Browser & { aparelhoid: string }> {
  const { services, store } = app
  const secret = aparelhoid.padEnd(43, '-')
  const now = services.now()
  const segredo = services.segredoOf(secret)
  const at = { codigoate: now, pareadoem: now, vistoem: now }
  store.put('aparelhos', anAparelho({ aparelhoid, nome, papel, segredo, ...at }))
  store.put('pareamentos', newPareamento(aparelhoid, segredo, now))
  const browser = app.browser()
  browser.steal((await equipeCookie(secret, services)).split(';')[0] ?? '')
  return { ...browser, aparelhoid }
}
