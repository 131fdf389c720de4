import type { ConvitePessoal } from '../domain/convite-pessoal.ts'
import { CASA, NOME_DA_CASA } from '../domain/casa.ts'
import { EVERYBODY } from '../domain/convidado-search.ts'
import {
  mayHaveArrived,
  mudancaPara,
  situacaoOf,
  type Destino,
  type Envio,
  type Tipo,
  type TIPOS_DO_CONVIDADO,
} from '../domain/envio.ts'
import type { Evento } from '../domain/evento.ts'
import { avisadoDesde, movedSince, type EventoGravado } from '../domain/evento-gravado.ts'
import { groupBy } from '../domain/group.ts'
import { isToBeTold, knownSince } from '../domain/mudanca.ts'
import { compareNomes, novosIn, type ConvidadoNoPainel } from '../domain/painel-repo.ts'
import { DAY_MS, type Terms } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { presentTelefone, whatsappDigits } from '../domain/telefone.ts'
import { inTurns, nextTurn } from './event-loop.ts'
import type { PainelReadings } from './painel-readings.ts'

// Who should have a message of each kind, before anything is known of what was sent.

/** A message somebody should have, before its situation is known. */
export interface Devida extends Omit<Destino, 'juntos'> {
  /** The person who answers for a table, as noted and perhaps empty; an invitation's label; or a guest. */
  nome: string
  /** Null for a guest of the public form. */
  empresa: { empresaid: string; nome: string } | null
  /** As stored; empty text when there is no number. */
  telefone: string
  /**
   * Digits with the country code; empty text to choose the number in WhatsApp; null if one must be noted
   * first.
   */
  digits: string | null
  /** How many people an invitation is for. */
  lugares?: number
  /** When they were last sent what the message is about: their invitation, or the link of their panel. */
  recebidoem?: number
}

export interface EnvioParts extends Pick<Storage, 'envios' | 'painel' | 'equipe'> {
  painelReadings: Pick<PainelReadings, 'empresas'>
  numeroOf: (telefone: string) => string
  closesAt: Terms['closesAt']
  eraseAt: Terms['eraseAt']
  gravado: EventoGravado | null
  config: { evento: Pick<Evento, 'fim'> }
  now: () => number
}

/** The notes of a kind, read once. */
export type Noted = (tipo: Tipo) => Promise<Envio[]>

/** More guests than any event has. */
export const ALL = 1_000_000

async function reachable({ painelReadings }: Pick<EnvioParts, 'painelReadings'>) {
  const { empresas, unreachable } = await painelReadings.empresas()
  const closed = new Set(unreachable)
  return empresas
    .filter(({ empresaid }) => !closed.has(empresaid))
    .sort((a, b) => compareNomes(a.nome, b.nome))
}

/** The holders of all tables whose page can be opened, by the company's name. */
async function mesas(parts: EnvioParts): Promise<Devida[]> {
  const empresas = await reachable(parts)
  return empresas.map(({ empresaid, nome, contato, telefone, versao }) => ({
    tipo: 'mesa',
    para: empresaid,
    versao,
    numero: parts.numeroOf(telefone),
    nome: contato,
    empresa: { empresaid, nome },
    telefone,
    digits: whatsappDigits(telefone),
  }))
}

/** The invitations nobody has answered: those of the house, then table by table, as they were typed. */
async function unanswered(parts: EnvioParts): Promise<Devida[]> {
  const [empresas, convites] = await Promise.all([reachable(parts), parts.painel.listConvites()])
  const untouched = novosIn(convites).filter(({ abertos, lugares }) => abertos === lugares)
  const ofMesa = groupBy(untouched, ({ empresaid }) => empresaid)
  const house = ['', CASA].map((empresaid) => ({ empresaid, nome: NOME_DA_CASA }))
  const nomes = new Map([...house, ...empresas].map(({ empresaid, nome }) => [empresaid, nome]))
  return [...nomes].flatMap(([empresaid, nome]) =>
    (ofMesa.get(empresaid) ?? []).map((convite) =>
      invitedTo({ empresaid: empresaid || CASA, nome }, convite, parts),
    ),
  )
}

/** The recipient of a personal invitation; without a number, one chooses them in WhatsApp. */
export function invitedTo(
  empresa: { empresaid: string; nome: string },
  { codigo, rotulo, telefone, lugares }: Pick<ConvitePessoal, 'codigo' | 'rotulo' | 'telefone' | 'lugares'>,
  { numeroOf }: Pick<EnvioParts, 'numeroOf'>,
): Devida {
  return {
    tipo: 'pessoal',
    para: codigo,
    versao: 0,
    numero: numeroOf(presentTelefone(telefone)),
    nome: rotulo,
    empresa,
    telefone,
    digits: whatsappDigits(telefone) ?? '',
    lugares,
  }
}

