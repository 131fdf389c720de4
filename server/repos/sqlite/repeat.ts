import type { Aparelho } from '../../domain/aparelho.ts'
import { withPessoaisOf } from '../../domain/assuntos.ts'
import type { ConvitePessoal } from '../../domain/convite-pessoal.ts'
import { CADASTRO_FIELDS, type Cadastro } from '../../domain/credencial.ts'
import { descritoIn, type EventoGuardado } from '../../domain/evento-gravado.ts'
import { APAGA, type Apagado, type LinhaDoHistorico } from '../../domain/historico.ts'
import { juncaoOf } from '../../domain/juncao.ts'
import type { Pareamento } from '../../domain/pareamento.ts'
import { contatosemIn } from '../../domain/outro-evento.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Storage } from '../../domain/storage.ts'
import type { Database } from './database.ts'
import { APARELHO_FIELDS } from './equipe-repo.ts'
import { erasuresIn } from './historico-repo.ts'
import { mesaOf, type MesaRow } from './mesa-repo.ts'

/** A copy, and what is known of the time since it was made. */
export interface Repetition {
  storage: Storage
  /** The same copy, for what no act does by itself. */
  beside: Database
  /** The database it takes the place of; null where there is none, and then nothing but erasures is known. */
  current: Database | null
  chaveOf: (cadastro: Cadastro) => string
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

/** How each kind is repeated, in this order: who is gone goes first, and everything last. */
const ACTS: Record<Apagado, Act> = {
  convidado: each(({ storage }, linha) =>
    storage.credenciais.remove(linha.alvo, linha.detalhe !== '', linha),
  ),

  async juntado(repetition, linhas) {
    for (const linha of linhas) await mergeAgain(repetition, linha)
    await correctAgain(repetition, new Map(linhas.map((linha) => [juncaoOf(linha).kept, linha])))
  },

  cadastro: (repetition, linhas) =>
    correctAgain(repetition, new Map(linhas.map((linha) => [linha.alvo, linha]))),

  link: each(({ storage }, linha) => storage.credenciais.renewLink(linha.alvo, linha)),

  convites: each(async ({ storage, current }, linha) => {
    type Row = ConvitePessoal & Pick<Reserva, 'estado' | 'credencialid'>
    const made = 'convitepessoal JOIN reserva USING (reservaid, empresaid)'
    for (const is of rowsOf<Row>(current, made, 'empresaid', linha.alvo)) {
      const { codigo, rotulo } = is
      const was = await storage.convites.find(codigo)
      if (was && was.convite.rotulo !== rotulo) await storage.convites.rename(codigo, rotulo, linha)
      const isRevoked = is.estado === 'liberada' && is.credencialid === null
      if (was && isRevoked) await storage.convites.revoke(codigo, linha)
    }
  }),

  mesa: each(async ({ storage, current }, linha) => {
    for (const is of rowsOf<MesaRow>(current, 'mesa', 'empresaid', linha.alvo).map(mesaOf)) {
      const was = await storage.mesas.find(is.empresaid)
      for (let versao = was.versao; versao < is.versao; versao++)
        await storage.mesas.renewLink(is.empresaid, linha, versao)
      if (is.fechada) await storage.mesas.setFechada(is.empresaid, true, linha)
    }
  }),

  // The line of an import names no company.
  contatos: each(async ({ beside, current }, { alvo }) => {
    const only = alvo === '' ? null : alvo
    const putContacts = beside.prepare(
      'UPDATE empresa SET contato = ?, solicitante = ?, cnpj = ? WHERE empresaid = ?',
    )
    for (const { empresaid, contato, solicitante, cnpj } of rowsOf(current, 'empresa', 'empresaid', only))
      putContacts.run(contato, solicitante, cnpj, empresaid)
    const putNumber = beside.prepare('UPDATE mesa SET telefone = ? WHERE empresaid = ?')
    for (const { empresaid, telefone } of rowsOf(current, 'mesa', 'empresaid', only))
      putNumber.run(telefone ?? '', empresaid)
  }),

  /** Whom the event names, while it is the same one. */
  async contato({ storage, current }) {
    const is = descritoIn(eventoOf(current))
    const was = descritoIn(await storage.eventos.find())
    if (!is || was?.eventoid !== is.eventoid) return
    const evento = withPessoaisOf(was.evento, is.evento)
    await storage.transfer.write([{ kind: 'evento', evento: { ...was, evento } }])
  },

  /** A browser's place is as it is now: a code that was used opens nothing, nor does a pairing that was ended. */
  aparelho: each(async ({ storage, beside, current }, { alvo }) => {
    if (rowsOf(beside, 'aparelho', 'aparelhoid', alvo).length === 0) return
    for (const row of rowsOf<Aparelho>(current, 'aparelho', 'aparelhoid', alvo)) {
      const fields = APARELHO_FIELDS.map((field) => [field, row[field]])
      const aparelho = Object.fromEntries(fields) as unknown as Aparelho
      await storage.transfer.write([{ kind: 'aparelho', aparelho }])
    }
    for (const pareamento of rowsOf<Pareamento>(current, 'pareamento', 'aparelhoid', alvo))
      await storage.transfer.write([{ kind: 'pareamento', pareamento }])
  }),

  // One of its id may have been made since.
  empresa: each(async ({ storage, current }, { alvo }) => {
    if (rowsOf(current, 'empresa', 'empresaid', alvo).length === 0) await storage.transfer.erase([], [alvo])
  }),

  tudo: async ({ storage }, linhas) => {
    const [last] = linhas.slice(-1)
    if (last) await eraseAll(storage, last, contatosemIn(linhas).length > 0)
  },

  evento: each(async ({ storage, current, newId, contatosem }, linha) => {
    const areContactsErased = contatosemIn([linha]).some((em) => !contatosem.has(em))
    await eraseAll(storage, linha, areContactsErased)
    const [was, is] = [await storage.eventos.find(), eventoOf(current)]
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
  // Who stays may have registered since the copy: the other goes all the same.
  await storage.credenciais.remove(gone, returned !== null, { ...linha, historicoid: newId() })
}

/** Gives guests the name and the numbers they have now, by their ids. */
async function correctAgain(
  { storage, current, chaveOf, newId }: Repetition,
  linhas: Map<string, LinhaDoHistorico>,
): Promise<void> {
  const changed: { credencialid: string; cadastro: Cadastro; linha: LinhaDoHistorico }[] = []
  for (const [credencialid, linha] of linhas) {
    const was = (await storage.credenciais.findById(credencialid))?.credencial
    for (const { nome, telefone, email } of rowsOf<Cadastro>(
      current,
      'credencial',
      'credencialid',
      credencialid,
    )) {
      const cadastro = { nome, telefone, email }
      const isChanged = was && CADASTRO_FIELDS.some((field) => cadastro[field] !== was[field])
      if (isChanged) changed.push({ credencialid, cadastro, linha })
    }
  }
  // First under keys of nobody: what one is called now, another may be called in the copy until its turn.
  for (const keyOf of [newId, chaveOf])
    for (const { linha, ...request } of changed)
      await storage.credenciais.correct({ ...request, shown: null, chaveOf: keyOf }, linha)
}

const KINDS = Object.keys(ACTS) as Apagado[]

/**
 * Does again in a copy what was erased and ended since it was made, by the lines its history lacks; they stand in it
 * afterwards. What somebody is called, and what opens something, is taken from the database of now.
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
  // The beginning of another event takes the history along.
  await tell()
  await storage.credenciais.wipeRemoved()
}

function eventoOf(db: Database | null): EventoGuardado | null {
  const [row] = rowsOf<{ gravado: string }>(db, 'evento')
  return row ? (JSON.parse(row.gravado) as EventoGuardado) : null
}

/** Rows of a database as they are; none where there is none. */
function rowsOf<Row extends object = Record<string, string>>(
  db: Database | null,
  table: string,
  column = '',
  value: string | null = null,
): Row[] {
  if (!db) return []
  if (value === null) return db.prepare<[], Row>(`SELECT * FROM ${table}`).all()
  return db.prepare<[string], Row>(`SELECT * FROM ${table} WHERE ${column} = ?`).all(value)
}
