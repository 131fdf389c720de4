import { createHash } from 'node:crypto'
import {
  CODE_HASH_BYTES,
  TOKEN_HASH_BYTES,
  type Acompanhante,
  type EntradaEnviada,
  type EntradaOuvida,
  type Lote,
  type Lista,
  type Resposta,
} from '../../server/domain/porta-sync.ts'
import type { Transport } from './phones.ts'

export interface TestConvidado {
  id: string
  nome: string
  mesa: string
  /** The table's number; the same for all tables of one name. */
  numero?: string
  finais: string
  versao: number
  retirado: boolean
  /** The id of the guest who brought them; absent for none. */
  grupo?: string | undefined
  /** The guest's code; by default {@link codeOf} makes one. */
  codigo?: string
}

const hash = (text: string, size = 32) => createHash('sha256').update(text).digest().subarray(0, size)
export const tokenOf = ({ id, versao }: Pick<TestConvidado, 'id' | 'versao'>) =>
  `${versao === 0 ? '' : `${versao}.`}${id}${createHash('sha256').update(`${id} ${versao}`).digest('base64url').slice(0, 22)}`
export const urlOf = (convidado: Pick<TestConvidado, 'id' | 'versao'>) =>
  `https://convites.test/c/${tokenOf(convidado)}`
const SIGNS = '23456789CDFGHJKMNPQRTVWXY'
export const codeOf = (id: string) => {
  const signs = [...hash(`codigo ${id}`)].slice(0, 8).map((byte) => SIGNS.charAt(byte % 25))
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`
}

/**
 * A server of the door in memory that follows the rule: it keeps the union of facts and reports what changed.
 */
export function openPortaServer(now: () => number, apagarem = Number.MAX_SAFE_INTEGER) {
  const convidados = new Map<string, TestConvidado>()
  const facts = new Map<string, EntradaEnviada & { aparelhoid: string }>()
  /** Ids in the order of their changes; the mark is a position. */
  const changes: string[] = []
  const revoked = new Map<string, number>()
  let ensaio: Resposta['ensaio'] = null
  let inicio: string | undefined
  /** How often a fact arrived. */
  let arrivals = 0
  /** How many changes one answer reports. */
  let part = Infinity
  /** The prefix of marks: a restored server has another one. */
  let counted = 'm'

  const listaSince = (marca: string | null): Lista => {
    const [of, at] = (marca ?? '').split('.')
    const from = of === counted ? Number(at) : null
    const to = from === null ? changes.length : Math.min(changes.length, from + part)
    const changed = [...new Set(from === null ? convidados.keys() : changes.slice(from, to))]
    const listed = changed.flatMap((id) => convidados.get(id) ?? [])
    const mesas = ['', ...new Set(listed.map(({ mesa }) => mesa).filter((mesa) => mesa !== ''))]
    return {
      marca: `${counted}.${to}`,
      isInteira: from === null,
      ids: listed.map(({ id }) => id),
      nomes: listed.map(({ nome }) => nome),
      mesas,
      numeros: mesas.map((nome) => listed.find(({ mesa }) => mesa === nome)?.numero ?? ''),
      mesa: listed.map(({ mesa }) => mesas.indexOf(mesa)),
      finais: listed.map(({ finais }) => finais),
      versoes: listed.map(({ versao }) => versao),
      tokens: Buffer.concat(listed.map((convidado) => hash(tokenOf(convidado), TOKEN_HASH_BYTES))).toString(
        'base64',
      ),
      codigos: Buffer.concat(
        listed.map(({ id, codigo }) => hash(codigo ?? codeOf(id), CODE_HASH_BYTES)),
      ).toString('base64'),
      grupos: listed.flatMap(({ grupo }, at): Acompanhante[] => (grupo === undefined ? [] : [[at, grupo]])),
      retirados: listed.flatMap(({ retirado }, at) => (retirado ? [at] : [])),
      removidos: changed.filter((id) => !convidados.has(id)),
      entradas: listed.flatMap(({ id }, at) =>
        [...facts.values()]
          .filter(({ credencialid }) => credencialid === id)
          .map((f): EntradaOuvida => [f.entradaid, at, f.aparelhoid, f.seq, f.lidaem + f.desvio, f.anula]),
      ),
    }
  }
  const store = (aparelhoid: string, entradas: EntradaEnviada[]) => {
    for (const fact of entradas) {
      arrivals += 1
      if (facts.has(fact.entradaid)) continue
      facts.set(fact.entradaid, { ...fact, aparelhoid })
      if (fact.credencialid !== '') changes.push(fact.credencialid)
    }
    return entradas.map(({ entradaid }) => entradaid)
  }
  const transportOf =
    (aparelhoid: string): Transport =>
    async (body) => {
      const { marca, entradas } = JSON.parse(body) as Lote
      const revogadoem = revoked.get(aparelhoid)
      if (revogadoem !== undefined) {
        const before = entradas.filter(({ lidaem, desvio }) => lidaem + desvio < revogadoem)
        const stored = { guardadas: store(aparelhoid, before), recusadas: [], retidas: 0 }
        return Response.json({ revogadoem, ...stored }, { status: 403 })
      }
      const isOwn = ({ anula }: EntradaEnviada) =>
        anula === null ||
        facts.get(anula)?.aparelhoid === aparelhoid ||
        entradas.some(({ entradaid }) => entradaid === anula)
      const guardadas = store(aparelhoid, entradas.filter(isOwn))
      const recusadas = entradas.filter((fact) => !isOwn(fact)).map(({ entradaid }) => entradaid)
      const nameOf = (id: string) => `porta ${id.toUpperCase()}`
      const nome = nameOf(aparelhoid)
      const lista = listaSince(marca)
      // As the server does: only the phones of the admissions in this answer.
      const aparelhos = Object.fromEntries(lista.entradas.map(([, , id]) => [id, nameOf(id)]))
      const hasMore = Number(lista.marca.split('.')[1]) < changes.length
      const told = { nome, ensaio, aparelhos, hasMore, lista }
      const resposta: Resposta = {
        agora: now(),
        guardadas,
        recusadas,
        retidas: 0,
        apagarem,
        ...(inicio !== undefined && { inicio }),
        ...told,
      }
      return Response.json(resposta)
    }
  return {
    facts,
    revoked,
    arrivals: () => arrivals,
    /** Begins a rehearsal, or ends it. */
    rehearse: (begun: Resposta['ensaio']) => void (ensaio = begun),
    /** Moves the event's start from now on; a server of an earlier version does not give it. */
    move: (begin: string) => void (inicio = begin),
    /** Replaces the server with a copy without admissions. */
    restore() {
      facts.clear()
      counted += 'r'
    },
    tellInPartsOf: (changes: number) => void (part = changes),
    transportOf,
    put(...listed: TestConvidado[]) {
      for (const convidado of listed) {
        convidados.set(convidado.id, convidado)
        changes.push(convidado.id)
      }
    },
    remove(id: string) {
      convidados.delete(id)
      changes.push(id)
    },
  }
}

export function aConvidado(id: string, change: Partial<TestConvidado> = {}): TestConvidado {
  return { id, nome: `Convidado ${id}`, mesa: '', finais: '0000', versao: 0, retirado: false, ...change }
}
