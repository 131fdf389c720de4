import type { Services } from '../../server/composition.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { maskTelefone } from '../../server/domain/telefone.ts'
import {
  findRajada,
  listRajadas,
  readWhereabouts,
  undoRajada,
  type Marcado,
  type RajadaQuery,
} from '../../server/use-cases/rajadas.ts'
import { desistenciaTold, shortDayOf, eventTime, momentOf } from '~/shared/event-clock'

/**
 * How much of an address's hash stands in a link: it is unlikely that two begin alike, and then `findRajada` says so.
 */
const ORIGEM_LENGTH = 12

/**
 * Bursts of the last 48 hours, at one company, or of ten and more anywhere, and companies whose small groups are as many
 * together; the newest first.
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
    return { nome, quando: quandoOf(services, from, to), count, href }
  })
  // Many registrations of several addresses at one company, few of each.
  const espalhadas = spreads.reverse().map(({ empresaid: id, nome, from, to, count, origens }) => ({
    nome,
    quando: quandoOf(services, from, to),
    count,
    internets: origens,
    // The company's own groups of two and more; from there, its guests.
    href: `/painel/${empresaid === null ? 'rajadas' : 'convidados'}?empresa=${encodeURIComponent(id)}`,
  }))
  return { rajadas, espalhadas }
}

/** Which burst an address means. @throws Response 404 for what {@link rajadasOf} never wrote */
export function rajadaFrom(request: Request, origem = ''): RajadaQuery {
  const { searchParams } = new URL(request.url)
  const [from, to] = [searchParams.get('de') ?? '', searchParams.get('ate') ?? '']
  const isRajada = origem.length >= ORIGEM_LENGTH && [from, to].every((raw) => /^\d{1,15}$/.test(raw))
  if (!isRajada) throw new Response(null, { status: 404 })
  return { origem, empresaid: searchParams.get('empresa'), from: Number(from), to: Number(to) }
}

/** The guests a burst registered who were not erased since. @throws Response 404 where several addresses are meant */
export async function rajadaOf(services: Services, query: RajadaQuery): Promise<Convidado[]> {
  const found = await findRajada(services, query)
  switch (found.kind) {
    case 'found':
      return found.convidados
    case 'not-found':
      return []
    case 'ambiguous':
      throw new Response(null, { status: 404 })
    default:
      return found satisfies never
  }
}

/** `16/9, das 19h05 às 19h12` */
export function quandoOf({ config }: Pick<Services, 'config'>, from: number, to: number): string {
  const { inicio } = config.evento
  const [begin, end] = [eventTime(inicio, from), eventTime(inicio, to)]
  return `${shortDayOf(inicio, from)}, ${begin === end ? `às ${begin}` : `das ${begin} às ${end}`}`
}

/** What erasing offers: the guests of a burst, who of them is ticked before anybody looks, and the way to the file. */
export async function rajadaShown(services: Services, query: RajadaQuery) {
  const rajada = await readWhereabouts(services, await rajadaOf(services, query))
  const { inicio } = services.config.evento
  const convidados = rajada.map(({ convidado: { credencial, empresa }, dentroDesde, desistencia }) => ({
    credencialid: credencial.credencialid,
    nome: credencial.nome,
    telefone: maskTelefone(credencial.telefone),
    empresa: empresa?.nome ?? null,
    dentro: dentroDesde === null ? null : momentOf(inicio, dentroDesde, services.now()),
    retirada: desistenciaTold(inicio, desistencia, services.now()),
  }))
  const { origem, empresaid, from, to } = query
  const asked = new URLSearchParams({
    origem,
    de: String(from),
    ate: String(to),
    ...(empresaid != null && { empresa: empresaid }),
  })
  return {
    convidados,
    quando: quandoOf(services, from, to),
    empresaid: empresaid ?? null,
    arquivo: `/painel/exportar/rajada.xlsx?${asked.toString()}`,
  }
}

/** What a form that erases ticked. */
export interface RajadaTicked {
  marcados: Marcado[]
  isReturned: boolean
  /** The organiser says that the file is kept. */
  isSaved: boolean
}

/**
 * Reads what was ticked. Who was outside as the page was made is sent as `cadastro`, and stays where they have gone in
 * since; who was inside and ticked all the same as `dentro`.
 */
export function tickedIn(form: FormData): RajadaTicked {
  const marcadosIn = (name: string, isInsideToo: boolean) =>
    form
      .getAll(name)
      .flatMap((id): Marcado[] => (typeof id === 'string' ? [{ credencialid: id, isInsideToo }] : []))
  return {
    marcados: [...marcadosIn('cadastro', false), ...marcadosIn('dentro', true)],
    isReturned: form.get('devolver') === 'sim',
    isSaved: form.get('salvo') === 'sim',
  }
}

type Undone = 'desfeita' | 'desfeita-aos-poucos' | 'menos-dentro' | 'so-dentro' | 'nenhuma'

/** Erases those of a burst who were ticked, and nobody else. @returns what the list of bursts then says */
export async function undone(
  services: Services,
  query: RajadaQuery,
  { marcados, isReturned }: RajadaTicked,
  autorOf: () => Autor,
): Promise<Undone> {
  const ids = new Set((await rajadaOf(services, query)).map(({ credencial }) => credencial.credencialid))
  const those = marcados.filter(({ credencialid }) => ids.has(credencialid))
  const { removed, inside, isMirrored } = await undoRajada(services, those, isReturned, autorOf)
  if (removed === 0) return inside > 0 ? 'so-dentro' : 'nenhuma'
  if (inside > 0) return 'menos-dentro'
  return isMirrored ? 'desfeita' : 'desfeita-aos-poucos'
}
