import type { Allotment } from '../domain/reserva.ts'
import type { ConvidadoLine, ConvidadoRow } from '../domain/planilha-row.ts'
import { payerIn } from '../domain/casa.ts'
import { CADASTRO_FIELDS, cadastroOf, type Cadastro } from '../domain/credencial.ts'
import type { ChaveOf } from '../domain/credencial-repo.ts'
import type { Known } from '../domain/register.ts'
import { nameKeyOf } from '../domain/convidado-search.ts'
import { presentTelefone } from '../domain/telefone.ts'
import { addTo } from '../domain/group.ts'
import { foldText } from '../domain/text.ts'
import type { Storage } from '../domain/storage.ts'
import { changesIn, joined, noEffect, type Effect, type Preview } from './effect.ts'
import type { Giver, Givers } from './givers.ts'
import { createPauses, inTurns, nextTurn } from './event-loop.ts'
import { findOpenConvites } from './open-convites.ts'
import { full, planOf, planOfWithdrawn, take, type Doing, type KnownLine } from './plan-convidado.ts'

const AT_ONCE = 250

export interface PreviewParts extends Pick<Storage, 'empresas' | 'credenciais' | 'convites' | 'painel'> {
  chaveOf: ChaveOf
  chaveAntigaOf: (cadastro: Cadastro) => string | null
  now: () => number
}

/** A row as it would be written: by which acts, and from what they were decided. */
export interface ConvidadoWrite extends Doing {
  line: number
  cadastro: Cadastro
  /** The company whose invitation pays; null for none. */
  empresaid: string | null
  /** The code of the personal invitation whose place is used; null for none. */
  codigo: string | null
  /** Name and e-mail as stored, if the row has others. */
  correct: { credencialid: string; shown: Cadastro; cadastro: Cadastro } | null
  /** Who brings them: the line, and the credencialid of one already stored; null for none on the sheet. */
  grupo: { line: number; credencialid: string | null } | null
}

/**
 * Does with each row what storage would, given what it holds now, and writes nothing. Guests who move go
 * first, so that the invitation they leave is free for others.
 */
export async function previewConvidados(
  parts: PreviewParts,
  lines: ConvidadoLine[],
  { giverOf, casa }: Givers,
): Promise<Preview<ConvidadoWrite>> {
  const effect = noEffect()
  const rows: ConvidadoWrite[] = []
  const firstOf = await firstsIn(lines)
  /** The credencialids of those whom the sheet leaves stored, by line; null for one who is new. */
  const there = new Map<number, string | null>()
  const refuse = (line: number, nome: string, problem: string) =>
    effect.bad.push({ line, nome, problems: [problem] })
  const lineOf = new Map<string, number>()
  const namesakes = await namesakesAt(parts, lines)
  const pause = createPauses()
  const placed: (KnownLine & { giver: Allotment | null })[] = []
  for await (const found of knownLines(parts, lines, giverOf)) {
    await pause()
    const { line, row, chave, known, giver } = found
    const first = lineOf.get(chave)
    const { nome } = row.cadastro
    if (first !== undefined)
      refuse(line, nome, `este convidado já está na linha ${Math.floor(first)}: deixe uma só`)
    else if (typeof giver === 'string') refuse(line, nome, giver)
    else if (!known && namesakes.has(row, giver)) effect.equal += 1
    else {
      lineOf.set(chave, line)
      placed.push({ ...found, giver })
    }
  }
  const invited = await findOpenConvites(
    parts,
    placed.filter(
      ({ row, known, giver }) =>
        !row.isWithdrawn && (!known || (!known.isPaid && (known.desistencia ?? giver) !== null)),
    ),
  )
  const isMoving = ({ row, payer, giver }: (typeof placed)[number]) =>
    !row.isWithdrawn && payer !== null && giver !== null && payer.empresaid !== giver.empresa.empresaid
  for (const entry of [...placed.filter(isMoving), ...placed.filter((one) => !isMoving(one))]) {
    await pause()
    const { line, row, known } = entry
    const { nome } = row.cadastro
    const convite = invited.get(line) ?? null
    // Storage takes the house's place for a new guest without a company.
    const isOfCasa = !known && !row.isWithdrawn && !entry.giver && !convite
    const isFull = isOfCasa && casa !== null && !take(casa, 1)
    const plan = isFull
      ? full(casa)
      : row.isWithdrawn
        ? planOfWithdrawn(known)
        : planOf(parts, { ...entry, convite }, giverOf)
    if (typeof plan === 'string') {
      refuse(line, nome, plan)
      continue
    }
    there.set(line, known?.credencial.credencialid ?? null)
    const correct = known && correctionOf(known, row.cadastro)
    const corrections = correct ? changesIn(CADASTRO_FIELDS, correct.shown, correct.cadastro) : []
    const changes = [...plan.changes, ...corrections]
    const { move, isRegistered } = plan
    if (!known) {
      const by = convite ? [`pelo convite de ${convite.rotulo}`] : []
      const valor = [...(entry.giver ? [entry.giver.empresa.nome] : []), ...by].join(', ')
      effect.inserted.push({ line, nome, valor })
    } else if (move) effect.moved.push({ line, nome, changes })
    else if (changes.length > 0) effect.changed.push({ line, nome, changes })
    else {
      effect.equal += 1
      continue
    }
    const empresaid = payerIn(convite ?? entry.giver?.empresa)
    const codigo = convite?.codigo ?? null
    rows.push({ line, cadastro: row.cadastro, empresaid, codigo, move, correct, isRegistered, grupo: null })
  }
  for (const row of rows) {
    const first = firstOf.get(row.line) ?? 0
    const credencialid = there.get(first)
    if (credencialid !== undefined) row.grupo = { line: first, credencialid }
  }
  const avisos = notesOf(placed.filter(({ known, row }) => !known && row.nota !== ''))
  return { rows, effect: joined(effect, { avisos }) }
}

