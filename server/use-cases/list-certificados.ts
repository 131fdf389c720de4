import { createHash } from 'node:crypto'
import { atestadoOf, type AtestadoAtual } from '../domain/certificado.ts'
import type { Prazo } from '../domain/envio.ts'
import type { Storage } from '../domain/storage.ts'
import { isRare } from '../domain/text.ts'
import { prazoOf, type EnvioParts } from './envios.ts'

/** How many certificates one file has at most. */
export const POR_ARQUIVO = 200

/** A file of certificates: from whose to whose, in the order of names. */
export interface Parte {
  de: string
  ate: string
  count: number
}

/** Somebody who was inside, whose name no certificate can have. */
export interface SemLetras {
  credencialid: string
  nome: string
}

export interface Partes {
  /** Whether there are certificates now. */
  prazo: Prazo
  /** Tells this list from one of others who were inside. */
  lista: string
  total: number
  /** The pages of a file are of everybody else. */
  partes: Parte[]
  semLetras: SemLetras[]
}

/** What is printed: of everybody who was inside, or of one company's guests. */
interface Query {
  empresaid: string | null
}

type Parts = Pick<EnvioParts, 'painel' | 'closesAt' | 'eraseAt' | 'gravado' | 'config' | 'now'> & {
  certificados: { undrawable: (nomes: string[]) => Promise<string[]> }
}

/** Divides who was inside, by name as the board orders them, into files. @throws StorageError */
export async function listCertificados(parts: Parts, query: Query): Promise<Partes> {
  const prazo = prazoOf('certificado', parts)
  const inside = prazo === 'agora' ? await insideOf(parts, query) : []
  const ids = idsOf(inside)
  const files = Array.from({ length: filesOf(ids) }, (_, n) => partOf(ids, n + 1))
  const ends = files.flatMap((file) => [file[0] ?? '', file.at(-1) ?? ''])
  const rare = idsOf(inside.filter(({ ordem }) => isRare(ordem)))
  const found = await parts.painel.find([...new Set([...ends, ...rare])])
  const nomes = new Map(found.map(({ credencial: { credencialid, nome } }) => [credencialid, nome]))
  const nomeOf = (id = '') => nomes.get(id) ?? ''
  const undrawable = new Set(await parts.certificados.undrawable(rare.map(nomeOf)))
  const semLetras = rare.filter((id) => undrawable.has(nomeOf(id)))
  const without = new Set(semLetras)
  return {
    prazo,
    lista: listaOf(ids),
    total: ids.length,
    partes: files.map((file) => {
      const count = file.filter((id) => !without.has(id)).length
      return { de: nomeOf(file[0]), ate: nomeOf(file.at(-1)), count }
    }),
    semLetras: semLetras.map((credencialid) => ({ credencialid, nome: nomeOf(credencialid) })),
  }
}

/** What a file is drawn from: of whom, and of what. */
export interface Arquivo {
  /** None where no font has the letters of any. */
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
  const { gravado, painel, certificados } = parts
  if (!gravado || prazoOf('certificado', parts) !== 'agora') return null
  const ids = idsOf(await insideOf(parts, query))
  const file = partOf(ids, parte)
  if (listaOf(ids) !== lista || file.length === 0) return null
  const found = await painel.find(file)
  // Somebody was taken out, or an admission annulled, since those inside were listed.
  if (found.length < file.length || found.some(({ dentroDesde }) => dentroDesde === null)) return null
  const all = found.map(({ credencial }) => credencial.nome)
  const undrawable = new Set(await certificados.undrawable(all))
  const nomes = all.filter((nome) => !undrawable.has(nome))
  return { nomes, atestado: atestadoOf(gravado), partes: filesOf(ids) }
}

async function insideOf({ painel }: Pick<Storage, 'painel'>, { empresaid }: Query) {
  const { convidados } = await painel.listed()
  return convidados.filter(
    (one) => one.presenca === 'dentro' && (empresaid === null || one.empresaid === empresaid),
  )
}

const idsOf = (convidados: { credencialid: string }[]) => convidados.map(({ credencialid }) => credencialid)

const filesOf = (ids: string[]) => Math.ceil(ids.length / POR_ARQUIVO)

/** @param parte from 1 on */
const partOf = (ids: string[], parte: number) => ids.slice((parte - 1) * POR_ARQUIVO, parte * POR_ARQUIVO)

/** Tells a list of guests from one of others, or in another order. */
export const listaOf = (ids: string[]) =>
  createHash('sha256').update(ids.join('\n')).digest('base64url').slice(0, 12)
