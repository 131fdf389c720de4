import { confirmadosDe, type ConviteComReservas, estadoOf } from '../domain/convite-pessoal.ts'
import { addsUp, numerosOf, type Mesa, type Pago, type Lugares } from '../domain/mesa.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { compareNomes } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { isErasureDayAt, type Terms } from '../domain/quando.ts'

type OpenedMesa =
  | ({ kind: 'open' } & Pick<Mesa, 'empresaid' | 'versao'>)
  /** The organisation has given the table a newer link. */
  | { kind: 'replaced' }
  /** The day of erasure has come: no table is shown, whether erased yet or not. */
  | { kind: 'erased' }
  | { kind: 'not-found' }

interface OpeningParts extends Pick<Storage, 'mesas'>, Pick<Terms, 'eraseAt'> {
  parseMesaToken: (raw: string | undefined) => Pick<Mesa, 'empresaid' | 'versao'> | null
  now: () => number
}

/**
 * Opens a holder's panel. The signature is checked before storage is asked, so that guessing costs storage
 * nothing. It does not check that the company exists.
 */
export async function openMesa(
  { mesas, parseMesaToken, eraseAt, now }: OpeningParts,
  token: string | undefined,
): Promise<OpenedMesa> {
  const said = parseMesaToken(token)
  if (!said) return { kind: 'not-found' }
  if (isErasureDayAt({ eraseAt }, now())) return { kind: 'erased' }
  const { versao } = await mesas.find(said.empresaid)
  return versao === said.versao ? { kind: 'open', ...said } : { kind: 'replaced' }
}

/** A guest at a table. */
export type ConvidadoDaMesa = ReturnType<typeof convidadosOf>[number]

/** A company as its holder sees it. */
export type MesaShown = NonNullable<Awaited<ReturnType<typeof readMesa>>>

type ShowingParts = Pick<Storage, 'empresas' | 'convites' | 'mesas'> & { now: () => number }

/** Reads a company for its holder, without names if the organiser switched them off; null if none exists. */
export async function showMesa(parts: ShowingParts, empresaid: string, isNamed: boolean) {
  const shown = await readMesa(parts, empresaid, isNamed)
  if (!shown || addsUp(shown.numeros)) return shown
  // The reads are not one transaction: a registration may have come between them.
  return readMesa(parts, empresaid, isNamed)
}

async function readMesa(
  { empresas, convites, mesas, now }: ShowingParts,
  empresaid: string,
  isNamed: boolean,
) {
  const instant = now()
  const [counted, pagos, pessoais, lugares, { pedido, dado }] = await Promise.all([
    empresas.find(empresaid, instant),
    mesas.listPagos(empresaid),
    convites.list(empresaid),
    mesas.readLugares(empresaid, instant),
    mesas.find(empresaid),
  ])
  if (!counted) return null
  const convidados = convidadosOf(pagos, pessoais, isNamed)
  const occupying = new Map(convidados.map((convidado) => [convidado.credencialid, convidado]))
  return {
    nome: counted.empresa.nome,
    numero: counted.numero,
    /** How many cars it may park, as stored. */
    estacionamento: counted.empresa.estacionamento,
    isFechada: counted.isFechada,
    pedido,
    dado,
    numeros: numerosOf(counted, convidados, guardadosIn(counted, lugares)),
    /** Ordered by name, or by number when names are switched off. */
    convidados,
    /** In the order they were made; those made together in the order typed. */
    convites: pessoais.map((found) => ({
      codigo: found.convite.codigo,
      rotulo: found.convite.rotulo,
      telefone: found.convite.telefone,
      lugares: found.convite.lugares,
      estado: estadoOf(found),
      /** The guests who registered with it and have a place. */
      convidados: confirmadosDe(found).flatMap((id) => occupying.get(id) ?? []),
    })),
    ...lugares,
  }
}

/** Places held for those who withdrew or declined: the others are open forms. */
export const guardadosIn = ({ held }: Pick<EmpresaConvites, 'held'>, { reservados }: Lugares): number =>
  Math.max(0, held - reservados.length)

function convidadosOf(pagos: Pago[], pessoais: ConviteComReservas[], isNamed: boolean) {
  const rotulos = new Map(
    pessoais.flatMap((found) => confirmadosDe(found).map((id) => [id, found.convite.rotulo] as const)),
  )
  // The ids give the order of registration.
  const registered = pagos.sort((a, b) => (a.credencialid < b.credencialid ? -1 : 1))
  const convidados = registered.map(({ credencialid, nome, grupo, dentroDesde }, index) => ({
    credencialid,
    grupo,
    /** Null when the organiser switched names off. */
    nome: isNamed ? nome : null,
    /** Starts at 1, in the order of registration. */
    numero: index + 1,
    /** When first admitted, in milliseconds since the epoch; null before that. */
    dentroDesde,
    /** The label of the personal invitation that paid; null if none did. */
    rotulo: rotulos.get(credencialid) ?? null,
  }))
  return isNamed ? convidados.sort((a, b) => compareNomes(a.nome ?? '', b.nome ?? '')) : convidados
}
