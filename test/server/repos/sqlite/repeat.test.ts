import { copyFileSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Storage } from '../../../../server/domain/storage.ts'
import { ALVOS, APAGA, linhaDoHistorico, type Ato } from '../../../../server/domain/historico.ts'
import { importadoidOf } from '../../../../server/domain/importacao.ts'
import { storedRespostas } from '../../../../server/domain/perguntas.ts'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { openSqlite, restoreSqlite } from '../../../../server/repos/sqlite/index.ts'
import { GUARDA_MS } from '../../../../server/domain/desistencia.ts'
import { aCodigo, aNovo } from '../../../contract/convite.cases.ts'
import {
  aCadastro,
  aClaim,
  aGravar,
  aMerge,
  anAutor,
  anEvento,
  anEventoGravado,
  anInvitation,
  aRegister,
  NOW,
  unique,
} from '../../../support/factories.ts'
import { halfWrittenIn, lookAt, valuesOf } from '../../../support/sqlite-value.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

const [ANA, BIA, CAU] = [String(NOW + 1), String(NOW + 2), String(NOW + 3)]
const ZECA = String(NOW + 50)
const [NOVO, OUTRO, PAR] = [aCodigo(), aCodigo(), aCodigo()]
const RESPOSTAS = storedRespostas([{ pergunta: 'Alergia?', resposta: 'GLÚTEN', consentidaem: NOW }])
const chaveOf = ({ nome, telefone }: { nome: string; telefone: string }) => `${nome}-${telefone}`
const later = () => anAutor({ em: NOW + 1_000 })
const ASKED = { isEarlyAllowed: true, areContactsErased: true }

/** A hall with one of everything that names a person or opens something. */
async function aHouse() {
  const path = temporaryDatabasePath()
  const storage = await openSqlite(path)
  const { credenciais, convites, empresas, equipe, eventos, mesas } = storage
  for (const empresaid of ['mesa', 'vazia']) {
    const names = { contato: `RESPONSÁVEL ${empresaid}`, solicitante: `SOLICITANTE ${empresaid}` }
    const row = { empresaid, nome: 'Fazenda Santa Clara', icredencial: 10, licredencial: 0, ...names }
    await empresas.importRows([{ ...row, telefone: `119000000${empresaid.length}` }], false, anAutor())
  }
  const people = [
    ['ANA ANTIGA', '11911111111', 'ana@antiga.com.br'],
    ['BIA ANTIGA', '11922222222', 'bia@antiga.com.br'],
    ['CAUÊ ANTIGO', '11933333333', ''],
  ] as const
  for (const [n, [nome, telefone, email]] of people.entries()) {
    const cadastro = aCadastro({ nome, telefone, email })
    const claim = n < 2 ? aClaim('mesa') : null
    const respostas = n === 0 ? RESPOSTAS : ''
    const request = { cadastro, chave: chaveOf(cadastro), now: NOW + 1 + n, claim, respostas }
    await credenciais.register(aRegister(request))
  }
  await mesas.pedir('mesa', { pedido: 2, motivo: 'FAMÍLIA ANTIGA' }, anAutor())
  const novo = (codigo: string, rotulo: string) => ({
    ...aNovo(rotulo),
    codigo,
    telefone: '11977770001',
    nota: 'NOTA ANTIGA',
  })
  await convites.create('mesa', [novo(NOVO, 'TIA ANTIGA'), novo(OUTRO, 'TIO ANTIGO')], NOW, anAutor())
  for (const aparelhoid of ['eu', 'porta-1', 'porta-2']) {
    const papel = aparelhoid === 'eu' ? 'organizacao' : 'porta'
    await equipe.invite(anInvitation({ aparelhoid, papel, codigo: `c-${aparelhoid}` }), anAutor())
    if (aparelhoid !== 'porta-2') await equipe.pair(`c-${aparelhoid}`, `s-${aparelhoid}`, anAutor())
  }
  await eventos.adotar(anEventoGravado({ evento: anEvento({ contato: 'antiga@contato.com.br' }) }), NOW)
  return { path, storage }
}

