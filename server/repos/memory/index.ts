import { randomUUID } from 'node:crypto'
import { nothingToMirror } from '../../domain/avip.ts'
import type { ConvitePessoalRepo } from '../../domain/convite-pessoal.ts'
import { liveOf, type DesistenciaRepo } from '../../domain/desistencia.ts'
import type { EmpresaRepo } from '../../domain/empresa-repo.ts'
import { entradasIn, type EntradaRepo } from '../../domain/entrada.ts'
import type { EnvioRepo } from '../../domain/envio.ts'
import { imagemidIn } from '../../domain/evento-gravado.ts'
import type { EventoRepo } from '../../domain/evento-repo.ts'
import { isListed, newestFirst, type HistoricoRepo } from '../../domain/historico.ts'
import { heldIn, newMesa, type MesaRepo } from '../../domain/mesa.ts'
import { nomesOf, byPairing, type EquipeRepo } from '../../domain/pareamento.ts'
import type { PlanilhaRepo } from '../../domain/planilha-repo.ts'
import { isEnded, isPessoal } from '../../domain/reserva.ts'
import type { Storage } from '../../domain/storage.ts'
import type { Run } from '../../domain/tx.ts'
import { bindActs, type BoundActs } from '../bind.ts'
import { convitesOf, novosIn } from '../empresas-listed.ts'
import { createPainelRepo } from '../painel-repo.ts'
import { createPortaRepo } from '../porta-repo.ts'
import { createCredencialRepo } from './credencial-repo.ts'
import {
  createMemoryStore,
  dentroDesdeOf,
  envioKey,
  EVENTO,
  findConvite,
  painelOf,
  pareamentoOf,
  pendentesOf,
  readEmpresa,
  type MemoryStore,
} from './store.ts'
import { createTransfer } from './transfer.ts'
import { createRun } from './tx.ts'

function createEmpresaRepo(store: MemoryStore, acts: BoundActs['empresas']): EmpresaRepo {
  return {
    ...acts,
    async find(empresaid, now) {
      const empresa = readEmpresa(store, empresaid)
      if (!empresa) return null
      const pendentes = pendentesOf(store, empresaid)
      return convitesOf(empresa, pendentes, store.mesas.get(empresaid) ?? newMesa(empresaid), now)
    },
    async findHolds(sid, now) {
      return [...store.reservas.values()]
        .filter((r) => r.sid === sid && r.estado === 'pendente' && !isEnded(r, now))
        .sort((a, b) => b.criadaem - a.criadaem)
        .flatMap((reserva) => {
          const empresa = readEmpresa(store, reserva.empresaid)
          return empresa ? [{ reserva, empresa }] : []
        })
    },
    list: async (now) => painelOf(store).listEmpresas(now),
  }
}

function findEnded({ reservas }: MemoryStore, now: number): Set<string> {
  const ended = [...reservas.values()].filter((r) => r.estado === 'pendente' && isEnded(r, now))
  return new Set(ended.map(({ empresaid }) => empresaid))
}

function createConvitePessoalRepo(store: MemoryStore, acts: BoundActs['convites']): ConvitePessoalRepo {
  return {
    ...acts,
    find: async (codigo) => findConvite(store, codigo),
    list: async (empresaid) =>
      [...store.convites.values()]
        .filter((convite) => convite.empresaid === empresaid)
        .sort((a, b) => a.criadoem - b.criadoem || (a.codigo < b.codigo ? -1 : 1))
        .flatMap(({ codigo }) => findConvite(store, codigo) ?? []),
    async listNovos() {
      const found = [...store.convites.keys()].flatMap((codigo) => findConvite(store, codigo) ?? [])
      return novosIn(found.filter(({ reserva }) => isPessoal(reserva)).map(({ convite }) => convite))
    },
  }
}

function createDesistenciaRepo(store: MemoryStore, acts: BoundActs['desistencias']): DesistenciaRepo {
  return {
    ...acts,
    find: async (credencialid) => store.desistencias.get(credencialid) ?? null,
    list: async () => new Map([...store.desistencias].filter(([, desistencia]) => liveOf(desistencia))),
  }
}

function createEquipeRepo(store: MemoryStore, acts: BoundActs['equipe']): EquipeRepo {
  const { aparelhos, pareamentos } = store
  const findBy = (field: 'codigo' | 'segredo', hash: string) =>
    [...aparelhos.values()].find((aparelho) => aparelho[field] === hash) ?? null

  return {
    ...acts,
    findByCodigo: async (codigo) => findBy('codigo', codigo),
    findBySegredo: async (segredo) => findBy('segredo', segredo),

    async findPareamento(segredo) {
      const pareamento = pareamentoOf(store, segredo)
      const aparelho = pareamento && aparelhos.get(pareamento.aparelhoid)
      return aparelho ? { aparelho, pareamento } : null
    },

    list: async () =>
      [...aparelhos.values()].sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      ),

    nomesOf: async (ids) => nomesOf(ids, (id) => aparelhos.get(id)),

    listPareamentos: async (ids) =>
      [...pareamentos.values()].filter((one) => ids?.includes(one.aparelhoid) ?? true).sort(byPairing),
  }
}

