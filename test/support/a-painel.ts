import { chaveAntigaOf, chaveOf } from '../../server/domain/chave.ts'
import type { Cadastro } from '../../server/domain/credencial.ts'
import { codeOf } from '../../server/domain/token.ts'
import { createRegisterAsOrganiser } from '../../server/use-cases/registration.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, NOW, unique } from './factories.ts'
import { createStore } from './stored.ts'
import { registered } from './registered.ts'

const SECRET = 'a secret of more than thirty-two characters'

export type Painel = ReturnType<typeof aPainel>

/** The dependencies of the organiser's acts, on a memory of its own. */
export function aPainel() {
  const store = createStore()
  const storage = store.open()
  const mirrored: string[] = []
  const avips = { ...storage.avips, mirror: async (id: string) => void mirrored.push(id) }
  const quiet = { info() {}, error() {} }
  const newId = () => unique('id')
  const storing = { ...storage, avips, secret: SECRET, newId, log: quiet, onDue() {} }
  return {
    ...storage,
    store,
    avips,
    mirrored,
    now: () => NOW,
    chaveOf: (cadastro: Cadastro, empresaid?: string | null) => chaveOf(SECRET, cadastro, empresaid),
    chaveAntigaOf: (cadastro: Cadastro) => chaveAntigaOf(SECRET, cadastro),
    codeOf: (credencialid: string, versao: number) => codeOf(SECRET, credencialid, versao),
    registerAsOrganiser: createRegisterAsOrganiser(storing),
    autor: anAutor,
    putEmpresa: (fields: Parameters<typeof anEmpresa>[0] & { empresaid: string }) =>
      store.put('empresas', anEmpresa(fields)),
    /** The history's acts on a guest, oldest first. */
    linhasOf: (alvo: string) =>
      store
        .all('historico')
        .filter((linha) => linha.alvo === alvo)
        .map(({ ato }) => ato),
  }
}

/** A guest registered by the public form, or by a company's link. @returns the credencialid */
export async function aConvidadoOf(
  { credenciais, chaveOf }: Pick<Painel, 'credenciais' | 'chaveOf'>,
  fields: Partial<Cadastro> = {},
  empresaid?: string,
): Promise<string> {
  const cadastro = aCadastro({ nome: 'ANA LIMA', telefone: '65987655432', ...fields })
  const claim = empresaid === undefined ? null : aClaim(empresaid)
  return registered(credenciais, { cadastro, claim, chave: chaveOf(cadastro, empresaid) })
}
