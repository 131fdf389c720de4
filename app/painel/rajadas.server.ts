import type { Services } from '../../server/composition.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import { findRajada, listRajadas, type RajadaQuery } from '../../server/use-cases/rajadas.ts'
import { shortDayOf, eventTime } from '~/shared/event-clock'
import { countOf } from '~/shared/words'

/**
 * How much of an address's hash goes into a link. Two hashes are unlikely to begin alike; if they do,
 * `findRajada` says so.
 */
const ORIGEM_LENGTH = 12

/**
 * Bursts of the last 48 hours, newest first: of two or more at one company, or of ten or more anywhere.
 * Companies whose small groups add up to ten are listed too.
 */
export async function rajadasOf(services: Services, empresaid: string | null) {
  const { rajadas: found, spreads } = await listRajadas(services, empresaid)
  const rajadas = found.reverse().map(({ origem, nome, from, to, count, ...rajada }) => {
    const query = new URLSearchParams({
      ...(rajada.empresaid !== null && { empresa: rajada.empresaid }),
      de: String(from),
      ate: String(to),
    })
    const href = `/painel/rajadas/${encodeURIComponent(origem.slice(0, ORIGEM_LENGTH))}?${query.toString()}`
    return {
      nome: nome ?? 'Formulário público',
      quando: quandoOf(services, from, to),
      cadastros: countOf(count, 'cadastro', 'cadastros'),
      href,
    }
  })
  // Many registrations at one company from several addresses, few from each.
  const espalhadas = spreads.reverse().map(({ empresaid: id, nome, from, to, count, origens }) => ({
    nome: empresaid === null ? nome : 'Ver os convidados',
    quando: quandoOf(services, from, to),
    cadastros: `${count} cadastros, ${origens} internets`,
    // From the list of all companies, to this company's groups of two or more; from there, to its guests.
    href: `/painel/${empresaid === null ? 'rajadas' : 'convidados'}?empresa=${encodeURIComponent(id)}`,
  }))
  return { rajadas, espalhadas }
}

/**
 * Reads which burst an address means.
 * @throws Response 404 for an address that {@link rajadasOf} never wrote
 */
export function rajadaFrom(request: Request, origem = ''): RajadaQuery {
  const { searchParams } = new URL(request.url)
  const [from, to] = [searchParams.get('de') ?? '', searchParams.get('ate') ?? '']
  const isRajada = origem.length >= ORIGEM_LENGTH && [from, to].every((raw) => /^\d{1,15}$/.test(raw))
  if (!isRajada) throw new Response(null, { status: 404 })
  return { origem, empresaid: searchParams.get('empresa'), from: Number(from), to: Number(to) }
}

/**
 * The guests a burst registered who have not been erased.
 * @throws Response 404 if several addresses match
 */
export async function rajadaOf(services: Services, query: RajadaQuery): Promise<Convidado[]> {
  const found = await findRajada(services, query)
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/** `16/9, das 19h05 às 19h12` */
export function quandoOf({ config }: Pick<Services, 'config'>, from: number, to: number): string {
  const { inicio } = config.evento
  const [begin, end] = [eventTime(inicio, from), eventTime(inicio, to)]
  return `${shortDayOf(inicio, from)}, ${begin === end ? `às ${begin}` : `das ${begin} às ${end}`}`
}