function createHistoricoRepo(store: MemoryStore, acts: BoundActs['historico']): HistoricoRepo {
  return {
    ...acts,
    list: async (query) =>
      [...store.historico.values()]
        .filter((linha) => isListed(linha, query))
        .sort(newestFirst)
        .slice(0, query.limit),
  }
}

function createMesaRepo(store: MemoryStore, acts: BoundActs['mesas']): MesaRepo {
  return {
    ...acts,
    find: async (empresaid) => ({ ...(store.mesas.get(empresaid) ?? newMesa(empresaid)) }),

    async readLugares(empresaid, now) {
      const live = pendentesOf(store, empresaid).filter((r) => !isPessoal(r) && !isEnded(r, now))
      return {
        ...heldIn(live),
        desistencias: [...store.desistencias.values()]
          .filter((desistencia) => liveOf(desistencia) && desistencia.empresaid === empresaid)
          .sort((a, b) => b.em - a.em),
      }
    },

    async listPagos(empresaid) {
      const usadas = [...store.reservas.values()].filter(
        (reserva) => reserva.estado === 'usada' && reserva.empresaid === empresaid,
      )
      return usadas.flatMap(({ credencialid: id }) => {
        const convidado = store.credenciais.get(id ?? '')
        if (!convidado) return []
        const { credencialid, nome } = convidado
        return [{ credencialid, nome, dentroDesde: dentroDesdeOf(store, credencialid) }]
      })
    },
  }
}

function createPlanilhaRepo(
  { planilhas, andamentos }: MemoryStore,
  acts: BoundActs['planilhas'],
): PlanilhaRepo {
  return {
    ...acts,
    put: async (planilha) => void planilhas.set(planilha.planilhaid, planilha),
    find: async (planilhaid) => planilhas.get(planilhaid) ?? null,
    findAndamento: async (planilhaid) => andamentos.get(planilhaid) ?? null,
    async remove(planilhaid) {
      for (const map of [planilhas, andamentos]) map.delete(planilhaid)
    },
    async forget(before) {
      const ids = new Set<string>()
      for (const map of [planilhas, andamentos])
        for (const [id, { enviadaem }] of map) if (enviadaem < before && map.delete(id)) ids.add(id)
      return ids.size
    },
  }
}

function createEntradaRepo({ entradas }: MemoryStore, acts: BoundActs['entradas']): EntradaRepo {
  return {
    ...acts,
    listOf: async (credencialid) =>
      [...entradas.values()].filter((entrada) => entrada.credencialid === credencialid),

    async listAnotadas(offset, limit) {
      const all = entradasIn([...entradas.values()].filter(({ credencialid }) => credencialid === ''))
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}

function createEnvioRepo({ envios, textos }: MemoryStore, acts: BoundActs['envios']): EnvioRepo {
  return {
    ...acts,
    list: async (tipo) => [...envios.values()].filter((envio) => envio.tipo === tipo),
    find: async (tipo, para) => envios.get(envioKey({ tipo, para })) ?? null,
    listTextos: async () => [...textos.values()],
  }
}

function createEventoRepo(store: MemoryStore, acts: BoundActs['eventos']): EventoRepo {
  return {
    ...acts,
    find: async () => store.eventos.get(EVENTO) ?? null,
    versao: async () => store.eventos.get(EVENTO)?.versao ?? 0,
    findImagem: async (imagemid) => store.imagens.get(imagemid) ?? null,
    putImagem: async (imagem) => void store.imagens.set(imagem.imagemid, imagem),
    async forgetImagens(before) {
      const used = imagemidIn(store.eventos.get(EVENTO) ?? null)
      const old = [...store.imagens.values()].filter(
        ({ imagemid, enviadaem }) => enviadaem < before && imagemid !== used,
      )
      for (const { imagemid } of old) store.imagens.delete(imagemid)
      return old.length
    },
  }
}

/**
 * Storage that lasts as long as the process, for tests and for trying things out.
 * @param run a way to run acts that is none, for a test that shows what it would do
 */
export function openMemory(store: MemoryStore = createMemoryStore(), run: Run = createRun(store)): Storage {
  const acts = bindActs({ run, isBounded: false, findEnded: async (now) => findEnded(store, now) })
  return {
    empresas: createEmpresaRepo(store, acts.empresas),
    credenciais: createCredencialRepo(store, acts.credenciais),
    entradas: createEntradaRepo(store, acts.entradas),
    equipe: createEquipeRepo(store, acts.equipe),
    historico: createHistoricoRepo(store, acts.historico),
    painel: createPainelRepo(async () => ({ painel: painelOf(store), age: 0 })),
    planilhas: createPlanilhaRepo(store, acts.planilhas),
    convites: createConvitePessoalRepo(store, acts.convites),
    mesas: createMesaRepo(store, acts.mesas),
    desistencias: createDesistenciaRepo(store, acts.desistencias),
    envios: createEnvioRepo(store, acts.envios),
    eventos: createEventoRepo(store, acts.eventos),
    // No other process tells of this store: a cursor is one of this process or none.
    porta: createPortaRepo(async () => ({ painel: painelOf(store), asOf: 1, upTo: 1, age: 0 }), randomUUID()),
    avips: nothingToMirror(),
    transfer: createTransfer(store),
    backups: null,
    check: async () => {},
    close: async () => {},
  }
}
