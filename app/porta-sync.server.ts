import { json, type AppLoadContext } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Aparelho } from '../server/domain/aparelho.ts'
import { parseEnvio, type ParsedEnvio } from '../server/domain/parse-envio.ts'
import type { Recibo, Revogado } from '../server/domain/porta-sync.ts'
import { SYNC } from '../server/route.ts'
import { syncPhone, takeFromRevoked } from '../server/use-cases/sync-phone.ts'
import { isStorageError, RETRY_AFTER } from './failure.server.ts'
import { servicesOf } from './services.server.ts'
import { aparelhoOf, isTeamPost, revogadoOf } from './team.server.ts'

/** What a phone of the door posted, or the status and the sentence it is refused with. */
type ReadEnvio =
  Extract<ParsedEnvio, { kind: 'envio' }> | { kind: 'refused'; status: 400 | 413 | 415; erro: string }

/**
 * Answers what a phone of the door posts: a paired one the {@link Recibo}, a revoked one 403 and {@link Revogado},
 * anybody else 404. Every refusal is JSON: a script reads it.
 */
export async function syncOf(request: Request, context: AppLoadContext): Promise<Response> {
  const services = await servicesOf(context)
  try {
    const aparelho = await aparelhoOf(request, services)
    const revogado = aparelho ? null : await revogadoOf(request, services)
    if ((aparelho ?? revogado) && !isTeamPost(request, context, services))
      return answer({ erro: 'O envio não veio de uma página deste site.' }, 403)
    if (aparelho) return await answerPaired(request, aparelho, services)
    if (revogado) return await answerRevoked(request, revogado, services)
    return answer({ erro: 'Este aparelho não está pareado.' }, 404)
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage failed')
    const erro = 'O armazenamento não respondeu: repetir o envio é seguro.'
    return answer({ erro }, 503, { 'Retry-After': RETRY_AFTER })
  }
}

async function answerPaired(request: Request, aparelho: Aparelho, services: Services): Promise<Response> {
  const read = await readEnvio(request)
  if (read.kind === 'refused') return answer({ erro: read.erro }, read.status)
  return answer(await syncPhone(services, aparelho, read.envio, services.autorOf(aparelho.aparelhoid)), 200)
}

/** Whatever it sent, it is told that it was revoked; otherwise it would keep the list. */
async function answerRevoked(request: Request, aparelho: Aparelho, services: Services): Promise<Response> {
  const read = await readEnvio(request)
  const entradas = read.kind === 'envio' ? read.envio.entradas : []
  const { aparelhoid, revogadoem, pendentes } = aparelho
  const autor = services.autorOf(aparelhoid)
  // Unless another browser has taken its place, the board still shows how much it has not sent.
  if (read.kind === 'envio' && revogadoem !== null && pendentes !== read.envio.porEnviar)
    await services.equipe.notePendentes(aparelhoid, read.envio.porEnviar, services.now())
  return answer(await takeFromRevoked(services, aparelho, entradas, autor), 403)
}

function answer(
  body: Recibo | Revogado | { erro: string },
  status: number,
  headers: Record<string, string> = {},
): Response {
  return json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Reads a posted batch up to its limit: stock remix-serve has not checked its size. */
async function readEnvio(request: Request): Promise<ReadEnvio> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== SYNC.type) return refused(415, 'O envio não é JSON.')
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > SYNC.maxBytes) {
      await reader?.cancel()
      return refused(413, 'O envio é grande demais.')
    }
    chunks.push(read.value)
  }
  const raw = parsed(Buffer.concat(chunks))
  if (!raw) return refused(400, 'O envio não é JSON.')
  const envio = parseEnvio(raw.value)
  return envio.kind === 'envio' ? envio : refused(400, envio.reason)
}

/** Null for anything but JSON in UTF-8. */
function parsed(bytes: Buffer): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return null
  }
}

const refused = (status: 400 | 413 | 415, erro: string): ReadEnvio => ({ kind: 'refused', status, erro })
