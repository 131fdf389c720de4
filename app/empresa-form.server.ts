import { json } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import {
  createEmpresa,
  OPTIONAL_FIELDS,
  type EmpresaErrors,
  type EmpresaFields,
} from '../server/use-cases/create-empresa.ts'
import { withErrorPage } from './failure.server.ts'

/** The form of a new company shown again, and why. */
export interface RefusedEmpresa {
  values: EmpresaFields
  errors: EmpresaErrors
  /** The company that is there already; null where another thing is wrong. */
  known: { empresaid: string; nome: string } | null
}

const NO_FIELDS = Object.fromEntries(
  ['nome', 'icredencial', 'empresaid', ...OPTIONAL_FIELDS].map((field) => [field, '']),
) as EmpresaFields

/**
 * Stores the company a form describes.
 * @returns its id, or the form again as an answer
 */
export async function empresaCreated(
  services: Services,
  form: FormData,
  autor: Autor,
): Promise<string | ReturnType<typeof json<RefusedEmpresa>>> {
  const values = { ...NO_FIELDS }
  for (const field of Object.keys(NO_FIELDS) as (keyof EmpresaFields)[]) {
    const typed = form.get(field)
    if (typeof typed === 'string') values[field] = typed
  }
  const creation = await withErrorPage(services, createEmpresa(services, values, autor))
  const refuse = (status: number, errors: EmpresaErrors, known: RefusedEmpresa['known']) =>
    json<RefusedEmpresa>({ values, errors, known }, { status, headers: { 'Cache-Control': 'no-store' } })
  switch (creation.kind) {
    case 'created':
      return creation.empresaid
    case 'invalid':
      return refuse(422, creation.errors, null)
    case 'already-stored': {
      const { empresaid, nome } = creation.empresa
      const field = values.empresaid.trim() === '' ? 'nome' : 'empresaid'
      return refuse(409, { [field]: `${nome} já está cadastrada.` }, { empresaid, nome })
    }
    default:
      return creation satisfies never
  }
}
