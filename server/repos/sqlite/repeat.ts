import { withPessoaisOf } from '../../domain/assuntos.ts'
import { lostPlacesOf, takesRegistrations } from '../../domain/convite-pessoal.ts'
import { CADASTRO_FIELDS, type Cadastro } from '../../domain/credencial.ts'
import type { ChaveOf } from '../../domain/credencial-repo.ts'
import { descritoIn } from '../../domain/evento-gravado.ts'
import { APAGA, type Apagado, type LinhaDoHistorico } from '../../domain/historico.ts'
import { juncaoOf } from '../../domain/juncao.ts'
import { contatosemIn } from '../../domain/outro-evento.ts'
import type { Reads, Records } from '../../domain/records.ts'
import { heldFor } from '../../domain/reserva.ts'
import type { Storage } from '../../domain/storage.ts'
import { comReservas, conviteOfPlaceIn, erasuresIn, eventoIn, usadaIn } from '../../domain/questions.ts'

/** A copy, and what happened since it was made. */
export interface Repetition {
  storage: Storage
  /** The same copy, for changes that no act makes. */
  beside: Records
  /** The database it replaces; null if there is none, and then nothing but erasures is known. */
  current: Reads | null
  chaveOf: ChaveOf
  newId: () => string
  /** When contacts of companies were erased, as far as the copy knows. */
  contatosem: Set<number>
}

type Act = (repetition: Repetition, linhas: LinhaDoHistorico[]) => Promise<void>

const each =
  (act: (repetition: Repetition, linha: LinhaDoHistorico) => Promise<unknown>): Act =>
  async (repetition, linhas) => {
    for (const linha of linhas) await act(repetition, linha)
  }

/** How each kind is repeated, in this order: erased guests first, and everything last. */
const ACTS: Record<Apagado, Act> = {
  convidado: each(async ({ storage, beside, current }, linha) => {
    const { alvo, detalhe } = linha
    const paid = usadaIn(beside, alvo)
    const found = paid && conviteOfPlaceIn(beside, paid.reservaid)
    const place = paid && current?.get('reservas', paid.reservaid)
    await storage.credenciais.remove(alvo, detalhe !== '', linha)
    const is = found && current?.get('convites', found.convite.codigo)
    // Excluir leaves the guest's id there. An import that was taken back left the place to its invitation.
    if (!place || !is || place.credencialid === alvo) return
    beside.put('reservas', heldFor(paid.empresaid, paid.reservaid, paid.criadaem))
    const { rotulo, telefone, nota } = is
    beside.change('convites', is.codigo, { rotulo, telefone, nota })
  }),

  async juntado(repetition, linhas) {
    for (const linha of linhas) await mergeAgain(repetition, linha)
    await correctAgain(repetition, new Map(linhas.map((linha) => [juncaoOf(linha).kept, linha])))
  },

  cadastro: (repetition, linhas) =>
    correctAgain(repetition, new Map(linhas.map((linha) => [linha.alvo, linha]))),

  link: each(({ storage }, linha) => storage.credenciais.renewLink(linha.alvo, linha)),

  respostas: each(({ storage }, linha) => storage.credenciais.forgetRespostas(linha.alvo, linha)),

  convites: each(async ({ storage, beside, current }, linha) => {
    for (const is of current?.find('convites', { empresaid: linha.alvo }) ?? []) {
      const { codigo, rotulo, telefone, nota, recusadoem } = is
      if (!current || !beside.get('convites', codigo)) continue
      beside.change('convites', codigo, { rotulo, telefone, nota })
      const found = comReservas(current, is)
      const isFree = found.reservas.every(({ estado }) => estado === 'liberada')
      if (recusadoem !== null)
        await storage.convites.answer({ codigo, isRecusa: true, now: recusadoem, isClosed: isFree }, linha)
      // Somebody may have used a part of it before the rest was revoked.
      const isRevoked = !takesRegistrations(found) && lostPlacesOf(found, 0).length > 0
      if (isRevoked) await storage.convites.revoke(codigo, linha)
    }
  }),

  mesa: each(async ({ storage, beside, current }, linha) => {
    const is = current?.get('mesas', linha.alvo)
    if (!is) return
    const was = await storage.mesas.find(is.empresaid)
    for (let versao = was.versao; versao < is.versao; versao++)
      await storage.mesas.renewLink(is.empresaid, linha, versao)
    if (is.motivo === '') beside.change('mesas', is.empresaid, { motivo: '' })
    if (is.fechada) await storage.mesas.setFechada(is.empresaid, true, linha)
  }),

  // The line of an import names no company.
  contatos: each(async ({ beside, current }, { alvo }) => {
    const only = alvo === '' ? {} : { empresaid: alvo }
    for (const { empresaid, contato, solicitante, cnpj } of current?.find('empresas', only) ?? [])
      beside.change('empresas', empresaid, { contato, solicitante, cnpj })
    for (const { empresaid, telefone, motivo } of current?.find('mesas', only) ?? [])
      beside.change('mesas', empresaid, { telefone, motivo })
  }),

  /** The contacts the event names, as long as it is the same event. */
  async contato({ storage, current }) {
    const is = descritoIn(current && eventoIn(current))
    const was = descritoIn(await storage.eventos.find())
    if (!is || was?.eventoid !== is.eventoid) return
    const evento = withPessoaisOf(was.evento, is.evento)
    await storage.transfer.write([{ kind: 'evento', evento: { ...was, evento } }])
  },

  /** A browser's place as it is now: a used code opens nothing, nor does an ended pairing. */
  aparelho: each(async ({ storage, beside, current }, { alvo }) => {
    const aparelho = beside.get('aparelhos', alvo) && current?.get('aparelhos', alvo)
    if (aparelho) await storage.transfer.write([{ kind: 'aparelho', aparelho }])
    for (const pareamento of (aparelho && current?.find('pareamentos', { aparelhoid: alvo })) ?? [])
      await storage.transfer.write([{ kind: 'pareamento', pareamento }])
  }),

  // A company with the same id may have been added since.
  empresa: each(async ({ storage, current }, { alvo }) => {
    if (!current?.get('empresas', alvo)) await storage.transfer.erase([], [alvo])
  }),

  tudo: async ({ storage }, linhas) => {
    const [last] = linhas.slice(-1)
    if (last) await eraseAll(storage, last, contatosemIn(linhas).length > 0)
  },

  evento: each(async ({ storage, current, newId, contatosem }, linha) => {
    const areContactsErased = contatosemIn([linha]).some((em) => !contatosem.has(em))
    await eraseAll(storage, linha, areContactsErased)
    const [was, is] = [await storage.eventos.find(), current && eventoIn(current)]
    const request = { de: was?.eventoid ?? '', eventoid: is?.eventoid ?? newId(), areContactsErased: false }
    await storage.eventos.comecarOutro({ ...request, balanco: null, entradas: null }, linha)
  }),
}

