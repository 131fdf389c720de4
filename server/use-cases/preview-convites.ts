import { codigoFrom } from '../domain/signed-text.ts'
import { NINGUEM } from '../domain/casa.ts'
import {
  estadoOf,
  isUnanswered,
  namesNobody,
  type ConviteComReservas,
  type ConvitePessoal,
} from '../domain/convite-pessoal.ts'
import type { NovoConvite } from '../domain/convites.ts'
import type { Autor } from '../domain/historico.ts'
import type { ConvidadoLine, ConvidadoRow } from '../domain/planilha-row.ts'
import type { Upload } from '../domain/planilha-repo.ts'
import type { Allotment } from '../domain/reserva.ts'
import { addTo } from '../domain/group.ts'
import { foldText } from '../domain/text.ts'
import { changesIn, joined, noEffect, type Effect, type Preview } from './effect.ts'
import { askForEach, createPauses } from './event-loop.ts'
import type { Givers } from './givers.ts'
import { full, take } from './plan-convidado.ts'
import { namesakesAt, type PreviewParts } from './preview-convidados.ts'

/** A row that makes a personal invitation, or completes one that is there. */
export interface ConviteWrite {
  line: number
  /** Whose invitation it is; empty text for the house. */
  empresaid: string
  novo: NovoConvite
  /** The code of the invitation that the row completes; null for a new one. */
  codigo: string | null
}

export interface ConvitesParts extends PreviewParts {
  conviteIdOf: (purpose: 'codigo' | 'reserva', seed: string) => string
}

/**
 * Tells which rows invite somebody, and writes nothing. A person is known by name and number at their
 * company's table; a number completes who had none. Who is confirmed already is not invited again.
 */
export async function previewConvites(
  parts: ConvitesParts,
  lines: ConvidadoLine[],
  { giverOf, casa }: Givers,
): Promise<Preview<ConviteWrite>> {
  const effect = noEffect()
  const refuse = (line: number, { rotulo }: ConvidadoRow, problem: string) =>
    effect.bad.push({ line, nome: rotulo, problems: [problem] })
  const rows: ConviteWrite[] = []
  const pause = createPauses()
  const placed: { line: number; row: ConvidadoRow; giver: Allotment | null }[] = []
  for (const { line, row } of lines) {
    await pause()
    const giver = giverOf(row, line)
    if (typeof giver === 'string') refuse(line, row, giver)
    else placed.push({ line, row, giver: giver ?? casa })
  }
  const guests = await guestsAmong(parts, placed)
  const namesakes = await namesakesAt(parts, lines)
  const ids = [...new Set(placed.map(({ giver }) => idOf(giver)))]
  const lists = await askForEach(ids, (id) => parts.convites.list(id))
  const tables = new Map(ids.map((id, at) => [id, tableOf(lists[at] ?? [])]))
  /** The codes that this sheet makes. */
  const ours = new Set<string>()
  const made = new Map(lists.flat().map((found) => [found.convite.codigo, found]))
  /**
   * The ids of the row's invitation, unless its person needs another; null where it was made, whatever became
   * of it since.
   */
  const idsFor = (empresaid: string, { rotulo, cadastro }: ConvidadoRow) => {
    for (let turn = 0; ; turn++) {
      const seed = [empresaid, foldText(rotulo), cadastro.telefone, turn].join('\n')
      const codigo = codigoFrom(Buffer.from(parts.conviteIdOf('codigo', seed), 'base64url'))
      if (ours.has(codigo)) continue
      const found = made.get(codigo)
      if (found && (estadoOf(found) === 'revogado' || namesNobody(found.convite))) continue
      return found ? null : { codigo, reservaid: parts.conviteIdOf('reserva', seed) }
    }
  }
  for (const { line, row, giver } of placed) {
    await pause()
    const empresaid = idOf(giver)
    const table = tables.get(empresaid) ?? tableOf([])
    const { rotulo, nota, lugares, cadastro } = row
    const { telefone } = cadastro
    const was = table.find(row)
    if (was?.origem === 'daqui' && !row.isOutra) {
      // Another row of the same person: the sheet has them once.
      was.convite.telefone ||= telefone
      refuse(line, row, 'já está nesta planilha, com o mesmo nome: deixe uma linha só')
      continue
    }
    if (was && was.origem !== 'daqui') {
      const { convite, origem } = was
      const lacking = { telefone: convite.telefone || telefone, nota: convite.nota || nota }
      const changes = origem === 'nova' ? changesIn(['telefone', 'nota'], convite, lacking) : []
      if (changes.length === 0) effect.equal += 1
      else {
        effect.changed.push({ line, nome: convite.rotulo, changes })
        Object.assign(convite, lacking)
        rows.push({ line, empresaid, novo: { ...convite }, codigo: convite.codigo })
      }
      continue
    }
    const ids = guests.has(line) || namesakes.has(row, giver) ? null : idsFor(empresaid, row)
    if (!ids) effect.equal += 1
    else if (giver && !take(giver, lugares)) refuse(line, row, full(giver))
    else {
      const novo = { ...ids, rotulo, telefone, nota, lugares }
      table.add(novo)
      ours.add(novo.codigo)
      effect.inserted.push({ line, nome: rotulo, valor: giver === casa ? '' : (giver?.empresa.nome ?? '') })
      rows.push({ line, empresaid, novo, codigo: null })
    }
  }
  const avisos = [
    ...leftOut(lines, 'o e-mail', ({ cadastro }) => cadastro.email),
    ...leftOut(lines, 'quem traz cada um', ({ acompanha }) => acompanha),
  ]
  return { effect: joined(effect, { avisos }), rows }
}

