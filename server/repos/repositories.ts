import { isTakenBack } from '../domain/convite-pessoal.ts'
import type { CredencialRepo } from '../domain/credencial-repo.ts'
import { entradasIn } from '../domain/entrada.ts'
import { imagemidsIn } from '../domain/evento-gravado.ts'
import { isListed, newestFirst } from '../domain/historico.ts'
import { heldIn } from '../domain/mesa.ts'
import { byPairing, nomesOf } from '../domain/pareamento.ts'
import { envioId, type Kind, type Reads, type Records, type Stored, type Where } from '../domain/records.ts'
import { isEnded, SEM_FIM } from '../domain/reserva.ts'
import type { Storage } from '../domain/storage.ts'
import type { Run, Tx } from '../domain/tx.ts'
import * as questions from '../domain/questions.ts'
import { wordsOf } from '../domain/words.ts'
import { bindActs } from './bind.ts'
import { convitesOf } from './empresas-listed.ts'
import { convidadoIn, dentroDesdeIn, endedIn, listEmpresas, pendentesIn } from './queries.ts'
import { createTransfer } from './transfer.ts'

/** The parts all repositories are built from. */
export interface Adapter {
  /** Answers a query. */
  read: <Result>(query: (tx: Reads) => Result) => Promise<Result>
  /** Runs an act that reads and writes in one transaction. */
  write: <Result>(act: (tx: Records) => Result) => Promise<Result>
  listProcedencias: CredencialRepo['listProcedencias']
  /** Runs acts in another way than `write` does. */
  run?: Run
  /** Whether a transaction takes no more than a part of an import, an erasure or an ending. */
  isBounded?: boolean
  /** Finds the companies with holds that have ended. */
  findEnded?: (now: number) => Promise<Set<string>>
}

type Made = Omit<Storage, 'painel' | 'porta' | 'avips' | 'backups' | 'check' | 'close'>

/** Outdated records changed in one transaction: requests are answered between two transactions. */
const OLD_AT_ONCE = 500

