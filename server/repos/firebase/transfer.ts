import type { Query } from 'firebase-admin/firestore'
import type { Transfer } from '../../domain/transfer.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { readEnvios } from './envio-repo.ts'
import { firstArquivos } from './evento-repo.ts'
import type { Queues } from './run-transaction.ts'
import { createTransferIn } from './transfer-in.ts'
import { readRegistros } from './transfer-out.ts'

/** Carries everything in and out of Firestore, and keeps what is known of the storage as a whole. */
export function createTransfer(connection: Connection, queues: Queues): Transfer {
  const { db, empresas, credenciais, chaves, reservas, outbox, aparelhos, entradas, historico } = connection
  const copyRef = db.collection('meta').doc('copia')

  const countOf = async (query: Query) => (await within(DEADLINE_MS, query.count().get())).data().count

  return {
    ...createTransferIn(connection, queues),
    read: () => readRegistros(connection),

    async count() {
      const [all, due, envios] = await Promise.all([
        // A document without empresaid is no company.
        Promise.all(
          [
            empresas.orderBy('empresaid'),
            ...[credenciais, chaves, reservas, aparelhos, entradas, historico],
            ...[connection.convites, connection.mesas, connection.desistencias, connection.pareamentos],
            ...[connection.textos, connection.eventos, firstArquivos(connection)],
          ].map(countOf),
        ),
        countOf(outbox),
        readEnvios(connection, DEADLINE_MS),
      ])
      const [empresasCount = 0, credenciaisCount = 0, chavesCount = 0, reservasCount = 0, ...equipe] = all
      const [aparelhosCount = 0, entradasCount = 0, linhasCount = 0, ...table] = equipe
      const [convites = 0, mesas = 0, desistencias = 0, pareamentos = 0, ...others] = table
      const [textos = 0, eventos = 0, imagens = 0] = others
      return {
        empresas: empresasCount,
        credenciais: credenciaisCount,
        chaves: chavesCount,
        reservas: reservasCount,
        avips: credenciaisCount - due,
        aparelhos: aparelhosCount,
        entradas: entradasCount,
        linhas: linhasCount,
        pareamentos,
        convites,
        mesas,
        desistencias,
        textos,
        envios: envios.length,
        imagens,
        eventos,
      }
    },

    async isCopy() {
      return (await within(ATTEMPT_MS, copyRef.get())).exists
    },

    setCopy: (isCopy) =>
      queues.run('copia', async (unit) => {
        unit.track(await within(ATTEMPT_MS, copyRef.get()))
        return () => {
          if (!isCopy) unit.delete(copyRef)
          else if (!unit.get(copyRef)) unit.set(copyRef, { valor: true })
        }
      }),

    keepFingerprint: (fingerprint) =>
      queues.run('marca', async (unit) => {
        const ref = db.collection('meta').doc('marca')
        unit.track(await within(ATTEMPT_MS, ref.get()))
        return () => {
          const kept = unit.get(ref)?.valor
          if (typeof kept === 'string') return kept
          unit.set(ref, { valor: fingerprint })
          return fingerprint
        }
      }),
  }
}
