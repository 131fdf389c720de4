import type { Services } from '../server/composition.ts'
import type { HistoricoQuery } from '../server/domain/historico.ts'
import { tellHistorico, type Cursor, type HistoricoPage } from '../server/use-cases/tell-historico.ts'
import { alvoOf, type Alvo } from './alvo.server.ts'
import { whatWasDone } from './what-was-done.server.ts'
import { aparelhoIn } from './historico-names.server.ts'
import { shortDayOf, dayToldOf, eventTime } from '~/components/event-clock'

/** An act as it is shown. */
export interface Linha {
  id: string
  /** `Hoje, 16 de setembro` */
  dia: string
  /** `16/9` */
  data: string
  /** `19h41` */
  hora: string
  /** The instant, for machines. */
  iso: string
  what: string
  quem: string
  alvo: Alvo
}

/** Acts as they are shown, newest first, and where the older ones begin. @throws StorageError */
export async function linhasOf(
  services: Services,
  query: HistoricoQuery,
): Promise<{ lines: Linha[]; next: string | null }> {
  const page = await tellHistorico(services, query)
  const { inicio } = services.config.evento
  const now = services.now()
  const lines = page.feitos.map((feito) => ({
    id: feito.historicoid,
    dia: dayToldOf(inicio, feito.em, now),
    data: shortDayOf(inicio, feito.em),
    hora: eventTime(inicio, feito.em),
    iso: new Date(feito.em).toISOString(),
    what: whatWasDone(feito, page),
    quem: quemIn(page, feito.quem),
    alvo: alvoOf(feito, page, services),
  }))
  return { lines, next: page.next && `${page.next.em}.${page.next.historicoid}` }
}

/** Reads where a page begins, as {@link linhasOf} wrote it; null for the newest acts, and for anything else. */
export function cursorFrom(raw: string | null): Cursor | null {
  const [, em, historicoid] = /^(\d{1,15})\.(.{1,100})$/.exec(raw ?? '') ?? []
  return em === undefined || historicoid === undefined ? null : { em: Number(em), historicoid }
}

/** Authors without a paired browser, as `server/domain/historico.ts` has them. */
const OUTROS: Record<string, string> = {
  cli: 'linha de comando',
  mesa: 'quem cuida da mesa',
  convidado: 'o convidado',
}

const quemIn = (page: HistoricoPage, quem: string) => OUTROS[quem] ?? aparelhoIn(page, quem)