/** What a file holds about people, and what it opens to somebody. */
function heldIn(path: string): string[] {
  return lookAt(path, (db) => {
    const all = (sql: string) => valuesOf(db, sql).map(String)
    return [
      ...['nome', 'telefone', 'email'].flatMap((field) =>
        all(`SELECT 'person ' || ${field} FROM credencial WHERE ${field} <> ''`),
      ),
      ...all(`SELECT 'person ' || nome FROM avip`),
      ...all(`SELECT 'person ' || respostas FROM chave WHERE respostas <> ''`),
      ...['rotulo', 'telefone', 'nota'].flatMap((field) =>
        all(`SELECT 'person ' || ${field} FROM convitepessoal WHERE ${field} <> ''`),
      ),
      ...all(`SELECT 'contact ' || contato FROM empresa WHERE contato <> ''`),
      ...all(`SELECT 'contact ' || solicitante FROM empresa WHERE solicitante <> ''`),
      ...['telefone', 'motivo'].flatMap((field) =>
        all(`SELECT 'contact ' || ${field} FROM mesa WHERE ${field} <> ''`),
      ),
      // The next event is offered the contact of the former one.
      ...['evento', 'modelo'].flatMap((part) =>
        all(`SELECT 'contact ' || json_extract(gravado, '$.${part}.contato') FROM evento
          WHERE json_extract(gravado, '$.${part}.contato') <> ''`),
      ),
      ...all(`SELECT 'opens ' || credencialid || ' ' || versao FROM chave`),
      ...all(`SELECT 'opens ' || empresaid FROM empresa LEFT JOIN mesa USING (empresaid)
        WHERE coalesce(fechada, 0) = 0`),
      ...all(`SELECT 'opens panel ' || empresaid || ' ' || coalesce(versao, 0)
        FROM empresa LEFT JOIN mesa USING (empresaid)`),
      ...all(`SELECT 'opens ' || codigo FROM convitepessoal JOIN reserva USING (reservaid)
        WHERE estado = 'pendente'`),
      ...all(`SELECT 'opens ' || segredo FROM pareamento WHERE fechadoem IS NULL`),
      ...all(`SELECT 'opens ' || segredo FROM aparelho WHERE segredo IS NOT NULL`),
      ...all(`SELECT 'opens ' || codigo FROM aparelho WHERE codigo IS NOT NULL AND pareadoem IS NULL`),
    ]
  })
}

const beyond = (path: string, than: string) => {
  const known = new Set(heldIn(than))
  return [...new Set(heldIn(path))].filter((one) => !known.has(one))
}

const told = (ato: Ato) => (storage: Storage) => storage.historico.add(linhaDoHistorico(later(), ato, ''))

const corrected = (
  storage: Storage,
  credencialid: string,
  fields: Partial<Parameters<typeof aCadastro>[0]>,
) => storage.credenciais.correct({ credencialid, cadastro: aCadastro(fields), shown: null, chaveOf }, later())

const gravado = async (storage: Storage, fields: object, cancelado = false) => {
  const versao = (await storage.eventos.find())?.versao ?? null
  const evento = anEvento({ contato: 'nova@contato.com.br', ...fields })
  await storage.eventos.gravar(aGravar({ versao, evento, cancelado }), later())
}

const dados = { nome: 'Fazenda Santa Clara', contato: 'RESPONSÁVEL mesa', telefone: '1190000004', numero: '' }
const withdrawal = { credencialid: ANA, now: NOW + 1_000, isClosed: false }

