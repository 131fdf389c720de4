import * as empresas from '../domain/acts/empresas.ts'
import { invite, leave, notePendentes, pair, receive, reconnect, revoke, see } from '../domain/acts/equipe.ts'
import { adotarEvento, gravarEvento, eraseWhole } from '../domain/acts/evento.ts'
import * as envios from '../domain/acts/envios.ts'
import { takeBack } from '../domain/acts/importacao.ts'
import { begin, note } from '../domain/acts/planilhas.ts'
import { add, admit, admitByLink, admitTicked, annul, deliver } from '../domain/acts/entradas.ts'
import { acertarConvidados, acertarConvites, definirLotacao } from '../domain/acts/casa.ts'
import { openedBy } from '../domain/acts/opening.ts'
import * as convidados from '../domain/acts/convidados.ts'
import * as lugares from '../domain/acts/lugares.ts'
import { merge, move } from '../domain/acts/move-merge.ts'
import { register } from '../domain/acts/register.ts'
import { CASA } from '../domain/casa.ts'
import { ERASE_NOW } from '../domain/credencial-repo.ts'
import type { Entrada } from '../domain/entrada.ts'
import { releaseEach } from '../domain/errors.ts'
import { isOrganiser, type Autor } from '../domain/historico.ts'
import { ENDED_AT_ONCE } from '../domain/reserva.ts'
import type { Storage } from '../domain/storage.ts'
import type { About, Run, Tx } from '../domain/tx.ts'
import { comecarAtOnce, comecarInParts, eraseInParts, importAtOnce, importInParts } from './in-parts.ts'

/** Guests ticked on paper that one transaction takes: all facts of each are read. */
const TICKED_AT_ONCE = 20

/** Rows of a queue one transaction looks at: mostly the first is free, and they are read one by one. */
const OFFERED_AT_ONCE = 15

/** Labels marked in one transaction: it reads a guest for each, and writes a bounded number of documents. */
const MARKED_AT_ONCE = 100

/** Facts about several guests wait in the queue of the first. */
const firstOf = ([first]: Pick<Entrada, 'credencialid'>[]) => ({ credencialid: first?.credencialid ?? '' })

/** Who gives an invitation back queues with the company that gets it. */
const removing = (id: string, isReturned: boolean): About =>
  isReturned ? { payerOf: id } : { credencialid: id }

export interface Bindable {
  run: Run
  /** Whether a transaction takes only a few hundred writes: larger acts are split into repeatable parts. */
  isBounded: boolean
  findEnded: (now: number) => Promise<Iterable<string>>
}

