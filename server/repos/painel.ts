import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Aparelho } from '../domain/aparelho.ts'
import { besideOf, carriedOf, newChave, type Beside, type Carried, type Chave } from '../domain/acesso.ts'
import type { ConvitePessoal } from '../domain/convite-pessoal.ts'
import { searchableOf, type Searchable } from '../domain/convidado-search.ts'
import type { Credencial } from '../domain/credencial.ts'
import { liveOf, type Desistencia } from '../domain/desistencia.ts'
import { textOf } from '../domain/empresa.ts'
import { entradasIn, instantOf, type Entrada } from '../domain/entrada.ts'
import type { Envio, Guardado } from '../domain/envio.ts'
import { respostasOf } from '../domain/funil.ts'
import type { LinhaDoHistorico } from '../domain/historico.ts'
import { followed, juncoesOf, noteJuncao, withMerged } from '../domain/juncao.ts'
import { newMesa, type Mesa } from '../domain/mesa.ts'
import { createVocabulary, heardWordsIn } from '../domain/near-words.ts'
import {
  type BalancoInput,
  type ConvidadoListado,
  isOfBalanco,
  type Numeros,
  presencaOf,
} from '../domain/painel-repo.ts'
import type { Procedencia } from '../domain/procedencia.ts'
import type { Reserva } from '../domain/reserva.ts'
import { payerIn } from '../domain/casa.ts'
import { foldText } from '../domain/text.ts'
import { byEmpresaid, convitesIn, listedIn, type StoredEmpresa } from './empresas-listed.ts'
import { createOrder } from './in-order.ts'

/** How many guests are put in order in one turn of the event loop. */
const IN_A_TURN = 500

/** A guest as the board finds and shows them. A changed guest is a new object. */
export interface Convidado extends Beside {
  credencial: Credencial
  empresaid: string | null
  /** The origin of the registration: the address that claimed, or that registered without a company. */
  procedencia: Pick<Procedencia, 'origem' | 'criadaem'> | null
  /** All their facts, and those of guests merged into them. */
  entradas: Entrada[]
  dentroDesde: number | null
  desistencia: Desistencia | null
}

/** A guest in the order of the board, with the text that a search compares. */
export interface Listado extends ConvidadoListado {
  credencial: Credencial
  searchable: Searchable
}

/**
 * The data of the organiser's board and of the door's list, in this process. An adapter puts in each record,
 * in any order, as it is now; guests are put together when they are read.
 */
