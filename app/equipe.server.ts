import type { Services } from '../server/composition.ts'
import {
  isLastOrganiser,
  stateOfAparelho,
  type Aparelho,
  type EstadoDoAparelho,
  type Papel,
} from '../server/domain/aparelho.ts'
import { eventTime } from '~/components/event-clock'
import { seenAt } from '~/components/seen-at'
import { absoluteUrl } from './absolute-url.server.ts'
import { qrOf, type Qr } from './qr.server.ts'
import { equipeByWhatsapp } from './whatsapp.server.ts'

/** A row of the team's table. */
export interface Member {
  aparelhoid: string
  nome: string
  papel: Papel
  estado: EstadoDoAparelho
  /** `20h12`: until when a code pairs, or when the browser was revoked; null where neither matters. */
  hora: string | null
  /** When it last asked for anything: `há 12 min`; null before it did. */
  visto: string | null
  /** Whether the page is shown in this one. */
  isThis: boolean
  /** Whether without this one only the command line opens the board. */
  isLast: boolean
}

/** An open invitation whose code this browser made. */
export interface NewConvite {
  aparelhoid: string
  nome: string
  papel: Papel
  codigo: string
  qr: Qr
  whatsapp: string
  /** `20h12` */
  ate: string
}

/** The team as its page shows it. An invitation that was cancelled before anybody used it leaves no row. */
export function membrosOf(
  aparelhos: Aparelho[],
  own: Aparelho,
  services: Pick<Services, 'config' | 'now'>,
): Member[] {
  const now = services.now()
  const { inicio } = services.config.evento
  return aparelhos
    .filter(({ revogadoem, pareadoem }) => revogadoem === null || pareadoem !== null)
    .map((aparelho) => {
      const { aparelhoid, nome, papel, vistoem } = aparelho
      const at = aparelho.revogadoem ?? (aparelho.segredo === null ? aparelho.codigoate : null)
      return {
        ...{ aparelhoid, nome, papel, estado: stateOfAparelho(aparelho, now) },
        hora: at === null ? null : eventTime(inicio, at),
        visto: vistoem === null ? null : seenAt(inicio, vistoem, now),
        isThis: aparelhoid === own.aparelhoid,
        isLast: isLastOrganiser(aparelhos, aparelhoid),
      }
    })
}

/** The invitations this browser made that are still open, the newest first. */
export function convitesOf(
  aparelhos: Aparelho[],
  codes: string[],
  request: Request,
  services: Pick<Services, 'codigoOf' | 'config' | 'now'>,
): NewConvite[] {
  const now = services.now()
  const { evento } = services.config
  return [...codes].reverse().flatMap((codigo) => {
    const hash = services.codigoOf(codigo)
    const aparelho = aparelhos.find((one) => one.codigo === hash)
    if (!aparelho || stateOfAparelho(aparelho, now) !== 'open') return []
    const { aparelhoid, nome, papel, codigoate } = aparelho
    const link = absoluteUrl(`/equipe/${codigo}`, request, services)
    const ate = eventTime(evento.inicio, codigoate)
    const whatsapp = equipeByWhatsapp(evento, link, ate)
    return [{ aparelhoid, nome, papel, codigo, qr: qrOf(link), whatsapp, ate }]
  })
}
