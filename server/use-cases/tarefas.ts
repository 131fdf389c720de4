import type { Tipo } from '../domain/envio.ts'
import type { Evento } from '../domain/evento.ts'
import { faseOf, isSameDay, type Fase } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { RESPOSTA_MS, type EnvioParts } from './devidas.ts'
import type { EmpresaListed } from './empresas.ts'
import { countFila, envioOf, prazoOf, readOnce, type Linha } from './envios.ts'
import { isParada, type PainelReadings } from './painel-readings.ts'
import { listRepetidos } from './repetidos.ts'

/** What may wait for the organisation, in the order it is offered. */
export const ORDEM = {
  antes: ['mudanca', 'convites', 'links', 'pedidos', 'relance', 'paradas', 'repetidos', 'porta'],
  vespera: ['mudanca', 'convites', 'listas', 'porta', 'links', 'pedidos', 'relance', 'paradas', 'repetidos'],
  dia: ['semRede', 'fora', 'duas', 'porta', 'mudanca', 'listas', 'convites', 'pedidos', 'repetidos'],
  depois: ['certificados', 'semNumero', 'folha', 'expurgo'],
} as const satisfies Record<Fase, string[]>

export type Tarefa = (typeof ORDEM)[Fase][number]

/** A company none of whose invitations is used or held, and how far the link of its holder got. */
export interface Parada extends Pick<EmpresaListed, 'empresaid' | 'nome' | 'contato' | 'total'> {
  /** When the link was sent, in milliseconds since the epoch. */
  link: { kind: 'enviado'; em: number } | { kind: 'por-enviar' } | { kind: 'sem-numero' }
}

export type Esperas = Awaited<ReturnType<typeof readEsperas>>

export interface EsperaParts extends EnvioParts, Pick<Storage, 'historico'> {
  painelReadings: Pick<PainelReadings, 'empresas' | 'numeros' | 'foraDaLista'>
  config: { evento: Pick<Evento, 'inicio' | 'fim'> }
}

/** How long a phone of the door is silent before somebody looks, and when it is taken for put away. */
const SILENT_MS = 5 * 60_000
const AWAY_MS = 3 * 3_600_000

/** Counts all that waits, from the board's own readings. */
export async function readEsperas(parts: EsperaParts) {
  const { painel, painelReadings, config, gravado } = parts
  const now = parts.now()
  const fase = faseOf(config.evento, now)
  const isOn = gravado?.canceladoem === null
  const noted = readOnce({ list: (tipo) => painel.listEnvios(tipo) })
  const filaOf = (tipo: Tipo) => countFila(parts, tipo, noted)
  const [numeros, { empresas }, fora, aparelhos, pares, duas, ...filas] = await Promise.all([
    painelReadings.numeros(),
    painelReadings.empresas(),
    painelReadings.foraDaLista(),
    painel.listAparelhos(),
    isOn && fase !== 'depois' ? listRepetidos(parts) : [],
    fase === 'dia' ? painel.listTwice() : [],
    ...(['mudanca', 'pessoal', 'relance', 'mesa', 'certificado'] as const).map(filaOf),
  ])
  const [mudanca, pessoal, relance, mesa, certificado] = filas
  const phones = aparelhos.filter(({ papel, segredo }) => papel === 'porta' && segredo !== null)
  const semRede = phones.filter(({ vistoem }) => isSilent(vistoem, config.evento.inicio, now))
  const isOpen = prazoOf('pessoal', parts) === 'agora'
  const links = new Map(mesa?.linhas.map((linha) => [linha.para, linhaTold(linha)]))
  const paradas = empresas.flatMap((empresa): Parada[] => {
    const link = links.get(empresa.empresaid)
    if (!isOpen || !isParada(empresa) || empresa.total === 0 || !link) return []
    const { empresaid, nome, contato, total } = empresa
    return [{ empresaid, nome, contato, total, link }]
  })
  const pedidos = empresas.filter(({ pedido }) => isOpen && pedido > 0)
  const isSent = ({ link }: Parada) => link.kind === 'enviado'
  const unasked = (pessoal?.enviados ?? []).flatMap((linha) => envioOf(linha) ?? [])
  const soon = unasked.map(({ em }) => em + RESPOSTA_MS).filter((at) => at > now)
  const some = (isThere: boolean) => (isOn && numeros.confirmados > 0 && isThere ? 1 : 0)
  return {
    fase,
    /** How many of each wait; where nothing is counted, 1 while it waits. */
    quantos: {
      mudanca: mudanca?.porEnviar.length ?? 0,
      convites: pessoal?.porEnviar.length ?? 0,
      links: paradas.filter((one) => !isSent(one)).length,
      pedidos: pedidos.length,
      relance: relance?.porEnviar.length ?? 0,
      paradas: paradas.filter(isSent).length,
      repetidos: pares.length,
      porta: some(phones.length === 0),
      listas: some(numeros.dentro === 0),
      semRede: semRede.length,
      fora,
      duas: new Set(duas.map(({ credencialid }) => credencialid)).size,
      certificados: certificado?.porEnviar.length ?? 0,
      semNumero: certificado?.semNumero.length ?? 0,
      folha: some(true),
      expurgo: numeros.confirmados + numeros.desistiram > 0 ? 1 : 0,
    } satisfies Record<Tarefa, number>,
    /** The first invitation to send. */
    convite: pessoal?.porEnviar[0] ?? null,
    /** The companies that ask for more invitations. */
    pedidos: pedidos.map(({ empresaid, nome, pedido }) => ({ empresaid, nome, pedido })),
    /** The most invitations first. */
    paradas: paradas.sort((a, b) => b.total - a.total),
    /** The door's phones that fell silent, the longest silent first. */
    semRede: semRede.sort((a, b) => (a.vistoem ?? 0) - (b.vistoem ?? 0)),
    /** From when on somebody is to be reminded to answer, in milliseconds since the epoch; null for nobody. */
    lembrarEm: soon.length === 0 ? null : Math.min(...soon),
  }
}

function linhaTold(linha: Linha): Parada['link'] {
  const { situacao, digits } = linha
  if (situacao.kind === 'feito') return { kind: 'enviado', em: situacao.envio.em }
  return { kind: digits === null ? 'sem-numero' : 'por-enviar' }
}

function isSilent(vistoem: number | null, inicio: string, now: number): boolean {
  if (vistoem === null || !isSameDay(inicio, Date.parse(inicio), now)) return false
  return now - vistoem >= SILENT_MS && now - vistoem < AWAY_MS
}