/** Each act as it is done after the copy; acts that write only their line are listed separately. */
const DONE: Record<Ato, (storage: Storage) => Promise<unknown>> = {
  convidou: ({ equipe }) => equipe.invite(anInvitation(), later()),
  pareou: ({ equipe }) => equipe.pair('c-porta-2', 's-porta-2', later()),
  revogou: ({ equipe }) => equipe.revoke('porta-1', later()),
  saiu: ({ equipe }) => equipe.leave('s-porta-1', later()),
  reconectou: ({ equipe }) => equipe.reconnect('porta-1', 'c-outro', NOW + 60_000, later()),
  recebeu: told('recebeu'),
  cadastrou: ({ credenciais }) => credenciais.register(aRegister({ now: NOW + 9, autor: later() })),
  corrigiu: (storage) => corrected(storage, ANA, { nome: 'ANA CERTA', telefone: '11944444444' }),
  'mudou-de-empresa': ({ credenciais }) =>
    credenciais.move({ credencialid: CAU, empresaid: 'mesa', reservaid: unique('r'), now: NOW }, later()),
  excluiu: ({ credenciais }) => credenciais.remove(ANA, true, later()),
  juntou: ({ credenciais }) =>
    credenciais.merge(aMerge(ANA, BIA, { telefoneOf: BIA, isSamePerson: true, chaveOf }), later()),
  separou: told('separou'),
  'apagou-respostas': ({ credenciais }) => credenciais.forgetRespostas(ANA, later()),
  'renovou-link': ({ credenciais }) => credenciais.renewLink(ANA, later()),
  admitiu: ({ entradas }) =>
    entradas.admit({ credencialid: ANA, entradaid: unique('e'), isAgain: false }, later()),
  async anulou({ entradas }) {
    const entradaid = unique('e')
    await entradas.admit({ credencialid: ANA, entradaid, isAgain: false }, later())
    await entradas.annul({ credencialid: ANA, entradaid: unique('e'), anula: entradaid }, later())
  },
  'gravou-planilha': told('gravou-planilha'),
  'desfez-importacao': told('desfez-importacao'),
  async 'gravou-empresas'({ empresas }) {
    const contact = { contato: 'OUTRO', solicitante: 'OUTRA', telefone: '11955555555' }
    const row = { empresaid: 'mesa', nome: 'Fazenda', icredencial: 10, licredencial: 0, ...contact }
    await empresas.importRows([row], false, later())
  },
  'corrigiu-empresa': ({ empresas }) =>
    empresas.correct(
      { empresaid: 'mesa', dados: { ...dados, contato: 'OUTRO', telefone: '11955555555' }, shown: dados },
      later(),
    ),
  'removeu-empresa': ({ empresas }) => empresas.remove('vazia', later()),
  'exportou-convidados': told('exportou-convidados'),
  'exportou-empresas': told('exportou-empresas'),
  'exportou-links': told('exportou-links'),
  'exportou-convites': told('exportou-convites'),
  'exportou-mesa': told('exportou-mesa'),
  'apagou-tudo': ({ credenciais }) => credenciais.erasePersonalData(later(), undefined, ASKED),
  desistiu: ({ desistencias }) => desistencias.withdraw({ ...withdrawal, empresaid: null }, later()),
  liberou: ({ desistencias }) => desistencias.withdraw({ ...withdrawal, empresaid: 'mesa' }, later()),
  async voltou({ desistencias }) {
    await desistencias.withdraw({ ...withdrawal, empresaid: null }, later())
    await desistencias.undo(withdrawal, later())
  },
  async 'recusou-convite'({ convites, empresas }) {
    await convites.answer({ codigo: NOVO, isRecusa: true, now: NOW, isClosed: false }, later())
    await empresas.releaseEnded(NOW + GUARDA_MS)
  },
  async 'voltou-ao-convite'({ convites }) {
    for (const isRecusa of [true, false])
      await convites.answer({ codigo: NOVO, isRecusa, now: NOW, isClosed: false }, later())
  },
  'pediu-convites': ({ mesas }) => mesas.pedir('vazia', { pedido: 3, motivo: 'MAIS GENTE' }, later()),
  'negou-convites': ({ mesas }) => mesas.responder('mesa', 2, 0, later()),
  'mudou-lotacao': ({ casa }) => casa.definir(90, later()),
  'criou-convites': ({ convites }) => convites.create('mesa', [aNovo('NOVA')], NOW, later()),
  'renomeou-convite': ({ convites }) =>
    convites.correct(NOVO, { rotulo: 'TIA CERTA', telefone: '', nota: '' }, later()),
  'revogou-convite': ({ convites }) => convites.revoke(OUTRO, later()),
  'fechou-link': ({ mesas }) => mesas.setFechada('mesa', true, later()),
  async 'abriu-link'({ mesas }) {
    await mesas.setFechada('mesa', true, later())
    await mesas.setFechada('mesa', false, later())
  },
  'renovou-mesa': ({ mesas }) => mesas.renewLink('mesa', later()),
  'comecou-ensaio': told('comecou-ensaio'),
  'encerrou-ensaio': told('encerrou-ensaio'),
  'mudou-texto': ({ envios }) => envios.putTexto({ tipo: 'mesa', abertura: 'Oi', recado: '' }, later()),
  'marcou-etiquetas': ({ envios }) =>
    envios.mark([{ credencialid: ANA, impresso: 'x', versao: 0 }], NOW, later()),
  async 'desmarcou-etiquetas'({ envios }) {
    await envios.unmark(NOW, 1, later())
  },
  'descreveu-evento': async (storage) => {
    await gravado(storage, {})
    await told('descreveu-evento')(storage)
  },
  'corrigiu-evento': (storage) => gravado(storage, {}),
  'mudou-evento': (storage) => gravado(storage, { local: 'Outro' }),
  'cancelou-evento': (storage) => gravado(storage, { contato: 'antiga@contato.com.br' }, true),
  async 'retomou-evento'(storage) {
    await gravado(storage, { contato: 'antiga@contato.com.br' }, true)
    await gravado(storage, { contato: 'antiga@contato.com.br' })
  },
  async 'comecou-evento'({ credenciais, eventos }) {
    await credenciais.erasePersonalData(later(), undefined, { ...ASKED, areContactsErased: false })
    const next = { de: 'evento-1', eventoid: 'proximo', areContactsErased: false }
    await eventos.comecarOutro({ ...next, balanco: null, entradas: null }, later())
  },
}