/** Says once that a credencial has no note. */
function notesOf(rows: KnownLine[]): Effect['avisos'] {
  return rows.slice(0, 1).map(({ line, row: { cadastro, nota } }) => {
    const what =
      rows.length === 1
        ? `a observação “${nota}” não fica guardada`
        : `as observações de ${rows.length} linhas, como “${nota}”, não ficam guardadas`
    return { line, nome: cadastro.nome, problems: [`${what}: só quem é para convidar tem observação`] }
  })
}

/**
 * The line of the guest who brings each: of that name and, where several have it, of the same number. Nobody
 * brings somebody who brings others.
 */
async function firstsIn(lines: ConvidadoLine[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  if (lines.every(({ row }) => row.acompanha === '')) return found
  const firsts = new Map<string, number[]>()
  const bothOf = (nome: string, telefone: string) => `${foldText(nome)}\n${telefone}`
  await inTurns(lines, ({ line, row: { acompanha, cadastro } }) => {
    if (acompanha !== '') return
    addTo(firsts, foldText(cadastro.nome), line)
    addTo(firsts, bothOf(cadastro.nome, cadastro.telefone), line)
  })
  await inTurns(lines, ({ line, row: { acompanha, cadastro } }) => {
    if (acompanha === '') return
    const named = firsts.get(foldText(acompanha)) ?? []
    const [first] = firsts.get(bothOf(acompanha, cadastro.telefone)) ?? (named.length === 1 ? named : [])
    if (first !== undefined) found.set(line, first)
  })
  return found
}

/** The guests of one name at one company: a row without a number means one of them. */
export async function namesakesAt({ painel }: Pick<PreviewParts, 'painel'>, lines: ConvidadoLine[]) {
  const isNeeded = lines.some(({ row }) => row.cadastro.telefone === '')
  const listed = isNeeded ? (await painel.listed()).convidados : []
  const pairs = await inTurns(listed, ({ ordem, empresaid }) => `${nameKeyOf(ordem)}\n${empresaid ?? ''}`)
  const found = new Set(pairs)
  return {
    has: ({ cadastro }: Pick<ConvidadoRow, 'cadastro'>, giver: Allotment | null) =>
      cadastro.telefone === '' && found.has(`${nameKeyOf(cadastro.nome)}\n${giver?.empresa.empresaid ?? ''}`),
  }
}

async function* knownLines(
  parts: PreviewParts,
  rows: ConvidadoLine[],
  giverOf: Givers['giverOf'],
): AsyncGenerator<KnownLine & { giver: Giver }> {
  const { chaveOf, chaveAntigaOf, credenciais } = parts
  const pause = createPauses()
  /** The guests who get a number from a row; a second number is somebody else's. */
  const completed = new Set<string>()
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const lines: (ConvidadoLine & { giver: Giver; chave: string; others: string[] })[] = []
    for (const line of rows.slice(at, at + AT_ONCE)) {
      await pause()
      const { cadastro } = line.row
      const giver = giverOf(line.row, line.line)
      const empresaid = typeof giver === 'string' ? null : giver?.empresa.empresaid
      const chave = chaveOf(cadastro, empresaid)
      // A number completes the guest of that name and company who has none.
      const semNumero = chaveOf({ ...cadastro, telefone: '' }, empresaid)
      lines.push({ ...line, giver, chave, others: [chaveAntigaOf(cadastro) ?? chave, semNumero] })
    }
    const found = await credenciais.findKnown(lines.flatMap(({ chave, others }) => [chave, ...others]))
    const known = lines.map(({ chave, others: [antiga = '', semNumero = ''] }) => {
      const own = found.get(chave) ?? found.get(antiga)
      const numberless = own ? null : found.get(semNumero)
      if (!numberless || completed.has(semNumero)) return own ?? null
      completed.add(semNumero)
      return numberless
    })
    const payers = await Promise.all(
      lines.map(async ({ row }, index) => {
        const guest = known[index]
        const isAsked = guest?.isPaid === true && (row.empresaid !== null || row.empresa !== '')
        return isAsked ? ((await credenciais.findById(guest.credencial.credencialid))?.empresa ?? null) : null
      }),
    )
    for (const [index, line] of lines.entries())
      yield { ...line, known: known[index] ?? null, payer: payers[index] ?? null }
    await nextTurn()
  }
}

/** Name and e-mail where the row differs; a blank e-mail or the former form of a phone does not count. */
function correctionOf({ credencial }: Known, row: Cadastro): ConvidadoWrite['correct'] {
  const { credencialid, telefone, email } = credencial
  const shown = cadastroOf(credencial)
  const isSamePhone = presentTelefone(telefone) === row.telefone
  const cadastro = {
    nome: row.nome,
    telefone: isSamePhone || row.telefone === '' ? telefone : row.telefone,
    email: row.email === '' ? email : row.email,
  }
  const isSame = CADASTRO_FIELDS.every((campo) => shown[campo] === cadastro[campo])
  return isSame ? null : { credencialid, shown, cadastro }
}
