import type { Autor } from './historico.ts'

/**
 * The messages sent by WhatsApp: the panel's link to a company's holder (`para` is an empresaid), a personal
 * invitation and `relance`, the reminder to answer it (a codigo), the reminder before the day, a change of
 * the event, and the certificate afterwards (a credencialid). {@link sobreOf} says who is told of a change.
 */
export const TIPOS = ['mesa', 'pessoal', 'relance', 'lembrete', 'mudanca', 'certificado'] as const
export type Tipo = (typeof TIPOS)[number]

export const TIPOS_DO_CONVIDADO = ['lembrete', 'mudanca', 'certificado'] as const satisfies Tipo[]

/**
 * Whether messages of a kind are sent now. `cedo`: certificates wait until the event has ended. `passou`:
 * invitations no longer register anybody, the event is over, the day of the erasure has come, or there is no
 * event.
 */
export type Prazo = 'cedo' | 'agora' | 'passou'

/**
 * Notes stored with the messages that are not messages: that a guest's label was printed, and that a sheet
 * was marked by mistake (`desmarcada`; its `para` is when the sheet was made). One such row discounts all
 * that the sheet marked, however many labels it has.
 */
export const GUARDADOS = [...TIPOS, 'etiqueta', 'desmarcada'] as const
export type Guardado = (typeof GUARDADOS)[number]

export type DeAlguem = Exclude<Guardado, 'desmarcada'>

/** The kinds of records that notes are about. */
export type Sobre = 'empresas' | 'convites' | 'credenciais'

const SOBRE: Record<DeAlguem, Sobre> = {
  mesa: 'empresas',
  pessoal: 'convites',
  relance: 'convites',
  lembrete: 'credenciais',
  mudanca: 'credenciais',
  certificado: 'credenciais',
  etiqueta: 'credenciais',
}

/** A change is told to all who know of the event: what its `para` begins with tells them apart. */
const MUDANCA_PARA: Record<Sobre, string> = { empresas: 'mesa:', convites: 'convite:', credenciais: '' }

export const mudancaPara = (kind: Sobre, id: string) => MUDANCA_PARA[kind] + id

/** The record that a note is about. */
export function sobreOf({ tipo, para }: { tipo: DeAlguem; para: string }): { kind: Sobre; id: string } {
  for (const kind of ['empresas', 'convites'] as const)
    if (tipo === 'mudanca' && para.startsWith(MUDANCA_PARA[kind]))
      return { kind, id: para.slice(MUDANCA_PARA[kind].length) }
  return { kind: SOBRE[tipo], id: para }
}

/** All notes that may be about a record: they are erased with it. */
export const notasOf = (kind: Sobre, id: string): { tipo: DeAlguem; para: string }[] => [
  ...GUARDADOS.flatMap((tipo) =>
    tipo !== 'desmarcada' && tipo !== 'mudanca' && SOBRE[tipo] === kind ? [{ tipo, para: id }] : [],
  ),
  { tipo: 'mudanca', para: mudancaPara(kind, id) },
]

/**
 * How far a message got. We know that WhatsApp was opened; only the sender knows that the message left.
 * `pego`: shown on one device until `ate`; `aberto`: WhatsApp was opened; `enviado`: the sender said it left;
 * `pulado`: moved to the end of the queue; `em-maos`: told in another way; `sem-whatsapp` and `recusado`: not
 * to be sent.
 */
export const ESTADOS = ['pego', 'aberto', 'enviado', 'pulado', 'em-maos', 'sem-whatsapp', 'recusado'] as const
export type Estado = (typeof ESTADOS)[number]

/** A message that is due, its recipient and what it links to now. Computed; stored only once it is taken. */
export interface Destino {
  tipo: Tipo
  para: string
  /** The versao of the link in the message; 0 for a link without one. */
  versao: number
  /** A keyed hash of the number; empty text when none is stored. */
  numero: string
  /** Other invitations that the same message is about, as their `para`: one message a number. */
  juntos?: string[]
  /** Notes before this instant belong to an earlier message. Absent when there is only one. */
  desde?: number | undefined
}

/** What became of one message. It holds neither the text nor a name, and is erased with its recipient. */
export interface Envio extends Omit<Destino, 'tipo' | 'juntos' | 'desde'> {
  tipo: Guardado
  estado: Estado
  /** When it got into that state, in milliseconds since the epoch. */
  em: number
  /** An aparelhoid, or `MESA` for the holder's own panel. */
  quem: string
  /** Until when a `pego` is kept for its device; null in any other state. */
  ate: number | null
}

/** The content of a guest's label that may change. */
export interface Impressa {
  credencialid: string
  /** A keyed hash of name, company and table. */
  impresso: string
  /** The versao of the code on it; {@link SEM_CODIGO} for a label without one. */
  versao: number
}

export const SEM_CODIGO = -1

/** What became of Marcar como impressas; nothing is noted for a sheet that was unmarked before. */
export type Marcacao = { kind: 'marcada' } | { kind: 'desmarcada' }

/** The labels noted as printed, without those of sheets that were unmarked. */
export function impressasIn(etiquetas: Envio[], desmarcadas: Envio[]): Envio[] {
  const undone = new Set(desmarcadas.map(({ para }) => para))
  return etiquetas.filter(({ em }) => !undone.has(String(em)))
}

/** Tells whether the guest needs a label: none was printed, or it differs from one printed now. */
export function isNova(
  noted: Envio | undefined,
  { impresso, versao }: Omit<Impressa, 'credencialid'>,
): boolean {
  return noted?.numero !== impresso || (versao !== SEM_CODIGO && noted.versao !== versao)
}

