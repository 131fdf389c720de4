import { expect } from 'vitest'
import type { ConvidadoNaPorta } from '../../server/domain/porta-repo.ts'
import { NOW } from '../support/factories.ts'
import type { Harness } from './harness.ts'

const byId = (a: { credencialid: string }, b: { credencialid: string }) =>
  a.credencialid < b.credencialid ? -1 : 1

export const sorted = (convidados: Iterable<ConvidadoNaPorta>) =>
  [...convidados]
    .map((convidado) => ({
      ...convidado,
      entradas: [...convidado.entradas].sort((a, b) => (a.entradaid < b.entradaid ? -1 : 1)),
    }))
    .sort(byId)

/** A phone of the door: it has the list as it heard it, and asks from its mark on. */
export function aPhone({ storage }: Harness) {
  let marca: string | null = null
  const list = new Map<string, ConvidadoNaPorta>()
  return {
    list: () => sorted(list.values()),
    /** @returns who was told of */
    async sync(): Promise<Set<string>> {
      const told = await storage.porta.since(marca)
      if (told.isInteira) list.clear()
      for (const convidado of told.convidados) list.set(convidado.credencialid, convidado)
      for (const id of told.removidos) list.delete(id)
      const isFirst = marca === null
      marca = told.marca
      expect(told.isInteira).toBe(isFirst)
      return new Set([...told.convidados.map(({ credencialid }) => credencialid), ...told.removidos])
    },
  }
}

/** The list as a phone gets it that has none yet. */
export const whole = async ({ storage }: Harness) => sorted((await storage.porta.since(null)).convidados)

export const desistencia = (credencialid: string) => ({
  credencialid,
  empresaid: null,
  now: NOW,
  isClosed: false,
})
