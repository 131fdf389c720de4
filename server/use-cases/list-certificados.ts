import { createHash } from 'node:crypto'
import { atestadoOf, type AtestadoAtual } from '../domain/certificado.ts'
import type { Prazo } from '../domain/envio.ts'
import type { Storage } from '../domain/storage.ts'
import { prazoOf, type EnvioParts } from './envios.ts'

/** How many certificates one file has at most. */
export const POR_ARQUIVO = 200

/** A file of certificates: from whose to whose, in the order of names. */
export interface Parte {
  de: string
  ate: string
  count: number
}

export interface Partes {
  /** Whether there are certificates now. */
  prazo: Prazo
  /** Tells this list from one of others who were inside. */
  lista: string
  total: number
  partes: Parte[]
}

/** What is printed: of everybody who was inside, or of one company's guests. */
interface Query {
  empresaid: string | null
}

type Parts = Pick<EnvioParts, 'painel' | 'closesAt' | 'eraseAt' | 'gravado' | 'config' | 'now'>

/** Divides who was inside, by name as the board orders them, into files. @throws StorageError */
export async function listCertificados(parts: Parts, query: Query): Promise<Partes> {
  const prazo = prazoOf('certificado', parts)
  const ids = prazo === 'agora' ? await insideOf(parts, query) : []
  const files = Array.from({ length: filesOf(ids) }, (_, n) => partOf(ids, n + 1))
  const ends = files.flatMap((file) => [file[0] ?? '', file.at(-1) ?? ''])
  const found = await parts.painel.find(ends)
  const nomes = new Map(found.map(({ credencial: { credencialid, nome } }) => [credencialid, nome]))
  const nomeOf = (id = '') => nomes.get(id) ?? ''
  return {
    ...{ prazo, lista: listaOf(ids), total: ids.length },
    partes: files.map((file) => ({ de: nomeOf(file[0]), ate: nomeOf(file.at(-1)), count: file.length })),
  }
}

/** What a file is drawn from: of whom, and of what. */
export interface Arquivo {
  nomes: string[]
  atestado: AtestadoAtual
  /** How many files the list has. */
  partes: number
}

/**
 * Reads whose certificates a file has.
 * @param lista of the list the file was chosen from
 * @returns null where others are inside by now, and somebody might be in no file or in two; and where there are none
 * @throws StorageError
 */
export async function readParte(
  parts: Parts,
  query: Query,
  { lista, parte }: { lista: string; parte: number },
): Promise<Arquivo | null> {
  const { gravado, painel } = parts
  if (!gravado || prazoOf('certificado', parts) !== 'agora') return null
  const ids = await insideOf(parts, query)
  const file = partOf(ids, parte)
  if (listaOf(ids) !== lista || file.length === 0) return null
  const found = await painel.find(file)
  // Somebody was taken out, or an admission annulled, since those inside were listed.
  if (found.length < file.length || found.some(({ dentroDesde }) => dentroDesde === null)) return null
  const nomes = found.map(({ credencial }) => credencial.nome)
  return { nomes, atestado: atestadoOf(gravado), partes: filesOf(ids) }
}

async function insideOf({ painel }: Pick<Storage, 'painel'>, { empresaid }: Query): Promise<string[]> {
  const { convidados } = await painel.listed()
  return convidados
    .filter((one) => one.presenca === 'dentro' && (empresaid === null || one.empresaid === empresaid))
    .map(({ credencialid }) => credencialid)
}

const filesOf = (ids: string[]) => Math.ceil(ids.length / POR_ARQUIVO)

/** @param parte from 1 on */
const partOf = (ids: string[], parte: number) => ids.slice((parte - 1) * POR_ARQUIVO, parte * POR_ARQUIVO)

/** Tells a list of guests from one of others, or in another order. */
export const listaOf = (ids: string[]) =>
  createHash('sha256').update(ids.join('\n')).digest('base64url').slice(0, 12)
