import type { Convidado } from '../domain/credencial-repo.ts'
import { entradasIn, instantOf } from '../domain/entrada.ts'
import { notasOf } from '../domain/envio.ts'
import { storedAt } from '../domain/credencial.ts'
import { respostasIn } from '../domain/perguntas.ts'
import type { Storage } from '../domain/storage.ts'

type Parts = Pick<
  Storage,
  'convites' | 'credenciais' | 'desistencias' | 'entradas' | 'envios' | 'historico' | 'mesas'
>

/** All that is stored of one guest. Instants are milliseconds since the epoch. */
export type MeusDados = Awaited<ReturnType<typeof readMeusDados>>

/** The most acts that are listed. */
const ATOS = 1_000

export async function readMeusDados(parts: Parts, convidado: Convidado) {
  const { convites, credenciais, desistencias, entradas, envios, historico, mesas } = parts
  const { credencialid, telefone } = convidado.credencial
  const empresaid = convidado.empresa?.empresaid
  const [mesa, acompanhantes, desistencia, facts, doPagante, atos, respostas] = await Promise.all([
    empresaid === undefined ? null : mesas.find(empresaid),
    credenciais.findAcompanhantes(credencialid),
    desistencias.find(credencialid),
    entradas.listOf(credencialid),
    convites.list(empresaid ?? ''),
    historico.list({ alvo: credencialid, after: null, limit: ATOS }),
    credenciais.findRespostas(credencialid),
  ])
  // Who shares somebody else's invitation reads neither their number nor what was noted of them.
  const own = doPagante.find(
    ({ convite, reservas }) =>
      (convite.lugares === 1 || convite.telefone === telefone) &&
      reservas.some((one) => one.credencialid === credencialid),
  )
  const sobre = [
    ...notasOf('credenciais', credencialid),
    ...(own ? notasOf('convites', own.convite.codigo) : []),
  ]
  const notas = await Promise.all(sobre.map(({ tipo, para }) => envios.find(tipo, para)))
  return {
    /** Null for a guest whom another product stored. */
    registradoem: storedAt(credencialid),
    numeroDaMesa: mesa?.numero ?? '',
    /** The names of those whom the guest registered too. */
    acompanhantes: acompanhantes.map(({ nome }) => nome),
    desistencia,
    entradas: entradasIn(facts).map(instantOf),
    /** The personal invitation they came with; null for none. */
    convite: own?.convite ?? null,
    respostas: respostasIn(respostas),
    /** What was sent to them, or printed of them. */
    notas: notas.filter((nota) => nota !== null),
    /** What was done to it, the last first; the history names nobody. */
    atos,
  }
}
