import { aCadastro, aClaim, anEmpresa, anEntrada } from './factories.ts'
import { readField, readText } from './html.ts'
import { startApp } from './remix.ts'
import type { Services, World } from '../../server/composition.ts'
import { registered } from './registered.ts'

type Options = { icredencial?: number; nome?: string; env?: Record<string, string>; world?: Partial<World> }

/** An app with its own table, `acme`, and its holder's browser. */
export async function aMesa({ icredencial = 5, nome = 'Fazenda Acme', env = {}, world = {} }: Options = {}) {
  const app = await startApp(() => world, env)
  const { services, store } = app
  store.put('empresas', anEmpresa({ empresaid: 'acme', nome, icredencial }))
  store.put('empresas', anEmpresa({ empresaid: 'outra', nome: 'Fazenda Vizinha', icredencial: 5 }))
  const pathOf = (empresaid: string) => `/mesa/${services.mesaTokenOf({ empresaid, versao: 0 })}`
  const path = pathOf('acme')
  const mesaBrowser = app.browser()
  const page = async (at = path) => mesaBrowser.body(at)
  const make = async (rotulos: string, at = path) =>
    mesaBrowser.post(at, { ato: 'criar', rotulos, pedido: readField(await page(at), 'pedido') ?? '' })
  return {
    ...app,
    path,
    pathOf,
    mesaBrowser,
    page,
    make,
    text: async (at = path) => readText(await page(at)),
    /** The codes of a table's invitations, by label. */
    codigos: async (empresaid = 'acme') =>
      new Map(
        (await services.convites.list(empresaid)).map(({ convite: { rotulo, codigo } }) => [rotulo, codigo]),
      ),
    convidado: (convidadoNome: string, fields: Parameters<typeof aConvidadoAt>[2] = {}) =>
      aConvidadoAt(services, convidadoNome, fields),
    admit: (credencialid: string) => services.entradas.add([anEntrada(credencialid)], null),
    licredencial: (empresaid = 'acme') => store.get('empresas', empresaid)?.licredencial,
    atos: () => store.all('historico').map(({ ato, quem }) => `${ato} ${quem}`),
  }
}

/**
 * Registers a guest of a company, by its public link or by a personal invitation.
 * @returns the credencialid
 */
async function aConvidadoAt(
  { credenciais }: Pick<Services, 'credenciais'>,
  nome: string,
  { empresaid = 'acme', codigo = null }: { empresaid?: string; codigo?: string | null },
): Promise<string> {
  const claim = aClaim(empresaid)
  const cadastro = aCadastro({ nome, telefone: '65987655432', email: '' })
  return registered(credenciais, { cadastro, claim, codigo })
}

/** An answer's status and its redirect. */
export const leadOf = (response: Response) => [response.status, response.headers.get('Location')]
