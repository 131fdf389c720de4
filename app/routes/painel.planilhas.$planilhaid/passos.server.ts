import type { PlanilhaEnviada } from '../../../server/domain/planilha-repo.ts'
import { abaTold, abasOf, FIELDS, folhaOf, type Tipo } from '../../../server/planilhas/folha.ts'
import { decodePasta, MODOS, withDito, type Dito, type Pasta } from '../../../server/planilhas/pasta.ts'
import { isNamed } from '../../../server/planilhas/rows.ts'
import { beginRun } from '../../../server/use-cases/andamento.ts'
import { inTurns } from '../../../server/use-cases/event-loop.ts'
import { putUnlessErased } from '../../../server/use-cases/planilhas.ts'
import type { Equipe } from '~/shared/equipe.server'
import { guardar } from './lembradas.server.ts'

// What is said of an upload before its rows are checked: which tabs count, and what each column is.

export const PASSOS = ['abas', 'colunas', 'conferir'] as const
export type Passo = (typeof PASSOS)[number]

/** The step an upload is at, or the one asked for: the first thing that is not said yet. */
export function passoOf({ abas, isDuvidosa, dito }: Pasta, asked: string | null): Passo {
  const found = PASSOS.find((passo) => passo === asked)
  const isPlain =
    abas.length === 1 && !isDuvidosa && abas.every(({ linhas }) => !linhas.some((one) => one.isOculta))
  if (found && !(found === 'abas' && isPlain)) return found
  if (dito.abas === null && !isPlain) return 'abas'
  return dito.colunas === null ? 'colunas' : 'conferir'
}

/** How many columns of a tab are named. */
const NAMED = 6

/** Every tab: how many rows, which are hidden, and whether it counts. */
export async function abasShown(pasta: Pasta, tipo: Tipo) {
  const { abas, isDuvidosa, dito } = pasta
  const chosen = await abasOf(pasta, tipo)
  return {
    isDuvidosa,
    comOcultas: dito.comOcultas,
    abas: await inTurns([...abas.entries()], ([at, aba]) => {
      const { nomes, ...told } = abaTold(aba, tipo)
      const { nome, isOculta } = aba
      return { at, nome, isOculta, ...told, colunas: nomes.slice(0, NAMED), isMarcada: chosen.includes(at) }
    }),
    ocultas: abas.flatMap(({ nome, isOculta, linhas }) =>
      linhas
        .filter((linha) => linha.isOculta && !isOculta)
        .map(({ line, cells }) => ({
          aba: nome,
          line,
          nome: cells.find((cell) => /\p{L}{2}/u.test(cell)) ?? '',
        })),
    ),
  }
}

/** A choice that cannot stand, with a sentence. */
export interface RefusedPasso {
  error: { id: string; message: string }
}

type Said = { dito: Dito; tipo?: Tipo } | RefusedPasso | null

/** Reads what a step's form says; null for a form of another page. */
async function saidIn(pasta: Pasta, tipo: Tipo, form: FormData): Promise<Said> {
  const { dito } = pasta
  switch (form.get('ato')) {
    case 'abas': {
      const abas = form.getAll('aba').flatMap((at) => (pasta.abas[Number(at)] ? [Number(at)] : []))
      if (abas.length === 0) return { error: { id: 'aba-0', message: 'Marque onde está a lista.' } }
      const comOcultas = form.get('escondidas') === 'incluir'
      // Lines run on from tab to tab: with other tabs an answer would be another row's.
      return { dito: { ...dito, abas, comOcultas, cabecalho: null, colunas: null, respostas: {} } }
    }
    case 'outro':
      return {
        dito: { ...dito, colunas: null, respostas: {} },
        tipo: tipo === 'empresas' ? 'convidados' : 'empresas',
      }
    case 'titulos': {
      const line = Number(form.get('titulos'))
      const cabecalho = Number.isSafeInteger(line) && line >= 0 ? line : null
      return { dito: { ...dito, cabecalho, colunas: null, respostas: {} } }
    }
    case 'colunas': {
      const { colunas } = await folhaOf(pasta, tipo)
      const known = new Set(FIELDS[tipo].map(({ field }) => field))
      const said = colunas.map(({ field }, at) => {
        const value = form.get(`c${at}`)
        return typeof value === 'string' && (value === '' || known.has(value)) ? value : (field ?? '')
      })
      const isSame = colunas.every(({ field }, at) => (field ?? '') === said[at])
      const modo = MODOS.find((one) => one === form.get('modo')) ?? dito.modo
      const de = form.get('de')
      const next = {
        ...dito,
        colunas: Object.fromEntries(said.entries()),
        respostas: isSame ? dito.respostas : {},
        modo: modo === 'coluna' && !said.includes('confirmou') ? 'convidar' : modo,
        empresaid: typeof de === 'string' ? de : dito.empresaid,
        comDdd: form.get('ddd') === 'sim',
      }
      if (isNamed(await folhaOf({ ...pasta, dito: next }, tipo))) return { dito: next }
      const what = tipo === 'empresas' ? 'da empresa' : 'da pessoa'
      return { error: { id: 'c0', message: `Escolha a coluna com o nome ${what}.` } }
    }
    default:
      return null
  }
}

/**
 * Keeps what a step's form says, unless the upload is being recorded.
 * @returns what cannot stand; the headers of the answer when it is kept; null for no step's form
 */
export async function passoSaid(
  planilha: PlanilhaEnviada,
  form: FormData,
  request: Request,
  services: Equipe['services'],
): Promise<RefusedPasso | { headers: Record<string, string> } | null> {
  const pasta = await decodePasta(planilha.bytes)
  const said = pasta && (await saidIn(pasta, planilha.tipo, form))
  if (!said || 'error' in said) return said
  const { dito, tipo = planilha.tipo } = said
  await keepDito({ ...planilha, tipo }, dito, services)
  if (dito.colunas === null) return { headers: {} }
  const { colunas } = await folhaOf({ ...pasta, dito }, tipo)
  const guessed = await folhaOf({ ...pasta, dito: { ...dito, colunas: null } }, tipo)
  return { headers: await guardar(tipo, guessed.colunas, colunas, request, services) }
}

/** Keeps what was said with the upload, for another hour. A recording that has begun keeps what it began with. */
export async function keepDito(
  planilha: PlanilhaEnviada,
  dito: Dito,
  services: Pick<Equipe['services'], 'planilhas' | 'now' | 'newId'>,
): Promise<void> {
  const begun = await beginRun(services, planilha, 'lendo')
  if (begun.kind !== 'begun') return
  const { planilhas } = services
  const { enviadaem, quem, total } = begun.andamento
  const isRecorded = total > 0
  if (!isRecorded)
    await putUnlessErased(planilhas, { ...planilha, enviadaem, bytes: withDito(planilha.bytes, dito) })
  await planilhas.note(quem, { ...begun.andamento, quem: '', fase: isRecorded ? 'mudou' : 'lida' })
}
