import { importRows, refusedAmong } from '../domain/acts/empresas.ts'
import {
  beginOutro,
  comecarOutro,
  endOutro,
  isBeginning,
  forgetContato,
  isErasedBy,
  keepConfirmados,
} from '../domain/acts/evento.ts'
import { ERASE_NOW, type CredencialRepo } from '../domain/credencial-repo.ts'
import type { EmpresaRepo, Importation, RefusedRow } from '../domain/empresa-repo.ts'
import type { EmpresaRow } from '../domain/planilha-row.ts'
import type { EventoRepo } from '../domain/gravacao.ts'
import { openedBy } from '../domain/acts/opening.ts'
import { linhaOfErasure, linhaOfImport, type Autor, type Gravada } from '../domain/historico.ts'
import { BESIDE, CONTACTS, ENDING, GUESTS, type Parte, type Run, type Tx } from '../domain/tx.ts'

// Acts too large for one transaction, split into parts that may be repeated; and two of them as the single
// act they are elsewhere.

/** The author of later parts: they go on, and are recorded, even if the first part's authority is gone. */
const begun = ({ historicoid, quem, em }: Autor): Autor => ({ historicoid, quem, em })

const importationOf = (gravadas: Gravada[], refused: RefusedRow[]): Importation => {
  const inserted = gravadas.filter(({ was }) => was === null).length
  return { inserted, updated: gravadas.length - inserted, refused }
}

export function importAtOnce(run: Run): EmpresaRepo['importRows'] {
  return async (rows, isPartial, autor, onProgress, planilha) => {
    const about = { empresaid: rows[0]?.empresaid ?? '' }
    const { gravadas, refused } = await run(about, autor, (tx) =>
      importRows(tx, rows, isPartial, autor, planilha),
    )
    if (gravadas.length > 0) onProgress?.(rows.length)
    return importationOf(gravadas, refused)
  }
}

/** Rows checked by the reads of one transaction. */
const CHECKED_AT_ONCE = 300
/** Companies written at the same time. */
const WRITTEN_AT_ONCE = 20

/**
 * Writes rows one company at a time, in the company's own queue, after all have been checked. A company whose
 * licredencial rises in between is checked again. There is no transaction over all of them, so a failure
 * half-way is corrected by importing the same file again. A single row is in the history with its own
 * transaction; after many, a line says what was written, even after a failure.
 */
export function importInParts(run: Run): EmpresaRepo['importRows'] {
  return async (rows, isPartial, autor, onProgress, planilha) => {
    if (rows.length <= 1) return importAtOnce(run)(rows, isPartial, autor, onProgress, planilha)
    const refused: RefusedRow[] = []
    for (let from = 0; from < rows.length; from += CHECKED_AT_ONCE) {
      const part = rows.slice(from, from + CHECKED_AT_ONCE)
      refused.push(
        ...(await run(
          { tudo: true },
          null,
          openedBy(autor, (tx) => refusedAmong(tx, part)),
        )),
      )
    }
    if (refused.length > 0 && !isPartial) return importationOf([], refused)
    const isRefused = new Set(refused.map(({ empresaid }) => empresaid))
    const accepted = rows.filter(({ empresaid }) => !isRefused.has(empresaid))

    const gravadas: Gravada[] = []
    const queue = accepted.values()
    let done = 0
    let isOver = false
    const writeNext = async (): Promise<void> => {
      for (let next = queue.next(); !next.done && !isOver; next = queue.next()) {
        const row: EmpresaRow = next.value
        const written = await run({ empresaid: row.empresaid }, null, (tx) =>
          importRows(tx, [row], true, null, planilha),
        )
        gravadas.push(...written.gravadas)
        refused.push(...written.refused)
        if (onProgress?.(++done) === false) isOver = true
      }
    }
    const stop = (cause: unknown) => {
      isOver = true
      throw cause
    }
    const ended = await Promise.allSettled(
      Array.from({ length: WRITTEN_AT_ONCE }, () => writeNext().catch(stop)),
    )
    if (gravadas.length > 0)
      await run({ tudo: true }, begun(autor), (tx) => tx.done(linhaOfImport(autor, gravadas)))
    const failure = ended.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
    return importationOf(gravadas, refused)
  }
}

