import { randomUUID } from 'node:crypto'
import { createChangeLog } from '../change-log.ts'
import { liveOf } from '../../domain/desistencia.ts'
import type { Entrada } from '../../domain/entrada.ts'
import { countedIn, marcaOf, type ConvidadoNaPorta, type PortaRepo } from '../../domain/porta-repo.ts'
import { byKept, outrosOf } from '../../domain/juncao.ts'
import { juncoesIn, nomeOf, type MemoryStore } from './store.ts'

/** What the door reads, from memory. A change is found by comparing each guest with what was told of them before. */
export function createPortaRepo(store: MemoryStore): PortaRepo {
  const memoryId = randomUUID()
  const log = createChangeLog()

  const convidados = (): ConvidadoNaPorta[] => {
    const entradas = new Map<string, Entrada[]>()
    for (const entrada of store.entradas.values()) {
      const theirs = entradas.get(entrada.credencialid)
      if (theirs) theirs.push(entrada)
      else entradas.set(entrada.credencialid, [entrada])
    }
    const usadas = [...store.reservas.values()].filter(({ estado }) => estado === 'usada')
    const mesas = new Map(usadas.map(({ credencialid, empresaid }) => [credencialid, empresaid]))
    const mesaOf = (credencialid: string) => {
      const empresaid = mesas.get(credencialid)
      return empresaid === undefined ? null : { empresaid, nome: nomeOf(store, empresaid) }
    }
    const chaves = new Map([...store.chaves.values()].map((chave) => [chave.credencialid, chave]))
    const juncoes = byKept(juncoesIn(store))
    const passeOf = (credencialid: string) => ({
      credencialid,
      versao: chaves.get(credencialid)?.versao ?? 0,
    })
    return [...store.credenciais.values()].map(({ credencialid, nome, telefone }) => ({
      ...{ ...passeOf(credencialid), nome, telefone, mesa: mesaOf(credencialid) },
      outros: outrosOf(juncoes, passeOf(credencialid)),
      isRetirado: liveOf(store.desistencias.get(credencialid)) !== null,
      entradas: entradas.get(credencialid) ?? [],
    }))
  }

  return {
    async since(marca) {
      const all = convidados()
      for (const convidado of all) log.note(convidado.credencialid, JSON.stringify(convidado), 0)
      const gone = [...log.ids()].filter((id) => !store.credenciais.has(id))
      for (const id of gone) log.note(id, null, 0)
      const at = countedIn(marca, memoryId, log.last())
      const told = { marca: marcaOf(memoryId, log.last()), hasMore: false }
      if (at === null) return { ...told, isInteira: true, convidados: all, removidos: [] }
      const isNew = (credencialid: string) => log.lastOf(credencialid).count > at
      return {
        ...{ ...told, isInteira: false, removidos: gone.filter(isNew) },
        convidados: all.filter(({ credencialid }) => isNew(credencialid)),
      }
    },
  }
}
