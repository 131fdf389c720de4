import {
  DADOS_FIELDS,
  type DadosCorrection,
  type DadosRequest,
  type EmpresaRemoval,
  type RefusedRow,
  type TotalChange,
} from '../empresa-repo.ts'
import { besideAfter, mergeEmpresaRow, type EmpresaRow } from '../planilha-row.ts'
import { linhaDoHistorico, linhaOfImport, type Autor, type Gravada } from '../historico.ts'
import type { Mesa, Pedido, RespostaAoPedido } from '../mesa.ts'
import type { Upload } from '../planilha-repo.ts'
import { importadoidOf, importadoOf, marcaDaEmpresa, mudancasIn, type Importado } from '../importacao.ts'
import { ENDED_AT_ONCE, giveBack } from '../reserva.ts'
import { plainly, type Tx } from '../tx.ts'
import { isCasa } from '../casa.ts'
import { moveFromCasa } from './casa.ts'
import { refuseWhileBeginning } from './evento.ts'

/** @param isRaised LOTAÇÃO rises by what the house has not left */
export function changeTotal(
  tx: Tx,
  empresaid: string,
  icredencial: number,
  autor: Autor,
  isRaised: boolean,
): TotalChange {
  refuseWhileBeginning(tx.evento())
  const empresa = tx.empresa(empresaid)
  // The house has what LOTAÇÃO leaves to it, and no form of a company's.
  if (!empresa || isCasa(empresa)) return { kind: 'empresa-not-found' }
  const { icredencial: was, licredencial: least } = empresa
  if (icredencial === was) return { kind: 'unchanged' }
  if (icredencial < was && icredencial < least) return { kind: 'too-low', least }
  const left = moveFromCasa(tx, icredencial - was, isRaised)
  if (left !== null) return { kind: 'casa-cheia', left }
  tx.putEmpresa(empresaid, { icredencial })
  tx.done(linhaOfImport(autor, [{ empresaid, was, is: icredencial }]))
  return { kind: 'changed' }
}

export function pedirConvites(
  tx: Tx,
  empresaid: string,
  { pedido, motivo }: Pick<Mesa, 'pedido' | 'motivo'>,
  autor: Autor,
): Pedido {
  refuseWhileBeginning(tx.evento())
  const [empresa, mesa] = [tx.empresa(empresaid), tx.mesa(empresaid)]
  if (!empresa) return { kind: 'empresa-not-found' }
  if (mesa.pedido > 0) return { kind: 'already-asked' }
  tx.put('mesas', { ...mesa, pedido, motivo, dado: null })
  tx.done(linhaDoHistorico(autor, 'pediu-convites', empresaid, String(pedido)))
  return { kind: 'asked' }
}

/** @param asked the request that is answered: of two organisers the second finds none */
export function responderPedido(
  tx: Tx,
  { empresaid, asked, dar, isRaised }: { empresaid: string; asked: number; dar: number; isRaised: boolean },
  autor: Autor,
): RespostaAoPedido {
  const [empresa, mesa] = [tx.empresa(empresaid), tx.mesa(empresaid)]
  if (!empresa) return { kind: 'empresa-not-found' }
  if (mesa.pedido === 0 || mesa.pedido !== asked) return { kind: 'changed-meanwhile' }
  if (dar === 0) tx.done(linhaDoHistorico(autor, 'negou-convites', empresaid))
  const change = changeTotal(tx, empresaid, empresa.icredencial + dar, autor, isRaised)
  if (change.kind === 'casa-cheia') return change
  tx.put('mesas', { ...mesa, pedido: 0, motivo: '', dado: dar })
  return { kind: 'answered' }
}

/** Corrects a company and its mesa. A field left as it was shown keeps its stored value. */
export function correctEmpresa(tx: Tx, request: DadosRequest, autor: Autor): DadosCorrection {
  const { empresaid, dados, shown } = request
  refuseWhileBeginning(tx.evento())
  const [empresa, mesa] = [tx.empresa(empresaid), tx.mesa(empresaid)]
  if (!empresa || isCasa(empresa)) return { kind: 'empresa-not-found' }
  const { telefone, numero } = mesa
  const stored = { nome: empresa.nome, contato: empresa.contato, telefone, numero }
  const asked = DADOS_FIELDS.filter((field) => dados[field] !== shown[field])
  if (asked.some((field) => ![shown[field], dados[field]].includes(stored[field])))
    return { kind: 'changed-meanwhile', dados: stored }
  const changed = asked.filter((field) => dados[field] !== stored[field])
  if (changed.length === 0) return { kind: 'corrected' }
  const is = { ...stored, ...Object.fromEntries(changed.map((f) => [f, dados[f]])) }
  tx.putEmpresa(empresaid, { nome: is.nome, contato: is.contato })
  putBeside(tx, mesa, is)
  tx.done(linhaDoHistorico(autor, 'corrigiu-empresa', empresaid, changed.join(' ')))
  return { kind: 'corrected' }
}

/**
 * Removes a company that has no registered guest and nothing held.
 * @returns `more` when one transaction could not erase all of the company's records
 */
