import { json } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { CadastroErrors, CadastroValues, Pagador } from '../server/domain/cadastro.ts'
import { parseCodigo } from '../server/domain/codigo.ts'
import type { RegistrationResult } from '../server/use-cases/registration.ts'
import { isBrokenEmpresa, isStorageError, PACE_RETRY_AFTER, RETRY_AFTER } from './failure.server.ts'
import { conviteOf, publicOf, unnamed, type Convite } from './pagador.server.ts'

/** The form shown again with what was typed, and why. */
export type RefusedCadastro = { values: CadastroValues; convite: Convite | null } & (
  | { kind: 'invalid'; errors: CadastroErrors }
  | { kind: 'limit-reached' }
  | { kind: 'not-saved'; message: string }
)

/** A registration that was not saved, or may not have been. Sending it again is safe. */
export interface NotSaved {
  kind: 'not-saved'
  status: 404 | 500 | 503
  message: string
  values: CadastroValues
  pagador: Pagador
}

type Unregistered =
  | NotSaved
  | Extract<
      RegistrationResult,
      {
        kind:
          | 'invalid'
          | 'limit-reached'
          | 'pace-exceeded'
          | 'link-closed'
          | 'convite-spent'
          | 'empresa-not-found'
      }
    >

/** The posted fields, in the order they came. */
export async function formOf(request: Request): Promise<[string, unknown][]> {
  return [...(await request.formData()).entries()]
}

/** What a failed registration tells the guest. Nothing that was typed is lost. */
export function explainNotSaved(
  err: unknown,
  form: [string, unknown][],
  services: Pick<Services, 'log' | 'parseEmpresaid'>,
): NotSaved {
  services.log.error({ err }, 'registration not saved')
  const typed = (name: string) => {
    const value = form.find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : ''
  }
  return {
    kind: 'not-saved',
    status: isStorageError(err) ? 503 : 500,
    message: isBrokenEmpresa(err)
      ? 'O cadastro não foi salvo: os dados desta empresa estão com defeito. Avise a organização.'
      : 'O cadastro não foi salvo: o sistema não respondeu. Toque em CONFIRMAR de novo; não haverá cadastro repetido.',
    values: { nome: typed('nome'), telefone: typed('telefone'), email: typed('email') },
    pagador: {
      empresaid: services.parseEmpresaid(typed('empresaid')),
      codigo: parseCodigo(typed('convite')),
    },
  }
}

/** The answer that shows the form again. It contains what a person typed, so it is never cached. */
export async function refuseCadastro(result: Unregistered, services: Services) {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const refuse = (status: number, shown: RefusedCadastro) => json<RefusedCadastro>(shown, { status, headers })
  const refuseSaying = (status: number, message: string, convite: Convite | null) =>
    refuse(status, { kind: 'not-saved', message, values: result.values, convite })
  switch (result.kind) {
    case 'invalid': {
      const { kind, errors, values } = result
      return refuse(422, { kind, errors, values, convite: await conviteOf(result, services) })
    }
    case 'limit-reached': {
      const { kind, values } = result
      return refuse(409, { kind, values, convite: publicOf(result.empresa) })
    }
    case 'pace-exceeded': {
      const { nome } = result.empresa
      const message = `Muitos convites de ${nome} foram pedidos agora pela mesma internet que você usa. Aguarde um momento e toque em CONFIRMAR de novo.`
      headers.set('Retry-After', PACE_RETRY_AFTER)
      return refuseSaying(429, message, publicOf(result.empresa))
    }
    case 'link-closed': {
      const { nome } = result.empresa
      const message = `O cadastro não foi salvo: os convites de ${nome} são pessoais. Use o link que você recebeu, ou peça um a quem convidou você.`
      return refuseSaying(409, message, publicOf(result.empresa))
    }
    case 'convite-spent': {
      const message =
        'O cadastro não foi salvo: este convite já foi usado ou não vale mais. Peça outro a quem convidou você.'
      // The code stays in the form, which is then refused again: without it the guest would register on the public form.
      return refuseSaying(409, message, unnamed({ empresaid: null, codigo: result.codigo }))
    }
    case 'empresa-not-found': {
      const message =
        'O cadastro não foi salvo: a empresa deste convite não existe mais. Toque em CONFIRMAR para se cadastrar sem ela.'
      return refuseSaying(404, message, null)
    }
    case 'not-saved':
      if (result.status === 503) headers.set('Retry-After', RETRY_AFTER)
      return refuseSaying(result.status, result.message, unnamed(result.pagador))
    default:
      return result satisfies never
  }
}
