import { bytesOf, json, refuseOtherMethods, type RouteArgs, noStore } from '~/shared/remix.server'
import { equipeOf, isEquipePost, keepEquipe, pareadoIn } from '~/shared/equipe.server'
import type { Services } from '../../server/composition.ts'
import { CLOSED_POSTS_PER_MINUTE, type Pareado, type Pareamento } from '../../server/domain/pareamento.ts'
import { parseLote, type ParsedLote, type Resposta, type Revogado } from '../../server/domain/porta-sync.ts'
import { SYNC } from '../../server/route-table.ts'
import { syncPhone, takeFromRevoked } from '../../server/use-cases/sync-phone.ts'
import { servicesOf } from '~/services.server'
import { isStorageError, limitOf, RETRY_AFTER } from '~/shared/failure.server'

/** The door's phones only post here. */
export async function loader({ request, context }: RouteArgs) {
  await equipeOf(request, context)
  throw json(
    { erro: 'Só por POST.' },
    { status: 405, headers: { Allow: 'POST', 'Cache-Control': 'no-store' } },
  )
}

/**
 * Answers a post from a phone of the door: the {@link Resposta} for a paired one, 403 and {@link Revogado}
 * for a revoked one, 429 if it sends too often, 404 for anyone else. Every refusal is JSON, because a script
 * reads it.
 */
export async function action({ request, context }: RouteArgs): Promise<Response> {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  try {
    const pareado = await pareadoIn(request.headers.get('Cookie'), services)
    if (!pareado) return answer({ erro: 'Este aparelho não está pareado.' }, 404)
    if (!isEquipePost(request, context, services))
      return answer({ erro: 'O envio não veio de uma página deste site.' }, 403)
    const { pareamento } = pareado
    return pareamento.fechadoem === null
      ? await answerPaired(request, pareado, services)
      : await answerClosed(request, pareamento, services)
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage failed')
    const erro = 'O armazenamento não respondeu: repetir o envio é seguro.'
    return answer({ erro }, 503, { 'Retry-After': RETRY_AFTER })
  }
}

/** How often a sending phone gets a new cookie, in milliseconds: as often as it is recorded as seen. */
const KEPT_MS = 60_000

async function answerPaired(request: Request, pareado: Pareado, services: Services): Promise<Response> {
  const read = await readLote(request)
  if (read.kind === 'refused') return answer({ erro: read.erro }, read.status)
  const autor = services.autorOf(pareado.aparelho.aparelhoid)
  const isDue = services.now() - (pareado.pareamento.enviouem ?? 0) >= KEPT_MS
  const kept = isDue ? await keepEquipe(request, services) : {}
  return answer(await syncPhone(services, pareado, read.lote, autor), 200, kept)
}

/** The server in front also counts them, before it reads the body. */
const limit = limitOf({ points: CLOSED_POSTS_PER_MINUTE, duration: 60 })

/** Whatever it sent, the phone learns that it was revoked; otherwise it would keep the list. */
async function answerClosed(request: Request, pareamento: Pareamento, services: Services): Promise<Response> {
  const wait = await limit.count(pareamento.segredo, services)
  if (wait > 0) return answer({ erro: 'São envios demais: espere.' }, 429, { 'Retry-After': String(wait) })
  const read = await readLote(request)
  if (read.kind === 'refused')
    return answer({ revogadoem: pareamento.fechadoem ?? 0, guardadas: [], recusadas: [], retidas: 0 }, 403)
  const autor = services.autorOf(pareamento.aparelhoid)
  return answer(await takeFromRevoked(services, pareamento, read.lote, autor), 403)
}

function answer(
  body: Resposta | Revogado | { erro: string },
  status: number,
  headers: Record<string, string> = {},
): Response {
  return noStore(body, status, headers)
}

/** What a phone of the door posted, or the status and sentence that refuse it. */
type ReadLote =
  | Extract<ParsedLote, { kind: 'lote' }>
  | { kind: 'refused'; status: 400 | 413 | 415; erro: string }

/** Reads a posted batch up to its limit. */
async function readLote(request: Request): Promise<ReadLote> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== SYNC.type) return refused(415, 'O envio não é JSON.')
  const bytes = await bytesOf(request, SYNC.maxBytes)
  if (!bytes) return refused(413, 'O envio é grande demais.')
  const raw = parsed(bytes)
  if (!raw) return refused(400, 'O envio não é JSON.')
  const lote = parseLote(raw.value)
  return lote.kind === 'lote' ? lote : refused(400, lote.reason)
}

/** Null for anything but JSON in UTF-8. */
function parsed(bytes: Buffer): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return null
  }
}

const refused = (status: 400 | 413 | 415, erro: string): ReadLote => ({ kind: 'refused', status, erro })
