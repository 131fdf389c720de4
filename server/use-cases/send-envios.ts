import {
  isOffered,
  isOutdated,
  type Abertura,
  type Destino,
  type Dito,
  type EnvioRepo,
} from '../domain/envio.ts'
import type { Autor } from '../domain/historico.ts'
import { invitedTo, type EnvioParts } from './devidas.ts'
import { arrangeFila, type Fila, type Linha } from './envios.ts'
import { inTurns } from './event-loop.ts'
import type { ConvitePessoal, EstadoDoConvite } from '../domain/convite-pessoal.ts'

/**
 * Takes the next row of a queue for a device: first one it already has, then one of a named company, if any.
 * @param after the row that was just skipped, which must not follow itself
 * @returns null when nothing is left for it
 */
export async function takeNext(
  envios: Pick<EnvioRepo, 'take'>,
  fila: Fila,
  { empresaid = null, after = null }: { empresaid?: string | null; after?: string | null },
  autor: Autor,
): Promise<Destino | null> {
  const rank = ({ situacao, empresa }: Linha) =>
    situacao.kind === 'com-alguem'
      ? 0
      : situacao.kind === 'pulado'
        ? 3
        : empresa?.empresaid === empresaid
          ? 1
          : 2
  const ranked: [Destino[], Destino[], Destino[], Destino[]] = [[], [], [], []]
  await inTurns(fila.porEnviar, (linha) => {
    if (linha.para !== after && isOffered(linha.situacao, autor.quem))
      ranked[rank(linha)].push(destinoOf(linha))
  })
  return envios.take(ranked.flat(), autor)
}

/** The fields of a row that acts need, without those only shown. */
const destinoOf = ({ tipo, para, versao, numero, outras, desde }: Linha): Destino => {
  const juntos = outras.length > 0 ? { juntos: outras.map((devida) => devida.para) } : {}
  return { tipo, para, versao, numero, ...juntos, desde }
}

/** What became of an act on one row; `not-due`: the message is no longer due. */
type OnLinha<Outcome> = Outcome | { kind: 'not-due' }

/** The row of a message, also by another invitation that goes with it. */
export const linhaIn = ({ linhas }: Fila, para: string): Linha | null =>
  linhas.find((linha) => [linha, ...linha.outras].some((devida) => devida.para === para)) ?? null

/** enviar, to whoever has a number. @param isForced even if somebody else has the row, or it is done */
export async function openLinha(
  envios: Pick<EnvioRepo, 'open'>,
  fila: Fila,
  { para, isForced }: { para: string; isForced: boolean },
  autor: Autor,
): Promise<OnLinha<Abertura>> {
  const linha = linhaIn(fila, para)
  if (typeof linha?.digits !== 'string') return { kind: 'not-due' }
  return envios.open(destinoOf(linha), isForced, autor)
}

/**
 * Notes what is reported of a row.
 * @returns the company it belongs to; `outdated`: the message is outdated, and due again
 */
export async function tellLinha(
  envios: Pick<EnvioRepo, 'tell'>,
  fila: Fila,
  { para, dito }: { para: string; dito: Dito },
  autor: Autor,
): Promise<OnLinha<{ kind: 'told'; empresaid: string | null } | { kind: 'outdated' }>> {
  const linha = linhaIn(fila, para)
  if (!linha) return { kind: 'not-due' }
  if (dito === 'enviado' && isOutdated(linha.situacao)) return { kind: 'outdated' }
  await envios.tell(destinoOf(linha), dito, autor)
  return { kind: 'told', empresaid: linha.empresa?.empresaid ?? null }
}

/** A table and its personal invitations, as they were typed. */
export interface MesaDosConvites {
  empresaid: string
  nome: string
  convites: (Pick<ConvitePessoal, 'codigo' | 'rotulo' | 'telefone' | 'lugares'> & {
    estado: EstadoDoConvite
  })[]
}

/** Above this many rows, all of the kind are read at once, which on Firestore are 64 documents at most. */
const FEW = 32

/**
 * Computes a table's own queue: its unused invitations, and the situation of each. They are also rows of the
 * organisation's queue. The organiser who sent one is not named.
 * @throws StorageError
 */
export async function readFilaDaMesa(
  { envios, now, numeroOf }: Pick<EnvioParts, 'envios' | 'now' | 'numeroOf'>,
  { empresaid, nome, convites }: MesaDosConvites,
): Promise<Fila> {
  const devidas = convites
    .filter(({ estado }) => estado === 'novo')
    .map((convite) => invitedTo({ empresaid, nome }, convite, { numeroOf }))
  const stored =
    devidas.length > FEW
      ? await envios.list('pessoal')
      : await Promise.all(devidas.map(({ para }) => envios.find('pessoal', para)))
  return arrangeFila(
    'pessoal',
    devidas,
    stored.filter((envio) => envio !== null),
    now(),
  )
}
