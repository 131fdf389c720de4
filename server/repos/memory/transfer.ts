import { imagemidIn } from '../../domain/evento-gravado.ts'
import { carriedOf, newChave } from '../../domain/acesso.ts'
import { avipOf } from '../../domain/avip.ts'
import type { Registro, Transfer } from '../../domain/transfer.ts'
import { envioKey, eraseConvidado, eraseEmpresa, EVENTO, readEmpresa, type MemoryStore } from './store.ts'

export function createTransfer(store: MemoryStore): Transfer {
  const put = (registro: Registro): void => {
    switch (registro.kind) {
      case 'empresa':
        store.empresas.set(registro.empresa.empresaid, { ...registro.empresa })
        return
      case 'credencial': {
        const { credencial, chave } = registro
        const { credencialid } = credencial
        store.credenciais.set(credencialid, credencial)
        store.avips.set(credencialid, avipOf(credencial))
        for (const [key, kept] of store.chaves)
          if (kept.credencialid === credencialid) store.chaves.delete(key)
        if (chave !== null) store.chaves.set(chave, { ...newChave(credencialid), ...carriedOf(registro) })
        return
      }
      case 'reserva':
        store.reservas.set(registro.reserva.reservaid, registro.reserva)
        return
      case 'aparelho':
        store.aparelhos.set(registro.aparelho.aparelhoid, registro.aparelho)
        return
      case 'pareamento':
        store.pareamentos.set(registro.pareamento.segredo, registro.pareamento)
        return
      case 'entrada':
        store.entradas.set(registro.entrada.entradaid, registro.entrada)
        return
      case 'linha':
        store.historico.set(registro.linha.historicoid, registro.linha)
        return
      case 'convite':
        store.convites.set(registro.convite.codigo, registro.convite)
        return
      case 'mesa':
        store.mesas.set(registro.mesa.empresaid, registro.mesa)
        return
      case 'desistencia':
        store.desistencias.set(registro.desistencia.credencialid, registro.desistencia)
        return
      case 'envio':
        store.envios.set(envioKey(registro.envio), registro.envio)
        return
      case 'texto':
        store.textos.set(registro.texto.tipo, registro.texto)
        return
      case 'imagem':
        store.imagens.set(registro.imagem.imagemid, registro.imagem)
        return
      case 'evento':
        store.eventos.set(EVENTO, registro.evento)
        return
      default:
        return registro satisfies never
    }
  }

  return {
    async *read() {
      for (const empresaid of store.empresas.keys()) {
        const empresa = readEmpresa(store, empresaid)
        if (empresa) yield { kind: 'empresa', empresa }
      }
      const chaves = new Map([...store.chaves].map(([key, chave]) => [chave.credencialid, { key, chave }]))
      const usadas = [...store.reservas.values()].filter((reserva) => reserva.estado === 'usada')
      const paidBy = new Map(usadas.map(({ credencialid, reservaid }) => [credencialid, reservaid]))
      for (const credencial of store.credenciais.values()) {
        const { credencialid: id } = credencial
        const found = chaves.get(id)
        yield {
          kind: 'credencial',
          credencial,
          chave: found?.key ?? null,
          ...carriedOf(found?.chave ?? newChave(id)),
          reservaid: paidBy.get(id) ?? null,
        }
      }
      for (const reserva of store.reservas.values()) yield { kind: 'reserva', reserva }
      for (const aparelho of store.aparelhos.values()) yield { kind: 'aparelho', aparelho }
      for (const pareamento of store.pareamentos.values()) yield { kind: 'pareamento', pareamento }
      for (const entrada of store.entradas.values()) yield { kind: 'entrada', entrada }
      for (const linha of store.historico.values()) yield { kind: 'linha', linha }
      for (const convite of store.convites.values()) yield { kind: 'convite', convite }
      for (const mesa of store.mesas.values()) yield { kind: 'mesa', mesa }
      for (const desistencia of store.desistencias.values()) yield { kind: 'desistencia', desistencia }
      for (const envio of store.envios.values()) yield { kind: 'envio', envio }
      for (const texto of store.textos.values()) yield { kind: 'texto', texto }
      for (const evento of store.eventos.values()) {
        const imagem = store.imagens.get(imagemidIn(evento) ?? '')
        if (imagem) yield { kind: 'imagem', imagem }
        yield { kind: 'evento', evento }
      }
    },
    async write(registros) {
      registros.forEach(put)
    },
    async erase(credencialids, empresaids = [], envios = []) {
      for (const id of credencialids) eraseConvidado(store, id)
      for (const id of empresaids) eraseEmpresa(store, id)
      for (const envio of envios) store.envios.delete(envioKey(envio))
    },
    async count() {
      const { empresas, credenciais, chaves, reservas, avips, aparelhos, entradas, historico } = store
      return {
        empresas: empresas.size,
        credenciais: credenciais.size,
        chaves: chaves.size,
        reservas: reservas.size,
        avips: avips.size,
        aparelhos: aparelhos.size,
        pareamentos: store.pareamentos.size,
        entradas: entradas.size,
        linhas: historico.size,
        convites: store.convites.size,
        mesas: store.mesas.size,
        desistencias: store.desistencias.size,
        envios: store.envios.size,
        textos: store.textos.size,
        imagens: store.imagens.size,
        eventos: store.eventos.size,
      }
    },
    isCopy: async () => store.isCopy,
    setCopy: async (isCopy) => void (store.isCopy = isCopy),
    async keepFingerprint(fingerprint) {
      return (store.fingerprint ??= fingerprint)
    },
  }
}
