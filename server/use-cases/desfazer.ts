import { linhaDoHistorico, type Autor } from '../domain/historico.ts'
import type { Importado } from '../domain/importacao.ts'
import type { Storage } from '../domain/storage.ts'
import { compareText } from '../domain/text.ts'
import { nextTurn } from './event-loop.ts'

/** Taken back in one transaction: on Firestore each guest is a dozen writes, and a company up to sixty. */
const AT_ONCE = { convidado: 20, convite: 20, empresa: 1 } as const satisfies Record<
  Importado['tipo'],
  number
>

type Parts = Pick<Storage, 'planilhas' | 'historico'> & { autor: () => Autor }

/**
 * DESFAZER ESTA IMPORTAÇÃO: takes back everything of an import that nothing has happened to since, a part at
 * a time. Asked again after a failure, or by two at once, it takes back what is left; the history gets
 * `desfez-importacao` with how many this run took back and how many stay.
 * @param signal stops it at the next part
 * @returns false when nothing is noted of such an import: it never was, or everything was erased since
 */
export async function desfazerImportacao(
  { planilhas, historico, autor }: Parts,
  planilhaid: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const all = await planilhas.listImportados(planilhaid)
  const left = all.filter(({ desfeitoem }) => desfeitoem === null).sort((a, b) => compareText(a.tipo, b.tipo))
  let [saem, ficam] = [0, 0]
  try {
    for (let at = 0; at < left.length && signal?.aborted !== true;) {
      const tipo = left[at]?.tipo ?? 'empresa'
      const part = left.slice(at, at + AT_ONCE[tipo])
      const ids = part.filter((one) => one.tipo === tipo).map(({ importadoid }) => importadoid)
      const taken = await planilhas.takeBack(ids, autor())
      saem += taken.saem
      ficam += taken.ficam
      at += ids.length
      await nextTurn()
    }
  } finally {
    if (saem > 0)
      await historico.add(linhaDoHistorico(autor(), 'desfez-importacao', planilhaid, `${saem} ${ficam}`))
  }
  return all.length > 0
}
