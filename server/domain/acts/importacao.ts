import { CASA, isOfHouse } from '../casa.ts'
import { estadoOf, isOpen, lostPlacesOf, NAMES_NOBODY } from '../convite-pessoal.ts'
import { notasOf, type Sobre } from '../envio.ts'
import { autorAt, linhaDoHistorico, linhaOfImport, type Autor } from '../historico.ts'
import {
  fieldsBefore,
  importadoidOf,
  marcaDaEmpresa,
  marcaDoConvidado,
  marcaDoConvite,
  type Desfeitos,
  type Importado,
  type Mudanca,
} from '../importacao.ts'
import { giveBack, heldFor } from '../reserva.ts'
import { plainly, type Tx } from '../tx.ts'
import { moveFromCasa } from './casa.ts'
import { remove } from './convidados.ts'
import { putBeside, removeEmpresa } from './empresas.ts'
import { refuseWhileBeginning } from './evento.ts'

/** What became of one: `ficou` because something happened since, or it was taken back or gone before. */
type Destino = 'saiu' | 'ficou' | 'sumiu' | 'more'

const ACTS: Record<Importado['tipo'], (tx: Tx, importado: Importado, autor: Autor) => Destino> = {
  convidado: takeConvidado,
  convite: takeConvite,
  empresa: takeEmpresa,
}

/**
 * Takes back those of an import of whom nothing has happened since, as Excluir, Revogar and REMOVER do and
 * with their lines in the history: a restored copy repeats them. The others stay, and may be asked for again.
 * @returns `more` when one transaction could not erase all of a company's records
 */
export function takeBack(tx: Tx, importadoids: string[], autor: Autor): Desfeitos | { kind: 'more' } {
  refuseWhileBeginning(tx.evento())
  let [saem, ficam] = [0, 0]
  for (const importadoid of importadoids) {
    const importado = tx.get('importados', importadoid)
    // Another took it back, or an erasure took the note along.
    if (importado?.desfeitoem !== null) continue
    // The first one's line is the author's own: by it a try is recognised whose answer was lost.
    const destino = ACTS[importado.tipo](tx, importado, autorAt(autor, saem))
    if (destino === 'more') return { kind: 'more' }
    if (destino === 'saiu') saem++
    if (destino === 'ficou') ficam++
    else tx.put('importados', { ...importado, desfeitoem: autor.em })
  }
  return { kind: 'taken', saem, ficam }
}

/**
 * A place of a personal invitation is held for it again. On Firestore an admission at this very instant stays
 * a fact of nobody on the list, as beside Excluir.
 */
function takeConvidado(tx: Tx, { planilhaid, alvo, marca }: Importado, autor: Autor): Destino {
  const credencial = tx.get('credenciais', alvo)
  const [payer, linhas] = [tx.payerOf(alvo), tx.linhasDe(alvo)]
  // The house may pay since there is a LOTAÇÃO: nothing has happened to the guest by that.
  const pagador = payer && !isOfHouse(payer.empresa) ? payer.empresa.empresaid : ''
  const [pago] = linhas.map(({ detalhe }) => (detalhe === CASA ? '' : detalhe))
  const brought = tx.acompanhantesOf(alvo).map(({ chave }) => importadoidOf(planilhaid, chave.credencialid))
  const versao = tx.chaveOf(alvo)?.chave.versao ?? 0
  const happened = [
    credencial && marca !== marcaDoConvidado(credencial, versao),
    // The payer of the import's own line, and no later line, not even of a merge.
    linhas.length !== 1 || pago !== pagador,
    tx.get('desistencias', alvo) !== null,
    tx.entradasFollowing(alvo).length > 0,
    wasWritten(tx, 'credenciais', alvo, autor.em),
    brought.some((id) => tx.get('importados', id) === null),
  ]
  if (!credencial) return 'sumiu'
  if (happened.includes(true)) return 'ficou'
  const found = payer && tx.conviteOfPlace(payer.reserva.reservaid)
  // Once the rest of an invitation was revoked, no place of it is held again.
  const isHeld = found !== null && lostPlacesOf(found, autor.em).length === 0
  remove(tx, alvo, !isHeld, autor, isHeld ? payer?.reserva.reservaid : null)
  if (!payer || !isHeld) return 'saiu'
  const { empresaid, reservaid, criadaem } = payer.reserva
  tx.allot({ ...giveBack(payer.empresa, []), store: [heldFor(empresaid, reservaid, criadaem)] })
  return 'saiu'
}

/** Its places are free again and it names nobody, as after the erasure; its link says that it is revoked. */
function takeConvite(tx: Tx, { alvo, marca }: Importado, autor: Autor): Destino {
  const found = tx.convite(alvo)
  const allotment = found && tx.allotment(plainly(found.convite.empresaid, autor.em))
  const isWritten = wasWritten(tx, 'convites', alvo, autor.em)
  if (!allotment || estadoOf(found) === 'revogado') return 'sumiu'
  const { convite, reservas } = found
  const isNew = convite.recusadoem === null && reservas.every(isOpen)
  if (!isNew || isWritten || marca !== marcaDoConvite(convite)) return 'ficou'
  tx.allot(giveBack(allotment.empresa, reservas))
  tx.put('convites', { ...convite, ...NAMES_NOBODY })
  tx.done(linhaDoHistorico(autor, 'revogou-convite', convite.empresaid))
  return 'saiu'
}

function takeEmpresa(tx: Tx, { alvo, marca, mudancas }: Importado, autor: Autor): Destino {
  const [empresa, mesa] = [tx.empresa(alvo), tx.mesa(alvo)]
  const isWritten = wasWritten(tx, 'empresas', alvo, autor.em)
  if (!empresa) return 'sumiu'
  if (mudancas === '') {
    if (isWritten || marca !== marcaDaEmpresa(empresa, mesa)) return 'ficou'
    const { kind } = removeEmpresa(tx, alvo, autor)
    return kind === 'more' ? 'more' : kind === 'removed' ? 'saiu' : 'ficou'
  }
  const changed = JSON.parse(mudancas) as Mudanca[]
  const is = { ...empresa, telefone: mesa.telefone, numero: mesa.numero }
  const before = fieldsBefore(is, changed)
  const was = { ...is, ...before }
  const isBack = changed.every(([campo, de]) => was[campo] === de)
  if (Object.keys(before).length === 0) return isBack ? 'sumiu' : 'ficou'
  const { telefone: _, numero: __, ...fields } = before
  tx.putEmpresa(alvo, fields)
  putBeside(tx, mesa, was)
  moveFromCasa(tx, was.icredencial - is.icredencial, true)
  tx.done(linhaOfImport(autor, [{ empresaid: alvo, was: is.icredencial, is: was.icredencial }]))
  return isBack ? 'saiu' : 'ficou'
}

/** Whether a message or a label went out, or may at any moment. Who was only shown in a queue heard nothing. */
function wasWritten(tx: Tx, kind: Sobre, id: string, now: number): boolean {
  const notas = notasOf(kind, id).flatMap(({ tipo, para }) => tx.envio(tipo, para) ?? [])
  return notas.some(({ estado, ate }) => estado !== 'pego' || now < (ate ?? 0))
}
