import { CASA } from '../domain/casa.ts'
import { RAJADA_MS, storedAt } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import type { Desistencia } from '../domain/desistencia.ts'
import { convitesLeft } from '../domain/empresa.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { entradasIn, instantOf, type Entrada } from '../domain/entrada.ts'
import { CLI, type Ato, type LinhaDoHistorico } from '../domain/historico.ts'
import { whatsappDigits } from '../domain/telefone.ts'
import type { Storage } from '../domain/storage.ts'
import { findDesistencia } from './find-convidado.ts'
import { numbersOf } from './empresas.ts'

/** How many of a guest's acts are searched for the registration and the first move. */
const LINHAS = 1_000

/** Who did something: a person of the team, or the command line; `nome` is null when no longer known. */
export interface Quem {
  kind: 'aparelho' | 'cli'
  nome: string | null
}

export type ConvidadoView = NonNullable<Awaited<ReturnType<typeof readConvidado>>>

interface ConvidadoParts extends Pick<
  Storage,
  'credenciais' | 'desistencias' | 'empresas' | 'entradas' | 'equipe' | 'historico' | 'mesas'
> {
  codeOf: (credencialid: string, versao: number) => string
  now: () => number
}

export async function readConvidado(parts: ConvidadoParts, credencialid: string) {
  const { credenciais, desistencias, empresas, entradas, equipe, historico, codeOf, now } = parts
  const convidado = await credenciais.findById(credencialid)
  if (!convidado) return null
  const { empresaid } = convidado.empresa ?? {}
  const [convites, facts, desistencia, linhas] = await Promise.all([
    empresaid === undefined ? null : empresas.find(empresaid, now()),
    entradas.listOf(credencialid),
    findDesistencia({ desistencias }, credencialid),
    // Read once rather than for each kind, because Firestore charges for every line.
    historico.list({ alvo: credencialid, after: null, limit: LINHAS }),
  ])
  const registered = linhas.find(({ ato }) => ato === 'cadastrou')
  const admitiram = facts.map(({ aparelhoid }) => aparelhoid)
  const [nomes, pareamentos] = await Promise.all([
    equipe.nomesOf(registered ? [...admitiram, registered.quem] : admitiram),
    admitiram.length === 0 ? [] : equipe.listPareamentos(admitiram),
  ])
  // An erasure leaves empty names.
  const nomeOf = (id: string) => (nomes.get(id) === '' ? null : (nomes.get(id) ?? null))
  const quemOf = (id: string): Quem =>
    id === CLI ? { kind: 'cli', nome: null } : { kind: 'aparelho', nome: nomeOf(id) }
  // The facts do not say which browser of an aparelho made them.
  const isTardia = (fact: Entrada) =>
    pareamentos.some(
      ({ aparelhoid, fechadoem }) =>
        aparelhoid === fact.aparelhoid &&
        fechadoem !== null &&
        instantOf(fact) < fechadoem &&
        fact.recebidaem >= fechadoem,
    )
  /** How the guest was registered, according to the history and the invitation. */
  const viaOf = (): { kind: 'empresa' | 'publico' } | { kind: 'organizacao'; quem: Quem } =>
    registered
      ? { kind: 'organizacao', quem: quemOf(registered.quem) }
      : { kind: isInvited(convidado, linhas) ? 'empresa' : 'publico' }
  return {
    convidado,
    codigo: codeOf(credencialid, convidado.versao),
    /** Digits with the country code, as wa.me takes them; null for anything but a Brazilian number. */
    whatsapp: whatsappDigits(convidado.credencial.telefone),
    /** Milliseconds since the epoch; null if another product gave the id. */
    registradoem: instantOfId(credencialid, now()),
    via: viaOf(),
    empresa: convites && {
      empresaid: convites.empresa.empresaid,
      nome: convites.empresa.nome,
      total: convites.empresa.icredencial,
      used: numbersOf(convites).used,
      /** What the company could give if this invitation came back. */
      leftIfReturned: leftIfReturned(convites),
    },
    desistencia,
    guardado: await guardadoOf(parts, desistencia),
    /** The admissions that count, first to last. */
    entradas: entradasIn(facts).map((entrada) => {
      const { entradaid, modo, aparelhoid } = entrada
      return {
        entradaid,
        at: instantOf(entrada),
        modo,
        quem: quemOf(aparelhoid),
        /** It arrived after its phone was revoked, so its time may be invented. */
        isTardia: isTardia(entrada),
      }
    }),
  }
}

/** The company that keeps a withdrawn guest's place, and until when, in milliseconds since the epoch. */
async function guardadoOf({ mesas, now }: ConvidadoParts, desistencia: Desistencia | null) {
  const empresaid = desistencia?.empresaid ?? null
  if (desistencia === null || empresaid === null) return null
  const { guardados } = await mesas.readLugares(empresaid, now())
  const found = guardados.find(({ credencialid }) => credencialid === desistencia.credencialid)
  return found ? { empresaid, ate: found.ate } : null
}

/** Our ids are instants, some of them a little ahead of the clock. */
function instantOfId(credencialid: string, now: number): number | null {
  const at = storedAt(credencialid)
  return at !== null && at <= now + RAJADA_MS ? at : null
}

/** Acts that take a guest's invitation away. Their details begin with its company; `-` or nothing if none. */
const TAKING: Ato[] = ['mudou-de-empresa', 'desistiu', 'liberou']

/**
 * Tells whether the guest came by a company's link. The first act that took the invitation away names the
 * first company.
 */
function isInvited({ empresa }: Convidado, linhas: LinhaDoHistorico[]): boolean {
  const first = linhas.filter(({ ato }) => TAKING.includes(ato)).at(-1)
  const [from] = first ? first.detalhe.split(' ') : [empresa?.empresaid]
  return ![undefined, '', '-', CASA].includes(from)
}

function leftIfReturned({ empresa, left }: EmpresaConvites): number {
  return left > 0 ? left + 1 : convitesLeft({ ...empresa, licredencial: empresa.licredencial - 1 }, 0)
}