export function createRepositories({
  read,
  write,
  listProcedencias,
  run = inWrites(write),
  isBounded = false,
  findEnded = async (now) => read((tx) => endedIn(tx, now)),
}: Adapter): Made {
  const acts = bindActs({ run, isBounded, findEnded })

  /** Changes or deletes outdated records. It reads first: to write, a process waits for all others. */
  async function forget<K extends Kind>(
    kind: K,
    where: Where<Stored[K]>,
    left: Partial<Stored[K]> | 'gone',
  ): Promise<string[]> {
    const ids: string[] = []
    if ((await read((tx) => tx.ids(kind, where, 1))).length === 0) return ids
    for (;;) {
      const some = await write((tx) => {
        const old = tx.ids(kind, where, OLD_AT_ONCE)
        for (const id of old)
          if (left === 'gone') tx.delete(kind, id)
          else tx.change(kind, id, left)
        return old
      })
      ids.push(...some)
      if (some.length < OLD_AT_ONCE) return ids
    }
  }

  return {
    empresas: {
      ...acts.empresas,
      find: (empresaid, now) =>
        read((tx) => {
          const empresa = questions.empresaIn(tx, empresaid)
          return (
            empresa && convitesOf(empresa, pendentesIn(tx, empresaid, now), questions.mesaIn(tx, empresaid))
          )
        }),
      findHolds: (sid, now) =>
        read((tx) =>
          tx
            .find('reservas', { sid, estado: 'pendente' })
            .filter((reserva) => !isEnded(reserva, now))
            .sort((a, b) => b.criadaem - a.criadaem)
            .flatMap((reserva) => {
              const empresa = questions.empresaIn(tx, reserva.empresaid)
              return empresa ? [{ reserva, empresa }] : []
            }),
        ),
      list: (now) => read((tx) => listEmpresas(tx, now)),
    },
    casa: acts.casa,
    credenciais: {
      ...acts.credenciais,
      findById: (credencialid) =>
        read((tx) => {
          // Both are read, whatever the other gives: a storage that answers in rounds reads them in one.
          const found = questions.chaveIn(tx, credencialid)
          const credencial = tx.get('credenciais', credencialid)
          return credencial && convidadoIn(tx, credencial, found)
        }),
      findAcompanhantes: (grupo) =>
        read((tx) =>
          tx
            .find('chaves', { grupo })
            .flatMap(({ credencialid }) => tx.get('credenciais', credencialid) ?? []),
        ),
      findRespostas: (credencialid) =>
        read((tx) => questions.chaveIn(tx, credencialid)?.chave.respostas ?? ''),
      findJuncao: (credencialid) => read((tx) => questions.juncaoIn(tx, credencialid)),
      findByCpf: (cpf) =>
        read((tx) => tx.find('credenciais', { cpf }).map((credencial) => convidadoIn(tx, credencial))),
      findKnown: (keys) =>
        read((tx) => {
          const known = keys.flatMap((key) => questions.knownIn(tx, key) ?? [])
          return new Map(known.map((one) => [one.key, one]))
        }),
      listProcedencias,
      forgetFormCookies: async (now) =>
        (await forget('chaves', { reciboate: { atMost: now } }, { recibo: null, reciboate: null })).length,
      async forgetOrigens(before) {
        await forget('reservas', { origem: { not: null }, criadaem: { below: before } }, { origem: null })
        await forget('chaves', { criadaem: { below: before } }, { origem: null, criadaem: null })
      },
      wipeRemoved: async () => true,
      fillSearch: async () => 0,
      countPersonalData: () => read(questions.pessoalIn),
    },
    entradas: {
      ...acts.entradas,
      listOf: (credencialid) => read((tx) => tx.find('entradas', { credencialid })),
      listAnotadas: (offset, limit) =>
        read((tx) => {
          const all = entradasIn(tx.find('entradas', { credencialid: '' }))
          return { total: all.length, entradas: all.slice(offset, offset + limit) }
        }),
    },
    equipe: {
      ...acts.equipe,
      findByCodigo: (codigo) => read((tx) => questions.aparelhoBy(tx, 'codigo', codigo)),
      findBySegredo: (segredo) => read((tx) => questions.aparelhoBy(tx, 'segredo', segredo)),
      findPareamento: (segredo) =>
        read((tx) => {
          const pareamento = tx.get('pareamentos', segredo)
          const aparelho = pareamento && tx.get('aparelhos', pareamento.aparelhoid)
          return aparelho && { aparelho, pareamento }
        }),
      list: async () =>
        (await read((tx) => tx.find('aparelhos', {}))).sort(
          (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
        ),
      nomesOf: (ids) => read((tx) => nomesOf(ids, (id) => tx.get('aparelhos', id))),
      listPareamentos: async (ids) =>
        (await read((tx) => tx.find('pareamentos', {})))
          .filter((one) => ids?.includes(one.aparelhoid) ?? true)
          .sort(byPairing),
    },
    historico: {
      ...acts.historico,
      list: async (query) =>
        (await read((tx) => tx.find('historico', {})))
          .filter((linha) => isListed(linha, query))
          .sort(newestFirst)
          .slice(0, query.limit),
    },
    planilhas: {
      ...acts.planilhas,
      put: (planilha) => write((tx) => tx.put('planilhas', planilha)),
      find: (planilhaid) => read((tx) => tx.get('planilhas', planilhaid)),
      listImportados: (planilhaid) => read((tx) => tx.find('importados', { planilhaid })),
      hasImportados: (planilhaid) => read((tx) => tx.find('importados', { planilhaid }, 1).length > 0),
      findAndamento: (planilhaid) => read((tx) => tx.get('andamentos', planilhaid)),
      remove: (planilhaid) =>
        write((tx) => {
          for (const kind of ['planilhas', 'andamentos'] as const) tx.delete(kind, planilhaid)
        }),
      async forget(before) {
        const old = { enviadaem: { below: before } }
        return new Set([
          ...(await forget('planilhas', old, 'gone')),
          ...(await forget('andamentos', old, 'gone')),
        ]).size
      },
    },
    convites: {
      ...acts.convites,
      find: (codigo) => read((tx) => questions.conviteIn(tx, codigo)),
      list: (empresaid) =>
        read((tx) =>
          tx
            .find('convites', { empresaid })
            .sort((a, b) => a.criadoem - b.criadoem || (a.codigo < b.codigo ? -1 : 1))
            .map((convite) => questions.comReservas(tx, convite))
            .filter((found) => !isTakenBack(found)),
        ),
    },
    mesas: {
      ...acts.mesas,
      find: (empresaid) => read((tx) => ({ ...questions.mesaIn(tx, empresaid) })),
      readLugares: (empresaid, now) =>
        read((tx) => ({
          ...heldIn(
            tx.find('reservas', { empresaid, estado: 'pendente', expiraem: { above: now, below: SEM_FIM } }),
          ),
          desistencias: tx.find('desistencias', { empresaid, desfeitaem: null }).sort((a, b) => b.em - a.em),
        })),
      listPagos: (empresaid) =>
        read((tx) =>
          tx.find('reservas', { empresaid, estado: 'usada' }).flatMap(({ credencialid: id }) => {
            const convidado = tx.get('credenciais', id ?? '')
            if (!convidado) return []
            const { credencialid, nome } = convidado
            const grupo = questions.chaveIn(tx, credencialid)?.chave.grupo ?? null
            return [{ credencialid, nome, grupo, dentroDesde: dentroDesdeIn(tx, credencialid) }]
          }),
        ),
    },
    desistencias: {
      ...acts.desistencias,
      find: (credencialid) => read((tx) => tx.get('desistencias', credencialid)),
    },
    envios: {
      ...acts.envios,
      list: (tipo) => read((tx) => tx.find('envios', { tipo })),
      find: (tipo, para) => read((tx) => tx.get('envios', envioId({ tipo, para }))),
      listTextos: () => read((tx) => tx.find('textos', {})),
    },
    eventos: {
      ...acts.eventos,
      find: () => read(questions.eventoIn),
      versao: () => read((tx) => questions.eventoIn(tx)?.versao ?? 0),
      findImagem: (imagemid) => read((tx) => tx.get('imagens', imagemid)),
      putImagem: (imagem) => write((tx) => tx.put('imagens', imagem)),
      async forgetImagens(before) {
        const oldIn = (tx: Reads) => {
          const used = imagemidsIn(questions.eventoIn(tx))
          return tx.ids('imagens', { enviadaem: { below: before } }).filter((id) => !used.includes(id))
        }
        if ((await read(oldIn)).length === 0) return 0
        return write((tx) => {
          const old = oldIn(tx)
          for (const imagemid of old) tx.delete('imagens', imagemid)
          return old.length
        })
      },
    },
    transfer: createTransfer(read, write),
  }
}

/** Runs acts in the transactions of `write`. The words of each are made once. */
function inWrites(write: Adapter['write']): Run {
  const words = new WeakMap<Records, Tx>()
  return (_about, _autor, act) => {
    const inWords = (tx: Records) => {
      const known = words.get(tx) ?? wordsOf(tx)
      words.set(tx, known)
      return act(known)
    }
    // Tests that watch transactions recognise an act by its source: pass them the act itself.
    return write(Object.assign(inWords, { act }))
  }
}