/** How long a row stays with the device that took it, in milliseconds. */
export const PEGO_MS = 600_000

/**
 * What can be reported of a row. `nao-foi`: WhatsApp was opened, but the message did not leave; the row goes
 * last in the queue.
 */
export type Dito = Exclude<Estado, 'pego' | 'aberto'> | 'nao-foi'

/** The situation of a row: free, taken by somebody, done, or sent with something that has changed since. */
export type Situacao =
  | { kind: 'livre' }
  /** The event, the link or the number has changed since it was sent or given up. */
  | { kind: 'de-novo'; envio: Envio; change: 'evento' | 'link' | 'numero' }
  | { kind: 'com-alguem'; envio: Envio }
  /** WhatsApp was opened, and nobody has said yet whether the message left. */
  | { kind: 'aberto'; envio: Envio }
  | { kind: 'pulado'; envio: Envio }
  | { kind: 'feito'; envio: Envio }

/** @param envio what is stored for the message; null for nothing */
export function situacaoOf(envio: Envio | null, destino: Destino, now: number): Situacao {
  if (!envio) return { kind: 'livre' }
  const { estado, ate } = envio
  if (estado === 'pego' && now < (ate ?? 0)) return { kind: 'com-alguem', envio }
  if (estado === 'pego') return { kind: 'livre' }
  if (estado !== 'recusado') {
    if (envio.em < (destino.desde ?? 0)) return { kind: 'de-novo', envio, change: 'evento' }
    if (envio.versao !== destino.versao) return { kind: 'de-novo', envio, change: 'link' }
    // Who was told in another way, or chosen in WhatsApp, needs no number.
    const isWithout = estado === 'em-maos' || (estado === 'enviado' && envio.numero === '')
    if (envio.numero !== destino.numero && !isWithout) return { kind: 'de-novo', envio, change: 'numero' }
  }
  if (estado === 'aberto') return { kind: 'aberto', envio }
  if (estado === 'pulado') return { kind: 'pulado', envio }
  return { kind: 'feito', envio }
}

/** Tells whether a device may send a row: it is free, or this device's own. */
export function isOffered(situacao: Situacao, quem: string): boolean {
  switch (situacao.kind) {
    case 'livre':
    case 'de-novo':
    case 'pulado':
      return true
    case 'com-alguem':
      return situacao.envio.quem === quem
    case 'aberto':
    case 'feito':
      return false
    default:
      return situacao satisfies never
  }
}

/** The states of a message that may have arrived. */
const TOLD: Estado[] = ['aberto', 'enviado', 'em-maos']

export const mayHaveArrived = ({ estado }: Pick<Envio, 'estado'>) => TOLD.includes(estado)

/** Tells whether WhatsApp was opened with outdated content: a report that it left no longer helps anybody. */
export const isOutdated = (situacao: Situacao): boolean =>
  situacao.kind === 'de-novo' && situacao.envio.estado === 'aberto'

/** What became of Enviar. Nothing is written unless `aberto`. */
export type Abertura =
  | { kind: 'aberto'; envio: Envio }
  /** Somebody else has the row, or is done with it; `envio` says who and when. */
  | { kind: 'de-outro'; envio: Envio }

/** An organiser's own wording for the messages of one kind, at most 300 letters each part. */
export interface Texto {
  tipo: Tipo
  abertura: string
  recado: string
}

export const TEXTO_MAX = 300

export interface EnvioRepo {
  /** What is stored of one kind, in no order. On Firestore the number of reads is bounded. */
  list(tipo: Guardado): Promise<Envio[]>

  find(tipo: Guardado, para: string): Promise<Envio | null>

  /**
   * Takes the first row that is free or this device's own, and keeps it for {@link PEGO_MS}; two devices
   * never get the same. If the same device takes again, it gets the same row, kept from now on.
   * @param destinos in the order they are offered; any number of them
   * @returns null when none is free
   */
  take(destinos: Destino[], autor: Autor): Promise<Destino | null>

  /**
   * enviar: notes that WhatsApp was opened.
   * @param isForced Enviar mesmo assim, or DE NOVO: even if somebody else has it, or it was done
   */
  open(destino: Destino, isForced: boolean, autor: Autor): Promise<Abertura>

  /**
   * Notes what is reported of a row, whichever device has it. `enviado` is ignored for one opened with
   * outdated content, `pulado` for one not offered to this device, `nao-foi` unless the row was opened and
   * nothing was reported since.
   */
  tell(destino: Destino, dito: Dito, autor: Autor): Promise<void>

  /**
   * Marcar como impressas: notes what a sheet showed of each guest. If two sheets have one guest, the later
   * sheet counts, in whichever order they are marked. Guests erased meanwhile are skipped. It is stored in
   * parts and is idempotent, so a mark that failed half-way can be sent again. The last part adds one
   * `marcou-etiquetas` line with the count to the history.
   * @param feitaem when the sheet was made, in milliseconds since the epoch
   */
  mark(impressas: Impressa[], feitaem: number, autor: Autor): Promise<Marcacao>

  /**
   * desmarcar: discounts all marks of a sheet, however often it is asked, and even those of a part that
   * arrives later. A new sheet is needed to mark those labels again. An earlier label that this sheet's mark
   * replaced is not restored. Adds one `desmarcou-etiquetas` line to the history.
   * @param count how many of its labels are marked, for the history
   */
  unmark(feitaem: number, count: number, autor: Autor): Promise<void>

  /** The texts that were changed; a kind that is missing uses the product's own text. */
  listTextos(): Promise<Texto[]>

  putTexto(texto: Texto, autor: Autor): Promise<void>
}
