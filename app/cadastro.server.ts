import { json } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { CadastroErrors, CadastroValues } from '../server/domain/cadastro.ts'
import type { RegistrationResult } from '../server/use-cases/registration.ts'
import { isBrokenEmpresa, isStorageError, PACE_RETRY_AFTER, RETRY_AFTER } from './failure.server.ts'
import type { ConviteSession } from './session.server.ts'

/** The company whose invitation pays; `nome` is null when storage does not tell it now. */
export interface Convite {
  empresaid: string
  nome: string | null
}

/** The form shown again with what was typed, and why. */
export type FormAgain = { values: CadastroValues; convite: Convite | null } & (
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
  empresaid: string | null
}

type Unfinished =
  | NotSaved
  | Extract<RegistrationResult, { kind: 'invalid' | 'limit-reached' | 'pace-exceeded' | 'empresa-not-found' }>

/**
 * Whose invitation the form is for: the live hold last claimed in this browser. While storage does not answer, the
 * company the session was marked with: the registration itself decides.
 */
export async function findHeld(session: ConviteSession, services: Services): Promise<Convite | null> {
  const sid = session.get('sid')
  if (sid === undefined) return null
  const ativo = session.get('ativo')
  try {
    const holds = await services.empresas.findHolds(sid, services.now())
    const hold = holds.find(({ empresa }) => empresa.empresaid === ativo) ?? holds[0]
    return hold ? { empresaid: hold.empresa.empresaid, nome: hold.empresa.nome } : null
  } catch (err) {
    services.log.error({ err }, 'holds could not be read')
    return ativo === undefined ? null : { empresaid: ativo, nome: null }
  }
}

/** The posted fields, in the order they came. */
export async function formOf(request: Request): Promise<[string, unknown][]> {
  return [...(await request.formData()).entries()]
}

/** What a failed registration tells the guest. Whatever failed, nothing typed is lost. */
export function explainNotSaved(err: unknown, form: [string, unknown][], services: Services): NotSaved {
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
    empresaid: services.parseEmpresaid(typed('empresaid')),
  }
}

/** The answer that shows the form again. It shows what a person typed, so nobody keeps it. */
export async function formAgain(result: Unfinished, services: Services) {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  switch (result.kind) {
    case 'invalid': {
      const { kind, errors, values, empresaid } = result
      return json<FormAgain>(
        { kind, errors, values, convite: await conviteOf(empresaid, services) },
        { status: 422, headers },
      )
    }
    case 'limit-reached': {
      const { empresaid, nome } = result.empresa
      return json<FormAgain>(
        { kind: result.kind, values: result.values, convite: { empresaid, nome } },
        { status: 409, headers },
      )
    }
    case 'pace-exceeded': {
      const { empresaid, nome } = result.empresa
      const message = `Muitos convites de ${nome} foram pedidos agora pela mesma internet que você usa. Aguarde um momento e toque em CONFIRMAR de novo.`
      headers.set('Retry-After', PACE_RETRY_AFTER)
      return json<FormAgain>(
        { kind: 'not-saved', message, values: result.values, convite: { empresaid, nome } },
        { status: 429, headers },
      )
    }
    case 'empresa-not-found': {
      const message =
        'O cadastro não foi salvo: a empresa deste convite não existe mais. Toque em CONFIRMAR para se cadastrar sem ela.'
      return json<FormAgain>(
        { kind: 'not-saved', message, values: result.values, convite: null },
        { status: 404, headers },
      )
    }
    case 'not-saved': {
      const { kind, status, message, values, empresaid } = result
      if (status === 503) headers.set('Retry-After', RETRY_AFTER)
      return json<FormAgain>(
        { kind, message, values, convite: empresaid === null ? null : { empresaid, nome: null } },
        { status, headers },
      )
    }
    default:
      return result satisfies never
  }
}

async function conviteOf(empresaid: string | null, services: Services): Promise<Convite | null> {
  if (empresaid === null) return null
  const found = await services.empresas.find(empresaid, services.now()).catch(() => null)
  return { empresaid, nome: found?.empresa.nome ?? null }
}
