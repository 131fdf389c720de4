import { isUnanswered } from '../convite-pessoal.ts'
import {
  isOffered,
  isOutdated,
  PEGO_MS,
  situacaoOf,
  sobreOf,
  type Abertura,
  type Destino,
  type Dito,
  type Impressa,
  type Texto,
} from '../envio.ts'
import { linhaDoHistorico, type Autor } from '../historico.ts'
import type { Tx } from '../tx.ts'
import { refuseWhileBeginning } from './evento.ts'

/** The part of a row that is stored with its state. */
const rowOf = ({ tipo, para, versao, numero }: Destino) => ({ tipo, para, versao, numero })

/** A row for each invitation that a message is about. */
const rowsOf = (destino: Destino) =>
  [destino.para, ...(destino.juntos ?? [])].map((para) => rowOf({ ...destino, para }))

/** Whether one may still be sent: an invitation that was answered meanwhile is not written about. */
function isDue(tx: Tx, destino: Pick<Destino, 'tipo' | 'para'>): boolean {
  const { kind, id } = sobreOf(destino)
  if (!tx.isThere(destino)) return false
  const found = kind === 'convites' ? tx.convite(id) : null
  // On Firestore it is not read yet.
  return found === null || isUnanswered(found)
}

export function takeEnvio(tx: Tx, destinos: Destino[], { quem, em }: Autor): Destino | null {
  for (const destino of destinos) {
    const rows = rowsOf(destino)
    const isFree = ({ tipo, para }: Destino) => isOffered(situacaoOf(tx.envio(tipo, para), destino, em), quem)
    if (!rows.every((row) => isFree(row) && isDue(tx, row))) continue
    for (const row of rows) tx.put('envios', { ...row, estado: 'pego', em, quem, ate: em + PEGO_MS })
    return destino
  }
  return null
}

export function openEnvio(tx: Tx, destino: Destino, isForced: boolean, { quem, em }: Autor): Abertura {
  const rows = rowsOf(destino)
  for (const { tipo, para } of rows) {
    const stored = tx.envio(tipo, para)
    // The same attempt again: its answer was lost.
    const isOpened = stored?.estado === 'aberto' && stored.quem === quem && stored.em === em
    if (stored && !isOpened && !isForced && !isOffered(situacaoOf(stored, destino, em), quem))
      return { kind: 'de-outro', envio: stored }
  }
  const opened = { estado: 'aberto', em, quem, ate: null } as const
  if (rows.every((row) => isDue(tx, row))) for (const row of rows) tx.put('envios', { ...row, ...opened })
  return { kind: 'aberto', envio: { ...rowOf(destino), ...opened } }
}

/**
 * The organiser's word counts for more than the stored state. A message opened with outdated content must be
 * sent again.
 */
export function tellEnvio(tx: Tx, destino: Destino, dito: Dito, { quem, em }: Autor): void {
  const estado = dito === 'nao-foi' ? 'pulado' : dito
  for (const row of rowsOf(destino)) {
    const stored = tx.envio(row.tipo, row.para)
    const situacao = situacaoOf(stored, destino, em)
    if (dito === 'enviado' && isOutdated(situacao)) continue
    if (dito === 'pulado' && !isOffered(situacao, quem)) continue
    if (dito === 'nao-foi' && (stored?.estado !== 'aberto' || stored.quem !== quem)) continue
    if (tx.isThere(row)) tx.put('envios', { ...row, estado, em, quem, ate: null })
  }
}

const isUnmarked = (tx: Tx, feitaem: number) => tx.envio('desmarcada', String(feitaem)) !== null

/**
 * Notes what one part of a sheet showed. Everything is read whatever the outcome, so that a network storage
 * answers it in one go.
 * @param last given with the last part: how many labels the whole sheet has, and how many the earlier parts
 * noted
 * @returns how many were noted; null when the sheet was unmarked
 */
export function markImpressas(
  tx: Tx,
  impressas: Impressa[],
  feitaem: number,
  autor: Autor,
  last: { count: number; noted: number } | null,
): number | null {
  if (isUnmarked(tx, feitaem)) return null
  let noted = 0
  for (const { credencialid: para, impresso, versao } of impressas) {
    const destino = { tipo: 'etiqueta', para } as const
    const [stored, isThere] = [tx.envio('etiqueta', para), tx.isThere(destino)]
    if (!isThere || (stored && stored.em >= feitaem && !isUnmarked(tx, stored.em))) continue
    const said = { estado: 'em-maos', em: feitaem, quem: autor.quem, ate: null } as const
    tx.put('envios', { ...destino, versao, numero: impresso, ...said })
    noted += 1
  }
  // A sheet marked again notes nothing new, and its history line exists already.
  if (last && last.noted + noted > 0)
    tx.done(linhaDoHistorico(autor, 'marcou-etiquetas', '', String(last.count)))
  return noted
}

export function unmarkImpressas(tx: Tx, feitaem: number, count: number, autor: Autor): void {
  if (isUnmarked(tx, feitaem)) return
  const destino = { tipo: 'desmarcada', para: String(feitaem), versao: 0, numero: '' } as const
  tx.put('envios', { ...destino, estado: 'em-maos', em: autor.em, quem: autor.quem, ate: null })
  tx.done(linhaDoHistorico(autor, 'desmarcou-etiquetas', '', String(count)))
}

export function putTexto(tx: Tx, texto: Texto, autor: Autor): void {
  refuseWhileBeginning(tx.evento())
  tx.put('textos', texto)
  tx.done(linhaDoHistorico(autor, 'mudou-texto', '', texto.tipo))
}
