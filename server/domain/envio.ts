import type { Autor } from './historico.ts'

/**
 * What is told to people by WhatsApp: the panel's link to a company's holder (`para` is an empresaid), a personal
 * invitation (a codigo), the reminder before the day, a change of the event, and the certificate afterwards (a credencialid).
 */
export const TIPOS = ['mesa', 'pessoal', 'lembrete', 'mudanca', 'certificado'] as const
export type Tipo = (typeof TIPOS)[number]

export const TIPOS_DO_CONVIDADO = ['lembrete', 'mudanca', 'certificado'] as const satisfies Tipo[]

/**
 * Whether messages of a kind are told now. `cedo`: a certificate is told of once the event has ended; `passou`: nobody
 * registers with an invitation any more, or the event is over, or the day of the erasure has come, or there is no event.
 */
export type Prazo = 'cedo' | 'agora' | 'passou'

/**
 * What is noted in the same place, and is no message: that a guest's label was printed, and that a sheet was marked by mistake
 * (`desmarcada`, its `para` is when the sheet was made). One row of the sheet, and what it marked counts for nothing: whole,
 * however many labels it has.
 */
export const GUARDADOS = [...TIPOS, 'etiqueta', 'desmarcada'] as const
export type Guardado = (typeof GUARDADOS)[number]

export type DeAlguem = Exclude<Guardado, 'desmarcada'>

/** What is noted of a guest, and erased with the guest. */
export const DO_CONVIDADO = [...TIPOS_DO_CONVIDADO, 'etiqueta'] as const satisfies Guardado[]

/**
 * How far a message got. That WhatsApp was opened is known; that the message left is known by who sent it alone.
 * `pego`: shown on one device until `ate`; `aberto`: WhatsApp was opened; `enviado`: so they said; `pulado`: at the end of
 * the queue; `em-maos`: told in another way; `sem-whatsapp` and `recusado`: not to be sent.
 */
export const ESTADOS = ['pego', 'aberto', 'enviado', 'pulado', 'em-maos', 'sem-whatsapp', 'recusado'] as const
export type Estado = (typeof ESTADOS)[number]

/** Whom a message of a kind is due to, and what it leads to now: computed, never stored before it is taken. */
export interface Destino {
  tipo: Tipo
  para: string
  /** The versao of the link the message carries; 0 of a link that has none. */
  versao: number
  /** A keyed hash of the number; empty text where none is stored. */
  numero: string
  /** Notes before this instant belong to an earlier message. Absent when there is only one. */
  desde?: number | undefined
}

/** What became of one message; it has neither its text nor a name, and is erased with whom it was for. */
export interface Envio extends Omit<Destino, 'tipo' | 'desde'> {
  tipo: Guardado
  estado: Estado
  /** When it came to that, in milliseconds since the epoch. */
  em: number
  /** An aparelhoid, or `MESA` for the holder's own desk. */
  quem: string
  /** Until when a `pego` is kept for its device; null in any other state. */
  ate: number | null
}

/** What a guest's label says, as far as it may change. */
export interface Impressa {
  credencialid: string
  /** A keyed hash of name, company and table. */
  impresso: string
  /** The versao of the code on it; {@link SEM_CODIGO} of a label without one. */
  versao: number
}

export const SEM_CODIGO = -1

/** What became of MARCAR COMO IMPRESSAS; of a sheet that was unmarked before nothing is noted. */
export type Marcacao = { kind: 'marcada' } | { kind: 'desmarcada' }

/** The labels that were printed, as they are noted: those of no sheet that was unmarked. */
export function impressasIn(etiquetas: Envio[], desmarcadas: Envio[]): Envio[] {
  const undone = new Set(desmarcadas.map(({ para }) => para))
  return etiquetas.filter(({ em }) => !undone.has(String(em)))
}

/** Tells whether a guest has no label that says what one printed now would say. */
export function isNova(
  noted: Envio | undefined,
  { impresso, versao }: Omit<Impressa, 'credencialid'>,
): boolean {
  return noted?.numero !== impresso || (versao !== SEM_CODIGO && noted.versao !== versao)
}

/** How long a row stays with the device that took it. */
export const PEGO_MS = 600_000

/** What may be said of a row. `nao-foi`: WhatsApp was opened, and the message did not leave; it comes last in the queue. */
export type Dito = Exclude<Estado, 'pego' | 'aberto'> | 'nao-foi'

