import { expect, test } from 'vitest'
import { formCookieHashOf } from '../../../server/domain/chave.ts'
import type { AvipMirror, CredencialRepo } from '../../../server/domain/credencial-repo.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { tokenOf } from '../../../server/domain/token.ts'
import { createRegister, type Register } from '../../../server/use-cases/registration.ts'
import { aBrowser, aClaim, anEmpresa, HOLD_MS, NOW, unique } from '../../support/factories.ts'
import { collectLog, type LogLine } from '../../support/log.ts'
import { createStore } from '../../support/stored.ts'

const SECRET = 'a secret of more than thirty-two characters'
const browser = aBrowser()
const form = { nome: 'Maria Sigilosa', telefone: '(11) 98765-4321', email: 'sigilosa@exemplo.com' }

/** The act on a memory of its own; `faults` replace the parts where a storage would break. */
function aRegistration(faults: Partial<CredencialRepo & AvipMirror> = {}) {
  const store = createStore()
  const storage = store.open()
  const { log, lines } = collectLog()
  const act: Register = createRegister({
    credenciais: { ...storage.credenciais, ...faults },
    avips: { ...storage.avips, ...faults },
    convites: storage.convites,
    perguntas: [],
    secret: SECRET,
    holdMs: HOLD_MS,
    closesAt: Infinity,
    eraseAt: Infinity,
    now: () => NOW,
    newId: () => unique('reserva'),
    onDue: () => {},
    log,
  })
  const register = (fields: object = {}, from = browser) => act(Object.entries({ ...form, ...fields }), from)
  return { store, storage, lines, register }
}

const said = (lines: LogLine[]) => lines.map(({ level, msg }) => `${level} ${msg}`)

test('a guest is stored under the current millisecond and REGISTRADO! is logged with nothing but the id', async () => {
  const { store, lines, register } = aRegistration()
  expect(await register()).toEqual({
    kind: 'registered',
    token: tokenOf(SECRET, String(NOW), 0),
    empresaid: null,
    acompanhantes: [],
    perdida: null,
  })
  expect(store.all('credenciais')).toMatchObject([
    { credencialid: String(NOW), nome: 'MARIA SIGILOSA', telefone: '11987654321' },
  ])
  expect(lines).toEqual([
    { level: 30, time: expect.any(String) as string, credencialid: String(NOW), msg: 'REGISTRADO!' },
  ])
})

test('the same person again, typed otherwise, is the same credencial', async () => {
  const { store, register } = aRegistration()
  const first = await register()
  expect(await register({ nome: 'MARIA  SIGILÓSA', telefone: '+55 11 98765-4321' })).toEqual(first)
  expect(store.count('credenciais')).toBe(1)
})

test('a browser with neither the form’s cookie nor the token is told the same, and gets no token', async () => {
  const { register } = aRegistration()
  const first = await register()
  const token = first.kind === 'registered' ? first.token : null
  expect(token).not.toBeNull()
  for (const stranger of [{}, { recibo: null }, { tokens: [String(NOW), `${token}A`, ''] }]) {
    expect(await register({}, aBrowser(stranger))).toEqual({ ...first, token: null })
  }
  expect(await register({}, aBrowser({ recibo: null, tokens: [token ?? ''] }))).toEqual(first)
})

test('what lies beside the key is a hash of the cookie, and not the cookie', async () => {
  const { store, register } = aRegistration()
  await register()
  const [chave] = store.all('chaves')
  expect(chave).toMatchObject({
    credencialid: String(NOW),
    versao: 0,
    recibo: formCookieHashOf(SECRET, browser.recibo ?? ''),
    reciboate: NOW + 15 * 60_000,
  })
  expect(JSON.stringify(store.all('chaves'))).not.toContain(browser.recibo)
})

test('a form of a company spends this browser’s hold there, for the time a hold lasts', async () => {
  const { store, storage, register } = aRegistration()
  store.put('empresas', anEmpresa({ empresaid: 'mesa-1', icredencial: 1 }))
  await storage.empresas.claim(aClaim('mesa-1', { sid: browser.sid }))
  expect(await register({ empresaid: 'mesa-1' })).toMatchObject({ kind: 'registered', empresaid: 'mesa-1' })
  expect(store.all('reservas')).toMatchObject([
    { estado: 'usada', sid: browser.sid, credencialid: String(NOW) },
  ])
})

