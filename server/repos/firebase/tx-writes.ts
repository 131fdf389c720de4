import { DO_CONVIDADO } from '../../domain/envio.ts'
import type { Tx } from '../../domain/tx.ts'
import { allotmentIn, getAll } from './allotment.ts'
import type { Asking } from './asking.ts'
import { putDesistencia } from './desistencia-repo.ts'
import { openRemoval } from './empresa-repo.ts'
import { envioRef, forgetEnvio, putEnvio } from './envio-repo.ts'
import { putPareamento } from './equipe-repo.ts'
import { erasureRef, readErasure } from './erasure.ts'
import { putLinha } from './historico-repo.ts'
import { type OpenConvidado, makeDue, openBeside } from './open-convidado.ts'
import { readEnding } from './outro-evento.ts'
import { chaveIdOf, documentOf, eventoRef, fieldsOf, mesaIdOf, recordOf } from './table.ts'
import { OvertakenError } from './unit.ts'

/**
 * What an act may write: into its unit, once the act has read all it needs.
 * @param write takes what is to be done then
 * @param lote marks facts of this act: told by it, what an earlier try of it stored is new, whose answer was lost
 */
export function writesOf(asking: Asking, lote: string, write: (put: () => void) => void) {
  const { connection, unit, known, document } = asking
  const { aparelhos, chaves, convites, credenciais, entradas, historico, mesas, outbox, serverTime } =
    connection

  const keyOf = (credencialid: string) =>
    unit.list(chaves).find(({ document }) => document.credencialid === credencialid) ?? null

  /** Of two acts on one guest at once, one is done again. */
  const touch = (credencialid: string) => {
    const key = keyOf(credencialid)
    if (key) unit.set(chaves.doc(key.id), { ...key.document, mudouem: serverTime })
    // A guest of another product has no key: the entry of their avip tells two acts apart.
    else if (unit.has(outbox.doc(credencialid))) makeDue(unit, outbox.doc(credencialid))
  }
  /** The key remembers which reserva pays, so that two tables cannot both pay for one guest. */
  const rememberPayer = (credencialid: string | null, reservaid: string | null) => {
    const key = credencialid === null ? null : keyOf(credencialid)
    if (key) unit.set(chaves.doc(key.id), { ...key.document, reservaid, mudouem: serverTime })
    else if (credencialid !== null) touch(credencialid)
  }
  const forgetPayer = (credencialid: string | null, reservaid: string) => {
    const key = credencialid === null ? null : keyOf(credencialid)
    // A key of an earlier release does not say which reserva pays.
    const { reservaid: payer = reservaid } = key?.document ?? {}
    if (payer === reservaid) rememberPayer(credencialid, null)
  }

  return {
    allot(change) {
      if (!change) return
      write(() => {
        allotmentIn(connection, unit, change.empresaid).write(change)
        for (const { credencialid, reservaid } of change.release) forgetPayer(credencialid, reservaid)
        for (const { credencialid, estado, reservaid } of change.store)
          rememberPayer(credencialid, estado === 'usada' ? reservaid : null)
      })
    },
    putEmpresa(empresaid, fields) {
      const ref = asking.empresa(empresaid)
      write(() => {
        if (ref) unit.set(ref, { ...unit.get(ref), ...fields })
      })
    },
    eraseEmpresa(empresaid) {
      const removal = known(`remove/${empresaid}`, () => openRemoval(connection, unit, empresaid))
      for (const ref of removal?.house ?? []) asking.demand(ref)
      write(() => removal?.erase())
      return removal?.isWhole ?? true
    },
    putAparelho(aparelho) {
      const ref = aparelhos.doc(aparelho.aparelhoid)
      document(ref)
      write(() => unit.set(ref, { ...unit.get(ref), ...aparelho }))
    },
    putPareamento: (pareamento) => write(() => putPareamento(connection, unit, pareamento)),
    putMesa: (mesa) => write(() => unit.set(mesas.doc(mesaIdOf(mesa.empresaid)), { ...mesa })),
    addCredencial(credencial) {
      const ref = credenciais.doc(credencial.credencialid || 'none')
      // Read for another question of the act; a commit would find it taken, too.
      if (unit.get(ref)) throw new OvertakenError('[firebase] the credencialid is taken')
      write(() => {
        unit.set(ref, { ...credencial })
        makeDue(unit, outbox.doc(credencial.credencialid))
      })
    },
    putCredencial(credencial, isAvipDue) {
      const { credencialid } = credencial
      const due = outbox.doc(credencialid)
      if (isAvipDue) document(due)
      write(() => {
        const stored = unit.get(credenciais.doc(credencialid)) ?? {}
        const was = recordOf('credenciais', credencialid, stored)
        const changed = (['nome', 'telefone', 'email'] as const).filter(
          (field) => was[field] !== credencial[field],
        )
        const fields = Object.fromEntries(changed.map((field) => [field, credencial[field]]))
        unit.set(credenciais.doc(credencialid), { ...stored, ...fields })
        if (isAvipDue) makeDue(unit, due)
        touch(credencialid)
      })
    },
    putChave(key, chave) {
      const { credencialid } = chave
      const convidado = unit.known(`convidado/${credencialid}`) as { result: OpenConvidado } | null
      write(() => {
        const ref = chaves.doc(chaveIdOf(key))
        const former = keyOf(credencialid)
        const kept = former?.document ?? { reservaid: convidado?.result.usada()?.ref.id ?? null }
        if (former && former.id !== ref.id) unit.delete(chaves.doc(former.id))
        unit.set(ref, { ...kept, ...chave, mudouem: serverTime })
      })
    },
    eraseConvidado(credencialid, taken) {
      const convidado = asking.convidado(credencialid)
      const eraseBeside =
        convidado && known(`beside/${credencialid}`, () => openBeside(connection, unit, convidado))
      for (const tipo of DO_CONVIDADO) document(envioRef(connection, tipo, credencialid))
      write(() => {
        convidado?.erase()
        eraseBeside?.(taken)
        for (const tipo of DO_CONVIDADO) forgetEnvio(connection, unit, tipo, credencialid)
      })
    },
    forgetPayer(credencialid) {
      const convidado = asking.convidado(credencialid)
      write(() => {
        const usada = convidado?.usada()
        if (usada) unit.set(usada.ref, { ...usada.document, origem: null, ritmo: null, sid: '' })
      })
    },
    putDesistencia(desistencia) {
      if (!desistencia) return
      write(() => {
        putDesistencia(connection, unit, desistencia)
        touch(desistencia.credencialid)
      })
    },
    append(facts, linhaDoHistorico) {
      const fresh = facts.filter((entrada) => {
        if (linhaDoHistorico) document(historico.doc(linhaDoHistorico(entrada).historicoid))
        const stored = document(entradas.doc(entrada.entradaid))
        return stored === null || stored.lote === lote
      })
      write(() => {
        for (const entrada of fresh) {
          const ref = entradas.doc(entrada.entradaid)
          if (unit.get(ref)) continue
          unit.set(ref, { ...documentOf(connection, 'entradas', entrada), lote })
          putLinha(connection, unit, linhaDoHistorico?.(entrada) ?? null)
        }
      })
      return fresh.length
    },
    eraseNext(parte, after) {
      const page = known(`expurgo/${parte}/${after}`, () => readErasure(connection, unit, parte, after))
      if (!page) return { ids: [], next: null }
      write(() => page.erase())
      return page
    },
    endNext(parte, after) {
      const page = known(`fim/${parte}/${after}`, () => readEnding(connection, unit, parte, after))
      if (!page) return null
      write(() => page.erase())
      return page.next
    },
    markErased({ em, historicoid }) {
      const ref = erasureRef(connection)
      document(ref)
      write(() => unit.set(ref, { em, historicoid }))
    },
    putEnvio: (envio) => write(() => putEnvio(connection, unit, envio)),
    putTexto({ tipo, ...texto }) {
      const ref = connection.textos.doc(tipo)
      document(ref)
      write(() => unit.set(ref, texto))
    },
    putEvento(evento) {
      const ref = eventoRef(connection)
      document(ref)
      write(() => unit.set(ref, fieldsOf('eventos', evento)))
    },
    putAndamento: (andamento) =>
      write(() => unit.set(connection.andamentos.doc(andamento.planilhaid), { ...andamento })),
    putConvite: (convite) => write(() => unit.set(convites.doc(convite.codigo), { ...convite })),
    repoint(from, to) {
      const found = known(`convites/${from}`, async () => {
        const personal = await getAll(convites.where('reservaid', '==', from))
        for (const convite of personal) unit.track(convite)
        return personal
      })
      write(() => {
        for (const { ref } of found ?? []) unit.set(ref, { ...unit.get(ref), reservaid: to })
      })
    },
    done(linha) {
      if (!linha) return
      write(() => {
        putLinha(connection, unit, linha)
        if (unit.known(`convidado/${linha.alvo}`)) touch(linha.alvo)
      })
    },
  } satisfies Partial<Tx>
}