/** How long one has to answer before the reminder, and before the next. */
export const RESPOSTA_MS = 2 * DAY_MS
const RELANCE_MS = 3 * DAY_MS

/** Those who have their invitation and did not answer it. */
async function silent(parts: EnvioParts, noted: Noted): Promise<Devida[]> {
  const [devidas, sent, reminded] = await Promise.all([
    unanswered(parts),
    byPara(noted('pessoal')),
    byPara(noted('relance')),
  ])
  const now = parts.now()
  return devidas.flatMap((devida) => {
    const situacao = situacaoOf(sent.get(devida.para) ?? null, devida, now)
    if (situacao.kind !== 'feito' || situacao.envio.estado !== 'enviado') return []
    const { em: recebidoem } = situacao.envio
    if (recebidoem > now - RESPOSTA_MS) return []
    const last = reminded.get(devida.para)?.estado
    const isAgain = last === 'enviado' || last === 'em-maos'
    return [{ ...devida, tipo: 'relance', recebidoem, desde: isAgain ? now - RELANCE_MS : undefined }]
  })
}

const byPara = async (envios: Promise<Envio[]>) => new Map((await envios).map((envio) => [envio.para, envio]))

/**
 * The guests still to come, by name: neither those who withdrew nor those inside. A reminder sent before the
 * event moved told them another day, so it no longer counts.
 */
async function expected(parts: EnvioParts): Promise<Devida[]> {
  const desde = parts.gravado ? movedSince(parts.gravado) : undefined
  return confirmed(parts, 'lembrete', ({ dentroDesde }) => dentroDesde === null, desde)
}

/**
 * Whoever must be told about the last change of the event: guests by name, invitations that were sent, and
 * holders who have the link of their panel.
 */
async function surprised(parts: EnvioParts, noted: Noted): Promise<Devida[]> {
  const { gravado } = parts
  const desde = gravado && avisadoDesde(gravado)
  if (gravado === null || desde === null) return []
  const envios = await byPara(noted('mudanca'))
  const isDue = (para: string, sabidoem: number, dentroDesde: number | null = null) =>
    isToBeTold(gravado, { sabidoem, dentroDesde, envio: envios.get(para) ?? null })
  const guests = await confirmed(
    parts,
    'mudanca',
    ({ credencial: { credencialid }, dentroDesde }) =>
      isDue(credencialid, knownSince(credencialid), dentroDesde),
    desde,
  )
  // Who is confirmed is told once, whatever else their number was noted for.
  const theirs = new Set(guests.flatMap(({ numero }) => numero || []))
  const others = await Promise.all([unanswered(parts), mesas(parts)])
  const sent = await Promise.all([byPara(noted('pessoal')), byPara(noted('mesa'))])
  const told = (['convites', 'empresas'] as const).flatMap((kind, at) =>
    (others[at] ?? []).flatMap((devida): Devida[] => {
      const [note, para] = [sent[at]?.get(devida.para), mudancaPara(kind, devida.para)]
      const isTold = note && mayHaveArrived(note) && isDue(para, note.em)
      if (!isTold || devida.digits === null || theirs.has(devida.numero)) return []
      return [{ ...devida, tipo: 'mudanca', para, desde, recebidoem: note.em }]
    }),
  )
  return [...guests, ...told]
}

/** The guests who were inside, by name, including any who had withdrawn and came after all. */
const admitted = (parts: EnvioParts) =>
  convidados(parts, 'certificado', ({ dentroDesde }) => dentroDesde !== null)

const confirmed = (
  parts: EnvioParts,
  tipo: (typeof TIPOS_DO_CONVIDADO)[number],
  isDue: (convidado: ConvidadoNoPainel) => boolean,
  desde: number | undefined,
) => convidados(parts, tipo, (convidado) => convidado.desistencia === null && isDue(convidado), desde)

async function convidados(
  { painel, numeroOf }: EnvioParts,
  tipo: (typeof TIPOS_DO_CONVIDADO)[number],
  isDue: (convidado: ConvidadoNoPainel) => boolean,
  desde?: number,
): Promise<Devida[]> {
  const found = await painel.search([EVERYBODY], 0, ALL)
  await nextTurn()
  return inTurns(
    found.convidados.filter(isDue),
    ({ credencial: { credencialid, nome, telefone }, versao, empresa }) => ({
      tipo,
      para: credencialid,
      versao,
      numero: numeroOf(presentTelefone(telefone)),
      desde,
      nome,
      empresa,
      telefone,
      digits: whatsappDigits(telefone),
    }),
  )
}

export const DUE: Record<Tipo, (parts: EnvioParts, noted: Noted) => Promise<Devida[]>> = {
  mesa: mesas,
  pessoal: unanswered,
  relance: silent,
  lembrete: expected,
  mudanca: surprised,
  certificado: admitted,
}
