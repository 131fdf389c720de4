import { equipeCookie } from '../../app/shared/equipe.server.ts'
import type { Papel } from '../../server/domain/aparelho.ts'
import { newPareamento } from '../../server/domain/pareamento.ts'
import { unique } from './factories.ts'
import type { Browser, TestApp } from './remix.ts'

/** A paired browser of the team, and its aparelhoid. */
export async function openEquipe(
  app: TestApp,
  { nome = 'Cida Moreira', papel = 'organizacao' }: { nome?: string; papel?: Papel } = {},
): Promise<Browser & { aparelhoid: string }> {
  const { services, store } = app
  const aparelhoid = unique('aparelho')
  const secret = aparelhoid.padEnd(43, '-')
  const now = services.now()
  const segredo = services.segredoOf(secret)
  store.put('aparelhos', {
    aparelhoid,
    nome,
    papel,
    codigo: null,
    codigoate: now,
    segredo,
    pareadoem: now,
    vistoem: now,
    revogadoem: null,
  })
  store.put('pareamentos', newPareamento(aparelhoid, segredo, now))
  const browser = app.browser()
  browser.steal((await equipeCookie(secret, services)).split(';')[0] ?? '')
  return { ...browser, aparelhoid }
}