/** Puts a copy in the place of a database. */
function putBack(file: string, path: string, now: number) {
  const request = { backupDirectory: null, fingerprint: '', isDamagedReplaced: false, chaveOf }
  return restoreSqlite({ ...request, file, path, now, newId: () => unique('id') })
}

/** Acts between a copy and its restoration. @returns the files, the copy’s as the last storage left it */
async function restoredAfter(act: (storage: Storage) => Promise<unknown>, before?: typeof act) {
  const { path, storage } = await aHouse()
  await before?.(storage)
  const copy = `${path}.levada`
  new Database(path).prepare('VACUUM INTO ?').run(copy)
  await act(storage)
  await storage.credenciais.wipeRemoved()
  await storage.close()
  const current = `${path}.agora`
  copyFileSync(path, current)
  const restored = `${path}.posta`
  copyFileSync(path, restored)
  const done = await putBack(copy, restored, NOW)
  expect(done.kind).toBe('restored')
  return { copy, current, restored, done }
}

const linhasOf = (path: string) => {
  const db = new Database(path)
  onTestFinished(() => db.close())
  return valuesOf(db, 'SELECT ato FROM historico')
}

for (const ato of Object.keys(ALVOS) as Ato[]) {
  test(`after ${ato} a copy put back has nothing of a person, and opens nothing, that the database has no more`, async () => {
    const { copy, current, restored } = await restoredAfter(DONE[ato])
    expect(linhasOf(current)).toContain(ato)
    // The table is right about which acts erase or end something.
    expect(beyond(copy, current).length > 0, beyond(copy, current).join()).toBe(APAGA[ato] !== null)
    expect(beyond(restored, current)).toEqual([])
    if (APAGA[ato] !== null) expect(linhasOf(restored)).toContain(ato)
    expect(halfWrittenIn(restored)).toEqual([])
    const bytes = readFileSync(restored)
    const gone = beyond(copy, current).flatMap((one) =>
      /^(person|contact) /.test(one) ? one.replace(/^\w+ /, '') : [],
    )
    expect(gone.filter((text) => text.length > 6 && bytes.includes(text))).toEqual([])
  })
}