/** What may be done with a row: it is free, it is with somebody, it is done with, or what was sent leads elsewhere by now. */
export type Situacao =
  | { kind: 'livre' }
  /** The event changed, its link was renewed, or its number is another, since it was sent or given up. */
  | { kind: 'de-novo'; envio: Envio; change: 'evento' | 'link' | 'numero' }
  | { kind: 'com-alguem'; envio: Envio }
  /** WhatsApp was opened, and nobody said yet whether the message left. */
  | { kind: 'aberto'; envio: Envio }
  | { kind: 'pulado'; envio: Envio }
  | { kind: 'feito'; envio: Envio }

/** @param envio what is stored of it; null for nothing */
export function situacaoOf(envio: Envio | null, destino: Destino, now: number): Situacao {
  if (!envio) return { kind: 'livre' }
  const { estado, ate } = envio
  if (estado === 'pego' && now < (ate ?? 0)) return { kind: 'com-alguem', envio }
  if (estado === 'pego') return { kind: 'livre' }
  if (estado !== 'recusado') {
    if (envio.em < (destino.desde ?? 0)) return { kind: 'de-novo', envio, change: 'evento' }
    if (envio.versao !== destino.versao) return { kind: 'de-novo', envio, change: 'link' }
    // Who was told in another way needs no number.
    if (envio.numero !== destino.numero && estado !== 'em-maos')
      return { kind: 'de-novo', envio, change: 'numero' }
  }
  if (estado === 'aberto') return { kind: 'aberto', envio }
  if (estado === 'pulado') return { kind: 'pulado', envio }
  return { kind: 'feito', envio }
}

/** Tells whether a device gets a row to send: it is nobody's, or its own. */
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

/** Tells whether WhatsApp was opened with what is wrong by now: that it left is no longer of use to anybody. */
export const isOutdated = (situacao: Situacao): boolean =>
  situacao.kind === 'de-novo' && situacao.envio.estado === 'aberto'

/** What became of ENVIAR. Nothing is written unless `aberto`. */
export type Abertura =
  | { kind: 'aberto'; envio: Envio }
  /** Somebody else has the row, or was done with it: who and when is in `envio`. */
  | { kind: 'de-outro'; envio: Envio }

/** Messages of the event: the parts of a text that an organiser may write, each 300 letters at most. */
export interface Texto {
  tipo: Tipo
  abertura: string
  recado: string
}

export const TEXTO_MAX = 300

export interface EnvioRepo {
  /** What is stored of one kind, in no order. On Firestore a bounded number of reads, however many there are. */
  list(tipo: Guardado): Promise<Envio[]>

  find(tipo: Guardado, para: string): Promise<Envio | null>

  /**
   * Takes the first row that is free for this device, or its own, for {@link PEGO_MS}: two never get the same. Taken again
   * by the same device it is the same row, kept from now on.
   * @param destinos in the order they are offered; as many as are due
   * @returns null where none is free
   */
  take(destinos: Destino[], autor: Autor): Promise<Destino | null>

  /**
   * ENVIAR: notes that WhatsApp was opened.
   * @param isForced ENVIAR MESMO ASSIM, or DE NOVO: although it is with somebody else, or was done
   */
  open(destino: Destino, isForced: boolean, autor: Autor): Promise<Abertura>

  /**
   * Notes what is said of a row, whoever has it; `enviado` not of one that was opened with what is wrong by now, `pulado`
   * only of one that is offered to them, `nao-foi` only of one that was opened and of which nothing was said since.
   */
  tell(destino: Destino, dito: Dito, autor: Autor): Promise<void>

  /**
   * MARCAR COMO IMPRESSAS: notes what a sheet showed of each guest. Of two sheets with one guest the later one stands, in
   * any order of the marks. Guests who were erased meanwhile are skipped. Stored in parts, and idempotent: a mark that
   * failed half-way can be sent again. The last part adds one `marcou-etiquetas` line with the count to the history.
   * @param feitaem when the sheet was made, in milliseconds since the epoch
   */
  mark(impressas: Impressa[], feitaem: number, autor: Autor): Promise<Marcacao>

  /**
   * DESMARCAR: what was marked of a sheet counts for nothing, however often and by however many it is asked, and whatever part
   * of a mark comes after it: to mark those labels, a sheet is made anew. A label the sheet was marked over is not noted
   * again. Adds one `desmarcou-etiquetas` line to the history.
   * @param count how many labels are marked of it, for the history
   */
  unmark(feitaem: number, count: number, autor: Autor): Promise<void>

  /** The texts that were changed; of a kind that is missing the text is the product's own. */
  listTextos(): Promise<Texto[]>

  putTexto(texto: Texto, autor: Autor): Promise<void>
}
