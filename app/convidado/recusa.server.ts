import type { Services } from '../../server/composition.ts'
import { ACOMPANHANTES } from '../../server/domain/acompanhantes.ts'
import type { CadastroErrors } from '../../server/domain/cadastro.ts'
import { isOfHouse } from '../../server/domain/casa.ts'
import type { Empresa } from '../../server/domain/empresa.ts'
import { parseCodigo } from '../../server/domain/signed-text.ts'
import type { RegistrationResult } from '../../server/use-cases/registration.ts'
import {
  conviteOf,
  fieldsFor,
  perguntasFor,
  publicOf,
  unnamed,
  type Convite,
} from '~/convidado/cadastro.server'
import { isBrokenEmpresa, isStorageError, PACE_RETRY_AFTER, RETRY_AFTER } from '~/shared/failure.server'
import { noStore } from '~/shared/remix.server'
import { countOf } from '~/shared/words'

/** Why the form is shown again. */
type Refusal =
  | { kind: 'invalid'; errors: CadastroErrors }
  | { kind: 'limit-reached' | 'telefone-known' }
  | { kind: 'not-saved'; message: string }

/** A registration that was not saved, or may not have been. Sending it again is safe. */
type NotSaved = ReturnType<typeof explainNotSaved>

type Unregistered = NotSaved | Exclude<RegistrationResult, { kind: 'registered' | 'closed' | 'malformed' }>

/** What a failed registration tells the guest. Nothing the guest typed is lost. */
export function explainNotSaved(err: unknown, form: [string, unknown][], services: Services) {
  services.log.error({ err }, 'registration not saved')
  const typed = (name: string) => {
    const value = form.find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : ''
  }
  return {
    kind: 'not-saved' as const,
    status: isStorageError(err) ? 503 : 500,
    message: isBrokenEmpresa(err)
      ? 'O cadastro não foi salvo: os dados desta empresa estão com defeito. Avise a organização.'
      : 'O cadastro não foi salvo: o sistema não respondeu. Toque em CONFIRMAR de novo; não haverá cadastro repetido.',
    values: { nome: typed('nome'), telefone: typed('telefone'), email: typed('email') },
    nomes: ACOMPANHANTES.map(typed).filter((nome) => nome !== ''),
    pagador: {
      empresaid: services.parseEmpresaid(typed('empresaid')),
      codigo: parseCodigo(typed('convite')),
    },
  }
}

/** The answer that shows the form again. It contains what someone typed, so it is never cached. */
export async function refuseCadastro(result: Unregistered, form: [string, unknown][], services: Services) {
  const { values, nomes } = result
  const refuse = (status: number, refusal: Refusal, convite: Convite | null, retryAfter?: string) =>
    noStore(
      {
        ...refusal,
        values,
        convite,
        acompanhantes: fieldsFor(convite, nomes),
        perguntas: perguntasFor(services, form),
      },
      status,
      retryAfter ? { 'Retry-After': retryAfter } : {},
    )
  const notSaved = (message: string): Refusal => ({ kind: 'not-saved', message })
  const payerOf = async ({ codigo, empresa }: { codigo: string | null; empresa: Empresa }) =>
    codigo === null ? publicOf(empresa) : conviteOf({ empresaid: null, codigo }, services)
  switch (result.kind) {
    case 'invalid': {
      const { kind, errors } = result
      return refuse(422, { kind, errors }, await conviteOf(result, services))
    }
    case 'limit-reached': {
      const { kind, left } = result
      return refuse(409, left > 0 ? tooMany(left, nomes) : { kind }, await payerOf(result))
    }
    case 'telefone-known':
      return refuse(409, { kind: result.kind }, await payerOf(result))
    case 'pace-exceeded': {
      const why = `Muitos convites de ${result.empresa.nome} foram pedidos agora pela mesma internet que você usa.`
      const refusal = notSaved(`${why} Aguarde um momento e toque em CONFIRMAR de novo.`)
      return refuse(429, refusal, publicOf(result.empresa), PACE_RETRY_AFTER)
    }
    case 'link-closed': {
      const whose = isOfHouse(result.empresa) ? 'deste evento' : `de ${result.empresa.nome}`
      const why = `O cadastro não foi salvo: os convites ${whose} são pessoais.`
      const refusal = notSaved(`${why} Use o link que você recebeu, ou peça um a quem convidou você.`)
      return refuse(409, refusal, publicOf(result.empresa))
    }
    case 'convite-spent': {
      // The code stays in the form, so that it is refused again: without it the guest would register on the
      // public form.
      const pagador = { empresaid: null, codigo: result.codigo }
      if (result.left) return refuse(409, tooMany(result.left, nomes), await conviteOf(pagador, services))
      return refuse(409, notSaved(SPENT), unnamed(pagador, 0))
    }
    case 'empresa-not-found':
      return refuse(404, notSaved(NO_EMPRESA), null)
    case 'not-saved': {
      const { status, message, pagador } = result
      return refuse(status, notSaved(message), unnamed(pagador), status === 503 ? RETRY_AFTER : undefined)
    }
    default:
      return result satisfies never
  }
}

/** Fewer places are left than names were typed: the error is at the first name that does not fit. */
function tooMany(left: number, nomes: string[]): Refusal {
  const restam = left === 1 ? 'Resta 1 lugar' : `Restam ${left} lugares`
  const typed = countOf(nomes.length + 1, 'nome', 'nomes')
  const message = `${restam} e você escreveu ${typed}, contando o seu. Apague quem não couber e toque em CONFIRMAR de novo: ninguém foi cadastrado ainda.`
  return { kind: 'invalid', errors: { [ACOMPANHANTES[left - 1] ?? '']: message } }
}

const SPENT =
  'O cadastro não foi salvo: este convite já foi usado ou não vale mais. Peça outro a quem convidou você.'
const NO_EMPRESA =
  'O cadastro não foi salvo: a empresa deste convite não existe mais. Toque em CONFIRMAR para se cadastrar sem ela.'