export function removeEmpresa(tx: Tx, empresaid: string, autor: Autor): EmpresaRemoval | { kind: 'more' } {
  refuseWhileBeginning(tx.evento())
  const empresa = tx.empresa(empresaid)
  if (!empresa) return { kind: 'empresa-not-found' }
  if (empresa.licredencial > 0 || tx.isAwaited(empresaid)) return { kind: 'in-use' }
  if (isCasa(empresa)) return { kind: 'in-use' }
  if (!tx.eraseEmpresa(empresaid)) return { kind: 'more' }
  moveFromCasa(tx, -empresa.icredencial, true)
  tx.done(linhaDoHistorico(autor, 'removeu-empresa', empresaid))
  return { kind: 'removed' }
}

/** The rows that would be refused, given the companies as stored now. Writes nothing. */
export function refusedAmong(tx: Tx, rows: EmpresaRow[]): RefusedRow[] {
  return decided(tx, rows).refused
}

/**
 * Writes all the rows, or only those that are not refused. A known company takes the fields of its row except
 * licredencial; its other fields stay as they are. WhatsApp and number go to the mesa.
 * @param autor of the history line; null for a part of an import, whose line is written at the end
 */
export function importRows(
  tx: Tx,
  rows: EmpresaRow[],
  isPartial: boolean,
  autor: Autor | null,
  planilha?: Upload,
): { gravadas: Gravada[]; refused: RefusedRow[] } {
  refuseWhileBeginning(tx.evento())
  if (planilha && tx.isForgotten(planilha)) return { gravadas: [], refused: [] }
  const { accepted, refused } = decided(tx, rows)
  if (refused.length > 0 && !isPartial) return { gravadas: [], refused }
  const mesas = accepted.flatMap(({ row }) =>
    row.telefone || row.numero ? [{ row, mesa: tx.mesa(row.empresaid) }] : [],
  )
  const notes = planilha ? accepted.flatMap((one) => noteOf(tx, planilha, one)) : []
  for (const { row, mesa } of mesas) putBeside(tx, mesa, besideAfter(row, mesa))
  for (const { fields, gravada } of accepted) tx.putEmpresa(gravada.empresaid, fields)
  for (const note of notes) tx.put('importados', note)
  const gravadas = accepted.map(({ gravada }) => gravada)
  moveFromCasa(
    tx,
    gravadas.reduce((sum, { was, is }) => sum + is - (was ?? 0), 0),
    true,
  )
  if (autor && gravadas.length > 0) tx.done(linhaOfImport(autor, gravadas))
  return { gravadas, refused }
}

export function addEmpresa(tx: Tx, row: EmpresaRow, autor: Autor): boolean {
  if (tx.empresa(row.empresaid)) return false
  importRows(tx, [row], false, autor)
  return true
}

/** What an import notes of a company; nothing for one it does not change, or that another try has noted. */
function noteOf(
  tx: Tx,
  planilha: Upload,
  { row, known, merged }: ReturnType<typeof decided>['accepted'][number],
): Importado | [] {
  const { empresaid: alvo } = row
  const mesa = tx.mesa(alvo)
  if (tx.get('importados', importadoidOf(planilha.planilhaid, alvo))) return []
  const after = { ...mesa, ...besideAfter(row, mesa) }
  if (!known) return importadoOf(planilha, 'empresa', alvo, { marca: marcaDaEmpresa(merged, after) })
  const { telefone, numero } = mesa
  const is = { ...merged, telefone: after.telefone, numero: after.numero }
  const mudancas = mudancasIn({ ...known, telefone, numero }, is)
  return mudancas.length === 0
    ? []
    : importadoOf(planilha, 'empresa', alvo, { mudancas: JSON.stringify(mudancas) })
}

export function putBeside(tx: Tx, mesa: Mesa, { telefone, numero }: Pick<Mesa, 'telefone' | 'numero'>): void {
  if (telefone !== mesa.telefone || numero !== mesa.numero) tx.put('mesas', { ...mesa, telefone, numero })
}

function decided(tx: Tx, rows: EmpresaRow[]) {
  const refused: RefusedRow[] = []
  const accepted = rows.flatMap((row) => {
    const { empresaid } = row
    const known = tx.empresa(empresaid)
    if (known && row.isNova) return []
    const merged = known && isCasa(known) ? null : mergeEmpresaRow(known, row)
    if (!merged) {
      refused.push({ empresaid, licredencial: known?.licredencial ?? row.licredencial })
      return []
    }
    const told: Partial<EmpresaRow> = { ...row }
    delete told.licredencial
    delete told.telefone
    delete told.numero
    const gravada = { empresaid, was: known?.icredencial ?? null, is: merged.icredencial }
    return [{ fields: known ? told : merged, gravada, row, known, merged }]
  })
  return { accepted, refused }
}

/** Gives back holds that have ended, {@link ENDED_AT_ONCE} at most. @returns how many */
export function releaseEnded(tx: Tx, empresaid: string, now: number): number {
  const allotment = tx.allotment({ ...plainly(empresaid, now), isSweep: true })
  const ended = allotment?.ended.slice(0, ENDED_AT_ONCE) ?? []
  if (!allotment || ended.length === 0) return 0
  tx.allot(giveBack(allotment.empresa, ended))
  return ended.length
}