export function createPainel() {
  const juncoes = juncoesOf([])
  const credenciais = new Map<string, Credencial>()
  const chaves = new Map<string, Carried>()
  /** Reservas that pay and that are held, by reservaid; those that pay also by the guest they pay for. */
  const usadas = new Map<string, Reserva>()
  const pendentes = new Map<string, Reserva>()
  const paidBy = new Map<string, string>()
  const entradas = new Map<string, Map<string, Entrada>>()
  const desistencias = new Map<string, Desistencia>()
  const empresas = new Map<string, StoredEmpresa>()
  const mesas = new Map<string, Mesa>()
  const convites = new Map<string, ConvitePessoal>()
  /** By whatever they are stored in. */
  const envios = new Map<string, Envio[]>()
  const aparelhos = new Map<string, Aparelho>()
  /** The history lines an event is counted by, by historicoid. */
  const linhas = new Map<string, LinhaDoHistorico>()
  const convidados = new Map<string, Convidado>()
  const order = createOrder<Listado>()
  const vocabulary = createVocabulary()
  /** Guests changed since they were put together, and since they were put in order. */
  const touched = new Set<string>()
  const unlisted = new Set<string>()

  const factsOf = (ids: Iterable<string>) =>
    [...ids].flatMap((credencialid) => [...(entradas.get(credencialid)?.values() ?? [])])

  const convidadoOf = (credencial: Credencial, theirs: Entrada[]): Convidado => {
    const { credencialid } = credencial
    const [first] = entradasIn(theirs)
    const chave = chaves.get(credencialid)
    const usada = usadas.get(paidBy.get(credencialid) ?? '')
    const { origem = null, criadaem = null } = (usada?.origem == null ? chave : usada) ?? {}
    return {
      credencial,
      ...besideOf(chave ?? newChave(credencialid)),
      empresaid: payerIn(usada),
      procedencia: origem === null || criadaem === null ? null : { origem, criadaem },
      entradas: theirs,
      dentroDesde: first ? instantOf(first) : null,
      desistencia: desistencias.get(credencialid) ?? null,
    }
  }

  const settle = (most = Infinity) => {
    if (touched.size === 0) return
    const ids = withMerged(juncoes, firstOf(touched, most))
    const theirs = followed(factsOf(ids), (id) => credenciais.has(id), juncoes)
    for (const id of ids) {
      const credencial = credenciais.get(id)
      if (credencial) convidados.set(id, convidadoOf(credencial, theirs.get(id) ?? []))
      else convidados.delete(id)
      touched.delete(id)
      unlisted.add(id)
    }
  }

  const listadoOf = ({ credencial, empresaid, dentroDesde, desistencia }: Convidado): Listado => {
    const { credencialid, nome } = credencial
    const searchable = searchableOf(credencial)
    // Nothing is spread: V8 makes dictionaries of such objects, and reading 50,000 takes forty times as long.
    return {
      credencialid,
      ordem: foldText(nome),
      words: vocabulary.placesOf(heardWordsIn(nome, searchable.nome)),
      empresaid,
      presenca: presencaOf(dentroDesde !== null, desistencia !== null),
      credencial,
      searchable,
    }
  }

  const list = () => {
    const ids = firstOf(unlisted, IN_A_TURN)
    const changed = ids.map((id) => [id, convidados.get(id)] as const)
    order.put(new Map(changed.map(([id, convidado]) => [id, convidado ? listadoOf(convidado) : null])))
    for (const id of ids) unlisted.delete(id)
  }

  /** Name and number of all companies, by empresaid, even of those whose invitations cannot be counted. */
  const mesasOf = () =>
    new Map(
      byEmpresaid(empresas).found.map(([empresaid, { nome }]) => {
        const { numero } = mesas.get(empresaid) ?? newMesa(empresaid)
        return [empresaid, { empresaid, nome: textOf(nome), numero }]
      }),
    )

  return {
    juncoes,
    /** Keyed by the name each is stored under. */
    empresas: empresas as ReadonlyMap<string, StoredEmpresa>,
    /** Keyed by credencialid. */
    convidados(): ReadonlyMap<string, Convidado> {
      settle()
      return convidados
    },
    /** In the order of the board. */
    async listed() {
      for (;;) {
        settle(IN_A_TURN)
        list()
        if (touched.size === 0 && unlisted.size === 0)
          return { convidados: order.all(), words: vocabulary.words }
        await nextTurn()
      }
    },
    respostas() {
      settle()
      return [...convidados].flatMap(([credencialid, convidado]) => {
        const { respostas = '' } = chaves.get(credencialid) ?? {}
        return respostas === '' ? [] : [{ credencialid, respostas, vem: !isAbsent(convidado) }]
      })
    },
    hasConvidado: (credencialid: string) => credenciais.has(credencialid),

    /** Null for a guest who was erased; their key and withdrawal went with them. */
    putCredencial(credencialid: string, credencial: Credencial | null) {
      touched.add(credencialid)
      if (credencial) credenciais.set(credencialid, credencial)
      else for (const beside of [credenciais, chaves, desistencias]) beside.delete(credencialid)
    },
    putChave(chave: Chave) {
      touched.add(chave.credencialid)
      chaves.set(chave.credencialid, carriedOf(chave))
    },
    putReserva(reserva: Reserva) {
      const { reservaid, estado, credencialid } = reserva
      const payee = usadas.get(reservaid)?.credencialid ?? null
      if (payee !== null && paidBy.get(payee) === reservaid) {
        touched.add(payee)
        paidBy.delete(payee)
      }
      usadas.delete(reservaid)
      pendentes.delete(reservaid)
      if (estado === 'pendente') pendentes.set(reservaid, reserva)
      if (estado !== 'usada' || credencialid === null) return
      touched.add(credencialid)
      usadas.set(reservaid, reserva)
      paidBy.set(credencialid, reservaid)
    },
    putEntrada(entrada: Entrada) {
      const { credencialid, entradaid } = entrada
      touched.add(credencialid)
      const theirs = entradas.get(credencialid)
      if (theirs) theirs.set(entradaid, entrada)
      else entradas.set(credencialid, new Map([[entradaid, entrada]]))
    },
    putDesistencia(credencialid: string, desistencia: Desistencia | null) {
      touched.add(credencialid)
      setOrDelete(desistencias, credencialid, liveOf(desistencia))
    },
    putEmpresa(name: string, stored: StoredEmpresa | null) {
      // Its invitations went with it, without a trace of their own.
      const gone = stored ? undefined : textOf(empresas.get(name)?.empresaid)
      for (const { codigo, empresaid } of convites.values()) if (empresaid === gone) convites.delete(codigo)
      setOrDelete(empresas, name, stored)
    },
    putConvite: (codigo: string, convite: ConvitePessoal | null) => setOrDelete(convites, codigo, convite),
    aparelhos: aparelhos as ReadonlyMap<string, Aparelho>,
    putAparelho: (aparelho: Aparelho) => void aparelhos.set(aparelho.aparelhoid, aparelho),
    envios: (tipo: Guardado) => [...envios.values()].flat().filter((envio) => envio.tipo === tipo),
    putEnvios: (place: string, theirs: Envio[]) => void envios.set(place, theirs),
    putMesa: (mesa: Mesa) => void mesas.set(mesa.empresaid, mesa),
    /** Takes a line of the history: merges, removals and erasures count. */
    putLinha(linha: LinhaDoHistorico) {
      if (isOfBalanco(linha.ato)) linhas.set(linha.historicoid, linha)
      noteJuncao(juncoes, linha)
      if (linha.ato === 'juntou') touched.add(linha.alvo)
    },

    /** Erases the addresses of records made before an instant. */
    forgetOrigens(before: number) {
      for (const [id, chave] of chaves) {
        if (chave.criadaem === null || chave.criadaem >= before) continue
        chaves.set(id, { ...chave, origem: null, criadaem: null })
        touched.add(id)
      }
      for (const [id, usada] of usadas) {
        if (usada.origem === null || usada.criadaem >= before) continue
        usadas.set(id, { ...usada, origem: null })
        touched.add(usada.credencialid ?? '')
      }
    },

    /** All facts that count for nobody on the list. */
    anotadas() {
      const ofNobody = [...entradas.keys()].filter((id) => !credenciais.has(id))
      return followed(factsOf(ofNobody), (id) => credenciais.has(id), juncoes).get('') ?? []
    },

    balancoInput: (): BalancoInput => ({
      pagas: [...usadas.values()].flatMap(({ credencialid, empresaid, criadaem }) =>
        credencialid === null ? [] : [{ credencialid, empresaid, criadaem }],
      ),
      entradas: [...entradas.values()].flatMap((theirs) => [...theirs.values()]),
      linhas: [...linhas.values()],
    }),

    convites: () => convitesIn(convites.values(), pendentes.values(), mesasOf()),

    mesas: mesasOf,

    /** All companies with their holds. */
    listEmpresas: (now: number) => listedIn(byEmpresaid(empresas), pendentes.values(), mesas, now),
  }
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) map.delete(key)
  else map.set(key, value)
}

