import { carriedOf, newChave } from '../domain/acesso.ts'
import { avipOf } from '../domain/credencial.ts'
import { parseEmpresa } from '../domain/empresa.ts'
import { imagemidsIn } from '../domain/evento-gravado.ts'
import { isErasure } from '../domain/historico.ts'
import {
  envioId,
  EVENTO,
  type Kind,
  type Page,
  type Reads,
  type Records,
  type Stored,
} from '../domain/records.ts'
import { CARRIED, KINDS, type Counts, type Registro, type Transfer } from '../domain/transfer.ts'
import { chaveIn, erasuresIn, EXPURGO, usadaIn } from '../domain/questions.ts'
import { wordsOf } from '../domain/words.ts'

type Read = <Result>(query: (tx: Reads) => Result) => Promise<Result>
type Write = <Result>(act: (tx: Records) => Result) => Promise<Result>

const PAGE = 500

type Carried = Exclude<Registro, { kind: 'empresa' | 'credencial' }>

/** The kind and the record of something transferred unchanged. */
export function recordIn<R extends Carried>(registro: R) {
  const record = (registro as unknown as Record<string, Stored[Kind]>)[registro.kind]
  return { kind: CARRIED[registro.kind] as (typeof CARRIED)[R['kind']], record: record as never }
}

/** The storage everything is read from. */
export interface Source {
  /** All records of a kind; of pictures only the event's. */
  all: <K extends Kind>(kind: K) => AsyncIterable<Stored[K]>
  convidados: () => AsyncIterable<Extract<Registro, { kind: 'credencial' }>>
  /** The id of the last erasure's line; undefined before the first. */
  lastErasure: () => Promise<string | undefined>
}

export async function* readRegistros({ all, convidados, lastErasure }: Source): AsyncIterable<Registro> {
  for await (const one of all('empresas'))
    yield { kind: 'empresa', empresa: parseEmpresa(one.empresaid, one) }
  yield* convidados()
  const last = await lastErasure()
  for (const [name, kind] of Object.entries(CARRIED)) {
    let erasure: Registro | null = null
    for await (const record of all(kind)) {
      const registro = { kind: name, [name]: record } as unknown as Registro
      if (registro.kind === 'linha' && registro.linha.historicoid === last) erasure = registro
      else yield registro
    }
    if (erasure) yield erasure
  }
}

/** Maps all records of a kind, a page of them read at a time. */
async function* pagesOf<K extends Kind, Result>(
  read: Read,
  kind: K,
  of: (tx: Reads, record: Stored[K]) => Result,
): AsyncIterable<Result> {
  for (let after: string | null = null; ;) {
    const from: string | null = after
    const { records, next }: Page<Result> = await read((tx) => {
      const page: Page<Stored[K]> = tx.page(kind, from, PAGE)
      return { records: page.records.map((record) => of(tx, record)), next: page.next }
    })
    yield* records
    if (next === null) return
    after = next
  }
}

function sourceOf(read: Read): Source {
  async function* used(): AsyncIterable<Stored['imagens']> {
    const used = await read((tx) => imagemidsIn(tx.get('eventos', EVENTO)).map((id) => tx.get('imagens', id)))
    for (const imagem of used) if (imagem) yield imagem
  }
  return {
    all: <K extends Kind>(kind: K) =>
      kind === 'imagens' ? (used() as AsyncIterable<Stored[K]>) : pagesOf(read, kind, (_, one) => one),
    convidados: () =>
      pagesOf(read, 'credenciais', (tx, credencial) => {
        const { credencialid } = credencial
        const found = chaveIn(tx, credencialid)
        return {
          kind: 'credencial',
          credencial,
          chave: found?.key ?? null,
          ...carriedOf(found?.chave ?? newChave(credencialid)),
          reservaid: usadaIn(tx, credencialid)?.reservaid ?? null,
        }
      }),
    lastErasure: () => read((tx) => erasuresIn(tx).at(-1)?.historicoid),
  }
}

export function createTransfer(read: Read, write: Write): Transfer {
  return {
    read: () => readRegistros(sourceOf(read)),

    write: (registros) => write((tx) => registros.forEach((registro) => carryIn(tx, registro))),

    erase: (credencialids, empresaids = [], envios = [], importadoids = []) =>
      write((tx) => {
        const words = wordsOf(tx)
        for (const id of credencialids) words.eraseConvidado(id, null)
        for (const id of empresaids) words.eraseEmpresa(id)
        for (const envio of envios) tx.delete('envios', envioId(envio))
        for (const id of importadoids) tx.delete('importados', id)
      }),

    count: () =>
      read((tx) => {
        const counted = [...KINDS, 'avips'] as const
        return Object.fromEntries(counted.map((kind) => [kind, tx.count(kind, {})])) as Counts
      }),

    isCopy: () => read((tx) => tx.get('meta', 'copia') !== null),
    setCopy: (isCopy) =>
      write((tx) => (isCopy ? tx.put('meta', { nome: 'copia', valor: '1' }) : tx.delete('meta', 'copia'))),
    async keepFingerprint(fingerprint) {
      const kept = await read((tx) => tx.get('meta', 'marca'))
      if (kept) return kept.valor
      return write((tx) => {
        const first = tx.get('meta', 'marca')
        if (!first) tx.put('meta', { nome: 'marca', valor: fingerprint })
        return first?.valor ?? fingerprint
      })
    },
  }
}

/** Stores a record from another storage under its id, whatever was there. */
function carryIn(tx: Records, registro: Registro): void {
  if (registro.kind === 'empresa') {
    tx.put('empresas', { ...registro.empresa })
    return
  }
  if (registro.kind === 'credencial') {
    const { credencial, chave } = registro
    const { credencialid } = credencial
    if (tx.get('credenciais', credencialid)) tx.change('credenciais', credencialid, credencial)
    else tx.put('credenciais', credencial)
    tx.put('avips', avipOf(credencial))
    // When last copied, the key may have been another guest's, who is erased or has another key since.
    for (const former of tx.find('chaves', { credencialid })) tx.delete('chaves', former.chave)
    if (chave === null) return
    tx.delete('chaves', chave)
    tx.put('chaves', { chave, ...newChave(credencialid), ...carriedOf(registro) })
    return
  }
  if (registro.kind === 'reserva') makeWay(tx, registro.reserva)
  const { kind, record } = recordIn(registro)
  tx.put(kind, record)
  if (registro.kind === 'linha' && isErasure(registro.linha))
    tx.put('meta', { nome: EXPURGO, valor: registro.linha.historicoid })
}

/** A reserva in the way of another was released or used since, and comes in its turn as it is now. */
function makeWay(tx: Records, { reservaid, estado, sid, empresaid, credencialid }: Stored['reservas']): void {
  if (estado === 'liberada') return
  const taken = estado === 'pendente' ? { sid, empresaid, estado } : { credencialid, estado }
  for (const other of tx.find('reservas', taken))
    if (other.reservaid !== reservaid) tx.change('reservas', other.reservaid, { estado: 'liberada' })
}