/** Says once what an invitation does not keep. */
function leftOut(
  lines: ConvidadoLine[],
  what: string,
  cellOf: (row: ConvidadoRow) => string,
): Effect['avisos'] {
  const having = lines.filter(({ row }) => cellOf(row) !== '')
  return having.slice(0, 1).map(({ line, row }) => {
    const where = having.length === 1 ? '' : ` de ${having.length} linhas`
    const problem = `${what}${where}, como “${cellOf(row)}”, não fica guardado: só de quem já confirmou`
    return { line, nome: row.rotulo, problems: [problem] }
  })
}

const idOf = (giver: Allotment | null) => giver?.empresa.empresaid ?? NINGUEM.empresaid

type Known = Pick<ConvitePessoal, 'codigo' | 'rotulo' | 'telefone' | 'nota' | 'reservaid' | 'lugares'>

/** One that this sheet makes, or that is stored: nobody has answered it yet, or somebody has. */
type Origem = 'daqui' | 'nova' | 'respondida'

/** The invitations of one table that are not revoked, by the folded name. */
function tableOf(stored: ConviteComReservas[]) {
  const byNome = new Map<string, { convite: Known; origem: Origem }[]>()
  const add = (convite: Known, origem: Origem = 'daqui') =>
    addTo(byNome, foldText(convite.rotulo), { convite, origem })
  for (const found of stored)
    if (estadoOf(found) !== 'revogado') add({ ...found.convite }, isUnanswered(found) ? 'nova' : 'respondida')
  return {
    add,
    /** The invitation of the row's person: with the same number, else one that lacks it or whose row does. */
    find({ rotulo, cadastro: { telefone } }: ConvidadoRow) {
      const all = byNome.get(foldText(rotulo)) ?? []
      const same = all.find(({ convite }) => convite.telefone === telefone)
      return same ?? all.find(({ convite }) => convite.telefone === '' || telefone === '') ?? null
    },
  }
}

/** The lines of those who are confirmed already, by name and number. */
async function guestsAmong(
  { credenciais, chaveOf }: PreviewParts,
  placed: { line: number; row: ConvidadoRow }[],
): Promise<Set<number>> {
  const numbered = placed.filter(({ row }) => row.cadastro.telefone !== '')
  const chaves = numbered.map(({ row }) => chaveOf(row.cadastro))
  const found = await credenciais.findKnown(chaves)
  return new Set(
    numbered.flatMap(({ line }, at) => (found.get(chaves[at] ?? '')?.desistencia === null ? [line] : [])),
  )
}

/** How many invitations one transaction makes. */
const AT_ONCE = 50

/**
 * Makes the invitations, those of each table together.
 * @param onDone called with the count of rows written; stops where it says false
 * @returns whether all are written
 */
export async function writeConvites(
  {
    convites,
    now,
    autor,
    planilha,
  }: Pick<ConvitesParts, 'convites' | 'now'> & { autor: () => Autor; planilha: Upload },
  rows: ConviteWrite[],
  onDone: (done: number) => boolean,
): Promise<boolean> {
  const tables = new Map<string, ConviteWrite[]>()
  let done = 0
  for (const row of rows) {
    if (row.codigo !== null) {
      const { rotulo, telefone = '', nota = '' } = row.novo
      const outcome = await convites.correct(row.codigo, { rotulo, telefone, nota }, autor())
      if (outcome.kind !== 'corrected') return false
      if (!onDone(++done)) return false
    } else addTo(tables, row.empresaid, row)
  }
  for (const [empresaid, table] of tables)
    for (let at = 0; at < table.length; at += AT_ONCE) {
      const novos = table.slice(at, at + AT_ONCE).map(({ novo }) => novo)
      const outcome = await convites.create(empresaid, novos, now(), autor(), planilha)
      if (outcome.kind !== 'created') return false
      done += novos.length
      if (!onDone(done)) return false
    }
  return true
}
