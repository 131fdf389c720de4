import { balancoOf, isNamed, type Balanco } from '../domain/balanco.ts'
import type { Evento } from '../domain/evento.ts'
import { type EventoGravado, descritoIn } from '../domain/evento-gravado.ts'
import { countEntradas, type ComecarRequest, type Comeco } from '../domain/outro-evento.ts'
import { offsetOf } from '../domain/quando.ts'
import { funilOf } from '../domain/funil.ts'
import { compareNomes, type Numeros } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import type { Autor } from '../domain/historico.ts'
import { eraseCopies } from './erase-convidados.ts'

type BalancoParts = Pick<Storage, 'painel'> & { now: () => number }

/**
 * Counts an event that is over, and its companies, the largest first. Confirmed guests are counted while
 * guests are stored; after their erasure the event holds the number.
 * @throws StorageError
 */
export async function readBalanco(
  { painel, now }: BalancoParts,
  { evento, confirmados }: Pick<EventoGravado, 'confirmados'> & { evento: Pick<Evento, 'inicio' | 'fim'> },
) {
  const [input, listing, numeros] = await Promise.all([
    painel.readBalancoInput(),
    painel.listEmpresas(now()),
    painel.count(now()),
  ])
  const empresas = listing.empresas.map(({ empresa }) => empresa)
  const counted = balancoOf({
    empresas,
    input,
    confirmados: confirmados ?? numeros.confirmados,
    fim: Date.parse(evento.fim),
    offsetMs: offsetOf(evento.inicio),
  })
  const byId = new Map(empresas.map((empresa) => [empresa.empresaid, empresa]))
  const told = counted.empresas.map((one) => {
    const empresa = byId.get(one.empresaid)
    return { ...one, nome: empresa?.nome ?? '', isNamed: empresa !== undefined && isNamed(empresa) }
  })
  return {
    balanco: { ...counted.balanco, ...(confirmados === undefined && besideIn(numeros)) },
    /** How many admissions these numbers count (`Totais.entradas`). */
    entradas: countEntradas(input.entradas),
    empresas: told.sort((a, b) => b.convites - a.convites || compareNomes(a.nome, b.nome)),
  }
}

function besideIn(numeros: Numeros): Pick<Balanco, 'naoVem' | 'semResposta'> {
  const { naoVem, semResposta } = funilOf(numeros)
  return { naoVem, semResposta }
}

type BeginningParts = BalancoParts & Pick<Storage, 'backups' | 'eventos'>

/** The most times the event is counted, so that a phone that keeps delivering cannot hold anybody up. */
const COUNTS_MAX = 3

/**
 * Begins another event, storing the former one's numbers: counted just before, and again if a phone of the
 * door has delivered meanwhile.
 * @throws StorageError
 */
export async function beginOutro(
  parts: BeginningParts,
  request: Omit<ComecarRequest, 'balanco' | 'entradas'>,
  autor: Autor,
): Promise<Exclude<Comeco, { kind: 'entrou-mais' }>> {
  for (let counts = 1; ; counts++) {
    const { balanco, entradas } = await countEnded(parts)
    const isLast = counts === COUNTS_MAX
    const asked = { ...request, balanco, entradas: isLast ? null : entradas }
    const comeco = await parts.eventos.comecarOutro(asked, autor)
    if (comeco.kind === 'entrou-mais') continue
    // Copies made since the erasure still name those who answer for companies.
    if (request.areContactsErased && comeco.kind === 'comecou') await eraseCopies(parts)
    return comeco
  }
}

/** Counts the event now; null if none is described, or it was cancelled, or it is not over. */
async function countEnded(parts: BeginningParts): Promise<Pick<ComecarRequest, 'balanco' | 'entradas'>> {
  const gravado = descritoIn(await parts.eventos.find())
  if (gravado?.canceladoem !== null || parts.now() < Date.parse(gravado.evento.fim))
    return { balanco: null, entradas: null }
  await parts.painel.renew()
  return readBalanco(parts, gravado)
}
