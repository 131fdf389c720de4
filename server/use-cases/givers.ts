import type { ConvidadoLine, ConvidadoRow } from '../domain/planilha-row.ts'
import { foldNome } from '../domain/empresaid.ts'
import { parseNumero, ordemOf } from '../domain/mesa.ts'
import { createNearNames } from '../domain/near-names.ts'
import type { Allotment } from '../domain/reserva.ts'
import type { Storage } from '../domain/storage.ts'
import { createPauses } from './event-loop.ts'

/** A company whose invitations go to one row after another, or a sentence on why it has none to give. */
export type Giver = Allotment | string

const NAMED = 5

/**
 * Finds the company of a row, by its id, or else by its name, or else by the number of its table.
 * @returns null for none, or a sentence when it does not exist, is not the only one, or the name is another
 * company's
 */
export async function createGivers(
  { empresas, now }: Pick<Storage, 'empresas'> & { now: () => number },
  rows: ConvidadoLine[],
): Promise<(row: Pick<ConvidadoRow, 'empresaid' | 'empresa'>) => Giver | null> {
  const isAsked = rows.some(({ row }) => row.empresaid !== null || row.empresa !== '')
  const { empresas: list, broken } = isAsked ? await empresas.list(now()) : { empresas: [], broken: [] }
  const byId = new Map<string, Giver>()
  const byNome = new Map<string, string[]>()
  const byNumero = new Map<string, string[]>()
  const pause = createPauses()
  for (const { empresa: stored, left, numero } of list) {
    await pause()
    const empresa = { ...stored, licredencial: stored.icredencial - left }
    const { empresaid } = empresa
    byId.set(empresaid, {
      empresa,
      isFechada: false,
      mine: null,
      ended: [],
      heldFromOrigem: 0,
      takenFromOrigem: 0,
    })
    addTo(byNome, foldNome(empresa.nome), empresaid)
    if (numero !== '') addTo(byNumero, ordemOf(numero), empresaid)
  }
  for (const { empresaid } of broken)
    byId.set(empresaid, `os dados da empresa "${empresaid}" estão com defeito: avise quem cuida do sistema`)
  const near = await createNearNames(
    list.map(({ empresa }) => empresa.nome),
    pause,
  )
  const unknownNamed = oncePerNome((nome) => {
    const offered = near(nome).map((one) => `"${one}"`)
    return offered.length > 0
      ? `nenhuma empresa se chama "${nome}". Você quis dizer ${offered.join(' ou ')}? Escreva o nome como está aqui, ou cadastre a empresa antes`
      : `nenhuma empresa se chama "${nome}"${/\d/.test(nome) ? ', nem tem mesa deste número' : ''}: confira o nome, ou cadastre a empresa antes`
  })
  const nearly = await createNearNames(
    list.map(({ empresa }) => empresa.nome),
    pause,
    true,
  )
  /** The stored companies that a name given with an id may mean; perhaps none after a renaming. */
  const meantBy = oncePerNome((nome) => {
    const names = byNome.has(foldNome(nome)) ? [nome] : nearly(nome)
    // A short form may be another company's too: it is better to ask than to assume.
    return names.length > 0 ? names : near(nome)
  })
  /** The company of a table; null when no table has this number. */
  const seatedAt = (cell: string): Giver | null => {
    const parsed = parseNumero(cell)
    if (parsed.kind === 'invalid' || parsed.value === '') return null
    const [id, ...others] = byNumero.get(ordemOf(parsed.value)) ?? []
    if (id === undefined) return null
    if (others.length === 0) return byId.get(id) ?? null
    const names = [id, ...others].slice(0, NAMED).map((one) => {
      const giver = byId.get(one)
      return `"${giver === undefined || typeof giver === 'string' ? one : giver.empresa.nome}"`
    })
    return `há ${others.length + 1} empresas na mesa ${parsed.value}: escreva o nome da que convida, ${names.join(' ou ')}`
  }
  return ({ empresaid, empresa }) => {
    if (empresaid !== null) {
      const giver = byId.get(empresaid)
      if (giver === undefined)
        return `a empresa "${empresaid}" não existe: confira o ID, ou cadastre a empresa antes`
      if (typeof giver === 'string' || empresa === '') return giver
      const { nome } = giver.empresa
      const names = meantBy(empresa)
      if (names.length === 0 || names.some((one) => foldNome(one) === foldNome(nome))) return giver
      return `a linha diz "${empresa}", e o ID é de "${nome}": apague o ID, se mudou de empresa, ou escreva "${nome}" de novo`
    }
    if (empresa === '') return null
    const [id, ...others] = byNome.get(foldNome(empresa)) ?? []
    if (id === undefined) return seatedAt(empresa) ?? unknownNamed(empresa)
    if (others.length === 0) return byId.get(id) ?? null
    return `há ${others.length + 1} empresas chamadas "${empresa}": ponha na coluna ID da empresa a que convida, ${[id, ...others].slice(0, NAMED).join(' ou ')}`
  }
}

/**
 * Computes an answer once for each name, however it is typed: comparing names is many times slower than
 * remembering them.
 */
function oncePerNome<Answer>(answerTo: (nome: string) => Answer): (nome: string) => Answer {
  const answers = new Map<string, Answer>()
  return (nome) => {
    const key = foldNome(nome)
    const answer = answers.get(key) ?? answerTo(nome)
    answers.set(key, answer)
    return answer
  }
}

function addTo(all: Map<string, string[]>, key: string, empresaid: string): void {
  const others = all.get(key)
  if (others) others.push(empresaid)
  else all.set(key, [empresaid])
}