const eraseAll = (storage: Storage, linha: LinhaDoHistorico, areContactsErased: boolean) =>
  storage.credenciais.erasePersonalData(linha, undefined, { isEarlyAllowed: true, areContactsErased })

async function mergeAgain({ storage, chaveOf, newId }: Repetition, linha: LinhaDoHistorico): Promise<void> {
  const { kept, gone, returned, elo } = juncaoOf(linha)
  const asked = { keptId: kept, otherId: gone, telefoneOf: kept, emailOf: kept, isSamePerson: elo !== null }
  const merge = await storage.credenciais.merge({ ...asked, isAsShown: () => true, chaveOf }, linha)
  if (merge.kind === 'merged') return
  // The guest who stays may have registered after the copy: the other is removed all the same.
  await storage.credenciais.remove(gone, returned !== null, { ...linha, historicoid: newId() })
}

/** Gives guests their current name and numbers, by their ids. */
async function correctAgain(
  { storage, current, chaveOf, newId }: Repetition,
  linhas: Map<string, LinhaDoHistorico>,
): Promise<void> {
  const changed: { credencialid: string; cadastro: Cadastro; linha: LinhaDoHistorico }[] = []
  for (const [credencialid, linha] of linhas) {
    const was = (await storage.credenciais.findById(credencialid))?.credencial
    const is = current?.get('credenciais', credencialid)
    if (!was || !is) continue
    const { nome, telefone, email } = is
    const cadastro = { nome, telefone, email }
    const isChanged = CADASTRO_FIELDS.some((field) => cadastro[field] !== was[field])
    if (isChanged) changed.push({ credencialid, cadastro, linha })
  }
  // First under keys of nobody: one guest's current name may be another's in the copy until its turn.
  for (const keyOf of [newId, chaveOf])
    for (const { linha, ...request } of changed)
      await storage.credenciais.correct({ ...request, shown: null, chaveOf: keyOf }, linha)
}

const KINDS = Object.keys(ACTS) as Apagado[]

/**
 * Repeats in a copy the erasures and endings since it was made, by the lines its history lacks, and adds
 * those lines. Names, and what opens something, come from the current database.
 */
export async function repeat(
  parts: Omit<Repetition, 'contatosem'>,
  since: LinhaDoHistorico[],
): Promise<void> {
  const { storage, beside } = parts
  const repetition = { ...parts, contatosem: new Set(contatosemIn(erasuresIn(beside))) }
  const tell = async () => {
    for (const linha of since) await storage.historico.add(linha)
  }
  await tell()
  for (const kind of KINDS) {
    const linhas = since.filter(({ ato }) => APAGA[ato] === kind)
    if (linhas.length > 0) await ACTS[kind](repetition, linhas)
  }
  // Beginning another event erases the history, so the lines are added again.
  await tell()
  await storage.credenciais.wipeRemoved()
}
