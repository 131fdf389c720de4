import type { ConviteComReserva } from '../domain/convite-pessoal-repo.ts'
import { estadoOf } from '../domain/estado-do-convite.ts'
import type { Pago } from '../domain/mesa.ts'
import { addsUp, numerosOf, type MesaShown, type OcupanteDaMesa } from '../domain/mesa-shown.ts'
import type { Storage } from '../domain/storage.ts'

interface ShowingParts extends Pick<Storage, 'empresas' | 'convites' | 'mesas'> {
  now: () => number
}

const BY_NAME = new Intl.Collator('pt-BR')

/**
 * Reads a company for its holder.
 * @param isNamed false where the organiser switched names off: what is returned then has none
 * @returns null when there is no such company
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function showMesa(
  parts: ShowingParts,
  empresaid: string,
  isNamed: boolean,
): Promise<MesaShown | null> {
  const shown = await readMesa(parts, empresaid, isNamed)
  if (!shown || addsUp(shown.numeros)) return shown
  // The reads are not one transaction: a registration may have come between them.
  return readMesa(parts, empresaid, isNamed)
}

async function readMesa(
  { empresas, convites, mesas, now }: ShowingParts,
  empresaid: string,
  isNamed: boolean,
): Promise<MesaShown | null> {
  const instant = now()
  const [counted, pagos, pessoais, lugares] = await Promise.all([
    empresas.find(empresaid, instant),
    mesas.listPagos(empresaid),
    convites.list(empresaid),
    mesas.readLugares(empresaid, instant),
  ])
  if (!counted) return null
  const ocupantes = ocupantesOf(pagos, pessoais, isNamed)
  const occupying = new Map(ocupantes.map((ocupante) => [ocupante.credencialid, ocupante]))
  return {
    nome: counted.empresa.nome,
    isFechada: counted.isFechada,
    numeros: numerosOf(counted, ocupantes, lugares.guardados.length),
    ocupantes,
    convites: pessoais.map(({ convite: { codigo, rotulo }, reserva }) => ({
      ...{ codigo, rotulo, estado: estadoOf(reserva) },
      ocupante: occupying.get(reserva.credencialid ?? '') ?? null,
    })),
    ...lugares,
  }
}

function ocupantesOf(pagos: Pago[], pessoais: ConviteComReserva[], isNamed: boolean): OcupanteDaMesa[] {
  const rotulos = new Map(
    pessoais.flatMap(({ convite, reserva: { estado, credencialid } }) =>
      estado === 'usada' && credencialid !== null ? [[credencialid, convite.rotulo] as const] : [],
    ),
  )
  const ocupantes = pagos.sort(byId).map(({ credencialid, nome, dentroDesde }, index) => ({
    ...{ credencialid, nome: isNamed ? nome : null, numero: index + 1, dentroDesde },
    rotulo: rotulos.get(credencialid) ?? null,
  }))
  return isNamed ? ocupantes.sort((a, b) => BY_NAME.compare(a.nome ?? '', b.nome ?? '')) : ocupantes
}

/** Ids tell the instant of the registration. */
function byId(a: { credencialid: string }, b: { credencialid: string }): number {
  return a.credencialid < b.credencialid ? -1 : 1
}