/**
 * Erases every guest, page by page, each page one transaction. After a failure everything done stays done and
 * is in the history, and another run goes on from there.
 */
export function eraseInParts(run: Run): CredencialRepo['erasePersonalData'] {
  return async (autor, onProgress, { areContactsErased, isEarlyAllowed } = ERASE_NOW) => {
    const isDue = openedBy(autor, (tx) => isEarlyAllowed || isErasedBy(tx, autor.em))
    if (!(await run({ evento: true }, null, isDue))) return null
    const [erased, cleared] = [new Set<string>(), new Set<string>()]
    let isCutOff = true
    /** @param changed gets the ids, including those of a try whose answer was lost */
    const sweep = async (parte: Parte, changed = new Set<string>()) => {
      const page = (after: string | null) =>
        run({ tudo: true }, null, (tx) => {
          const { ids, next } = tx.eraseNext(parte, after)
          for (const id of ids) changed.add(id)
          return next
        })
      for (let after = await page(null); after !== null; after = await page(after))
        if (parte === 'convidados') onProgress?.(erased.size)
    }
    try {
      // Before the first guest is erased: a run that continues an interrupted one finds it kept.
      await run({ evento: true }, null, (tx) => {
        keepConfirmados(tx, autor.em)
      })
      await sweep('convidados', erased)
      await run({ tudo: true }, null, (tx) => tx.markErased(autor))
      // Again, for guests stored before the mark. Anything stored after it has taken it into account.
      await sweep('convidados', erased)
      isCutOff = false
      for (const parte of BESIDE) await sweep(parte)
      if (areContactsErased) {
        for (const parte of CONTACTS) await sweep(parte, cleared)
        await run({ evento: true }, null, forgetContato)
      }
    } finally {
      const contacts = areContactsErased ? cleared.size : null
      const linha = linhaOfErasure(autor, erased.size, contacts, isCutOff)
      await run({ tudo: true }, begun(autor), (tx) => tx.done(linha))
    }
    return erased.size
  }
}

type ComecarOutro = Pick<EventoRepo, 'comecarOutro' | 'terminarComeco'>

export const comecarAtOnce = (run: Run): ComecarOutro => ({
  comecarOutro: (request, autor) => run({ evento: true }, autor, (tx) => comecarOutro(tx, request, autor)),
  terminarComeco: async () => false,
})

/**
 * Begins another event page by page. The first write makes guests see no event, and tells the process that
 * continues how much is left; the last write is the line of the history.
 */
export function comecarInParts(run: Run): ComecarOutro {
  /** Each page requires that the beginning has not ended: later records belong to the next event. */
  const sweep = async (eventoid: string, page: (tx: Tx, after: string | null) => string | null) => {
    const next = (from: string | null) =>
      run({ tudo: true }, null, (tx) => (isBeginning(tx.evento(), eventoid) ? page(tx, from) : null))
    for (let after = await next(null); after !== null;) after = await next(after)
  }
  const terminarComeco = async () => {
    for (let isDone = false; ; isDone = true) {
      const stored = await run({ evento: true }, null, (tx) => tx.evento())
      if (stored?.evento !== null || stored.comeco === null) return isDone
      const { comeco, eventoid } = stored
      for (const parte of ENDING) await sweep(eventoid, (tx, after) => tx.endNext(parte, after))
      // Guests stored at the same time as the first write: the event was over by then.
      for (const parte of [...GUESTS, ...(comeco.areContactsErased ? CONTACTS : [])])
        await sweep(eventoid, (tx, after) => tx.eraseNext(parte, after).next)
      await run({ evento: true }, comeco.linha, (tx) => {
        endOutro(tx, eventoid)
      })
    }
  }
  return {
    terminarComeco,
    async comecarOutro(request, autor) {
      const comeco = await run(
        { evento: true },
        null,
        openedBy(autor, (tx) => beginOutro(tx, request, autor)),
      )
      if (comeco.kind === 'comecou') await terminarComeco()
      return comeco
    },
  }
}