test('without a hold an invitation is claimed for the browser that asks, with its address and the time of a hold', async () => {
  const { store, register } = aRegistration()
  store.put('empresas', anEmpresa({ empresaid: 'mesa-1', icredencial: 1 }))
  await register({ empresaid: 'mesa-1' }, aBrowser({ sid: 'browser-2' }))
  expect(store.all('reservas')).toMatchObject([
    { estado: 'usada', sid: 'browser-2', criadaem: NOW, expiraem: NOW + HOLD_MS },
  ])
})

test('the address lies beside the key of a guest of the public form, too, with the time', async () => {
  const { store, register } = aRegistration()
  await register({}, { ...browser, origem: 'de-casa' })
  expect(store.all('chaves')).toMatchObject([{ credencialid: String(NOW), origem: 'de-casa', criadaem: NOW }])
})

test('limit-reached carries the company and the values as typed, stores nothing and logs nothing', async () => {
  const { store, lines, register } = aRegistration()
  store.put('empresas', anEmpresa({ empresaid: 'mesa-1', icredencial: 1, licredencial: 1 }))
  expect(await register({ empresaid: 'mesa-1' })).toMatchObject({
    kind: 'limit-reached',
    empresa: { empresaid: 'mesa-1' },
    values: form,
  })
  expect(store.count('credenciais')).toBe(0)
  expect(lines).toEqual([])
})

test('a company that does not exist is empresa-not-found', async () => {
  expect(await aRegistration().register({ empresaid: 'nobody' })).toMatchObject({
    kind: 'empresa-not-found',
    values: { nome: form.nome },
  })
})

test('invalid and malformed forms never reach storage', async () => {
  const { lines, register } = aRegistration({
    register: () => Promise.reject(new Error('storage was asked')),
  })
  expect(await register({ telefone: '119' })).toMatchObject({
    kind: 'invalid',
    errors: { telefone: expect.any(String) as string },
    values: { ...form, telefone: '119' },
  })
  expect(await register({ empresaid: '../x' })).toEqual({ kind: 'malformed' })
  expect(lines).toEqual([])
})

test('an avip that cannot be mirrored logs ERRO!, and the guest succeeds', async () => {
  const { store, lines, register } = aRegistration({
    mirror: () => Promise.reject(new StorageError('realtime database: refused')),
  })
  expect(await register()).toMatchObject({ kind: 'registered' })
  expect(store.count('credenciais')).toBe(1)
  expect(said(lines)).toEqual(['50 ERRO!'])
  expect(lines[0]).toMatchObject({ credencialid: String(NOW), err: { type: 'StorageError' } })
})

test('a repeat tries again to mirror the avip, and logs REGISTRADO! when it can', async () => {
  const answers = [() => Promise.reject(new StorageError('refused')), () => Promise.resolve()]
  const { lines, register } = aRegistration({ mirror: () => answers.shift()?.() ?? Promise.resolve() })
  await register()
  await register()
  expect(said(lines)).toEqual(['50 ERRO!', '30 REGISTRADO!'])
})

test('the avip is mirrored only after the credencial is stored, under the id it got', async () => {
  const mirrored: string[] = []
  const { store, register } = aRegistration({
    mirror: async (credencialid) => {
      mirrored.push(
        `${credencialid} ${store.get('credenciais', credencialid) !== null ? 'stored' : 'missing'}`,
      )
    },
  })
  await register()
  await register({ nome: 'Bia Lima' })
  expect(mirrored).toEqual([`${NOW} stored`, `${NOW + 1} stored`])
})

test('a storage that fails rejects with its StorageError, says nothing of success and mirrors nothing', async () => {
  const failure = new StorageError('[sqlite] SQLITE_FULL')
  const { lines, register } = aRegistration({
    register: () => Promise.reject(failure),
    mirror: () => Promise.reject(new Error('mirrored what was not stored')),
  })
  await expect(register()).rejects.toBe(failure)
  expect(lines).toEqual([])
})

test('no line of the log names the guest, the phone, the e-mail or the browser', async () => {
  const mirror = async () => {
    throw new StorageError('realtime database: 503')
  }
  for (const faults of [{}, { mirror }]) {
    const { lines, register } = aRegistration(faults)
    await register()
    await register()
    expect(lines).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toMatch(/sigilosa|98765|browser-1|exemplo/i)
  }
})