test('the kept guest of a merge has the phone they have now, and the other’s link leads to them', async () => {
  const { restored, done } = await restoredAfter(DONE.juntou)
  expect(done).toMatchObject({ juntados: 1, excluidos: 0 })
  const storage = await openSqlite(restored)
  onTestFinished(() => storage.close())
  expect((await storage.credenciais.findById(ANA))?.credencial.telefone).toBe('11922222222')
  expect(await storage.credenciais.findJuncao(BIA)).toMatchObject({ kept: ANA, elo: { de: 0, para: 0 } })
})

test('where the kept guest of a merge registered after the copy, the other goes all the same', async () => {
  const { restored, done } = await restoredAfter(async (storage) => {
    await storage.credenciais.register(aRegister({ now: NOW + 50 }))
    await storage.credenciais.merge(aMerge(String(NOW + 50), BIA), later())
  })
  expect(done).toMatchObject({ juntados: 1 })
  expect(heldIn(restored).filter((one) => one.includes('BIA') || one.includes(BIA))).toEqual([])
  expect(linhasOf(restored)).toContain('juntou')
})

test('guests merged one into the other, and then removed, go whatever the clock said', async () => {
  const { restored, current } = await restoredAfter(async ({ credenciais }) => {
    await credenciais.merge(aMerge(BIA, ANA), anAutor({ em: NOW + 86_400_000 }))
    await credenciais.merge(aMerge(CAU, BIA), later())
    await credenciais.remove(CAU, false, anAutor({ em: NOW - 1 }))
  })
  expect(beyond(restored, current)).toEqual([])
})

test('two guests of one name whose numbers were changed for each other’s have them, and their keys', async () => {
  const two = async ({ credenciais }: Storage) => {
    for (const [n, telefone] of ['11966666666', '11977777777'].entries()) {
      const cadastro = aCadastro({ nome: 'JOSÉ SILVA', telefone })
      await credenciais.register(aRegister({ cadastro, chave: chaveOf(cadastro), now: NOW + 60 + n }))
    }
  }
  const correct = (storage: Storage, n: number, telefone: string) =>
    corrected(storage, String(NOW + 60 + n), { nome: 'JOSÉ SILVA', telefone })
  const { restored } = await restoredAfter(async (storage) => {
    await correct(storage, 0, '11900000000')
    await correct(storage, 1, '11966666666')
    await correct(storage, 0, '11977777777')
  }, two)
  const db = new Database(restored)
  onTestFinished(() => db.close())
  const sql = `SELECT telefone || ' ' || chave FROM credencial JOIN chave USING (credencialid)
    WHERE nome = 'JOSÉ SILVA' ORDER BY credencialid`
  expect(valuesOf(db, sql)).toEqual([
    '11977777777 JOSÉ SILVA-11977777777',
    '11966666666 JOSÉ SILVA-11966666666',
  ])
})

test('a browser that was reconnected since the copy goes on with its new pairing, and the former opens nothing', async () => {
  const { restored } = await restoredAfter(async ({ equipe }) => {
    await equipe.reconnect('porta-1', 'c-novo', NOW + 60_000, later())
    await equipe.pair('c-novo', 's-novo', later())
  })
  expect(heldIn(restored).filter((one) => /s-(porta-1|novo)$/.test(one))).toEqual([
    'opens s-novo',
    'opens s-novo',
  ])
})