/** The repositories' acts, documented there and bound once for all adapters; other methods are queries. */
export function bindActs({ run: bare, isBounded, findEnded }: Bindable) {
  const run: Run = (about, autor, act) => bare(about, autor, autor ? openedBy(autor, act) : act)
  /** An act that leaves no line by which a repeat is recognised: it is checked by what opened the request. */
  const unrecorded = <Result>(about: About, autor: Autor, act: (tx: Tx) => Result) =>
    run(about, null, openedBy(autor, act))
  const comecar = isBounded ? comecarInParts(run) : comecarAtOnce(run)
  const release = async (empresaid: string, now: number) => {
    for (let released = 0; ;) {
      const some = await run({ empresaid }, null, (tx) => empresas.releaseEnded(tx, empresaid, now))
      released += some
      if (some < ENDED_AT_ONCE) return released
    }
  }
  return {
    empresas: {
      releaseEnded: async (now) => releaseEach(await findEnded(now), (empresaid) => release(empresaid, now)),
      importRows: isBounded ? importInParts(run) : importAtOnce(run),
      claim: (request) => run({ empresaid: request.empresaid }, null, (tx) => lugares.claim(tx, request)),
      changeTotal: (empresaid, icredencial, autor, isRaised = false) =>
        run({ empresaid }, autor, (tx) => empresas.changeTotal(tx, empresaid, icredencial, autor, isRaised)),
      add: (row, autor) =>
        run({ empresaid: row.empresaid }, autor, (tx) => empresas.addEmpresa(tx, row, autor)),
      correct: (request, autor) =>
        run({ empresaid: request.empresaid }, autor, (tx) => empresas.correctEmpresa(tx, request, autor)),
      async remove(empresaid, autor) {
        await release(empresaid, autor.em)
        for (;;) {
          const removal = await run({ empresaid }, autor, (tx) =>
            empresas.removeEmpresa(tx, empresaid, autor),
          )
          if (removal.kind !== 'more') return removal
        }
      },
    },
    casa: {
      async definir(lotacao, autor) {
        for (;;) {
          const change = await run({ empresaid: CASA }, autor, (tx) => definirLotacao(tx, lotacao, autor))
          if (change.kind !== 'more') return change
        }
      },
      acertarConvidados: (ids, autor) =>
        unrecorded({ empresaid: CASA }, autor, (tx) => acertarConvidados(tx, ids, autor.em)),
      acertarConvites: (codigos, autor) =>
        unrecorded({ empresaid: CASA }, autor, (tx) => acertarConvites(tx, codigos, autor.em)),
    },
    credenciais: {
      register(request) {
        const { claim, autor } = request
        const about = { empresaid: claim?.empresaid ?? CASA }
        return run(about, isOrganiser(autor) ? autor : null, (tx) => register(tx, request))
      },
      correct: (request, autor) =>
        run({ credencialid: request.credencialid }, autor, (tx) => convidados.correct(tx, request, autor)),
      remove: (id, isReturned, autor) =>
        run(removing(id, isReturned), autor, (tx) => convidados.remove(tx, id, isReturned, autor)),
      removeOutside: (id, isReturned, autor) =>
        run(removing(id, isReturned), autor, (tx) => convidados.removeOutside(tx, id, isReturned, autor)),
      // Queues with the target company, where there is one, because guests keep claiming from it; they seldom
      // do from the other.
      move: (request, autor) =>
        run(
          request.empresaid === null ? { payerOf: request.credencialid } : { empresaid: request.empresaid },
          autor,
          (tx) => move(tx, request, autor),
        ),
      merge: (request, autor) => run({ payerOf: request.otherId }, autor, (tx) => merge(tx, request, autor)),
      renewLink: (credencialid, autor, from) =>
        run({ credencialid }, autor, (tx) => convidados.renewLink(tx, credencialid, autor, from)),
      forgetRespostas: (credencialid, autor) =>
        run({ credencialid }, autor, (tx) => convidados.forgetRespostas(tx, credencialid, autor)),
      erasePersonalData: isBounded
        ? eraseInParts(run)
        : async (autor, onProgress, asked = ERASE_NOW) => {
            const erased = await run({ tudo: true }, autor, (tx) => eraseWhole(tx, asked, autor))
            if (erased !== null) onProgress?.(erased)
            return erased
          },
    },
    historico: { add: (linha) => run({ tudo: true }, linha, (tx) => tx.done(linha)) },
    entradas: {
      add: async (entradas, autor) =>
        entradas.length === 0 ? 0 : run(firstOf(entradas), null, (tx) => add(tx, entradas, autor)),
      deliver: (segredo, entradas, autor) =>
        run({ segredo }, null, (tx) => deliver(tx, segredo, entradas, autor)),
      admit: (request, autor) => unrecorded(firstOf([request]), autor, (tx) => admit(tx, request, autor)),
      admitByLink: (request, autor) =>
        unrecorded(firstOf([request]), autor, (tx) => admitByLink(tx, request, autor)),
      async admitTicked(ticked, when, autor) {
        let count = 0
        for (let first = 0; first < ticked.length; first += TICKED_AT_ONCE) {
          const part = ticked.slice(first, first + TICKED_AT_ONCE)
          count += await unrecorded(firstOf(part), autor, (tx) =>
            admitTicked(tx, part, { ...when, first }, autor),
          )
        }
        return count
      },
      annul: (request, autor) => unrecorded(firstOf([request]), autor, (tx) => annul(tx, request, autor)),
    },
    convites: {
      create: (empresaid, novos, now, autor, planilha) =>
        run({ empresaid }, autor, (tx) =>
          lugares.createConvites(tx, { empresaid, novos, now, planilha }, autor),
        ),
      correct: (codigo, pessoa, autor) =>
        run({ codigo }, autor, (tx) => lugares.correctConvite(tx, codigo, pessoa, autor)),
      answer: (request, autor) =>
        run({ codigo: request.codigo }, autor, (tx) => lugares.answerConvite(tx, request, autor)),
      revoke: (codigo, autor) => run({ codigo }, autor, (tx) => lugares.revokeConvite(tx, codigo, autor)),
    },
    equipe: {
      invite: (invitation, autor) =>
        run({ aparelhoid: invitation.aparelhoid }, autor, (tx) => invite(tx, invitation, autor)),
      pair: (codigo, segredo, autor) => run({ segredo }, autor, (tx) => pair(tx, codigo, segredo, autor)),
      revoke: (aparelhoid, autor, isLastKept = false) =>
        run({ aparelhoid }, autor, (tx) => revoke(tx, aparelhoid, isLastKept, autor)),
      leave: (segredo, autor) => run({ segredo }, autor, (tx) => leave(tx, segredo, autor)),
      reconnect: (aparelhoid, codigo, codigoate, autor, isUnpaired = false) =>
        run({ aparelhoid }, autor, (tx) =>
          reconnect(tx, { aparelhoid, codigo, codigoate }, isUnpaired, autor),
        ),
      see: (aparelhoid, now) => run({ aparelhoid }, null, (tx) => see(tx, aparelhoid, now)),
      notePendentes: (segredo, pendentes, now) =>
        run({ segredo }, null, (tx) => notePendentes(tx, segredo, pendentes, now)),
      receive: (segredo, autor) => run({ segredo }, autor, (tx) => receive(tx, segredo, autor)),
    },
    mesas: {
      setFechada: (empresaid, fechada, autor) =>
        run({ empresaid }, autor, (tx) => lugares.setFechada(tx, empresaid, fechada, autor)),
      pedir: (empresaid, pedido, autor) =>
        run({ empresaid }, autor, (tx) => empresas.pedirConvites(tx, empresaid, pedido, autor)),
      responder: (empresaid, asked, dar, autor, isRaised = false) =>
        run({ empresaid }, autor, (tx) =>
          empresas.responderPedido(tx, { empresaid, asked, dar, isRaised }, autor),
        ),
      renewLink: (empresaid, autor, from) =>
        run({ empresaid }, autor, (tx) => lugares.renewMesa(tx, empresaid, autor, from)),
    },
    planilhas: {
      begin: (andamento) => run({ planilhaid: andamento.planilhaid }, null, (tx) => begin(tx, andamento)),
      note: (quem, andamento) =>
        run({ planilhaid: andamento.planilhaid }, null, (tx) => note(tx, quem, andamento)),
      async takeBack(importadoids, autor) {
        const [planilhaid = ''] = importadoids
        for (;;) {
          const taken = await run({ planilhaid }, autor, (tx) => takeBack(tx, importadoids, autor))
          if (taken.kind !== 'more') return taken
        }
      },
    },
    desistencias: {
      withdraw: (request, autor) =>
        run({ payerOf: request.credencialid }, autor, (tx) => lugares.withdraw(tx, request, autor)),
      undo: (request, autor) =>
        run({ credencialid: request.credencialid }, autor, (tx) =>
          lugares.undoDesistencia(tx, request, autor),
        ),
    },
    envios: {
      async take(destinos, autor) {
        for (let first = 0; first < destinos.length; first += OFFERED_AT_ONCE) {
          const some = destinos.slice(first, first + OFFERED_AT_ONCE)
          const tipo = some[0]?.tipo ?? 'mesa'
          const taken = await unrecorded({ tipo }, autor, (tx) => envios.takeEnvio(tx, some, autor))
          if (taken) return taken
        }
        return null
      },
      open: (destino, isForced, autor) =>
        unrecorded({ tipo: destino.tipo }, autor, (tx) => envios.openEnvio(tx, destino, isForced, autor)),
      tell: (destino, dito, autor) =>
        unrecorded({ tipo: destino.tipo }, autor, (tx) => envios.tellEnvio(tx, destino, dito, autor)),
      async mark(impressas, feitaem, autor) {
        const count = impressas.length
        for (let first = 0, noted = 0; first < count; first += MARKED_AT_ONCE) {
          const some = impressas.slice(first, first + MARKED_AT_ONCE)
          const last = first + MARKED_AT_ONCE < count ? null : { count, noted }
          const part = await unrecorded({ tipo: 'etiqueta' }, autor, (tx) =>
            envios.markImpressas(tx, some, feitaem, autor, last),
          )
          if (part === null) return { kind: 'desmarcada' }
          noted += part
        }
        return { kind: 'marcada' }
      },
      unmark: (feitaem, count, autor) =>
        unrecorded({ tipo: 'etiqueta' }, autor, (tx) => envios.unmarkImpressas(tx, feitaem, count, autor)),
      putTexto: (texto, autor) => run({ tipo: texto.tipo }, autor, (tx) => envios.putTexto(tx, texto, autor)),
    },
    eventos: {
      adotar: (described, now) => run({ evento: true }, null, (tx) => adotarEvento(tx, described, now)),
      async gravar(request, autor) {
        // A new description is for the next event, once nothing of the former is left.
        await comecar.terminarComeco()
        return run({ evento: true }, autor, (tx) => gravarEvento(tx, request, autor))
      },
      ...comecar,
    },
  } satisfies { [Repo in keyof Storage]?: Partial<Storage[Repo]> }
}
