import { aCadastro, aClaim, anEmpresa } from './factories.ts'
import { startApp, type TestApp } from './remix.ts'
import { openEquipe } from './equipe.ts'
import { registered } from './registered.ts'

/** The board in the browser of an organiser, with two companies. */
export async function openPainel() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Laticínios Serra Azul' }))
  app.store.put('empresas', anEmpresa({ empresaid: 'ipe', nome: 'Sementes do Ipê-Roxo' }))
  return { ...app, equipe: await openEquipe(app) }
}

/** A guest registered by the public form, or by a company's link. @returns the credencialid */
export async function putConvidado(
  { services }: Pick<TestApp, 'services'>,
  nome: string,
  telefone = '65987655432',
  empresaid?: string,
): Promise<string> {
  const cadastro = aCadastro({ nome, telefone, email: '' })
  const claim = empresaid === undefined ? null : aClaim(empresaid)
  return registered(services.credenciais, {
    cadastro,
    claim,
    chave: services.chaveOf(cadastro, empresaid),
    now: services.now(),
  })
}