function firstOf(ids: ReadonlySet<string>, most: number): string[] {
  if (ids.size <= most) return [...ids]
  const first: string[] = []
  for (const id of ids) if (first.push(id) === most) break
  return first
}

export type Painel = ReturnType<typeof createPainel>

/** Whether a guest withdrew and did not come after all. */
export function isAbsent({ desistencia, dentroDesde }: Convidado): boolean {
  return desistencia !== null && dentroDesde === null
}

export function numerosOf(painel: Painel, now: number): Numeros {
  const convidados = [...painel.convidados().values()]
  const numeros: Numeros = {
    convites: 0,
    reservados: 0,
    pessoais: 0,
    livres: 0,
    confirmados: convidados.filter((convidado) => !isAbsent(convidado)).length,
    desistiram: convidados.filter(isAbsent).length,
    ...respostasOf(painel.convites()),
    dentro: convidados.filter(({ dentroDesde }) => dentroDesde !== null).length,
  }
  const { empresas, casa } = painel.listEmpresas(now)
  for (const { empresa, held, pessoais, left } of casa ? [...empresas, casa] : empresas) {
    numeros.convites += empresa.icredencial
    numeros.reservados += held
    numeros.pessoais += pessoais
    numeros.livres += left
  }
  return numeros
}

/** Registrations from an instant on whose address is still known. */
export function procedenciasIn(painel: Painel, since: number): Procedencia[] {
  return [...painel.convidados()].flatMap(([credencialid, { procedencia, empresaid }]) =>
    procedencia && procedencia.criadaem >= since ? [{ credencialid, ...procedencia, empresaid }] : [],
  )
}