test('an import that was taken back since the copy leaves the place to its invitation there, too', async () => {
  const planilha = { planilhaid: 'lista', enviadaem: NOW, tipo: 'convidados', arquivo: 'a.csv' } as const
  const { restored } = await restoredAfter(
    (storage) => storage.planilhas.takeBack([importadoidOf('lista', ZECA)], later()),
    async ({ credenciais, planilhas }) => {
      await planilhas.put({ ...planilha, bytes: new Uint8Array() })
      const paid = { codigo: NOVO, claim: aClaim('mesa'), planilha: { planilhaid: 'lista' } }
      await credenciais.register(
        aRegister({ now: Number(ZECA), cadastro: aCadastro({ nome: 'ZECA' }), recibo: null, ...paid }),
      )
    },
  )
  expect(heldIn(restored)).toEqual(
    expect.arrayContaining(['person TIA ANTIGA', `opens ${NOVO}`, `opens ${OUTRO}`]),
  )
  expect(heldIn(restored)).not.toContain('person ZECA')
})

/** Invitations left, and those personal, of the company before and after. */
async function leftIn(path: string) {
  const storage = await openSqlite(path)
  onTestFinished(() => storage.close())
  const found = await storage.empresas.find('mesa', NOW)
  return found && [found.left, found.pessoais]
}

const registerWith = ({ credenciais }: Storage, nome: string, now: number, sheet: object = {}) =>
  credenciais.register(
    aRegister({
      now,
      codigo: PAR,
      claim: aClaim('mesa'),
      cadastro: aCadastro({ nome }),
      recibo: null,
      ...sheet,
    }),
  )

const aPair = ({ convites }: Storage) =>
  convites.create('mesa', [{ ...aNovo('PAR ANTIGO'), codigo: PAR, lugares: 2 }], NOW, anAutor())

test('the rest of an invitation that was revoked since the copy is revoked there, too', async () => {
  const { restored, current } = await restoredAfter(
    async ({ convites }) => expect(await convites.revoke(PAR, later())).toEqual({ kind: 'revoked' }),
    async (storage) => {
      await aPair(storage)
      await registerWith(storage, 'ZÉLIA ANTIGA', NOW + 40)
    },
  )
  expect(heldIn(current)).not.toContain(`opens ${PAR}`)
  expect(beyond(restored, current)).toEqual([])
  expect(await leftIn(restored)).toEqual(await leftIn(current))
})

test('an import that was taken back from an invitation whose rest was revoked then holds no place in a copy', async () => {
  const planilha = { planilhaid: 'lista', enviadaem: NOW, tipo: 'convidados', arquivo: 'a.csv' } as const
  const { restored, current } = await restoredAfter(
    async ({ planilhas, convites }) => {
      await planilhas.takeBack([importadoidOf('lista', ZECA)], later())
      expect(await convites.revoke(PAR, later())).toEqual({ kind: 'revoked' })
    },
    async (storage) => {
      await aPair(storage)
      await storage.planilhas.put({ ...planilha, bytes: new Uint8Array() })
      await registerWith(storage, 'ZÉLIA ANTIGA', NOW + 40)
      await registerWith(storage, 'ZECA ANTIGO', Number(ZECA), { planilha: { planilhaid: 'lista' } })
    },
  )
  expect(heldIn(restored)).not.toContain('person ZECA ANTIGO')
  expect(await leftIn(restored)).toEqual(await leftIn(current))
})

test('a copy put back twice is the same as once', async () => {
  const { copy, current, restored } = await restoredAfter(DONE.juntou)
  const again = await putBack(copy, restored, NOW + 1)
  expect(again.kind).toBe('restored')
  expect([beyond(restored, current), halfWrittenIn(restored)]).toEqual([[], []])
})
