import { invite, notePendentes, pair, receive, reconnect, revoke, see } from '../domain/acts/equipe.ts'
import { correct, merge, move, register, remove, renewLink } from '../domain/acts/guests.ts'
import {
  changeTotal,
  claim,
  createConvites,
  releaseEnded,
  renameConvite,
  renewMesa,
  revokeConvite,
  setFechada,
  undoWithdrawal,
  withdraw,
} from '../domain/acts/lugares.ts'
import type { ConvitePessoalRepo } from '../domain/convite-pessoal.ts'
import type { CredencialRepo } from '../domain/credencial-repo.ts'
import type { DesistenciaRepo } from '../domain/desistencia.ts'
import type { EmpresaRepo } from '../domain/empresa-repo.ts'
import type { EquipeRepo } from '../domain/aparelho.ts'
import { isOrganiser } from '../domain/historico.ts'
import type { MesaRepo } from '../domain/mesa.ts'
import type { Run } from '../domain/tx.ts'

/** The acts of the repositories, bound once for all adapters; what is left of each are queries. */
export interface BoundActs {
  empresas: Pick<EmpresaRepo, 'claim' | 'changeTotal'> & {
    /** Releases the ended holds of one company. @returns how many */
    release: (empresaid: string, now: number) => Promise<number>
  }
  credenciais: Pick<CredencialRepo, 'register' | 'correct' | 'remove' | 'move' | 'merge' | 'renewLink'>
  convites: Pick<ConvitePessoalRepo, 'create' | 'rename' | 'revoke'>
  equipe: Pick<EquipeRepo, 'invite' | 'pair' | 'revoke' | 'reconnect' | 'see' | 'notePendentes' | 'receive'>
  mesas: Pick<MesaRepo, 'setFechada' | 'renewLink'>
  desistencias: Pick<DesistenciaRepo, 'withdraw' | 'undo'>
}

/** @param run of the adapter */
export function bindActs(run: Run): BoundActs {
  return {
    empresas: {
      release: (empresaid, now) => run({ empresaid }, null, (tx) => releaseEnded(tx, empresaid, now)),
      claim: (request) => run({ empresaid: request.empresaid }, null, (tx) => claim(tx, request)),
      changeTotal: (empresaid, icredencial, autor) =>
        run({ empresaid }, autor, (tx) => changeTotal(tx, empresaid, icredencial, autor)),
    },
    credenciais: {
      register(request) {
        const { claim, chave, autor } = request
        const about = claim ? { empresaid: claim.empresaid } : { chave }
        return run(about, isOrganiser(autor) ? autor : null, (tx) => register(tx, request))
      },
      correct: (request, autor) =>
        run({ credencialid: request.credencialid }, autor, (tx) => correct(tx, request, autor)),
      remove: (credencialid, isReturned, autor) =>
        run(isReturned ? { payerOf: credencialid } : { credencialid }, autor, (tx) =>
          remove(tx, credencialid, isReturned, autor),
        ),
      // Guests claim of the company to go to, where there is one; of the other they do at times.
      move: (request, autor) =>
        run(
          request.empresaid === null ? { payerOf: request.credencialid } : { empresaid: request.empresaid },
          autor,
          (tx) => move(tx, request, autor),
        ),
      merge: (request, autor) => run({ payerOf: request.otherId }, autor, (tx) => merge(tx, request, autor)),
      renewLink: (credencialid, autor, from) =>
        run({ credencialid }, autor, (tx) => renewLink(tx, credencialid, autor, from)),
    },
    convites: {
      create: (empresaid, novos, now, autor) =>
        run({ empresaid }, autor, (tx) => createConvites(tx, { empresaid, novos, now }, autor)),
      rename: (codigo, rotulo, autor) =>
        run({ codigo }, autor, (tx) => renameConvite(tx, codigo, rotulo, autor)),
      revoke: (codigo, autor) => run({ codigo }, autor, (tx) => revokeConvite(tx, codigo, autor)),
    },
    equipe: {
      invite: (invitation, autor) =>
        run({ aparelhoid: invitation.aparelhoid }, autor, (tx) => invite(tx, invitation, autor)),
      pair: (codigo, segredo, autor) => run({ segredo }, autor, (tx) => pair(tx, codigo, segredo, autor)),
      revoke: (aparelhoid, autor, isLastKept = false) =>
        run({ aparelhoid }, autor, (tx) => revoke(tx, aparelhoid, isLastKept, autor)),
      reconnect: (aparelhoid, codigo, codigoate, autor) =>
        run({ aparelhoid }, autor, (tx) => reconnect(tx, { aparelhoid, codigo, codigoate }, autor)),
      see: (aparelhoid, now) => run({ aparelhoid }, null, (tx) => see(tx, aparelhoid, now)),
      notePendentes: (segredo, pendentes, now) =>
        run({ segredo }, null, (tx) => notePendentes(tx, segredo, pendentes, now)),
      receive: (segredo, autor) => run({ segredo }, autor, (tx) => receive(tx, segredo, autor)),
    },
    mesas: {
      setFechada: (empresaid, fechada, autor) =>
        run({ empresaid }, autor, (tx) => setFechada(tx, empresaid, fechada, autor)),
      renewLink: (empresaid, autor, from) =>
        run({ empresaid }, autor, (tx) => renewMesa(tx, empresaid, autor, from)),
    },
    desistencias: {
      withdraw: (request, autor) =>
        run({ payerOf: request.credencialid }, autor, (tx) => withdraw(tx, request, autor)),
      undo: (request, autor) =>
        run({ credencialid: request.credencialid }, autor, (tx) => undoWithdrawal(tx, request, autor)),
    },
  }
}
